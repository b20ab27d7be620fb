//! Castling, en passant and promotion. Tests are named after the clauses they check: `spec2` is the 3D chess
//! document (section 10.2), `spec3` the chess requirements.

use crate::common::{after, expect, legal_texts, mv, position, targets};
use raum_rules::{Game, Illegal, Role, chess::Chess};

#[test]
fn spec3_req4_1_kingside_castling_needs_every_condition() {
    expect::<Chess>("4k3/8/8/8/8/8/8/4K2R w K - 0 1", &["e1g1"], &[]);
    expect::<Chess>("4k2r/8/8/8/8/8/8/4K3 b k - 0 1", &["e8g8"], &[]);
    for (condition, fen) in [
        ("a right", "4k3/8/8/8/8/8/8/4K2R w - - 0 1"),
        ("an empty f1", "4k3/8/8/8/8/8/8/4KB1R w K - 0 1"),
        ("an empty g1", "4k3/8/8/8/8/8/8/4K1NR w K - 0 1"),
        ("no check", "k3r3/8/8/8/8/8/8/4K2R w K - 0 1"),
        ("no attack on f1", "k4r2/8/8/8/8/8/8/4K2R w K - 0 1"),
        ("no attack on g1", "k5r1/8/8/8/8/8/8/4K2R w K - 0 1"),
        ("no pawn's attack on g1", "4k3/8/8/8/8/8/7p/4K2R w K - 0 1"),
        ("no king's attack on g1", "8/8/8/8/8/8/6k1/4K2R w K - 0 1"),
    ] {
        assert!(
            !targets::<Chess>(fen, "e1").contains("g1"),
            "castled without {condition}"
        );
    }
    expect::<Chess>("k6r/8/8/8/8/8/8/4K2R w K - 0 1", &["e1g1"], &[]);
}

