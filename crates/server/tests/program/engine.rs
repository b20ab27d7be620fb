//! `raum engine`: a client talks to the program while it searches.

mod limits;
mod options;

use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, ChildStdout, Command},
    sync::mpsc::{Receiver, channel},
    thread,
};

use super::{Run, command, finish, patience::PATIENCE, raum};

/// The program, with its lines as they come.
struct Engine {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Engine {
    fn start(arguments: &[&str]) -> Self {
        Self::of(&mut command(&[&["engine"], arguments].concat()))
    }

    fn of(command: &mut Command) -> Self {
        let mut child = command.spawn().unwrap();
        let input = child.stdin.take().unwrap();
        let lines = lines(child.stdout.take().unwrap());
        Self {
            child,
            input,
            lines,
        }
    }

    fn space() -> Self {
        let mut engine = Self::start(&[]);
        engine.send("setoption name UCI_Variant value space");
        engine
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    /// The lines up to the first that starts like this.
    #[track_caller]
    fn until(&self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.lines.recv_timeout(PATIENCE);
            let line = line.unwrap_or_else(|_| panic!("no {start:?} after {lines:?}"));
            let is_last = line.starts_with(start);
            lines.push(line);
            if is_last {
                return lines;
            }
        }
    }

    /// The answer to `go`, and the last line before it.
    #[track_caller]
    fn best(&self) -> (String, String) {
        let mut lines = self.until("bestmove ");
        let best = lines.pop().unwrap();
        let best = best.split(' ').nth(1).unwrap().to_owned();
        (best, lines.pop().unwrap_or_default())
    }

    /// The lines that are left after the end of the input, and how the program ended.
    fn finish(self) -> (Vec<String>, Run) {
        drop(self.input);
        let run = finish(self.child);
        (self.lines.iter().collect(), run)
    }
}

fn lines(output: ChildStdout) -> Receiver<String> {
    let (send, receive) = channel();
    thread::spawn(move || {
        for line in BufReader::new(output).lines() {
            if send.send(line.unwrap()).is_err() {
                return;
            }
        }
    });
    receive
}

/// The lines that answer this input.
fn answers(input: &str) -> Vec<String> {
    let run = raum(&["engine"], input);
    assert_eq!((run.code, &*run.error), (Some(0), ""), "{input}");
    run.output.lines().map(String::from).collect()
}

fn count(lines: &[String], start: &str) -> usize {
    lines.iter().filter(|line| line.starts_with(start)).count()
}

/// The word after this one in a line.
fn after<'a>(line: &'a str, word: &str) -> &'a str {
    let mut words = line.split(' ').skip_while(|each| *each != word);
    words.nth(1).unwrap_or_default()
}

#[test]
fn a_client_is_answered_during_a_search() {
    let mut engine = Engine::space();
    engine.send("go infinite");
    engine.until("info depth 3 ");
    for _ in 0..3 {
        engine.send("isready");
        let lines = engine.until("readyok");
        assert_eq!(count(&lines, "bestmove"), 0);
    }
    engine.send("setoption name Level value 9");
    engine.until("info string Level is from 1 to 8");
    engine.send("stop");
    let (best, last) = engine.best();
    assert_eq!(best, after(&last, "pv"));
    // Nothing is left to stop.
    engine.send("stop");
    engine.send("ponderhit");
    engine.send("isready");
    assert_eq!(engine.until("readyok"), ["readyok"]);
    assert_eq!(engine.finish().1, Run::success(""));
}

#[test]
fn an_infinite_search_waits_for_stop_even_if_nothing_is_left_to_find() {
    let mut engine = Engine::start(&[]);
    for position in [
        "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1",
        "k7/2Q5/1K6/8/8/8/8/8 b - - 0 1",
    ] {
        engine.send(&format!("position fen {position}"));
        engine.send("go infinite");
        engine.send("isready");
        let lines = engine.until("readyok");
        assert_eq!(count(&lines, "bestmove"), 0, "{position}");
        engine.send("stop");
        engine.until("bestmove ");
    }
}

#[test]
fn the_end_of_the_input_lets_a_search_finish() {
    let lines = answers("setoption name UCI_Variant value space\ngo nodes 30000\n");
    assert_eq!(count(&lines, "bestmove "), 1);
    assert_eq!(after(&lines[lines.len() - 2], "nodes"), "30000");
    // Nothing else would end these.
    for endless in [
        "go infinite\n",
        "go\n",
        "go ponder movetime 5\n",
        "go infinite\ngo infinite\n",
    ] {
        let gos = endless.matches("go").count();
        assert_eq!(count(&answers(endless), "bestmove "), gos, "{endless}");
    }
}

