//! Invalid position texts, with the exact error.

use raum_rules::{
    PositionError::{self, *},
    Rules,
    chess::Chess,
    space::Space,
    tic_tac_toe::TicTacToe,
};

fn refused<G: Rules>(cases: &[(&str, PositionError)]) {
    for (text, expected) in cases {
        assert_eq!(text.parse::<G>().as_ref(), Err(expected), "{text:?}");
    }
}

const fn board(what: &'static str, expected: usize, found: usize) -> PositionError {
    Board {
        what,
        expected,
        found,
    }
}

fn number(what: &'static str, found: &str) -> PositionError {
    Number {
        what,
        found: found.to_owned(),
    }
}

#[test]
fn chess_fields() {
    let fields = |found| Fields { expected: 6, found };
    refused::<Chess>(&[
        ("", fields(1)),
        ("4k3/8/8/8/8/8/8/4K3", fields(1)),
        ("4k3/8/8/8/8/8/8/4K3 w - -", fields(4)),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 ", fields(7)),
        (" 4k3/8/8/8/8/8/8/4K3 w - - 0 1", fields(7)),
        ("4k3/8/8/8/8/8/8/4K3  w - - 0 1", fields(7)),
        ("4k3/8/8/8/8/8/8/4K3\tw - - 0 1", fields(5)),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1\n",
            number("full-move number", "1\n"),
        ),
    ]);
}

#[test]
fn chess_board() {
    let cells = |found| board("cells in each rank", 8, found);
    refused::<Chess>(&[
        ("4k3/8/8/8/8/8/4K3 w - - 0 1", board("ranks", 8, 7)),
        ("4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", board("ranks", 8, 9)),
        ("4k3/8/8/8/8/8/8/4K3/ w - - 0 1", board("ranks", 8, 9)),
        ("4k3/7/8/8/8/8/8/4K3 w - - 0 1", cells(7)),
        ("4k3/9/8/8/8/8/8/4K3 w - - 0 1", cells(9)),
        ("4k3/8/8/8//8/8/4K3 w - - 0 1", cells(0)),
        ("4k3/ppppppppp/8/8/8/8/8/4K3 w - - 0 1", cells(9)),
        (
            "4k3/44/8/8/8/8/8/4K3 w - - 0 1",
            AdjacentNumbers("44".into()),
        ),
        ("4k30/8/8/8/8/8/8/4K3 w - - 0 1", Character('0')),
        ("4k3/7x/8/8/8/8/8/4K3 w - - 0 1", Character('x')),
        ("4k3/7u/8/8/8/8/8/4K3 w - - 0 1", Character('u')),
        ("4k3/7é/8/8/8/8/8/4K3 w - - 0 1", Character('é')),
        (
            "4k3/8/8/8/8/8/8/4\u{212a}3 w - - 0 1",
            Character('\u{212a}'),
        ),
        ("4k3/٨/8/8/8/8/8/4K3 w - - 0 1", Character('٨')),
    ]);
}

#[test]
fn chess_turn_castling_and_en_passant() {
    let castling = |found: &str| Castling(found.to_owned());
    let en_passant = |found: &str| EnPassant(found.to_owned());
    refused::<Chess>(&[
        ("4k3/8/8/8/8/8/8/4K3 W - - 0 1", Turn("W".into())),
        ("4k3/8/8/8/8/8/8/4K3 white - - 0 1", Turn("white".into())),
        ("4k3/8/8/8/8/8/8/4K3 - - - 0 1", Turn("-".into())),
        ("r3k2r/8/8/8/8/8/8/R3K2R w QK - 0 1", castling("QK")),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KK - 0 1", castling("KK")),
        ("r3k2r/8/8/8/8/8/8/R3K2R w K- - 0 1", castling("K-")),
        ("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", castling("HAha")),
        ("r3k2r/8/8/8/8/8/8/R3K2R w x - 0 1", castling("x")),
        ("r3k2r/8/8/8/8/8/8/R3K2R w  - 0 1", castling("")),
        ("4k3/8/8/8/8/8/8/R3K3 w K - 0 1", CastlingWithoutRook),
        ("4k3/8/8/8/8/8/8/R2K4 w Q - 0 1", CastlingWithoutRook),
        ("4k3/8/8/8/8/8/8/r3K3 w Q - 0 1", CastlingWithoutRook),
        ("4k3/8/8/8/8/8/8/4K3 w - e3 0 1", en_passant("e3")),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", en_passant("e6")),
        ("4k3/8/8/3p4/8/8/8/4K3 w - d3 0 1", en_passant("d3")),
        ("4k3/8/8/3p4/8/8/8/4K3 b - d6 0 1", en_passant("d6")),
        ("4k3/8/3n4/3p4/8/8/8/4K3 w - d6 0 1", en_passant("d6")),
        ("4k3/3n4/8/3p4/8/8/8/4K3 w - d6 0 1", en_passant("d6")),
        ("4k3/8/8/3p4/8/8/8/4K3 w - D6 0 1", en_passant("D6")),
        ("4k3/8/8/3p4/8/8/8/4K3 w - d9 0 1", en_passant("d9")),
        ("4k3/8/8/3p4/8/8/8/4K3 w - d66 0 1", en_passant("d66")),
    ]);
}

