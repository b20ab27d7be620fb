//! Draws by rule and by claim in chess and space chess: requirement 10 of the chess requirements (`spec3`), and the
//! design's limits of five repetitions and seventy-five moves.

use crate::common::{after, mv, position};
use crate::naive_space::text::{black, white};
use raum_rules::{Claim, Game, Outcome, Record, Rules, chess::Chess, space::Space};

fn reason<G: Rules>(text: &str) -> Option<&'static str> {
    position::<G>(text).outcome().map(Outcome::reason)
}

/// Sets the half-move clock of a space chess position.
fn clock(text: &str, halfmoves: u32) -> String {
    text.replace(" 0 1", &format!(" {halfmoves} 200"))
}

#[test]
fn spec3_req10_1_insufficient_material() {
    for pieces in [
        // Kings; king and bishop; king and knight; bishops of one colour.
        "4k3/8/8/8/8/8/8/4K3",
        "4k3/8/8/8/8/8/8/3BK3",
        "3bk3/8/8/8/8/8/8/4K3",
        "4k3/8/8/8/8/8/8/3NK3",
        "3nk3/8/8/8/8/8/8/4K3",
        "4kb2/8/8/8/8/8/8/2B1K3",
        "4kb2/b7/8/8/8/8/8/2B1K3",
    ] {
        for turn in ["w", "b"] {
            let fen = format!("{pieces} {turn} - - 0 1");
            assert_eq!(reason::<Chess>(&fen), Some("dead-position"), "{fen}");
        }
    }
}

#[test]
fn spec3_req10_1_sufficient_material() {
    for pieces in [
        "4k3/8/8/8/8/8/8/3QK3",
        "4k3/8/8/8/8/8/8/3RK3",
        "4k3/8/8/8/8/8/3P4/4K3",
        "4k3/3p4/8/8/8/8/8/4K3",
        "2b1k3/8/8/8/8/8/8/2B1K3",
        "2b1k3/8/8/8/8/8/8/1N2K3",
        "1n2k3/8/8/8/8/8/8/1N2K3",
        "4k3/8/8/8/8/8/8/1N2K1N1",
        "4k3/8/8/8/8/8/8/2B1KB2",
        "4k3/8/8/8/8/8/8/1NB1K3",
    ] {
        let fen = format!("{pieces} w - - 0 1");
        assert_eq!(reason::<Chess>(&fen), None, "{fen}");
    }
}

#[test]
fn design_a_capture_can_make_the_position_dead() {
    let fen = after::<Chess>("4k3/8/8/8/8/8/3r4/4K3 w - - 0 1", &["e1d2"]);
    assert_eq!(reason::<Chess>(&fen), Some("dead-position"));
    let text = after::<Space>(&white("KAa1 kEe5 qAb1"), &["Aa1Ab1"]);
    assert_eq!(reason::<Space>(&text), Some("dead-position"));
}

/// Moves two pieces out and back: four plies.
fn shuffle<G: Rules>(record: &mut Record<G>, round: [&str; 4]) {
    for text in round {
        record.play(mv::<G>(text)).expect("a legal move");
    }
}

fn repetition<G: Rules>(start: G, round: [&str; 4]) {
    let mut record = Record::new(start);
    let mut seen = vec![];
    for _ in 0..5 {
        seen.push((
            record.repetitions(),
            record.claims(),
            record.outcome().map(Outcome::reason),
        ));
        shuffle(&mut record, round);
    }
    let claim = vec![Claim::ThreefoldRepetition];
    let expected = [
        (1, vec![], None),
        (2, vec![], None),
        (3, claim.clone(), None),
        (4, claim, None),
        // Once the game is over, no claim is left.
        (5, vec![], Some("fivefold-repetition")),
    ];
    assert_eq!(seen, expected);
}

#[test]
fn spec3_req10_2_threefold_by_claim_and_fivefold_at_once() {
    repetition(Chess::default(), ["g1f3", "g8f6", "f3g1", "f6g8"]);
    repetition(Space::default(), ["Ab1Ca1", "Eb5Ca5", "Ca1Ab1", "Ca5Eb5"]);
}

/// The first time White could still castle, so that was a different position.
#[test]
fn spec3_req10_2_rights_make_another_position() {
    let start: Chess = position("r3k3/8/8/8/8/8/8/4K2R w K - 0 1");
    let mut record = Record::new(start);
    for expected in [1, 1, 2, 3] {
        assert_eq!(record.repetitions(), expected);
        shuffle(&mut record, ["h1g1", "a8b8", "g1h1", "b8a8"]);
    }
}

/// After the double step the pawn can be taken in passing; when the same board comes again it cannot.
#[test]
fn spec3_req10_2_en_passant_makes_another_position_only_if_it_can_be_taken() {
    for (fen, expected) in [
        ("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", 1),
        // No pawn stands beside it; the pawn beside it is pinned.
        ("4k3/3p4/8/8/4P3/8/8/4K3 b - - 0 1", 2),
        ("3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1", 2),
    ] {
        let mut record = Record::new(position::<Chess>(fen));
        record.play(mv::<Chess>("d7d5")).expect("a legal move");
        let round = if fen.contains('r') {
            ["a5a4", "d8d7", "a4a5", "d7d8"]
        } else {
            ["e1e2", "e8e7", "e2e1", "e7e8"]
        };
        shuffle(&mut record, round);
        assert_eq!(record.repetitions(), expected, "{fen}");
    }
}

