//! Laws of a whole session, in this process: whatever a client sends, every `go` is answered once.

use std::{
    fmt::Write as _,
    sync::{Mutex, PoisonError},
};

use proptest::{collection::vec, prelude::*};

use super::*;

/// A place to write to that the test can read.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut written = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        written.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The lines that a session writes in answer to all this input.
fn answers(input: &[u8]) -> Vec<String> {
    let written = Written::default();
    run(BufReader::new(input), written.clone(), false).unwrap();
    let bytes = written.0.lock().unwrap_or_else(PoisonError::into_inner);
    let text = String::from_utf8(bytes.clone()).unwrap();
    assert!(text.is_empty() || text.ends_with('\n'), "{text}");
    text.lines().map(String::from).collect()
}

fn count(lines: &[String], start: &str) -> usize {
    lines.iter().filter(|line| line.starts_with(start)).count()
}

fn hostile_line() -> impl Strategy<Value = Vec<u8>> {
    let text = prop_oneof![
        8 => "go( (depth [1-4]|nodes [0-9]{1,3}|movetime -?[0-9]|wtime -?[0-9]{1,2}|btime 5|mate [12])){1,2}",
        2 => "go( (searchmoves|depth|winc|movestogo|infinite|ponder|e2e4|Aa2Aa3|4|-?[0-6]|x)){0,4}",
        2 => "(stop|isready|ponderhit|ucinewgame|uci)",
        2 => "position (startpos|fen (8/8 w|[.]{9} X|\\PC{0,20}))( moves( (e2e4|e7e5|Aa2Aa3|4|0|\\PC{3})){0,4})?",
        1 => "go( (depth|nodes|movetime|wtime|btime|winc|binc|movestogo|mate) -?[0-9]{15,25}){1,3} nodes 9",
        2 => "setoption name (UCI_Variant|Hash|Threads|Level|MultiPV|Clear Hash|\\PC{0,9}) \
              value (chess|space|tictactoe|[1-4]|[0-9]{30}|x)",
    ];
    prop_oneof![
        15 => text.prop_map(String::into_bytes),
        1 => vec(any::<u8>(), 0..60),
    ]
}

fn is_go(line: &[u8]) -> bool {
    let text = String::from_utf8_lossy(line);
    text.split_ascii_whitespace().next() == Some("go")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn every_go_is_answered_once(lines in vec(hostile_line(), 0..12)) {
        let input = lines.join(&b'\n');
        // A hostile line may contain line feeds, and so other commands.
        let lines: Vec<_> = input.split(|byte| *byte == b'\n').collect();
        let until_quit = lines.iter().take_while(|line| !line.starts_with(b"quit"));
        let expected = until_quit.filter(|line| is_go(line)).count();
        let answers = answers(&input);
        prop_assert_eq!(count(&answers, "bestmove "), expected, "{:?}", answers);
        for line in answers {
            let first = line.split(' ').next().unwrap_or_default();
            let known = ["info", "bestmove", "id", "option", "uciok", "readyok"];
            prop_assert!(known.contains(&first), "{}", line);
        }
    }
}

#[test]
fn a_line_may_be_long_but_not_longer() {
    let long = |bytes: usize| [vec![b' '; bytes - 7], b"isready\n".to_vec()].concat();
    assert_eq!(answers(&long(LINE_BYTES_MAX)), ["readyok"]);
    let sentence = "info string the line is longer than 262144 bytes and was skipped";
    let input = [long(LINE_BYTES_MAX + 1), b"isready\n".to_vec()].concat();
    assert_eq!(answers(&input), [sentence, "readyok"]);
}

#[test]
fn a_line_of_a_megabyte_is_skipped_and_the_next_one_read() {
    for line in [
        vec![b'x'; 1 << 20],
        vec![0; 1 << 20],
        b"go depth 1 ".repeat(1 << 17),
        [&b"position startpos moves"[..], &b" e2e4".repeat(1 << 18)].concat(),
    ] {
        let input = [&line[..], b"\ngo depth 1\n"].concat();
        let lines = answers(&input);
        let sentence = "info string the line is longer than 262144 bytes and was skipped";
        assert_eq!(lines[0], sentence);
        assert_eq!(count(&lines, "bestmove "), 1);
    }
}

