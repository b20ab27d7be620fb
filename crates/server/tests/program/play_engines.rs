//! `raum play` with engines that fail: the program leaves its seat and says why.

use std::{fs, path::Path};

use serde_json::{Value, json};
use tempfile::{TempDir, tempdir};

use super::{
    client::Client,
    patience::wait_until,
    play::{Bot, link, next_move, until_event},
    rooms::{open, play},
    serve::Server,
};

/// A shell script that speaks enough UCI for chess and tic-tac-toe, and logs what it reads.
struct Fake {
    folder: TempDir,
}

impl Fake {
    /// A script that does this at `go` and at `stop`.
    fn new(at_go: &str, at_stop: &str) -> Self {
        let folder = tempdir().unwrap();
        let [log, pid] = ["log", "pid"].map(|name| folder.path().join(name));
        let script = format!(
            "echo $$ > '{pid}'\n\
             while read -r command rest; do echo \"$command $rest\" >> '{log}'; case $command in\n\
             uci) echo 'option name UCI_Variant type combo default chess var chess var tictactoe'; echo uciok;;\n\
             isready) echo readyok;;\n\
             go) {at_go};;\n\
             stop) {at_stop};;\n\
             quit) exit;;\n\
             esac; done\n",
            pid = pid.display(),
            log = log.display(),
        );
        fs::write(folder.path().join("fake.sh"), script).unwrap();
        Self { folder }
    }

    fn command(&self) -> String {
        format!("sh '{}/fake.sh'", self.folder.path().display())
    }

    /// The lines that it has read since the game began.
    fn log(&self) -> Vec<String> {
        let log = fs::read_to_string(self.folder.path().join("log")).unwrap();
        let lines = log.lines().map(|line| line.trim().to_owned());
        lines
            .skip_while(|line| !line.starts_with("position"))
            .collect()
    }

    fn has_ended(&self) -> bool {
        let pid = fs::read_to_string(self.folder.path().join("pid")).unwrap();
        !Path::new(&format!("/proc/{}", pid.trim())).exists()
    }
}

/// Runs a script that does this at `go`, in a game of tic-tac-toe in which Ann has moved. Returns the exit code, the last
/// line of standard error, and the event with which the program left.
fn fail(at_go: &str) -> (Option<i32>, String, Value) {
    let fake = Fake::new(at_go, ":");
    let server = Server::on_a_free_port();
    let room = open(&server, "tictactoe", &json!({}));
    let (mut ann, _) = Client::seated(&server, &room, "Ann");
    let options = ["--grace", "1", "--movetime", "1"];
    let bot = Bot::start(&link(&server, &room), &fake.command(), &options);
    until_event(&mut ann, "game-started");
    assert_eq!(ann.ask(play("4", 0))["type"], "applied");
    let left = until_event(&mut ann, "seat-left");
    let run = bot.end();
    assert!(fake.has_ended());
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

#[test]
fn an_engine_gets_the_clocks_of_the_room() {
    let fake = Fake::new("echo bestmove e7e5", ":");
    let server = Server::on_a_free_port();
    let clock = json!({"clock": {"initialMillis": 600_000, "incrementMillis": 2000}});
    let room = open(&server, "chess", &clock);
    let (mut ann, _) = Client::seated(&server, &room, "Ann");
    let engine = format!("{}; nodes=7", fake.command());
    let bot = Bot::start(&link(&server, &room), &engine, &[]);
    until_event(&mut ann, "game-started");
    ann.ask(play("e2e4", 0));
    next_move(&mut ann);
    ann.ask(json!({"type": "resign"}));
    assert_eq!(bot.end().code, Some(0));
    let log = fake.log();
    assert_eq!(log[0], "position startpos moves e2e4");
    let words: Vec<_> = log[1].split(' ').collect();
    let [
        "go",
        "nodes",
        "7",
        "wtime",
        white,
        "winc",
        "2000",
        "btime",
        black,
        "binc",
        "2000",
    ] = words[..]
    else {
        panic!("{log:?}");
    };
    for time in [white, black] {
        let time: u64 = time.parse().unwrap();
        // Less the time that a move takes to reach the server.
        assert!((1..600_000).contains(&time), "{log:?}");
    }
}

#[test]
fn a_takeback_stops_the_engine_and_gives_it_the_new_position() {
    // Thinks about the first move until it is stopped.
    let at_go = "case $asked in yes) echo bestmove d7d5;; *) asked=yes;; esac";
    let fake = Fake::new(at_go, "echo bestmove e7e5");
    let server = Server::on_a_free_port();
    let room = open(&server, "chess", &json!({}));
    let (mut ann, _) = Client::seated(&server, &room, "Ann");
    let bot = Bot::start(
        &link(&server, &room),
        &fake.command(),
        &["--movetime", "77"],
    );
    until_event(&mut ann, "game-started");
    ann.ask(play("e2e4", 0));
    wait_until(|| fake.log().len() == 2);
    ann.ask(json!({"type": "ask-takeback"}));
    assert_eq!(until_event(&mut ann, "undone")["ply"], 0);
    ann.ask(play("d2d4", 0));
    assert_eq!(next_move(&mut ann), "d7d5");
    ann.ask(json!({"type": "resign"}));
    assert_eq!(bot.end().code, Some(0));
    let expected = [
        "position startpos moves e2e4",
        "go movetime 77",
        "stop",
        "position startpos moves d2d4",
        "go movetime 77",
        "quit",
    ];
    assert_eq!(fake.log(), expected);
}
