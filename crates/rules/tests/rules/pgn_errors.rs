//! Invalid PGN, with the exact error and its line.

use raum_rules::{
    NotationError, Pgn, PgnError,
    PgnProblem::{self, *},
    PositionError,
};

#[test]
fn errors_name_the_problem_and_its_line() {
    let illegal = |text: &str| Move(NotationError::Illegal(text.into()));
    let syntax = |text: &str| Move(NotationError::Syntax(text.into()));
    let cases: &[(&str, usize, PgnProblem)] = &[
        ("", 1, Empty),
        (" \n\n", 3, Empty),
        ("[White Ann]\n\n*", 1, Tag),
        ("[White \"Ann\"]\n[Black \"Bob]\n\n*", 2, Tag),
        ("[White \"Ann\"\n]\n\n*", 1, Tag),
        ("[Wh-ite \"Ann\"]\n\n*", 1, Tag),
        (
            "[White \"A\"]\n[White \"B\"]\n\n*",
            2,
            RepeatedTag("White".into()),
        ),
        (
            "[Event \"x\"]\n[Variant \"Go\"]\n[White \"A\"]\n\n*",
            2,
            Variant("Go".into()),
        ),
        (
            "[Event \"x\"]\n[FEN \"8\"]\n[White \"A\"]\n\n*",
            2,
            Start(PositionError::Fields {
                expected: 6,
                found: 1,
            }),
        ),
        (
            "[Event \"x\"]\n[Result \"2-0\"]\n[White \"A\"]\n\n*",
            2,
            Result("2-0".into()),
        ),
        ("1. e4\n{no end", 2, OpenComment),
        ("1. e4\n(1. d4 {end}", 2, OpenVariation),
        ("1. e4\n(1. d4 {no end)", 2, OpenComment),
        ("1. e4 e5\n2. Nf3)", 2, CloseVariation),
        ("1. e4 e5\n2. Nf6", 2, illegal("Nf6")),
        ("1. e4 e5\n2. Banana", 2, syntax("Banana")),
        ("1. e4 e5\n2. Nf3 }", 2, syntax("}")),
        ("1. e4 $ e5", 1, syntax("$")),
        (
            "1. Nf3 d5 2. Nc3 d4 3. Nb5 d3\n4. Nd4 *",
            2,
            Move(NotationError::Ambiguous("Nd4".into())),
        ),
        ("[Result \"1-0\"]\n\n1. e4\n0-1\n\n", 4, TwoResults),
        ("1. e4 *\n1. e4 *", 2, AfterResult),
        ("1. e4 *\n\n[Event \"next\"]", 3, AfterResult),
        (
            "[Variant \"Space chess\"]\n\n1. Aa3 Ea2\n2. e4",
            3,
            illegal("Ea2"),
        ),
        ("[Variant \"Tic-tac-toe\"]\n\n1. 4 0\n2. 4", 4, illegal("4")),
    ];
    let mut wrong = Vec::new();
    for (text, line, problem) in cases {
        let expected = PgnError {
            line: *line,
            problem: problem.clone(),
        };
        let found = text.parse::<Pgn>().map(|_| "a game");
        if found.as_ref() != Err(&expected) {
            wrong.push(format!("{text:?}: expected {expected:?}, found {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
