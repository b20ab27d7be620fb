//! Laws of a whole session, in this process: whatever a client sends, every `go` is answered once.

use std::sync::{Mutex, PoisonError};

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
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

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
