//! Rooms over the native dialect. Tests cite the clauses of docs/dialects/raum.md.

use std::path::Path;

use serde_json::{Value, json};

use super::{client::Client, command, patience::wait_for, raum, serve::Server};

const FOOLS_MATE: [&str; 4] = ["f2f3", "e7e5", "g2g4", "d8h4"];

/// House rules with these changes.
fn rules(changes: &Value) -> Value {
    let mut rules = json!({
        "spectators": true, "chat": true, "passKey": false, "opener": "first", "solo": false,
        "leaver": {"type": "keeps-seat", "graceMillis": 60000}, "rematch": "swap-sides",
        "takeback": true, "clock": null,
    });
    let changes = changes.as_object().unwrap().clone();
    rules.as_object_mut().unwrap().extend(changes);
    rules
}

/// Opens a room whose first player has the first side.
pub(crate) fn open(server: &Server, kind: &str, changes: &Value) -> String {
    server.open(&json!({"kind": kind, "rules": rules(changes)}))
}

pub(crate) fn play(text: &str, ply: usize) -> Value {
    json!({"type": "play", "move": text, "ply": ply})
}

/// Imports a room with so much chat that it fits into no buffer between server and client.
pub(crate) fn import_long_room(folder: &Path) -> String {
    let server = keeping(folder);
    let room = open(&server, "chess", &json!({}));
    let opening = server.request("GET", &format!("/api/rooms/{room}/journal"), &[], "");
    server.signal("TERM");
    server.end();
    let said = json!({"type": "said", "name": "Ann", "text": "♔".repeat(500)});
    let at = opening.json()["at"].clone();
    let mut lines = opening.body;
    for seq in 2..12_000 {
        lines += &json!({"seq": seq, "at": at, "event": said}).to_string();
        lines.push('\n');
    }
    let folder = folder.to_str().unwrap();
    let run = raum(&["journal", "import", "-", "--data", folder], lines);
    assert_eq!(run.code, Some(0), "{}", run.error);
    run.output.trim_end().to_owned()
}

#[test]
fn two_players_reach_mate_and_a_spectator_receives_every_entry() {
    let server = Server::on_a_free_port();
    let room = open(&server, "chess", &json!({}));
    let (mut white, _) = Client::seated(&server, &room, "Ann");
    let (mut black, _) = Client::seated(&server, &room, "Ben");
    for (ply, text) in FOOLS_MATE.into_iter().enumerate() {
        let mover = if ply % 2 == 0 { &mut white } else { &mut black };
        let answer = mover.ask(play(text, ply));
        assert_eq!(answer["type"], "applied", "{text}: {answer}");
    }
    // Opened, two seats, started, four moves, ended: by clause 3 a spectator receives all of them.
    let mut spectator = Client::hello(&server, &room, json!({}));
    let entries = spectator.entries(9);
    let numbers: Vec<_> = entries.iter().map(|entry| entry["seq"].as_u64()).collect();
    assert_eq!(numbers, (1..=9).map(Some).collect::<Vec<_>>());
    let end = json!({"type": "game-ended", "winner": "second", "reason": "checkmate"});
    assert_eq!(entries[8]["event"], end);
    assert!(entries.iter().all(|entry| entry.get("private").is_none()));
}

#[test]
fn clause_7_an_entry_precedes_its_answer() {
    let server = Server::on_a_free_port();
    let room = open(&server, "chess", &json!({}));
    let (mut white, _) = Client::seated(&server, &room, "Ann");
    let (_black, _) = Client::seated(&server, &room, "Ben");
    white.until("entries");
    let number = white.command(play("e2e4", 0));
    let entry = white.until("entries")["entries"][0].clone();
    assert_eq!(
        entry["event"],
        json!({"type": "move-played", "move": "e2e4"})
    );
    assert_eq!(entry["answers"], json!({"member": 1, "number": number}));
    assert_eq!(white.next().unwrap()["seq"], entry["seq"]);
}

