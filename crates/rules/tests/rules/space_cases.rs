//! Special cases of space chess, named after the clauses of its specification (section 2).

use crate::common::{after, expect, mv, position, targets};
use crate::naive_space::text::{black, white};
use raum_rules::{Cell, Game, Illegal, NotationError, Piece, Role, Rules, Side, space::Space};

#[test]
fn spec1_2_1_cells_are_named_by_level_file_and_rank() {
    for (cell, name) in [
        (Cell::new(0, 0, 0), "Aa1"),
        (Cell::new(4, 4, 4), "Ee5"),
        (Cell::new(1, 2, 3), "Db3"),
    ] {
        assert_eq!(Space::cell_name(cell), name);
        assert_eq!(mv::<Space>(&format!("{name}Cc3")).from, Some(cell));
    }
}

#[test]
fn spec1_2_3_the_start() {
    let start = Space::default();
    assert_eq!(start.turn(), Side::First);
    // Rows of the specification: rank, level, and the pieces at x = 0 to 4.
    let rows = [
        (0, 0, "RNKNR"),
        (0, 1, "BUQBU"),
        (1, 0, "PPPPP"),
        (1, 1, "PPPPP"),
        (3, 4, "ppppp"),
        (3, 3, "ppppp"),
        (4, 4, "rnknr"),
        (4, 3, "ubqub"),
    ];
    let mut pieces = 0;
    for (y, z, row) in rows {
        for (x, letter) in (0..).zip(row.chars()) {
            let expected = Piece::from_letter(letter);
            assert_eq!(start.piece(Cell::new(x, y, z)), expected, "({x}, {y}, {z})");
            pieces += 1;
        }
    }
    let found = Space::EXTENT
        .cells()
        .filter(|cell| start.piece(*cell).is_some());
    assert_eq!(found.count(), pieces);
}

/// The kings stand off the lines of the piece.
#[test]
fn spec1_2_4_pieces_reach_exactly_their_cells() {
    type Pattern = fn([u8; 3]) -> bool;
    let straight: Pattern = |sizes| matches!(sizes, [0, 0, _]);
    let diagonal: Pattern = |sizes| sizes[0] == 0 && sizes[1] == sizes[2];
    let spatial: Pattern = |sizes| sizes[0] == sizes[1] && sizes[1] == sizes[2];
    let cases: [(&str, &str, usize, &[Pattern]); 6] = [
        ("KAa2 kEe4 RCc3", "Cc3", 12, &[straight]),
        ("KAa2 kEe4 BCc3", "Cc3", 24, &[diagonal]),
        ("KAa2 kEe4 UCc3", "Cc3", 16, &[spatial]),
        ("KAa2 kEe4 NCc3", "Cc3", 24, &[|sizes| sizes == [0, 1, 2]]),
        ("KAa2 kEe4 QCc3", "Cc3", 52, &[straight, diagonal, spatial]),
        ("KBb2 kEe5", "Bb2", 26, &[|sizes| sizes[2] == 1]),
    ];
    for (list, from, count, patterns) in cases {
        let origin = mv::<Space>(&format!("{from}{from}")).to;
        let mut expected: Vec<String> = Space::EXTENT
            .cells()
            .filter(|cell| {
                let mut sizes = [
                    cell.x.abs_diff(origin.x),
                    cell.y.abs_diff(origin.y),
                    cell.z.abs_diff(origin.z),
                ];
                sizes.sort_unstable();
                sizes != [0; 3] && patterns.iter().any(|fits| fits(sizes))
            })
            .map(Space::cell_name)
            .collect();
        expected.sort();
        assert_eq!(expected.len(), count, "{list}");
        assert_eq!(
            targets::<Space>(&white(list), from),
            expected.join(" "),
            "{list}"
        );
    }
}

#[test]
fn spec1_2_4_only_knights_pass_over_pieces() {
    for (what, list, from, expected) in [
        (
            "rook",
            "KAa2 kEe4 RAe1 PAd1 pAe3",
            "Ae1",
            "Ae2 Ae3 Be1 Ce1 De1 Ee1",
        ),
        (
            "bishop",
            "KEa1 kEe4 BAa1 PBb1 pAc3",
            "Aa1",
            "Ab2 Ac3 Ba2 Ca3 Da4 Ea5",
        ),
        (
            "unicorn",
            "KAa2 kEe1 UCc3 PBb2 PBb4 PBd2 PBd4 PDb2 pDb4 PDd2 PDd4",
            "Cc3",
            "Db4",
        ),
        (
            "knight",
            "KEa1 kEe4 NAa1 PAa2 PAb1 PAb2 PBa1 PBb1 PBa2 pBb2",
            "Aa1",
            "Ab3 Ac2 Ba3 Bc1 Ca2 Cb1",
        ),
    ] {
        assert_eq!(targets::<Space>(&white(list), from), expected, "{what}");
    }
}

