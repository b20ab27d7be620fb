//! Commands as data, and laws over hostile lines.

use proptest::prelude::*;

use super::*;

fn go(line: &str) -> Go<'_> {
    match Command::read(line).unwrap() {
        Command::Go(go) => go,
        other => panic!("{line:?} is {other:?}"),
    }
}

#[test]
fn white_space_does_not_matter() {
    for line in ["uci", " uci", "uci \r", "\tuci\t", "uci nonsense"] {
        assert_eq!(Command::read(line), Ok(Command::Uci), "{line:?}");
    }
    for line in ["", " ", "\r", "debug on", "register later"] {
        assert_eq!(Command::read(line), Ok(Command::Nothing), "{line:?}");
    }
    let expected = Command::Position {
        start: Some("a b".into()),
        moves: vec!["c", "d"],
    };
    let line = " position\tfen  a   b moves  c\td\r";
    assert_eq!(Command::read(line), Ok(expected));
}

#[test]
fn options_have_names_and_values_with_spaces() {
    let cases = [
        ("name Hash value 16", "Hash", "16"),
        ("name Clear Hash", "Clear Hash", ""),
        ("name A  B value c  d", "A B", "c d"),
        ("name Hash value", "Hash", ""),
        ("name A value b value c", "A", "b value c"),
    ];
    for (arguments, name, value) in cases {
        let expected = Command::SetOption {
            name: name.into(),
            value: value.into(),
        };
        let line = format!("setoption {arguments}");
        assert_eq!(Command::read(&line), Ok(expected));
    }
}

#[test]
fn positions_are_the_start_or_a_text() {
    let cases = [
        ("startpos", None, &[][..]),
        ("startpos moves", None, &[]),
        ("startpos moves e2e4 e7e5", None, &["e2e4", "e7e5"]),
        ("fen", Some(""), &[]),
        ("fen 8/8 w moves a b", Some("8/8 w"), &["a", "b"]),
    ];
    for (arguments, start, moves) in cases {
        let line = format!("position {arguments}");
        let start = start.map(String::from);
        let moves = moves.to_vec();
        assert_eq!(
            Command::read(&line),
            Ok(Command::Position { start, moves }),
            "{line}"
        );
    }
}

#[test]
fn bad_commands_get_a_sentence() {
    let cases = [
        ("hello", r#"unknown command "hello""#),
        ("h\0llo", r#"unknown command "h\u{0}llo""#),
        ("GO", r#"unknown command "GO""#),
        ("setoption", "expected `setoption name NAME value VALUE`"),
        (
            "setoption Hash 16",
            "expected `setoption name NAME value VALUE`",
        ),
        ("setoption name value 3", "the option has no name"),
        (
            "position",
            "expected `position startpos` or `position fen TEXT`",
        ),
        (
            "position e2e4",
            "expected `position startpos` or `position fen TEXT`",
        ),
        (
            "position startpos e2e4",
            r#"expected `moves` after `startpos`, found "e2e4""#,
        ),
    ];
    for (line, sentence) in cases {
        assert_eq!(Command::read(line), Err(sentence.into()), "{line:?}");
    }
    let long = "é".repeat(1000);
    let sentence = Command::read(&long).unwrap_err();
    let start = r"\u{e9}".repeat(40);
    assert_eq!(sentence, format!("unknown command \"{start}...\""));
}

#[test]
fn go_reads_every_limit_in_any_order() {
    let line = "go searchmoves e2e4 d2d4 wtime 1 btime 2 winc 3 binc 4 movestogo 5 depth 6 nodes 7 mate 8 movetime 9 \
                infinite ponder";
    let all = Go {
        depth: Some(6),
        nodes: Some(7),
        move_ms: Some(9),
        mate: Some(8),
        left_ms: [Some(1), Some(2)],
        increment_ms: [Some(3), Some(4)],
        moves_left: Some(5),
        infinite: true,
        ponder: true,
        only: vec!["e2e4", "d2d4"],
        faults: Vec::new(),
    };
    assert_eq!(go(line), all);
    let other = "go infinite depth 6 nodes 7 ponder mate 8 movetime 9 movestogo 5 binc 4 winc 3 btime 2 wtime 1 \
                 searchmoves e2e4 d2d4";
    assert_eq!(go(other), all);
}

#[test]
fn numbers_that_do_not_fit_are_as_large_as_possible() {
    let cases = [
        ("-5", -5),
        ("+5", 5),
        ("99999999999999999999999", i64::MAX),
        ("-99999999999999999999999", i64::MIN),
        ("007", 7),
    ];
    for (text, number) in cases {
        assert_eq!(go(&format!("go wtime {text}")).left_ms[0], Some(number));
    }
}

#[test]
fn go_ignores_what_it_cannot_read_and_says_so() {
    let cases = [
        ("go depth", "`depth` needs a number", Go::default()),
        (
            "go depth nodes 5",
            "`depth` needs a number",
            Go {
                nodes: Some(5),
                ..Go::default()
            },
        ),
        (
            "go depth 1.5 nodes 5",
            r#""1.5" is not a number for `depth`"#,
            Go {
                nodes: Some(5),
                ..Go::default()
            },
        ),
        (
            "go perft 3",
            r#"unknown argument "perft" of `go`"#,
            Go::default(),
        ),
    ];
    for (line, sentence, rest) in cases {
        let expected = Go {
            faults: vec![sentence.into()],
            ..rest
        };
        assert_eq!(go(line), expected, "{line}");
    }
}

proptest! {
    #[test]
    fn every_line_is_a_command_or_a_sentence_of_one_line(line in any::<String>()) {
        if let Err(sentence) = Command::read(&line) {
            prop_assert!(sentence.is_ascii() && sentence.len() < 600, "{sentence}");
            prop_assert!(!sentence.contains(['\n', '\r', '\0']), "{sentence:?}");
        }
    }

    #[test]
    fn every_go_is_a_go(rest in "( (depth|nodes|wtime|searchmoves|infinite|-?[0-9]{1,30}|[a-z]{1,4}))*") {
        let line = format!("go{rest}");
        prop_assert!(matches!(Command::read(&line), Ok(Command::Go(_))));
    }
}