#[test]
fn chess_numbers() {
    refused::<Chess>(&[
        (
            "4k3/8/8/8/8/8/8/4K3 w - - -1 1",
            number("half-move clock", "-1"),
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - +1 1",
            number("half-move clock", "+1"),
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 00 1",
            number("half-move clock", "00"),
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - x 1",
            number("half-move clock", "x"),
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - -  1",
            number("half-move clock", ""),
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 4294967296 1",
            number("half-move clock", "4294967296"),
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 0",
            number("full-move number", "0"),
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 01",
            number("full-move number", "01"),
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1.5",
            number("full-move number", "1.5"),
        ),
    ]);
}

#[test]
fn chess_impossible_positions() {
    let kings = |side, found| Kings { side, found };
    refused::<Chess>(&[
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", kings("black", 0)),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", kings("white", 0)),
        ("4k3/8/8/8/8/8/8/K3K3 w - - 0 1", kings("white", 2)),
        ("k3k3/8/8/8/8/8/8/4K3 w - - 0 1", kings("black", 2)),
        ("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", PawnPlace),
        ("P3k3/8/8/8/8/8/8/4K3 w - - 0 1", PawnPlace),
        ("4k3/8/8/8/8/8/8/p3K3 w - - 0 1", PawnPlace),
        ("4k3/8/8/8/8/8/8/4R1K1 w - - 0 1", OpponentInCheck),
        ("8/8/8/8/8/8/4k3/4K3 w - - 0 1", OpponentInCheck),
        ("4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1", TooManyPieces),
        ("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", TooManyPieces),
        // Three checkers, and a check that was there before the pawn's double step.
        ("4k3/8/8/8/1b2r2b/8/8/4K3 w - - 0 1", ImpossibleCheck),
        ("4k3/8/8/3pP3/8/8/4r3/4K3 w - d6 0 1", ImpossibleCheck),
    ]);
}

#[test]
fn space() {
    const REST: &str = "5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|4k/5/5/5/5";
    let with = |level: &str, tail: &str| format!("{level}|{REST} {tail}");
    let kings = |side, found| Kings { side, found };
    let cases = [
        (
            String::new(),
            Fields {
                expected: 4,
                found: 1,
            },
        ),
        (
            with("5/5/5/5/K4", "w 0"),
            Fields {
                expected: 4,
                found: 3,
            },
        ),
        (
            with("5/5/5/5/K4", "w - - 0 1"),
            Fields {
                expected: 4,
                found: 6,
            },
        ),
        (
            format!("5/5/5/5/K4|5/5/5/5/5|{REST} w 0 1"),
            board("levels", 5, 6),
        ),
        (
            with("5/5/5/K4", "w 0 1"),
            board("ranks in each level", 5, 4),
        ),
        (
            with("5/5/5/5/5/K4", "w 0 1"),
            board("ranks in each level", 5, 6),
        ),
        (
            with("5/5/5/5/K3", "w 0 1"),
            board("cells in each rank", 5, 4),
        ),
        (
            with("5/5/5/5/K5", "w 0 1"),
            board("cells in each rank", 5, 6),
        ),
        (with("5/5/5/5/K22", "w 0 1"), AdjacentNumbers("K22".into())),
        (with("5/5/5/5/K3x", "w 0 1"), Character('x')),
        (with("5/5/5/5/K4", "x 0 1"), Turn("x".into())),
        (
            with("5/5/5/5/K4", "w 01 1"),
            number("half-move clock", "01"),
        ),
        (with("5/5/5/5/K4", "w 0 0"), number("full-move number", "0")),
        (with("5/5/5/5/5", "w 0 1"), kings("white", 0)),
        (with("5/5/5/5/KK3", "w 0 1"), kings("white", 2)),
        (with("5/5/5/5/Kk3", "w 0 1"), kings("black", 2)),
        (with("5/5/5/5/K1p2", "w 0 1"), PawnPlace),
        (
            "5/5/5/5/K4|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|P3k/5/5/5/5 b 0 1".into(),
            PawnPlace,
        ),
        (with("5/5/5/5/K2r1", "b 0 1"), OpponentInCheck),
        (with("4R/5/5/5/K4", "w 0 1"), OpponentInCheck),
    ];
    for (text, expected) in cases {
        refused::<Space>(&[(&text, expected)]);
    }
    // A pawn may stand on the other side's promotion cells, and on last ranks and levels elsewhere.
    for text in [
        with("P4/5/5/5/K1P2", "w 0 1"),
        "5/5/5/5/K4|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|p3k/5/5/5/P4 w 0 1".into(),
    ] {
        crate::common::position::<Space>(&text);
    }
}

#[test]
fn tic_tac_toe() {
    let fields = |found| Fields { expected: 2, found };
    refused::<TicTacToe>(&[
        ("", fields(1)),
        (".........", fields(1)),
        ("......... X ", fields(3)),
        ("........ X", board("cells", 9, 8)),
        (".......... X", board("cells", 9, 10)),
        ("........x X", Character('x')),
        ("........0 X", Character('0')),
        ("........é X", Character('é')),
        ("......... x", Turn("x".into())),
        ("......... -", Turn("-".into())),
        ("X........ X", MarkCount),
        ("XX....... O", MarkCount),
        ("XOO...... O", MarkCount),
        ("XXXOO.... X", MarkCount),
        ("XXXOOO... X", LineOfSideToMove),
        ("OOOXX.X.. O", LineOfSideToMove),
    ]);
}
