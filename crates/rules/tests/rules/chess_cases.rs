//! Turns, pieces, check, mate and stalemate in chess. Tests are named after the clauses they check: `spec2` is the
//! 3D chess document (section 10.2), `spec3` the chess requirements.

use crate::common::{after, expect, legal_texts, mv, play, position, targets};
use raum_rules::{Game, Illegal, Outcome, Rules, Side, chess::Chess};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn spec3_req2_white_begins_and_the_sides_alternate() {
    let game = Chess::default();
    assert_eq!(game.to_string(), START);
    assert_eq!(game.turn(), Side::First);
    assert_eq!(play(&game, &["e2e4"]).turn(), Side::Second);
    assert_eq!(play(&game, &["e2e4", "e7e5"]).turn(), Side::First);
}

#[test]
fn spec3_req2_5_the_opponents_pieces_cannot_be_moved() {
    expect::<Chess>(START, &["e2e4"], &["e7e5", "b8c6", "e4e5"]);
}

#[test]
fn spec3_req3_pieces_reach_exactly_their_squares() {
    for (clause, fen, from, expected) in [
        (
            "3.1 king",
            "8/8/8/3K4/8/8/8/7k w - - 0 1",
            "d5",
            "c4 c5 c6 d4 d6 e4 e5 e6",
        ),
        (
            "3.1 king in the corner",
            "K7/8/8/8/8/8/8/7k w - - 0 1",
            "a8",
            "a7 b7 b8",
        ),
        (
            "3.2 queen",
            "8/8/3P4/8/3Q1p2/8/8/K6k w - - 0 1",
            "d4",
            "a4 a7 b2 b4 b6 c3 c4 c5 d1 d2 d3 d5 e3 e4 e5 f2 f4 f6 g1 g7 h8",
        ),
        (
            "3.3 rook",
            "8/8/3P4/8/3R1p2/8/8/K6k w - - 0 1",
            "d4",
            "a4 b4 c4 d1 d2 d3 d5 e4 f4",
        ),
        (
            "3.4 bishop",
            "8/8/1P6/4p3/3B4/8/8/K6k w - - 0 1",
            "d4",
            "b2 c3 c5 e3 e5 f2 g1",
        ),
        (
            "3.5 knight over others",
            "8/8/8/2ppp3/2pNp3/2ppp3/8/K6k w - - 0 1",
            "d4",
            "b3 b5 c2 c6 e2 e6 f3 f5",
        ),
        ("3.6 pawn from home", START, "e2", "e3 e4"),
        (
            "3.6 pawn later",
            "7k/8/8/8/8/4P3/8/K7 w - - 0 1",
            "e3",
            "e4",
        ),
        (
            "3.6 black pawn from home",
            "7k/4p3/8/8/8/8/8/K7 b - - 0 1",
            "e7",
            "e5 e6",
        ),
        (
            "3.6 both cells ahead must be empty",
            "7k/8/8/8/4p3/8/4P3/K7 w - - 0 1",
            "e2",
            "e3",
        ),
        (
            "3.6 blocked pawn",
            "7k/8/8/8/8/4p3/4P3/K7 w - - 0 1",
            "e2",
            "",
        ),
        (
            "3.7 pawn captures diagonally",
            "7k/8/8/8/3p1p2/4P3/8/K7 w - - 0 1",
            "e3",
            "d4 e4 f4",
        ),
        (
            "3.7 pawn captures nothing ahead",
            "7k/8/8/8/4p3/4P3/8/K7 w - - 0 1",
            "e3",
            "",
        ),
        (
            "3.7 pawn captures no own piece",
            "7k/8/8/8/3P1P2/4P3/8/K7 w - - 0 1",
            "e3",
            "e4",
        ),
        (
            "3.7 pawn does not wrap around the board",
            "7k/8/8/7p/P7/8/8/K7 w - - 0 1",
            "a4",
            "a5",
        ),
        ("3.8 blocked rook", START, "a1", ""),
        ("3.8 blocked bishop", START, "c1", ""),
        ("3.8 blocked queen", START, "d1", ""),
        ("3.5 knight at the start", START, "b1", "a3 c3"),
        (
            "3.9 no capture of an own piece",
            "7k/8/8/8/8/8/PP6/KR6 w - - 0 1",
            "b1",
            "c1 d1 e1 f1 g1 h1",
        ),
    ] {
        assert_eq!(targets::<Chess>(fen, from), expected, "{clause}");
    }
}

#[test]
fn spec3_req3_10_a_capture_replaces_the_piece() {
    let fen = after::<Chess>("7k/8/8/8/3p4/8/8/K2R4 w - - 7 9", &["d1d4"]);
    assert_eq!(fen, "7k/8/8/8/3R4/8/8/K7 b - - 0 9");
}

#[test]
fn spec2_10_2_knights_jump_over_pieces() {
    expect::<Chess>(START, &["b1a3", "b1c3", "g1f3", "g1h3"], &["b1d2"]);
}

