//! `raum play` with engines that fail: the program leaves its seat and says why.

use std::{fs, path::Path};

use serde_json::{Value, json};
use tempfile::tempdir;

use super::{
    client::Client,
    play::{Bot, link, until_event},
    rooms::{open, play},
    serve::Server,
};

/// Runs a script that does this at `go`, in a game of tic-tac-toe in which Ann has moved. Returns the exit code and the
/// last line of standard error, and what Ann has received until the program left.
fn fail(at_go: &str) -> (Option<i32>, String, Value) {
    let folder = tempdir().unwrap();
    let (script, pid) = (folder.path().join("fake.sh"), folder.path().join("pid"));
    let text = format!(
        "echo $$ > '{}'\n\
         while read -r command rest; do case $command in\n\
         uci) echo 'option name UCI_Variant type combo default chess var chess var tictactoe'; echo uciok;;\n\
         isready) echo readyok;;\n\
         go) {at_go};;\n\
         quit) exit;;\n\
         esac; done\n",
        pid.display()
    );
    fs::write(&script, text).unwrap();
    let server = Server::on_a_free_port();
    let room = open(&server, "tictactoe", &json!({}));
    let (mut ann, _) = Client::seated(&server, &room, "Ann");
    let engine = format!("sh '{}'", script.display());
    let options = ["--grace", "1", "--movetime", "1"];
    let bot = Bot::start(&link(&server, &room), &engine, &options);
    until_event(&mut ann, "game-started");
    assert_eq!(ann.ask(play("4", 0))["type"], "applied");
    let left = until_event(&mut ann, "seat-left");
    let run = bot.end();
    let pid = fs::read_to_string(pid).unwrap();
    assert!(!Path::new(&format!("/proc/{}", pid.trim())).exists());
    assert_eq!(run.output, "game 1: O against Ann\n", "{run:?}");
    let last = run.error.lines().last().unwrap_or_default().to_owned();
    (run.code, last, left)
}

fn assert_failure(at_go: &str, sentence: &str) {
    let (code, error, left) = fail(at_go);
    assert_eq!((code, &left["member"]), (Some(1), &json!(2)), "{error}");
    assert!(error.starts_with("raum: \"sh "), "{error}");
    assert!(error.ends_with(sentence), "{error}");
}

#[test]
fn an_engine_that_dies_leaves_the_seat() {
    assert_failure("exit 3", "died in position ....X.... O");
}

#[test]
fn an_engine_that_plays_illegally_leaves_the_seat() {
    for text in ["4", "e2e4", "(none)"] {
        let sentence = format!("played the illegal move {text:?} in position ....X.... O");
        assert_failure(&format!("echo 'bestmove {text}'"), &sentence);
    }
}

#[test]
fn an_engine_that_hangs_leaves_the_seat() {
    let sentence = "did not answer within 1.001 s in position ....X.... O";
    assert_failure(":", sentence);
    assert_failure("while :; do echo info; done", sentence);
}

/// An engine that cannot play takes no seat.
#[test]
fn an_engine_that_does_not_start_takes_no_seat() {
    let server = Server::on_a_free_port();
    let chess = "sh -c 'echo uciok && cat >/dev/null'";
    let cases = [
        (
            "/nowhere/engine",
            "cannot start \"/nowhere/engine\": No such file",
        ),
        ("true", "\"true\" died, instead of speaking UCI"),
        (
            "cat",
            "\"cat\" did not answer within 1 s, instead of speaking UCI",
        ),
        (
            chess,
            "does not play space: its option UCI_Variant has no such value",
        ),
    ];
    for (engine, sentence) in cases {
        let room = open(&server, "space", &json!({}));
        let run = Bot::start(&link(&server, &room), engine, &["--grace", "1"]).end();
        assert_eq!((run.code, &*run.output), (Some(1), ""), "{run:?}");
        assert!(
            run.error.lines().last().unwrap().contains(sentence),
            "{run:?}"
        );
        let (_, journal) = server.get(&format!("/api/rooms/{room}/journal"));
        assert!(!journal.contains("seat-taken"), "{journal}");
    }
}
