//! Check, mate, stalemate and dead positions of space chess: section 2.7 of its specification, and the design's list.

use crate::common::{expect, legal_texts, position, targets};
use crate::naive_space::text::{black, white};
use raum_rules::{Game, Outcome, Rules, Side, space::Space};

fn reason(text: &str) -> Option<&'static str> {
    position::<Space>(text).outcome().map(Outcome::reason)
}

#[test]
fn spec1_2_7_check_must_be_answered() {
    let flight = white("KAa1 kEe5 rAa5 rBa5 rAb5");
    let game: Space = position(&flight);
    assert_eq!(game.check().map(Space::cell_name).as_deref(), Some("Aa1"));
    assert_eq!(legal_texts(&game), ["Aa1Bb1", "Aa1Bb2"]);
    // A unicorn's check can be blocked, or the unicorn captured.
    let unicorn = white("KAa1 kEe5 uCc3 RBb1 NCe2");
    expect::<Space>(
        &unicorn,
        &["Bb1Bb2", "Ce2Cc3", "Aa1Ab1"],
        &["Bb1Ba1", "Ce2Cc1", "Aa1Bb2"],
    );
    // Against a knight and a rook at once, only king moves are legal.
    let double = white("KAa1 kEe5 rAa5 nAb3 RAe3 QEa2");
    assert!(
        legal_texts(&position::<Space>(&double))
            .iter()
            .all(|step| step.starts_with("Aa1"))
    );
    assert_eq!(Space::default().check(), None);
}

#[test]
fn spec1_2_7_a_pinned_piece_stays_on_its_line() {
    for (what, list, from, expected) in [
        ("rook on a space diagonal", "KAa1 kEe4 RBb2 uCc3", "Bb2", ""),
        (
            "unicorn on its own line",
            "KAa1 kEe4 UBb2 uDd4",
            "Bb2",
            "Cc3 Dd4",
        ),
        (
            "bishop on a plane diagonal",
            "KAa1 kEe4 BAb2 qAd4",
            "Ab2",
            "Ac3 Ad4",
        ),
        ("knight anywhere", "KAa1 kEe4 NAb1 rAe1", "Ab1", ""),
        (
            "pawn captures the pinning piece",
            "KAa1 kEe4 PBb1 qCc1",
            "Bb1",
            "Cc1",
        ),
        (
            "pawn moves along the line",
            "KAa1 kEe4 PBa1 rEa1",
            "Ba1",
            "Ca1",
        ),
        (
            "two in between are not pinned",
            "KAa1 kEe4 PBa1 NCa1 rEa1",
            "Ba1",
            "Ba2",
        ),
    ] {
        assert_eq!(targets::<Space>(&white(list), from), expected, "{what}");
    }
}

#[test]
fn spec1_2_7_kings_keep_apart_and_out_of_attack() {
    expect::<Space>(&white("KAa1 kCc3"), &["Aa1Ab1", "Aa1Ba1"], &["Aa1Bb2"]);
    // The king cannot retreat along the line of the check.
    expect::<Space>(&white("KBb2 kEa1 uDd4"), &["Bb2Ab2"], &["Bb2Aa1", "Bb2Cc3"]);
}

#[test]
fn spec1_2_7_checkmate_and_stalemate() {
    for (text, expected) in [
        (black("kAa1 KAc1 QAb1"), "checkmate"),
        (black("kAa1 KAc1 RAa2 RBa2"), "checkmate"),
        (black("kAa1 KAc1 QBa3"), "stalemate"),
        (black("kAa1 KAc2 QBa3"), "stalemate"),
    ] {
        let game: Space = position(&text);
        let outcome = game.outcome().expect("an outcome");
        assert_eq!(outcome.reason(), expected, "{text}");
        assert_eq!(
            outcome.winner(),
            (expected == "checkmate").then_some(Side::First)
        );
        assert_eq!(game.legal(), []);
    }
}

/// Neither side has a pawn or queen, and at most one piece each.
#[test]
fn design_dead_with_at_most_one_piece_each() {
    for white_piece in ["", " RBd3", " BBd3", " NBd3", " UBd3"] {
        for black_piece in ["", " rDa4", " bDa4", " nDa4", " uDa4"] {
            let text = white(&format!("KAa1 kEe5{white_piece}{black_piece}"));
            assert_eq!(reason(&text), Some("dead-position"), "{text}");
        }
    }
}

#[test]
fn design_dead_pairs_against_a_bare_king() {
    for (pair, mirrored) in [
        ("RBd3 UDa4", "rBd3 uDa4"),
        ("BBd3 UDa4", "bBd3 uDa4"),
        ("NBd3 UDa4", "nBd3 uDa4"),
        ("UBd3 UDa4", "uBd3 uDa4"),
        ("BBd3 BDb3", "bBd3 bDb3"),
        ("BBd4 BDb2", "bBd4 bDb2"),
    ] {
        for pieces in [pair, mirrored] {
            let text = white(&format!("KAa1 kEe5 {pieces}"));
            assert_eq!(reason(&text), Some("dead-position"), "{text}");
        }
    }
}

/// Each material has a mate, so it is not dead: with the pieces elsewhere the game continues.
#[test]
fn design_not_dead_where_a_mate_exists() {
    for (mate, elsewhere) in [
        ("KAc1 QAb1", "KAc1 QEb2"),
        ("KAc1 RAa2 RBa2", "KAc1 REd4 REe2"),
        ("KAc1 RAa2 BAb1", "KAc1 REd4 BEd2"),
        ("KAc1 RAa2 NBc2", "KAc1 REd4 NEd2"),
        ("KAc1 BAb1 NAc2", "KAc1 BEd2 NEd4"),
        ("KAc1 NAc2 NBc2", "KAc1 NEd2 NEd4"),
        ("KAc1 BAb1 BAb2", "KAc1 BEd2 BEd3"),
    ] {
        assert_eq!(
            reason(&black(&format!("kAa1 {mate}"))),
            Some("checkmate"),
            "{mate}"
        );
        assert_eq!(
            reason(&black(&format!("kAa1 {elsewhere}"))),
            None,
            "{elsewhere}"
        );
    }
}

#[test]
fn design_not_dead_beyond_the_list() {
    for list in [
        // Any pawn, on either side.
        "KAa1 kEe5 PBd3",
        "KAa1 kEe5 pBd3",
        "KAa1 kEe5 pBd3 NDa4",
        // A queen, even if the other side has pieces.
        "KAa1 kEe5 qBd3 UDa4",
        // A harmless pair against a king with a piece.
        "KAa1 kEe5 RBd3 UDa4 nEa1",
        "KAa1 kEe5 BBd3 BDb3 bEa1",
        // Three pieces.
        "KAa1 kEe5 UBd3 UDa4 UEa1",
        "KAa1 kEe5 BBd3 BDb3 BEa2",
    ] {
        assert_eq!(reason(&white(list)), None, "{list}");
    }
}
