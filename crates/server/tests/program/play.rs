//! `raum play`: programs that play in rooms.

use std::{fs, os::unix::fs::PermissionsExt, path::Path, process::Child};

use raum_room::{Entry, Event, Phase, Room};
use serde_json::{Value, json};
use tempfile::tempdir;

use super::{
    Run, assert_usage_error,
    client::Client,
    command, finish,
    patience::{kill_if_stuck, send_signal, wait_for},
    rooms::{keeping, open, play},
    serve::Server,
};

/// The command of raum's own engine with this many nodes for a move.
pub(super) fn engine(nodes: u32) -> String {
    format!("'{}' engine; nodes={nodes}", env!("CARGO_BIN_EXE_raum"))
}

pub(super) fn link(server: &Server, room: &str) -> String {
    format!("http://{}/r/{room}", server.address)
}

/// A program in a room.
pub(super) struct Bot(pub(super) Child);

impl Bot {
    pub(super) fn start(link: &str, engine: &str, options: &[&str]) -> Self {
        let arguments = [&["play", link, "--engine", engine], options].concat();
        Self(command(&arguments).spawn().unwrap())
    }

    pub(super) fn end(self) -> Run {
        finish(self.0)
    }
}

/// The journal of a room, as a member or a spectator sees it.
pub(super) fn journal(server: &Server, room: &str) -> Vec<Entry> {
    let answer = server.request("GET", &format!("/api/rooms/{room}/journal"), &[], "");
    assert_eq!(answer.status, 200, "{answer:?}");
    let lines = answer.body.lines();
    lines.map(|line| Entry::read(line).unwrap()).collect()
}

/// Asserts that every move in a journal was made once and legally. Returns the number of games and moves.
fn assert_games(entries: &[Entry]) -> (usize, usize) {
    let room = Room::replay(entries).unwrap();
    assert_eq!(room.phase(), Phase::Closed);
    let (mut games, mut moves, mut undone) = (0, 0, 0);
    let mut room: Option<Room> = None;
    for entry in entries {
        let plies = |room: &Option<Room>| room.as_ref()?.bout().map(raum_room::Bout::ply);
        let before = plies(&room).unwrap_or(0);
        match &mut room {
            Some(room) => room.apply(entry),
            None => room = Room::begin(entry),
        }
        match &entry.event {
            Event::MovePlayed { .. } => {
                assert_eq!(plies(&room), Some(before + 1), "entry {}", entry.seq);
                moves += 1;
            }
            Event::GameEnded(_) => games += 1,
            Event::Undone { .. } => undone += 1,
            _ => {}
        }
    }
    assert_eq!(undone, 0);
    (games, moves)
}

#[test]
fn two_programs_play_whole_games_of_every_kind() {
    let server = Server::on_a_free_port();
    for kind in ["tictactoe", "chess", "space"] {
        let room = server.open(&json!({"kind": kind}));
        let link = link(&server, &room);
        let strong = Bot::start(&link, &engine(400), &["--name", "Strong", "--games", "2"]);
        let weak = Bot::start(&link, &engine(400), &["--level", "1", "--games", "2"]);
        let runs = [strong.end(), weak.end()];
        for run in &runs {
            assert_eq!(run.code, Some(0), "{kind}: {run:?}");
            assert!(
                run.error.starts_with("raum: the token of the seat is "),
                "{run:?}"
            );
            assert_eq!(run.error.lines().count(), 1, "{run:?}");
            let lines: Vec<_> = run.output.lines().collect();
            assert_eq!(lines.len(), 4, "{run:?}");
            assert!(lines[0].starts_with("game 1: "), "{run:?}");
            assert!(lines[3].starts_with("game 2: "), "{run:?}");
        }
        assert!(runs[0].output.contains(" against raum "), "{runs:?}");
        assert!(runs[1].output.contains(" against Strong\n"), "{runs:?}");
        let (games, moves) = assert_games(&journal(&server, &room));
        assert_eq!(games, 2);
        assert!(moves >= 2 * 5, "{kind}: {moves}");
    }
}

#[test]
fn a_restart_of_the_server_does_not_end_the_game() {
    let folder = tempdir().unwrap();
    let server = keeping(folder.path());
    let (address, room) = (
        server.address.clone(),
        server.open(&json!({"kind": "chess"})),
    );
    let link = link(&server, &room);
    let bots = [(); 2].map(|()| Bot::start(&link, &engine(300), &["--level", "2"]));
    let mut server = server;
    for moves in [6, 14, 24] {
        let mut watcher = Client::hello(&server, &room, json!({}));
        wait_for(|| {
            watcher.until("entries");
            let played = |entry: &Entry| matches!(entry.event, Event::MovePlayed { .. });
            let count = journal(&server, &room)
                .iter()
                .filter(|entry| played(entry))
                .count();
            (count >= moves).then_some(())
        });
        server.signal("KILL");
        server.end();
        server = restarted(folder.path(), &address);
    }
    for bot in bots {
        let run = bot.end();
        assert_eq!(run.code, Some(0), "{run:?}");
        assert_eq!(run.output.lines().count(), 2, "{run:?}");
        assert!(run.error.contains("reconnecting\n"), "{run:?}");
    }
    assert_eq!(assert_games(&journal(&server, &room)).0, 1);
}