#[test]
fn spec3_req4_2_queenside_castling_needs_every_condition() {
    expect::<Chess>("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", &["e1c1"], &[]);
    expect::<Chess>("r3k3/8/8/8/8/8/8/4K3 b q - 0 1", &["e8c8"], &[]);
    for (condition, fen) in [
        ("a right", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"),
        ("an empty b1", "4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1"),
        ("an empty c1", "4k3/8/8/8/8/8/8/R1B1K3 w Q - 0 1"),
        ("an empty d1", "4k3/8/8/8/8/8/8/R2QK3 w Q - 0 1"),
        ("no check", "4r2k/8/8/8/8/8/8/R3K3 w Q - 0 1"),
        ("no attack on c1", "2r4k/8/8/8/8/8/8/R3K3 w Q - 0 1"),
        ("no attack on d1", "3r3k/8/8/8/8/8/8/R3K3 w Q - 0 1"),
    ] {
        assert!(
            !targets::<Chess>(fen, "e1").contains("c1"),
            "castled without {condition}"
        );
    }
    // Only the king's path must be safe: b1 and the rook may be attacked.
    expect::<Chess>("1r5k/8/8/8/8/8/8/R3K3 w Q - 0 1", &["e1c1"], &[]);
    expect::<Chess>("r6k/8/8/8/8/8/8/R3K3 w Q - 0 1", &["e1c1"], &[]);
}

#[test]
fn spec3_req4_3_and_4_4_castling_moves_king_and_rook() {
    const BOTH: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for (moves, expected) in [
        (&["e1g1"][..], "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"),
        (&["e1c1"], "r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1"),
        (&["e1g1", "e8c8"], "2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2"),
        (&["e1c1", "e8g8"], "r4rk1/8/8/8/8/8/8/2KR3R w - - 2 2"),
    ] {
        assert_eq!(after::<Chess>(BOTH, moves), expected);
    }
    // Castling is not written as a move to the rook's square.
    expect::<Chess>(BOTH, &["e1g1", "e1c1"], &["e1h1", "e1a1", "e1b1"]);
}

#[test]
fn spec3_req4_5_a_king_or_rook_that_has_moved_cannot_castle() {
    const BOTH: &str = "r3k2r/7p/8/8/8/8/7P/R3K2R w KQkq - 0 1";
    for (moves, allowed, refused) in [
        (
            &["e1e2", "h7h6", "e2e1", "h6h5"][..],
            &[][..],
            &["e1g1", "e1c1"][..],
        ),
        (&["h1g1", "h7h6", "g1h1", "h6h5"], &["e1c1"], &["e1g1"]),
        (&["a1b1", "h7h6", "b1a1", "h6h5"], &["e1g1"], &["e1c1"]),
        (
            &["h2h3", "e8e7", "h3h4", "e7e8", "h4h5"],
            &[],
            &["e8g8", "e8c8"],
        ),
        (
            &["h2h3", "h8g8", "h3h4", "g8h8", "h4h5"],
            &["e8c8"],
            &["e8g8"],
        ),
        (
            &["h2h3", "a8b8", "h3h4", "b8a8", "h4h5"],
            &["e8g8"],
            &["e8c8"],
        ),
    ] {
        expect::<Chess>(&after::<Chess>(BOTH, moves), allowed, refused);
    }
}

#[test]
fn spec3_req4_5_a_captured_rooks_right_does_not_pass_to_another() {
    let fen = "r3k3/8/8/8/8/1n6/8/R3K2R b KQq - 0 1";
    let fen = after::<Chess>(
        fen,
        &["b3a1", "h1h2", "a1b3", "h2a2", "b3d4", "a2a1", "d4b5"],
    );
    expect::<Chess>(&fen, &[], &["e1c1"]);
}

#[test]
fn spec2_10_2_castling_through_check_is_illegal() {
    expect::<Chess>("1k3r2/8/8/8/8/8/8/R3K2R w KQ - 0 1", &["e1c1"], &["e1g1"]);
    expect::<Chess>("1k1r4/8/8/8/8/8/8/R3K2R w KQ - 0 1", &["e1g1"], &["e1c1"]);
}

#[test]
fn spec3_req5_1_en_passant_follows_a_double_step() {
    let fen = after::<Chess>("4k3/3p1p2/8/4P3/8/8/8/4K3 b - - 0 1", &["d7d5"]);
    expect::<Chess>(&fen, &["e5d6"], &["e5f6"]);
    let single = after::<Chess>("4k3/8/3p4/4P3/8/8/8/4K3 b - - 0 1", &["d6d5"]);
    expect::<Chess>(&single, &[], &["e5d6"]);
    let by_black = after::<Chess>("4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1", &["d2d4"]);
    expect::<Chess>(&by_black, &["e4d3"], &[]);
}

#[test]
fn spec3_req5_2_en_passant_removes_the_passed_pawn() {
    let fen = after::<Chess>("4k3/3p4/8/2p1P3/8/8/8/4K3 b - - 0 1", &["d7d5", "e5d6"]);
    assert_eq!(fen, "4k3/8/3P4/2p5/8/8/8/4K3 b - - 0 2");
}

#[test]
fn spec2_10_2_en_passant_removes_the_correct_pawn() {
    // The other black pawns must stay.
    let fen = after::<Chess>(
        "4k3/3p4/3n4/1pp1Pp2/8/8/8/4K3 b - - 0 1",
        &["d6b7", "e1e2", "d7d5", "e5d6"],
    );
    assert_eq!(fen, "4k3/1n6/3P4/1pp2p2/8/8/4K3/8 b - - 0 3");
}

#[test]
fn spec3_req5_3_en_passant_is_only_legal_at_once() {
    let start = "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1";
    let fen = after::<Chess>(start, &["d7d5", "e1e2", "e8e7"]);
    expect::<Chess>(&fen, &[], &["e5d6"]);
}

#[test]
fn spec3_req7_3_en_passant_must_not_expose_the_king() {
    for fen in [
        "8/8/8/K1Pp3r/8/8/8/3k4 w - d6 0 1",
        "2r1k3/8/8/2Pp4/8/8/8/2K5 w - d6 0 1",
        "4k3/8/8/8/2pP4/8/B7/4K3 b - d3 0 1",
    ] {
        // The last capture is legal: the bishop does not aim at the king.
        let game: Chess = position(fen);
        let captures = legal_texts(&game)
            .iter()
            .any(|text| text == "c5d6" || text == "c4d3");
        assert_eq!(captures, fen.contains('B'), "{fen}");
    }
}

#[test]
fn spec3_req6_promotion_is_required_and_takes_every_piece_but_king_and_pawn() {
    let fen = "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    expect::<Chess>(fen, &["a7a8q", "a7a8r", "a7a8b", "a7a8n"], &["a7a8"]);
    expect::<Chess>(fen, &["a7b8q", "a7b8r", "a7b8b", "a7b8n"], &["a7b8"]);
    let game: Chess = position(fen);
    for role in [Role::King, Role::Pawn, Role::Unicorn, Role::Mark] {
        let mut promotion = mv::<Chess>("a7a8q");
        promotion.promotion = Some(role);
        assert_eq!(game.play(promotion), Err(Illegal), "{role:?}");
    }
    expect::<Chess>("4k3/8/P7/8/8/8/8/4K3 w - - 0 1", &["a6a7"], &["a6a7q"]);
}

#[test]
fn spec2_10_2_promotion_to_each_type_works() {
    for (text, expected) in [
        ("a7a8q", "Q3k3/8/8/8/8/8/8/4K3 b - - 0 1"),
        ("a7a8r", "R3k3/8/8/8/8/8/8/4K3 b - - 0 1"),
        ("a7a8b", "B3k3/8/8/8/8/8/8/4K3 b - - 0 1"),
        ("a7a8n", "N3k3/8/8/8/8/8/8/4K3 b - - 0 1"),
    ] {
        assert_eq!(
            after::<Chess>("4k3/P7/8/8/8/8/8/4K3 w - - 5 1", &[text]),
            expected
        );
    }
    let black = after::<Chess>("4k3/8/8/8/8/8/p7/4K3 b - - 0 1", &["a2a1n"]);
    assert_eq!(black, "4k3/8/8/8/8/8/8/n3K3 w - - 0 2");
}