#[test]
fn spec1_2_5_pawns() {
    for (what, text, from, expected) in [
        ("forward or up", white("KAa1 kEe4 PCc3"), "Cc3", "Cc4 Dc3"),
        (
            "Black: back or down",
            black("KAa1 kEe4 pCc3"),
            "Cc3",
            "Bc3 Cc2",
        ),
        (
            "blocked forward",
            white("KAa1 kEe4 PCc3 nCc4"),
            "Cc3",
            "Dc3",
        ),
        (
            "blocked both ways",
            white("KAa1 kEe4 PCc3 nCc4 NDc3"),
            "Cc3",
            "",
        ),
        (
            "five captures",
            white("KAa1 kEa5 PCc3 nDc4 nCb4 nCd4 nDb3 nDd3"),
            "Cc3",
            "Cb4 Cc4 Cd4 Db3 Dc3 Dc4 Dd3",
        ),
        (
            "Black: five captures",
            black("KAe1 kEe4 pCc3 NBc2 NCb2 NCd2 NBb3 NBd3"),
            "Cc3",
            "Bb3 Bc2 Bc3 Bd3 Cb2 Cc2 Cd2",
        ),
        (
            "no space diagonal, sideways or backward captures",
            white("KAa1 kEa5 PCc3 nDb4 nDd4 nCb3 nCc2 nBc4 nDc2"),
            "Cc3",
            "Cc4 Dc3",
        ),
        (
            "no capture of own pieces",
            white("KAa1 kEa5 PCc3 NDc4 NCb4 NDb3"),
            "Cc3",
            "Cc4 Dc3",
        ),
        (
            "last rank: only up",
            white("KAa1 kEe3 PCc5 nDb5 nDd5"),
            "Cc5",
            "Db5 Dc5 Dd5",
        ),
        (
            "last level: only forward",
            white("KAa1 kAe1 PEc3 nEb4 nEd4"),
            "Ec3",
            "Eb4 Ec4 Ed4",
        ),
        (
            "Black, first rank: only down",
            black("KAe3 kEe5 pCc1"),
            "Cc1",
            "Bc1",
        ),
        (
            "Black, first level: only back",
            black("KEa1 kEe5 pAc3"),
            "Ac3",
            "Ac2",
        ),
        (
            "edge of the board",
            white("KAe1 kEe4 PCa3 nDe4 nCe4"),
            "Ca3",
            "Ca4 Da3",
        ),
    ] {
        assert_eq!(targets::<Space>(&text, from), expected, "{what}");
    }
}

#[test]
fn spec1_2_5_no_double_step() {
    let start = Space::default().to_string();
    expect::<Space>(
        &start,
        &["Aa2Aa3", "Ba2Ba3", "Ba2Ca2"],
        &["Aa2Aa4", "Ba2Ba4", "Ba2Da2", "Aa2Ba2", "Aa2Ba3"],
    );
}

#[test]
fn spec1_2_5_promotion_only_where_both_coordinates_are_extreme() {
    for (what, text, steps) in [
        ("up", white("KAa1 kAe5 PDc5"), &["Dc5Ec5"][..]),
        ("forward", white("KAa1 kAe5 PEc4"), &["Ec4Ec5"]),
        (
            "by capture",
            white("KAa1 kAe5 PDc4 PEd4 nEc5"),
            &["Dc4Ec5", "Ed4Ec5"],
        ),
        (
            "Black",
            black("KEe5 kEa1 pBc1 pAc2 pBb2 NAb1"),
            &["Bc1Ac1", "Ac2Ac1", "Ac2Ab1", "Bc1Ab1", "Bb2Ab1"],
        ),
    ] {
        for step in steps {
            let promotions = ["Q", "R", "B", "N", "U"].map(|letter| format!("{step}{letter}"));
            expect::<Space>(&text, &promotions.each_ref().map(String::as_str), &[step]);
            for role in [Role::King, Role::Pawn, Role::Mark] {
                let mut promotion = mv::<Space>(step);
                promotion.promotion = Some(role);
                assert_eq!(
                    position::<Space>(&text).play(promotion),
                    Err(Illegal),
                    "{what}: {role:?}"
                );
            }
        }
    }
    expect::<Space>(&white("KAa1 kAe5 PCc5"), &["Cc5Dc5"], &["Cc5Dc5Q"]);
    expect::<Space>(&white("KAa1 kAe5 PEc3"), &["Ec3Ec4"], &["Ec3Ec4Q"]);
    expect::<Space>(
        &white("KAa1 kAe5 PDc3"),
        &["Dc3Ec3", "Dc3Dc4"],
        &["Dc3Ec3Q"],
    );
}