#[test]
fn clause_8_refusals_have_codes_and_change_nothing() {
    let server = Server::on_a_free_port();
    let room = open(&server, "chess", &json!({}));
    let (mut white, _) = Client::seated(&server, &room, "Ann");
    assert_eq!(white.ask(play("e2e4", 0))["code"], "not-started");
    let (black, _) = Client::seated(&server, &room, "Ben");
    let spectator = Client::hello(&server, &room, json!({}));
    let mut clients = [white, black, spectator];
    let [white, black, spectator] = [0, 1, 2];
    let cases = [
        (black, play("e7e5", 0), "not-your-turn"),
        (white, play("e2e5", 0), "illegal-move"),
        (white, play("e2", 0), "bad-move"),
        (white, play("e2e4", 7), "stale-ply"),
        (white, json!({"type": "claim-draw"}), "nothing-to-claim"),
        (white, json!({"type": "accept-draw"}), "no-draw-offer"),
        (
            white,
            json!({"type": "claim-absence", "result": "win"}),
            "opponent-present",
        ),
        (white, json!({"type": "undo", "ply": 0}), "not-alone"),
        (
            white,
            json!({"type": "take-seat", "name": "Ann"}),
            "already-seated",
        ),
        (spectator, json!({"type": "resign"}), "not-seated"),
        (
            spectator,
            json!({"type": "take-seat", "name": "Cem"}),
            "seats-taken",
        ),
        (
            spectator,
            json!({"type": "say", "text": "hello"}),
            "bad-name",
        ),
    ];
    for (client, command, code) in cases {
        let answer = clients[client].ask(command.clone());
        assert_eq!(
            (&answer["type"], &answer["code"]),
            (&json!("refused"), &json!(code)),
            "{command}"
        );
    }
    assert_eq!(clients[white].ask(play("e2e4", 0))["seq"], 5);
}

#[test]
fn clause_3_a_client_resumes_after_its_cursor() {
    let server = Server::on_a_free_port();
    let room = open(&server, "tictactoe", &json!({}));
    let (first, token) = Client::seated(&server, &room, "Ann");
    let (mut second, _) = Client::seated(&server, &room, "Ben");
    drop(first);
    let away =
        wait_for(|| Some(second.until("presence")).filter(|frame| frame["away"] != json!([])));
    assert_eq!(away["away"][0]["member"], 1);
    let mut first = Client::hello(&server, &room, json!({"after": 3, "token": token}));
    let welcome = first.until("welcome");
    assert_eq!(
        (&welcome["member"], &welcome["last"]),
        (&json!(1), &json!(4))
    );
    assert_eq!(welcome.get("token"), None);
    let entries = first.entries(1);
    assert_eq!((entries.len(), &entries[0]["seq"]), (1, &json!(4)));
    first.number = 1;
    assert_eq!(first.ask(play("4", 0))["seq"], 5);
}

#[test]
fn clause_3_a_journal_larger_than_an_outbox_arrives_complete() {
    let server = Server::on_a_free_port();
    let room = open(&server, "chess", &json!({}));
    let (mut white, _) = Client::seated(&server, &room, "Ann");
    let (mut black, _) = Client::seated(&server, &room, "Ben");
    let long = json!({"type": "say", "text": "♔".repeat(500)});
    for _ in 0..30 {
        white.ask(long.clone());
        black.ask(long.clone());
    }
    let mut newcomer = Client::hello(&server, &room, json!({}));
    let mut entries = newcomer.entries(64);
    white.ask(long);
    entries.extend(newcomer.entries(1));
    let numbers: Vec<_> = entries.iter().map(|entry| entry["seq"].as_u64()).collect();
    assert_eq!(numbers, (1..=65).map(Some).collect::<Vec<_>>());
}

/// A server that stores its rooms in this folder.
pub(crate) fn keeping(folder: &Path) -> Server {
    let mut command = command(&["serve", "--listen", "127.0.0.1:0", "--data"]);
    command.arg(folder);
    // The journals in the tests are old enough to expire.
    command.env("RAUM_KEEP_FINISHED_DAYS", "36500");
    Server::start(command)
}

