//! The program from outside: the built binary is run, as a person or another program would run it.

#![expect(
    clippy::unwrap_used,
    reason = "a test says what went wrong by panicking"
)]

mod answers;
mod api;
mod batch;
mod chessata;
mod client;
mod closing;
mod crash;
mod exports;
mod help;
mod histories;
mod http;
mod inspect;
mod journal;
mod limits;
mod newer;
mod operations;
mod origin;
mod page;
mod perft;
mod rooms;
mod secrets;
mod serve;
mod space;
mod speed;
mod tictactoe;
mod transcripts;

use std::{
    io::Write,
    process::{Child, Command, Stdio},
    thread,
};

/// What a finished run left behind.
#[derive(Debug, PartialEq)]
struct Run {
    code: Option<i32>,
    output: String,
    error: String,
}

impl Run {
    fn success(output: impl Into<String>) -> Self {
        Self {
            code: Some(0),
            output: output.into(),
            error: String::new(),
        }
    }

    fn failure(sentence: &str) -> Self {
        Self {
            code: Some(1),
            output: String::new(),
            error: format!("raum: {sentence}\n"),
        }
    }
}

/// The program with these arguments, apart from the environment that the tests happen to run in.
fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_raum"));
    command.args(arguments);
    let ours = |name: &str| name == "PORT" || name.starts_with("RAUM_");
    for (name, _) in std::env::vars().filter(|(name, _)| ours(name)) {
        command.env_remove(name);
    }
    // Nothing to warn of happens in most tests, and then there is nothing on standard error.
    command.env("RAUM_LOG", "warn");
    command.stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the program to its end on this input.
fn raum(arguments: &[&str], input: impl Into<Vec<u8>>) -> Run {
    let mut child = command(arguments).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.into();
    // From a thread of its own, for the program answers before it has read everything.
    let writer = thread::spawn(move || stdin.write_all(&input));
    let run = finish(child);
    writer.join().unwrap().unwrap();
    run
}

fn finish(child: Child) -> Run {
    let output = child.wait_with_output().unwrap();
    Run {
        code: output.status.code(),
        output: String::from_utf8(output.stdout).unwrap(),
        error: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Asserts that clap refuses the arguments and says so with this word.
fn assert_usage_error(arguments: &[&str], word: &str) {
    let run = raum(arguments, "");
    assert_eq!((run.code, &*run.output), (Some(2), ""), "{arguments:?}");
    assert!(run.error.contains(word), "{arguments:?}: {}", run.error);
}