#[test]
fn spec1_2_5_promotion_replaces_the_pawn() {
    for letter in ["Q", "R", "B", "N", "U"] {
        let text = after::<Space>(&white("KAa1 kAe5 PDc5"), &[&format!("Dc5Ec5{letter}")]);
        let expected = black(&format!("KAa1 kAe5 {letter}Ec5"));
        assert_eq!(text, expected);
    }
}

#[test]
fn spec1_2_6_no_castling() {
    expect::<Space>(
        &white("KAc1 RAa1 RAe1 kEc5"),
        &["Ac1Ab1"],
        &["Ac1Aa1", "Ac1Ae1"],
    );
}

#[test]
fn spec1_2_6_no_en_passant() {
    let text = after::<Space>(&black("KAa1 kEe5 PCb3 pCc4"), &["Cc4Cc3"]);
    expect::<Space>(&text, &["Cb3Cb4"], &["Cb3Cc4", "Cb3Cc3"]);
}

#[test]
fn notations_are_written_and_read() {
    for (text, step, expected) in [
        (Space::default().to_string(), "Aa2Aa3", "Aa3"),
        (Space::default().to_string(), "Ab1Ca1", "NCa1"),
        (white("KAa1 kEe5 NCc3 NCe3"), "Cc3Cd1", "NCc3Cd1"),
        (white("KAa1 kEe5 NCc3 NCe3 nCd1"), "Ce3Cd1", "NCe3xCd1"),
        (white("KAa1 kEe5 PCc3 nDc4"), "Cc3Dc4", "xDc4"),
        (white("KAa1 kEe5 PCc3 PDc2"), "Cc3Dc3", "Cc3Dc3"),
        (white("KAa1 kEe3 PDc5"), "Dc5Ec5U", "Ec5=U"),
        (white("KAa1 kEe5 PDc5"), "Dc5Ec5R", "Ec5=R+"),
        (white("kAa1 KAc1 QCb1"), "Cb1Ab1", "QAb1#"),
        (black("kAa1 KAc1 QAe1 bCd3"), "Cd3Cc2", "BCc2"),
    ] {
        let game: Space = position(&text);
        let step = mv::<Space>(step);
        assert_eq!(game.notation(step).as_deref(), Ok(expected), "{text}");
        assert_eq!(game.read_notation(expected), Ok(step), "{text}");
    }
}

#[test]
fn notations_without_a_unique_legal_move_are_rejected() {
    let game: Space = position(&white("KAa1 kEe5 NCc3 NCe3 nCd1 PDc5"));
    let cases = [
        // Malformed.
        ("", NotationError::Syntax as fn(String) -> NotationError),
        ("x", NotationError::Syntax),
        ("NCd", NotationError::Syntax),
        ("NxFd1", NotationError::Syntax),
        ("NCxd1", NotationError::Syntax),
        ("NCc3Cxd1", NotationError::Syntax),
        ("NCc3xCd1xCd1", NotationError::Syntax),
        ("NCc3xCd1++", NotationError::Syntax),
        ("NCc3 xCd1", NotationError::Syntax),
        ("Ec5=K", NotationError::Syntax),
        ("Ec5=", NotationError::Syntax),
        ("Ec5=QQ", NotationError::Syntax),
        // No legal move.
        ("KAa3", NotationError::Illegal),
        ("QAa3", NotationError::Illegal),
        ("NCc3Cd1", NotationError::Illegal),
        ("NxBc1", NotationError::Illegal),
        ("Ec5", NotationError::Illegal),
        // Several legal moves.
        ("NxCd1", NotationError::Ambiguous),
    ];
    for (text, error) in cases {
        assert_eq!(
            game.read_notation(text),
            Err(error(text.to_owned())),
            "{text}"
        );
    }
}