#[test]
fn zero_bytes_are_no_command() {
    let lines = answers(b"\0go depth 1\ngo\0depth 1\nposition\0startpos\ngo depth\x001\nisready\n");
    assert_eq!(
        count(&lines, "info string unknown command "),
        3,
        "{lines:?}"
    );
    // The number of the last one is none, so its search is short.
    assert_eq!(count(&lines, "bestmove "), 1, "{lines:?}");
}

#[test]
fn every_number_may_be_huge() {
    let words = [
        "depth",
        "nodes",
        "movetime",
        "wtime",
        "btime",
        "winc",
        "binc",
        "movestogo",
        "mate",
    ];
    let numbers = [
        i64::MAX.to_string(),
        i64::MIN.to_string(),
        u64::MAX.to_string(),
        "9".repeat(400),
    ];
    let mut input = String::new();
    for word in words {
        for number in &numbers {
            writeln!(input, "go {word} {number} nodes 20").unwrap();
            writeln!(
                input,
                "go wtime {number} btime {number} winc {number} {word} {number} depth 1"
            )
            .unwrap();
        }
    }
    let lines = answers(input.as_bytes());
    assert_eq!(
        count(&lines, "bestmove "),
        input.lines().count(),
        "{lines:?}"
    );
}

#[test]
fn a_game_may_have_thousands_of_moves() {
    let there_and_back = " g1f3 g8f6 f3g1 f6g8".repeat(5000);
    let input = format!("position startpos moves{there_and_back}\ngo nodes 200\n").repeat(2);
    let illegal = format!("position startpos moves{there_and_back} e2e5\ngo nodes 200\n");
    let lines = answers((input + &illegal).as_bytes());
    assert_eq!(count(&lines, "bestmove "), 3);
    assert!(
        lines.contains(&r#"info string "e2e5" is illegal at ply 20001"#.to_owned()),
        "{lines:?}"
    );
}

#[test]
fn commands_during_a_search_do_not_disturb_it() {
    let during = "go infinite\nsetoption name UCI_Variant value checkers\nposition fen nonsense\nisready\nuci\n";
    let lines = answers(format!("{during}go depth 2\n{during}stop\n").as_bytes());
    assert_eq!(count(&lines, "bestmove "), 3, "{lines:?}");
    assert_eq!(count(&lines, "bestmove (none)"), 0, "{lines:?}");
    for start in [
        "info string \"checkers\": unknown kind",
        "info string bad position",
        "readyok",
        "uciok",
    ] {
        assert_eq!(count(&lines, start), 2, "{start}: {lines:?}");
    }
    // Another game during a search is for the next search.
    let lines =
        answers(b"go infinite\nsetoption name UCI_Variant value tictactoe\nstop\ngo depth 9\n");
    let best: Vec<_> = lines
        .iter()
        .filter_map(|line| line.strip_prefix("bestmove "))
        .collect();
    assert_eq!(best.len(), 2, "{lines:?}");
    assert!(
        best[0].len() >= 4 && best[1].starts_with(|first: char| first.is_ascii_digit()),
        "{best:?}"
    );
}

#[test]
fn pondering_without_a_limit_ends_with_the_next_search_and_with_the_input() {
    let lines = answers(b"go ponder\nponderhit\ngo ponder infinite\nponderhit\n");
    assert_eq!(count(&lines, "bestmove "), 2, "{lines:?}");
}

#[test]
fn many_searches_at_once_are_all_answered() {
    let input = "go depth 30\n".repeat(300) + "stop\n";
    let lines = answers(input.as_bytes());
    assert_eq!(count(&lines, "bestmove "), 300);
}

#[test]
fn a_line_without_a_line_feed_counts() {
    assert_eq!(answers(b"isready"), ["readyok"]);
}

/// Fails at the first write, as a closed pipe does.
struct Closed;

impl Write for Closed {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_client_that_is_gone_ends_the_program() {
    let input = "uci\n".to_owned() + &"go infinite\n".repeat(1000);
    let error = run(BufReader::new(input.as_bytes()), Closed, false).unwrap_err();
    let error = error.downcast::<io::Error>().unwrap();
    assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
}
