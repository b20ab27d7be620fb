//! Black-box tests: they run the built binary as an operator or a client would.

#![expect(clippy::unwrap_used, reason = "a test reports a failure by panicking")]

mod answers;
mod api;
mod batch;
mod cards;
mod chessata;
mod client;
mod closing;
mod cluster;
mod cluster_faults;
mod cluster_lobby;
mod cluster_operations;
mod cluster_rooms;
mod computers;
mod computers_in_dialects;
mod crash;
mod embed;
mod engine;
mod exports;
mod help;
mod histories;
mod http;
mod inspect;
mod journal;
mod journal_0_1_0;
mod journal_nats;
mod limits;
mod lobby;
mod lobby_lists;
mod match_programs;
mod matches;
mod newer;
mod operations;
mod origin;
mod page;
mod patience;
mod perft;
mod person;
mod play;
mod play_engines;
mod play_lost;
mod play_tls;
mod room_limits;
mod rooms;
mod secrets;
mod serve;
mod slow_clients;
mod socketio;
mod space;
mod speed;
mod strangers;
mod tictactoe;
mod transcripts;

use std::{
    io::Write,
    process::{Child, Command, Stdio},
    thread,
};

use patience::kill_if_stuck;

/// The result of a run of the program.
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

/// The program with these arguments, isolated from the environment of the tests.
fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_raum"));
    command.args(arguments);
    let ours = |name: &str| name == "PORT" || name.starts_with("RAUM_");
    for (name, _) in std::env::vars().filter(|(name, _)| ours(name)) {
        command.env_remove(name);
    }
    // Most tests cause no warnings and expect an empty standard error.
    command.env("RAUM_LOG", "warn");
    command.stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the program on this input and waits for it to exit.
fn raum(arguments: &[&str], input: impl Into<Vec<u8>>) -> Run {
    let mut child = command(arguments).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.into();
    // In a thread, because the program writes before it has read all its input.
    let writer = thread::spawn(move || stdin.write_all(&input));
    let run = finish(child);
    writer.join().unwrap().unwrap();
    run
}

/// Waits for the program to exit.
fn finish(child: Child) -> Run {
    let output = kill_if_stuck(child.id(), || child.wait_with_output()).unwrap();
    Run {
        code: output.status.code(),
        output: String::from_utf8(output.stdout).unwrap(),
        error: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Asserts that clap rejects the arguments with an error that contains this word.
fn assert_usage_error(arguments: &[&str], word: &str) {
    let run = raum(arguments, "");
    assert_eq!((run.code, &*run.output), (Some(2), ""), "{arguments:?}");
    assert!(run.error.contains(word), "{arguments:?}: {}", run.error);
}