/// A server on the address of one that has ended.
fn restarted(folder: &Path, address: &str) -> Server {
    let mut serve = command(&["serve", "--listen", address, "--data"]);
    serve.arg(folder);
    Server::start(serve)
}

#[test]
fn a_token_continues_the_game_of_a_program_that_was_killed() {
    let (server, folder) = (Server::on_a_free_port(), tempdir().unwrap());
    let room = open(&server, "tictactoe", &json!({}));
    let link = link(&server, &room);
    let file = folder.path().join("seat.token");
    let options = ["--token-file", file.to_str().unwrap()];
    let (mut ann, _) = Client::seated(&server, &room, "Ann");
    let mut bot = Bot::start(&link, &engine(100), &options);
    assert_eq!(ann.ask(play("4", 0))["type"], "refused", "not started");
    let started = |entry: &Value| entry["event"]["type"] == "game-started";
    wait_for(|| entries(&mut ann).iter().any(started).then_some(()));
    assert_eq!(ann.ask(play("4", 0))["type"], "applied");
    let answer = next_move(&mut ann);
    bot.0.kill().unwrap();
    bot.end();
    let token = fs::read_to_string(&file).unwrap();
    let free = ["0", "1", "2"].into_iter().find(|cell| *cell != answer);
    assert_eq!(ann.ask(play(free.unwrap(), 2))["type"], "applied");

    let again = Bot::start(&link, &engine(100), &options);
    next_move(&mut ann);
    assert_eq!(fs::read_to_string(&file).unwrap(), token);
    assert_eq!(ann.ask(json!({"type": "resign"}))["type"], "applied");
    let run = again.end();
    assert_eq!((run.code, &*run.error), (Some(0), ""), "{run:?}");
    assert_eq!(
        run.output,
        "game 1: O against Ann\ngame 1: O wins (resignation)\n"
    );

    let mode = fs::metadata(&file).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

/// The next entries that a client receives.
fn entries(client: &mut Client) -> Vec<Value> {
    client.until("entries")["entries"]
        .as_array()
        .unwrap()
        .clone()
}

/// The next move of the opponent, whose command it answers.
pub(super) fn next_move(client: &mut Client) -> String {
    wait_for(|| {
        let entries = entries(client);
        let own = |entry: &&Value| entry["answers"]["member"] == 2;
        let mut moves = entries.iter().filter(own);
        let text = moves.find_map(|entry| entry["event"]["move"].as_str());
        text.map(str::to_owned)
    })
}

/// Reads entries until one has an event of this type.
pub(super) fn until_event(client: &mut Client, kind: &str) -> Value {
    wait_for(|| {
        let found = entries(client)
            .into_iter()
            .map(|entry| entry["event"].clone());
        found.into_iter().find(|event| event["type"] == kind)
    })
}

#[test]
fn offers_are_answered_and_a_takeback_gives_the_engine_the_new_position() {
    let server = Server::on_a_free_port();
    let room = open(&server, "chess", &json!({}));
    let (mut ann, _) = Client::seated(&server, &room, "Ann");
    let bot = Bot::start(&link(&server, &room), &engine(100), &[]);
    until_event(&mut ann, "game-started");
    ann.ask(play("e2e4", 0));
    next_move(&mut ann);
    ann.ask(json!({"type": "offer-draw"}));
    until_event(&mut ann, "draw-declined");
    ann.ask(json!({"type": "ask-takeback"}));
    assert_eq!(until_event(&mut ann, "undone")["ply"], 0);
    ann.ask(play("d2d4", 0));
    next_move(&mut ann);
    ann.ask(play("g1f3", 2));
    next_move(&mut ann);
    ann.ask(json!({"type": "resign"}));
    until_event(&mut ann, "seat-left");
    assert_eq!(bot.end().code, Some(0));
}

#[test]
fn a_signal_leaves_the_seat() {
    for name in ["INT", "TERM"] {
        let server = Server::on_a_free_port();
        let room = open(&server, "chess", &json!({}));
        let (mut ann, _) = Client::seated(&server, &room, "Ann");
        let bot = Bot::start(&link(&server, &room), &engine(100), &[]);
        until_event(&mut ann, "game-started");
        ann.ask(play("e2e4", 0));
        next_move(&mut ann);
        send_signal(bot.0.id(), name);
        assert_eq!(until_event(&mut ann, "seat-left")["member"], 2);
        let run = bot.end();
        assert_eq!(
            (run.code, &*run.output),
            (Some(0), "game 1: black against Ann\n"),
            "{run:?}"
        );
    }
}

#[test]
fn a_pass_key_opens_the_room() {
    let server = Server::on_a_free_port();
    let room = server.open(&json!({"kind": "tictactoe", "passKey": "sesame"}));
    let link = link(&server, &room);
    for key in [&[][..], &["--pass-key", "parsley"]] {
        let run = Bot::start(&link, &engine(100), key).end();
        assert_eq!((run.code, &*run.output), (Some(1), ""), "{run:?}");
        assert!(
            run.error.contains("pass key is missing or wrong"),
            "{run:?}"
        );
        assert!(!run.error.contains("parsley"), "{run:?}");
    }
    let given = Bot::start(&link, &engine(100), &["--pass-key", "sesame"]);
    let mut set = command(&["play", &link, "--engine", &engine(100)]);
    let set = Bot(set.env("RAUM_PASS_KEY", "sesame").spawn().unwrap());
    for run in [given.end(), set.end()] {
        assert_eq!(run.code, Some(0), "{run:?}");
    }
}

#[test]
fn a_room_that_cannot_be_entered_is_an_error() {
    let server = Server::on_a_free_port();
    let fail = |link: &str, sentence: &str| {
        let run = Bot::start(link, &engine(100), &[]).end();
        assert_eq!((run.code, &*run.output), (Some(1), ""), "{run:?}");
        let last = run.error.lines().last().unwrap();
        assert!(
            last.starts_with("raum: ") && last.contains(sentence),
            "{run:?}"
        );
    };
    fail(&link(&server, "K3V9X7M2P4QR"), "the room does not exist");
    let full = open(&server, "chess", &json!({}));
    let closed = open(&server, "chess", &json!({"spectators": false}));
    let members: Vec<_> = [&full, &full, &closed, &closed]
        .map(|room| Client::seated(&server, room, "Ann"))
        .into();
    fail(&link(&server, &full), "Both seats are taken.");
    fail(
        &link(&server, &closed),
        "does not admit the program: the seats are taken",
    );
    drop(members);
    let gone = open(
        &server,
        "tictactoe",
        &json!({"leaver": {"type": "frees-seat"}}),
    );
    let (mut last, _) = Client::seated(&server, &gone, "Ann");
    assert_eq!(last.ask(json!({"type": "leave"}))["type"], "applied");
    fail(&link(&server, &gone), "room");
    let address = server.address.clone();
    server.signal("KILL");
    server.end();
    fail(
        &format!("http://{address}/r/K3V9"),
        "cannot connect to http://127.0.0.1",
    );
}

#[test]
fn a_seat_is_given_up_when_the_server_stays_away() {
    let server = Server::on_a_free_port();
    let room = open(&server, "tictactoe", &json!({}));
    let options = ["--reconnect-seconds-max", "0"];
    let mut bot = Bot::start(&link(&server, &room), &engine(100), &options);
    let mut watcher = Client::hello(&server, &room, json!({}));
    until_event(&mut watcher, "seat-taken");
    server.signal("KILL");
    server.end();
    kill_if_stuck(bot.0.id(), || bot.0.wait()).unwrap();
    let run = bot.end();
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(run.error.ends_with("gave up reconnecting\n"), "{run:?}");
}

#[test]
fn an_invalid_command_line_is_a_usage_error() {
    let room = "https://raum.example/r/K3V9";
    assert_usage_error(&["play", room], "--engine");
    assert_usage_error(
        &["play", "K3V9", "--engine", "x"],
        "expected the link of a room",
    );
    assert_usage_error(
        &["play", room, "--engine", ""],
        "the command of a UCI program",
    );
    assert_usage_error(&["play", room, "--engine", "x; tc=5"], "tc= has no use");
    assert_usage_error(&["play", room, "--engine", "x; speed=5"], "unknown setting");
    assert_usage_error(
        &["play", room, "--engine", "x", "--name", "a\nb"],
        "a name is one line",
    );
    let token = ["play", room, "--engine", "x", "--token", "no token"];
    assert_usage_error(&token, "the token is not one that a server has given");
    let run = finish(
        command(&token[..4])
            .env("RAUM_TOKEN", "no token")
            .spawn()
            .unwrap(),
    );
    assert_eq!(
        (run.code, run.error.contains("no token")),
        (Some(2), false),
        "{run:?}"
    );
}
