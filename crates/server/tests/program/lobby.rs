//! Pairing over the channel of the lobby, and what its tests share. Tests cite the clauses of docs/dialects/lobby.md.

use serde_json::{Value, json};

use super::{
    client::Client,
    limits::{ELSEWHERE, HERE},
    patience::{wait_for, wait_until},
    rooms::play,
    serve::Server,
};

/// A server that tests may ask as often as they want.
pub(super) fn started(options: &[&str]) -> Server {
    Server::with(&[&["--requests-per-minute", "100000"], options].concat())
}

/// A connection to the lobby that has been welcomed.
fn visitor(server: &Server, hello: &Value) -> (Client, Value) {
    let mut client = Client::at(server, "/ws/lobby").greet(hello.clone());
    let welcome = client.until("welcome");
    (client, welcome)
}

pub(super) fn lobby(server: &Server) -> Client {
    visitor(server, &json!({})).0
}

pub(super) fn seek(kind: &str, name: &str) -> Value {
    json!({"type": "seek", "kind": kind, "name": name})
}

/// Reads frames until the client's seek is in this state.
pub(super) fn until_state(client: &mut Client, state: &str) -> Value {
    wait_for(|| Some(client.until("seek")).filter(|frame| frame["state"] == state))
}

/// Answers the offer, and returns the room and the token of the seat.
pub(super) fn paired(client: &mut Client) -> (String, String) {
    until_state(client, "offered");
    assert_eq!(client.ask(json!({"type": "ready"}))["type"], "applied");
    let paired = until_state(client, "paired");
    let text = |name: &str| paired[name].as_str().unwrap().to_owned();
    (text("room"), text("token"))
}

/// The state as `GET /api/lobby` shows it, once it fulfils a condition.
pub(super) fn state(server: &Server, holds: impl Fn(&Value) -> bool) -> Value {
    wait_for(|| {
        let answer = server.request("GET", "/api/lobby", &[], "");
        assert_eq!(answer.status, 200);
        Some(answer.json()).filter(&holds)
    })
}

pub(super) fn rooms(state: &Value) -> Vec<&str> {
    let rooms = state["rooms"].as_array().unwrap().iter();
    rooms.map(|room| room["room"].as_str().unwrap()).collect()
}

fn count(state: &Value, kind: &str) -> u64 {
    let seeks = state["seeks"].as_array().unwrap().iter();
    let of_kind = seeks.filter(|seek| seek["kind"] == kind);
    of_kind.map(|seek| seek["count"].as_u64().unwrap()).sum()
}

#[test]
fn clauses_1_to_3_a_client_is_welcomed_with_the_state() {
    let server = started(&[]);
    let (mut client, welcome) = visitor(&server, &json!({}));
    assert_eq!(welcome["version"], 1);
    let state = client.until("lobby");
    assert_eq!(state["rooms"], json!([]));
    let seeks = state["seeks"].as_array().unwrap();
    let untimed = json!({"kind": "chess", "clock": null, "count": 0});
    let blitz = json!({
        "kind": "space", "clock": {"initialMillis": 180_000, "incrementMillis": 2000}, "count": 0,
    });
    assert!(seeks.contains(&untimed) && seeks.contains(&blitz));
    // A token that a client brings is not sent back.
    let token = &welcome["token"];
    let (_, again) = visitor(&server, &json!({ "token": token }));
    assert_eq!(again.get("token"), None);
}

#[test]
fn clause_1_other_first_frames_are_closed_with_the_codes_of_the_native_dialect() {
    let server = started(&["--hello-seconds-max", "1"]);
    let cases = [
        (json!({"type": "hello", "version": 2}), 4002),
        (json!({"type": "hello"}), 4000),
        (json!({"type": "hello", "version": 1, "room": "K3"}), 4000),
        (
            json!({"type": "hello", "version": 1, "token": "short"}),
            4000,
        ),
        (json!({"type": "pong", "id": 1}), 4001),
        (json!({"type": "dance"}), 4000),
    ];
    for (frame, code) in cases {
        let mut client = Client::at(&server, "/ws/lobby");
        client.send(&frame);
        assert_eq!(client.close_code(), code, "{frame}");
    }
    assert_eq!(Client::at(&server, "/ws/lobby").close_code(), 4001);
    for frame in [
        json!({"type": "hello", "version": 1}),
        json!({"type": "command", "number": 1, "command": {"type": "dance"}}),
        json!({"type": "command", "number": 1, "command": {"type": "ready", "now": true}}),
        json!({"type": "command", "number": 1, "command": {"type": "seek", "kind": "chess", "name": "Ann", "clock": "3+2"}}),
    ] {
        let mut client = lobby(&server);
        client.send(&frame);
        assert_eq!(client.close_code(), 4000, "{frame}");
    }
}