#[test]
fn quit_ends_a_search() {
    let mut engine = Engine::space();
    engine.send("go depth 100");
    engine.until("info depth 2 ");
    engine.send("quit");
    // Not read any more.
    writeln!(engine.input, "go depth 1").ok();
    let (lines, run) = engine.finish();
    assert_eq!(count(&lines, "bestmove "), 1);
    assert_eq!(run, Run::success(""));
}

#[test]
fn a_second_go_waits_for_a_search_that_ends_and_stops_one_that_does_not() {
    let lines = answers("go depth 3\ngo nodes 500\ngo infinite\ngo depth 2\n");
    assert_eq!(count(&lines, "bestmove "), 4);
    let ends: Vec<_> = lines
        .split(|line| line.starts_with("bestmove "))
        .filter_map(<[String]>::last)
        .collect();
    assert_eq!(after(ends[0], "depth"), "3");
    assert_eq!(after(ends[1], "nodes"), "500");
    assert_eq!(after(ends[3], "depth"), "2");
    // Stopping a search also stops those that wait for it.
    let mut engine = Engine::space();
    engine.send("go depth 100");
    engine.send("go depth 100");
    engine.send("stop");
    engine.until("bestmove ");
    engine.until("bestmove ");
}

#[test]
fn bad_commands_get_a_sentence_and_change_nothing() {
    let mut engine = Engine::start(&[]);
    engine.send("position startpos moves f2f3 e7e5 g2g4");
    let cases = [
        ("position fen nonsense", "bad position: "),
        ("position fen", "bad position: "),
        (
            "position startpos moves e2e5",
            r#""e2e5" is illegal at ply 1"#,
        ),
        (
            "position startpos moves f2f3 e7e5 e1g1",
            r#""e1g1" is illegal at ply 3"#,
        ),
        (
            "position startpos moves Aa2Aa3",
            r#""Aa2Aa3" is not a move"#,
        ),
        ("position", "expected `position startpos`"),
        ("setoption name Hash value 0", "Hash is from 1 to 4096"),
        (
            "setoption name UCI_Variant value checkers",
            r#""checkers": unknown kind"#,
        ),
        (
            "setoption name Skill Level value 1",
            r#"unknown option "Skill Level""#,
        ),
        ("open the door", r#"unknown command "open""#),
    ];
    for (line, sentence) in cases {
        engine.send(line);
        let expected = format!("info string {sentence}");
        assert_eq!(engine.until(&expected).len(), 1, "{line}");
    }
    engine.send("go depth 2");
    let (best, last) = engine.best();
    assert_eq!((&*best, after(&last, "mate")), ("d8h4", "1"));
    engine.send("go depth deep");
    engine.until("info string \"deep\" is not a number for `depth`");
    assert_eq!(engine.best().0, "d8h4");
}

#[test]
fn a_position_without_moves_has_no_best_move() {
    let mated = "position startpos moves f2f3 e7e5 g2g4 d8h4\ngo depth 3\n";
    let lines = answers(mated);
    assert_eq!(lines.len(), 2);
    assert_eq!(after(&lines[0], "mate"), "0");
    assert_eq!(lines[1], "bestmove (none)");
    let stalemate = "position fen k7/8/1Q6/8/8/8/8/K7 b - - 0 1\ngo movetime 1000\n";
    let lines = answers(stalemate);
    assert_eq!(
        (after(&lines[0], "cp"), &*lines[1]),
        ("0", "bestmove (none)")
    );
    let won = "setoption name UCI_Variant value tictactoe\nposition fen XXXOO.... O\ngo\nstop\n";
    assert_eq!(answers(won)[1], "bestmove (none)");
    // Drawn by the rules, but there are moves.
    let dead = "position fen k7/8/8/8/8/8/8/K7 w - - 150 200\ngo depth 3\n";
    assert!(!answers(dead).contains(&"bestmove (none)".to_owned()));
}

#[test]
fn a_short_position_text_is_completed() {
    let lines = answers("position fen 7k/8/8/8/8/8/R7/1R4K1 w - -\ngo mate 2\n");
    assert_eq!(after(&lines[lines.len() - 2], "mate"), "2");
}