#[test]
fn spec2_10_2_a_pinned_piece_cannot_expose_its_king() {
    expect::<Chess>(
        "4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1",
        &["e1d1"],
        &["e2c3", "e2g1"],
    );
    expect::<Chess>(
        "4k3/8/8/8/4r3/8/4R3/4K3 w - - 0 1",
        &["e2e3", "e2e4"],
        &["e2d2", "e2a2"],
    );
    expect::<Chess>("4k3/8/8/8/1b6/8/3P4/4K3 w - - 0 1", &[], &["d2d3", "d2d4"]);
    expect::<Chess>("4k3/8/8/8/8/2b5/3P4/4K3 w - - 0 1", &["d2c3"], &["d2d3"]);
}

#[test]
fn spec2_10_2_kings_cannot_be_adjacent() {
    expect::<Chess>(
        "8/8/8/3k4/8/3K4/8/8 w - - 0 1",
        &["d3d2", "d3c3"],
        &["d3c4", "d3d4", "d3e4"],
    );
}

#[test]
fn spec3_req7_1_check_is_marked_on_the_king() {
    let game = play(
        &position::<Chess>("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"),
        &["a1a8"],
    );
    assert_eq!(game.check().map(Chess::cell_name).as_deref(), Some("e8"));
    assert_eq!(Chess::default().check(), None);
}

#[test]
fn spec3_req7_2_only_moves_that_end_the_check_are_legal() {
    for (what, fen, expected) in [
        (
            "king moves or captures",
            "4k3/8/8/8/8/8/4r3/R3K3 w - - 0 1",
            "e1d1 e1e2 e1f1",
        ),
        (
            "a piece blocks or captures",
            "4k3/8/8/8/4r3/8/3P1P2/2RRKBN1 w - - 0 1",
            "f1e2 g1e2",
        ),
        (
            "two checkers: only the king",
            "4k3/8/8/8/4r3/5n2/8/R2QK3 w - - 0 1",
            "e1f1 e1f2",
        ),
        (
            "no shelter behind the king",
            "8/8/8/k7/8/8/8/r2K4 w - - 0 1",
            "d1c2 d1d2 d1e2",
        ),
        (
            "a pawn captures en passant",
            "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
            "c5b4 c5b5 c5b6 c5c4 c5c6 c5d4 c5d5 c5d6 e4d3",
        ),
    ] {
        assert_eq!(
            legal_texts(&position::<Chess>(fen)).join(" "),
            expected,
            "{what}"
        );
    }
}

#[test]
fn spec3_req7_3_no_move_into_check() {
    expect::<Chess>(
        "4k3/8/8/8/8/8/r7/4K3 w - - 0 1",
        &["e1d1", "e1f1"],
        &["e1d2", "e1e2", "e1f2"],
    );
}

#[test]
fn spec3_req8_checkmate_wins_the_game() {
    let fools = play(&Chess::default(), &["f2f3", "e7e5", "g2g4", "d8h4"]);
    assert_eq!(
        fools.outcome().and_then(Outcome::winner),
        Some(Side::Second)
    );
    assert_eq!(fools.legal(), []);
    for fen in [
        "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1",
        "6rk/5Npp/8/8/8/8/8/4K3 b - - 0 1",
        "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
        "k1K5/1P6/1B6/8/8/8/8/8 b - - 0 1",
    ] {
        let game: Chess = position(fen);
        let game = if game.turn() == Side::First {
            play(&game, &["a1a8"])
        } else {
            game
        };
        let outcome = game.outcome().expect("an outcome");
        assert_eq!(
            (outcome.reason(), outcome.winner()),
            ("checkmate", Some(Side::First)),
            "{fen}"
        );
    }
}

#[test]
fn spec3_req9_stalemate_is_a_draw() {
    for fen in [
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        "k7/P7/K7/8/8/8/8/8 b - - 0 1",
        "5bnr/4p1pq/4Qpkr/7p/7P/4P3/PPPP1PP1/RNB1KBNR b KQ - 2 10",
        "8/8/8/8/8/5k2/5p2/5K2 w - - 0 1",
    ] {
        let game: Chess = position(fen);
        assert_eq!(game.legal(), [], "{fen}");
        assert_eq!(
            (game.outcome().map(Outcome::reason), game.check()),
            (Some("stalemate"), None),
            "{fen}"
        );
    }
}

#[test]
fn spec3_req11_3_a_refused_move_changes_nothing() {
    let mut record = raum_rules::Record::new(Chess::default());
    record.play(mv::<Chess>("e2e4")).unwrap();
    let before = record.clone();
    assert_eq!(record.play(mv::<Chess>("e4e5")), Err(Illegal));
    assert_eq!(record, before);
}

#[test]
fn spec3_req12_4_a_move_leaves_the_old_position_unchanged() {
    let before: Chess = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9");
    let copy = before.clone();
    let castled = play(&before, &["e1g1"]);
    assert_ne!(castled, before);
    assert_eq!(before, copy);
}