#[test]
fn clause_7_bad_seeks_are_refused_and_change_nothing() {
    let server = started(&[]);
    let mut client = lobby(&server);
    let odd = json!({"initialMillis": 1234, "incrementMillis": 0});
    let cases = [
        (seek("go", "Ann"), "bad-seek"),
        (seek("Chess", "Ann"), "bad-seek"),
        (
            json!({"type": "seek", "kind": "chess", "name": "Ann", "clock": odd}),
            "bad-seek",
        ),
        (
            json!({"type": "seek", "kind": "tictactoe", "name": "Ann", "clock": {"initialMillis": 180_000, "incrementMillis": 2000}}),
            "bad-seek",
        ),
        (seek("chess", ""), "bad-name"),
        (seek("chess", "a\u{202e}b"), "bad-name"),
    ];
    for (command, code) in cases {
        let answer = client.ask(command.clone());
        assert_eq!(
            (&answer["type"], &answer["code"]),
            (&json!("refused"), &json!(code)),
            "{command}"
        );
        assert!(answer["message"].as_str().unwrap().ends_with('.'));
    }
    // Without a seek these change nothing.
    for command in ["ready", "withdraw"] {
        assert_eq!(client.ask(json!({"type": command}))["type"], "applied");
    }
    assert_eq!(count(&state(&server, |_| true), "chess"), 0);
}

#[test]
fn clause_8_two_people_are_paired_and_play() {
    let server = started(&[]);
    let [mut ann, mut ben, mut eve] = [(); 3].map(|()| lobby(&server));
    assert_eq!(ann.ask(seek("chess", "Ann"))["type"], "applied");
    assert!(until_state(&mut ann, "waiting")["since"].is_u64());
    state(&server, |state| count(state, "chess") == 1);
    ben.ask(seek("chess", "Ben"));
    eve.ask(seek("space", "Eve"));
    // The first one may be ready before the second one, who has heard of the offer at the same time.
    until_state(&mut ann, "offered");
    ann.ask(json!({"type": "ready"}));
    let (room, token) = paired(&mut ben);
    let of_ann = until_state(&mut ann, "paired");
    assert_eq!(of_ann["room"], room.as_str());
    assert_ne!(of_ann["token"], token.as_str());
    // Each token owns a seat, and the game has begun.
    let mut members = Vec::new();
    let mut players = [of_ann["token"].as_str().unwrap(), &token].map(|token| {
        let mut player = Client::hello(&server, &room, json!({ "token": token }));
        members.push(player.until("welcome")["member"].as_u64().unwrap());
        player
    });
    members.sort_unstable();
    assert_eq!(members, [1, 2]);
    let entries = players[0].entries(4);
    let started = &entries[3]["event"];
    assert_eq!(started["type"], "game-started");
    assert_eq!(started["rules"]["firstMoveMillis"], 30_000);
    assert_eq!(started["rules"].get("listed"), None);
    assert_eq!(entries[3]["format"], 3);
    let answers = players.each_mut().map(|player| player.ask(play("e2e4", 0)));
    let moved = answers.iter().filter(|answer| answer["type"] == "applied");
    assert_eq!(moved.count(), 1, "one of them has White");
    assert!(
        !entries
            .iter()
            .any(|entry| entry.to_string().contains("token"))
    );
    // A stranger can only watch.
    let mut stranger = Client::hello(&server, &room, json!({}));
    let answer = stranger.ask(json!({"type": "take-seat", "name": "Eve"}));
    assert_eq!(answer["code"], "seats-taken");
    let state = state(&server, |state| count(state, "chess") == 0);
    assert_eq!(count(&state, "space"), 1);
    assert_eq!(rooms(&state), [""; 0]);
}

/// Clauses 1 and 7: two tabs of a browser are one person.
#[test]
fn clause_7_a_second_seek_of_the_same_token_replaces_the_first() {
    let server = started(&[]);
    let (mut tab, welcome) = visitor(&server, &json!({}));
    let token = welcome["token"].as_str().unwrap();
    let (mut other_tab, _) = visitor(&server, &json!({ "token": token }));
    tab.ask(seek("chess", "Ann"));
    other_tab.ask(seek("chess", "Ann"));
    until_state(&mut tab, "replaced");
    // On the same connection the new seek simply takes the place of the old one.
    other_tab.ask(seek("space", "Ann"));
    let ask = other_tab.ask(json!({"type": "withdraw"}));
    assert_eq!(ask["type"], "applied");
    other_tab.ask(seek("space", "Ann"));
    let mut ben = lobby(&server);
    ben.ask(seek("space", "Ben"));
    until_state(&mut ben, "offered");
    let states: Vec<_> = wait_for(|| {
        let mut states = Vec::new();
        loop {
            let state = other_tab.until("seek")["state"]
                .as_str()
                .unwrap()
                .to_owned();
            let is_last = state == "offered";
            states.push(state);
            if is_last {
                return Some(states);
            }
        }
    });
    assert!(!states.contains(&"replaced".to_owned()), "{states:?}");
}