#[test]
fn clause_14_a_client_without_a_hello_is_disconnected() {
    let server = Server::with(&["--hello-seconds-max", "1"]);
    let room = open(&server, "chess", &json!({}));
    assert_eq!(Client::silent(&server, &room).close_code(), 4001);
}

#[test]
fn clause_14_a_damaged_room_is_closed_and_others_work() {
    let folder = tempfile::tempdir().unwrap();
    let server = keeping(folder.path());
    let [damaged, sound] = [(); 2].map(|()| open(&server, "chess", &json!({})));
    server.signal("TERM");
    server.end();
    let connection = rusqlite::Connection::open(folder.path().join("raum.db")).unwrap();
    let changed = connection.execute(
        "UPDATE entry SET content = replace(content, 'chess', 'space') WHERE room = ?1",
        [&damaged],
    );
    assert_eq!(changed, Ok(1));
    drop(connection);
    let server = keeping(folder.path());
    assert_eq!(
        Client::hello(&server, &damaged, json!({})).close_code(),
        4010
    );
    Client::seated(&server, &sound, "Ann");
}

#[test]
fn clause_9_a_repeated_command_is_applied_once_even_after_a_crash() {
    let folder = tempfile::tempdir().unwrap();
    let server = keeping(folder.path());
    let room = open(&server, "chess", &json!({}));
    let (mut white, token) = Client::seated(&server, &room, "Ann");
    let (_black, _) = Client::seated(&server, &room, "Ben");
    let answer = white.ask(json!({"type": "say", "text": "good luck"}));
    let again = |client: &mut Client| {
        client.send(&json!({"type": "command", "number": answer["number"],
            "command": {"type": "say", "text": "good luck"}}));
        client.until("applied")
    };
    assert_eq!(again(&mut white)["seq"], answer["seq"]);
    server.signal("KILL");
    server.end();
    let server = keeping(folder.path());
    let mut white = Client::hello(&server, &room, json!({"after": 0, "token": token}));
    assert_eq!(white.until("welcome")["last"], answer["seq"]);
    assert_eq!(again(&mut white)["seq"], answer["seq"]);
}

#[test]
fn clause_5_the_newest_connection_controls_the_seat() {
    let server = Server::on_a_free_port();
    let room = open(&server, "chess", &json!({}));
    let (older, token) = Client::seated(&server, &room, "Ann");
    let mut newer = Client::hello(&server, &room, json!({"token": token}));
    assert_eq!(newer.until("welcome")["member"], 1);
    assert_eq!(older.close_code(), 4006);
    let (_black, _) = Client::seated(&server, &room, "Ben");
    newer.number = 1;
    assert_eq!(newer.ask(play("e2e4", 0))["seq"], 5);
}

#[test]
fn clause_4_a_full_room_without_spectators_admits_no_more_clients() {
    let server = Server::on_a_free_port();
    let room = open(&server, "chess", &json!({"spectators": false}));
    let (_white, _) = Client::seated(&server, &room, "Ann");
    let (_black, _) = Client::seated(&server, &room, "Ben");
    assert_eq!(Client::hello(&server, &room, json!({})).close_code(), 4004);
}

#[test]
fn a_pass_key_admits_a_client() {
    let server = Server::on_a_free_port();
    let room = server.open(&json!({"kind": "chess", "passKey": "sesame"}));
    for hello in [json!({}), json!({"key": "Sesame"}), json!({"key": ""})] {
        assert_eq!(Client::hello(&server, &room, hello).close_code(), 4004);
    }
    let mut member = Client::hello(&server, &room, json!({"key": "sesame"}));
    let token = member.until("welcome")["token"].clone();
    assert_eq!(
        member.ask(json!({"type": "take-seat", "name": "Ann"}))["type"],
        "applied"
    );
    let mut again = Client::hello(&server, &room, json!({"token": token}));
    assert_eq!(again.until("welcome")["member"], 1);
}