#[test]
fn spec3_req10_3_fifty_moves_by_claim_and_seventy_five_at_once() {
    let chess = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1".to_owned();
    let space = white("KAa1 kEe5 RBd3 RDa4");
    for (halfmoves, claims, outcome) in [
        (99, vec![], None),
        (100, vec![Claim::FiftyMoves], None),
        (149, vec![Claim::FiftyMoves], None),
        (150, vec![], Some("seventy-five-moves")),
        (1000, vec![], Some("seventy-five-moves")),
    ] {
        ends::<Chess>(&clock(&chess, halfmoves), &claims, outcome);
        ends::<Space>(&clock(&space, halfmoves), &claims, outcome);
    }
}

fn ends<G: Rules>(text: &str, claims: &[Claim], outcome: Option<&'static str>) {
    let record = Record::new(position::<G>(text));
    assert_eq!(record.claims(), claims, "{text}");
    assert_eq!(record.outcome().map(Outcome::reason), outcome, "{text}");
}

#[test]
fn spec3_req10_3_captures_and_pawn_moves_begin_the_count_again() {
    for (text, step, expected) in [
        ("4k3/8/8/8/8/8/P7/R3K3 w - - 99 80", "a1b1", "100 80"),
        ("4k3/8/8/8/8/8/P7/R3K3 w - - 99 80", "a2a3", "0 80"),
        ("r3k3/8/8/8/8/8/8/R3K3 b - - 99 80", "a8a1", "0 81"),
        ("4k3/8/8/8/8/8/8/R3K3 w Q - 99 80", "e1c1", "100 80"),
    ] {
        assert!(
            after::<Chess>(text, &[step]).ends_with(&format!(" {expected}")),
            "{text}"
        );
    }
    for (list, step, expected) in [
        ("KAa1 kEe5 RBd3 RDa4", "Bd3Bd4", "100 200"),
        ("KAa1 kEe5 PBd3 RDa4", "Bd3Bd4", "0 200"),
        ("KAa1 kEe5 RBd3 rBd4", "Bd3Bd4", "0 200"),
    ] {
        let text = after::<Space>(&clock(&white(list), 99), &[step]);
        assert!(text.ends_with(&format!(" {expected}")), "{text}");
    }
}

#[test]
fn design_mate_and_stalemate_beat_the_seventy_five_moves() {
    ends::<Chess>("7k/6Q1/6K1/8/8/8/8/8 b - - 150 200", &[], Some("checkmate"));
    ends::<Chess>("7k/5Q2/6K1/8/8/8/8/8 b - - 150 200", &[], Some("stalemate"));
    ends::<Space>(
        &clock(&black("kAa1 KAc1 QAb1"), 150),
        &[],
        Some("checkmate"),
    );
    ends::<Space>(
        &clock(&black("kAa1 KAc1 QBa3"), 150),
        &[],
        Some("stalemate"),
    );
    // The move that completes the seventy-five moves may itself be mate.
    let fen = after::<Chess>("7k/Q7/6K1/8/8/8/8/8 w - - 149 200", &["a7g7"]);
    ends::<Chess>(&fen, &[], Some("checkmate"));
}

#[test]
fn design_nothing_to_claim_once_the_game_is_over() {
    ends::<Chess>("7k/6Q1/6K1/8/8/8/8/8 b - - 120 200", &[], Some("checkmate"));
    ends::<Chess>(
        "4k3/8/8/8/8/8/8/4K3 w - - 120 200",
        &[],
        Some("dead-position"),
    );
    ends::<Space>(
        &clock(&black("kAa1 KAc1 QAb1"), 120),
        &[],
        Some("checkmate"),
    );
    ends::<Space>(&clock(&white("KAa1 kEe5"), 120), &[], Some("dead-position"));
}

#[test]
fn design_both_claims_at_once() {
    let start: Chess = position("r3k3/8/8/8/8/8/8/R3K3 w - - 92 80");
    let mut record = Record::new(start);
    for _ in 0..2 {
        shuffle(&mut record, ["a1b1", "a8b8", "b1a1", "b8a8"]);
    }
    assert_eq!(
        record.claims(),
        [Claim::ThreefoldRepetition, Claim::FiftyMoves]
    );
}

/// `legal` and `play` ignore draws: the room ends the game.
#[test]
fn design_moves_remain_after_a_draw_by_rule() {
    for fen in [
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/R3K3 w - - 150 200",
    ] {
        let game: Chess = position(fen);
        assert!(game.outcome().is_some(), "{fen}");
        assert!(game.play(mv::<Chess>("e1e2")).is_ok(), "{fen}");
    }
}