#[test]
fn clause_9_a_seek_ends_with_its_connection_or_by_withdrawing() {
    let server = started(&[]);
    let [mut ann, mut ben] = [(); 2].map(|()| lobby(&server));
    ann.ask(seek("chess", "Ann"));
    state(&server, |state| count(state, "chess") == 1);
    ann.ask(json!({"type": "withdraw"}));
    state(&server, |state| count(state, "chess") == 0);
    ann.ask(seek("chess", "Ann"));
    ben.ask(seek("chess", "Ben"));
    until_state(&mut ben, "offered");
    drop(ann);
    // The one who is there waits again, in the old place.
    let before = until_state(&mut ben, "waiting");
    assert!(before["since"].is_u64());
    state(&server, |state| count(state, "chess") == 1);
}

/// Clause 9: a person who loses the connection while the room is opened learns of it with the next hello.
#[test]
fn clause_9_a_pairing_is_not_lost_with_the_connection() {
    let server = started(&[]);
    let (mut ann, welcome) = visitor(&server, &json!({}));
    let token = welcome["token"].clone();
    let mut ben = lobby(&server);
    ann.ask(seek("chess", "Ann"));
    ben.ask(seek("chess", "Ben"));
    until_state(&mut ann, "offered");
    ann.ask(json!({"type": "ready"}));
    drop(ann);
    // The server has noticed once it counts one connection less.
    state(&server, |state| state["people"] == 1);
    let (room, _) = paired(&mut ben);
    let (mut ann, _) = visitor(&server, &json!({ "token": token }));
    let missed = until_state(&mut ann, "paired");
    assert_eq!(missed["room"], room.as_str());
    let mut player = Client::hello(&server, &room, json!({"token": missed["token"]}));
    assert!(player.until("welcome")["member"].is_u64());
}

#[test]
fn a_flood_of_seeks_is_refused() {
    let server = started(&[
        "--seeks-per-minute",
        "3",
        "--address-seeks-per-minute",
        "5",
        "--trust-proxy",
    ]);
    let enter = |from: (&str, &str)| {
        let mut client = Client::from_at(&server, "/ws/lobby", from, json!({}));
        client.until("welcome");
        client
    };
    let codes = |client: &mut Client, count: usize| -> Vec<_> {
        let mut ask = || client.ask(seek("chess", "Ann"))["code"].clone();
        (0..count).map(|_| ask()).collect()
    };
    let many = json!("too-many-seeks");
    let mut first = enter(HERE);
    assert_eq!(
        codes(&mut first, 4),
        [Value::Null, Value::Null, Value::Null, many.clone()]
    );
    // Other tokens of the same address have what is left of it.
    let mut second = enter(HERE);
    assert_eq!(codes(&mut second, 3), [Value::Null, Value::Null, many]);
    assert_eq!(codes(&mut enter(ELSEWHERE), 1), [Value::Null]);
    // A refused seek does not end the one before it.
    until_state(&mut first, "offered");
}

#[test]
fn clause_5_a_client_resumes_where_it_was() {
    let server = started(&[]);
    let (mut client, welcome) = visitor(&server, &json!({}));
    let state = client.until("lobby");
    drop(client);
    let hello = json!({
        "token": welcome["token"], "after": state["number"], "mark": state["mark"],
    });
    let mut ann = lobby(&server);
    ann.ask(seek("chess", "Ann"));
    let (mut client, _) = visitor(&server, &hello);
    let first = client.next().unwrap();
    assert_eq!(first["type"], "changes");
    assert_eq!(first["number"], state["number"].as_u64().unwrap() + 1);
    let (mut stranger, _) = visitor(&server, &json!({"after": state["number"], "mark": "other"}));
    assert_eq!(stranger.next().unwrap()["type"], "lobby");
}

/// A game between strangers survives a crash: both find their seats again.
#[test]
fn a_paired_game_survives_a_crash() {
    let folder = tempfile::tempdir().unwrap();
    let data = ["--data", folder.path().to_str().unwrap()];
    let server = started(&data);
    let [mut ann, mut ben] = [(); 2].map(|()| lobby(&server));
    ann.ask(seek("chess", "Ann"));
    ben.ask(seek("chess", "Ben"));
    until_state(&mut ann, "offered");
    ann.ask(json!({"type": "ready"}));
    let (room, token) = paired(&mut ben);
    server.signal("KILL");
    server.end();
    let server = started(&data);
    let mut ben = Client::hello(&server, &room, json!({ "token": token }));
    assert!(ben.until("welcome")["member"].is_u64());
    wait_until(|| {
        let summary = server
            .request("GET", &format!("/api/rooms/{room}"), &[], "")
            .json();
        summary["phase"] == "playing"
    });
}