#[test]
fn clause_14_every_disconnection_has_a_close_code() {
    let server = Server::on_a_free_port();
    let room = open(&server, "chess", &json!({}));
    let first_frames = [
        (json!("hello"), 4000),
        (
            json!({"type": "hello", "version": 1, "colour": "red"}),
            4000,
        ),
        (
            json!({"type": "hello", "version": 1, "token": "short"}),
            4000,
        ),
        (json!({"type": "pong", "id": 1}), 4001),
        (json!({"type": "hello", "version": 2}), 4002),
        (json!({"type": "hello", "version": 1, "after": 2}), 4009),
    ];
    for (frame, code) in first_frames {
        let mut client = Client::silent(&server, &room);
        client.send(&frame);
        assert_eq!(client.close_code(), code, "{frame}");
    }
    for unknown in ["000000000000", "no such room", "%2e%2e"] {
        let address = unknown.replace(' ', "%20");
        let client = Client::hello(&server, &address, json!({}));
        assert_eq!(client.close_code(), 4003, "{unknown}");
    }
    let mut client = Client::hello(&server, &room, json!({}));
    client.send(&json!({"type": "hello", "version": 1}));
    assert_eq!(client.close_code(), 4000);
    let client = Client::hello(&server, &room, json!({}));
    server.signal("TERM");
    assert_eq!(client.close_code(), 1012);
    assert_eq!(server.end().0, Some(0));
}

#[test]
fn a_seat_freed_in_tic_tac_toe_can_be_taken() {
    let server = Server::on_a_free_port();
    let changes = json!({"leaver": {"type": "frees-seat"}, "rematch": "swap-starter"});
    let room = open(&server, "tictactoe", &changes);
    let (mut first, _) = Client::seated(&server, &room, "Ann");
    let (mut second, _) = Client::seated(&server, &room, "Ben");
    assert_eq!(first.ask(play("4", 0))["type"], "applied");
    assert_eq!(second.ask(json!({"type": "leave"}))["type"], "applied");
    assert_eq!(first.ask(play("0", 1))["code"], "not-started");
    let (mut third, _) = Client::seated(&server, &room, "Cem");
    assert_eq!(third.ask(play("0", 0))["code"], "not-your-turn");
    assert_eq!(first.ask(play("0", 0))["type"], "applied");
    // A member who has left may return on the same connection.
    assert_eq!(third.ask(json!({"type": "leave"}))["type"], "applied");
    let back = second.ask(json!({"type": "take-seat", "name": "Ben"}));
    assert_eq!(
        (&back["type"], &back["member"]),
        (&json!("applied"), &json!(4))
    );
    assert_eq!(first.ask(play("0", 0))["type"], "applied");
    assert_eq!(second.ask(play("1", 1))["type"], "applied");
}

/// The host of a long room has only the last entries in memory. Clients still receive all of them.
#[test]
fn a_long_room_arrives_complete_and_in_order() {
    const ENTRIES: usize = 11_999;
    let folder = tempfile::tempdir().unwrap();
    let room = import_long_room(folder.path());
    let server = keeping(folder.path());
    let mut client = Client::hello(&server, &room, json!({}));
    let (mut seqs, mut marks) = (Vec::new(), Vec::new());
    while seqs.len() < ENTRIES {
        let frame = client.until("entries");
        let entries = frame["entries"].as_array().unwrap();
        seqs.extend(entries.iter().map(|entry| entry["seq"].as_u64().unwrap()));
        marks.push((*seqs.last().unwrap(), frame["mark"].clone()));
    }
    assert!(seqs.into_iter().eq(1..=ENTRIES as u64));
    client.until("presence");
    // A cursor older than the entries in memory is checked and served like any other.
    let (after, mark) = &marks[0];
    let resume = |mark: &Value| {
        let hello = json!({"after": after, "mark": mark});
        Client::hello(&server, &room, hello)
    };
    let next = &resume(mark).until("entries")["entries"][0]["seq"];
    assert_eq!(next.as_u64(), Some(after + 1));
    assert_eq!(resume(&marks[1].1).close_code(), 4009);
}
