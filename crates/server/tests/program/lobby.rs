//! The lobby over its channel and over HTTP. Tests cite the clauses of docs/dialects/lobby.md.

use serde_json::{Value, json};

use super::{
    client::Client,
    limits::{ELSEWHERE, HERE},
    patience::{wait_for, wait_until},
    rooms::play,
    serve::Server,
};

/// A server that tests may ask as often as they want.
fn started(options: &[&str]) -> Server {
    Server::with(&[&["--requests-per-minute", "100000"], options].concat())
}

/// A connection to the lobby that has been welcomed.
fn visitor(server: &Server, hello: &Value) -> (Client, Value) {
    let mut client = Client::at(server, "/ws/lobby").greet(hello.clone());
    let welcome = client.until("welcome");
    (client, welcome)
}

fn lobby(server: &Server) -> Client {
    visitor(server, &json!({})).0
}

fn seek(kind: &str, name: &str) -> Value {
    json!({"type": "seek", "kind": kind, "name": name})
}

/// Reads frames until the client's seek is in this state.
fn until_state(client: &mut Client, state: &str) -> Value {
    wait_for(|| Some(client.until("seek")).filter(|frame| frame["state"] == state))
}

/// Answers the offer, and returns the room and the token of the seat.
fn paired(client: &mut Client) -> (String, String) {
    until_state(client, "offered");
    assert_eq!(client.ask(json!({"type": "ready"}))["type"], "applied");
    let paired = until_state(client, "paired");
    let text = |name: &str| paired[name].as_str().unwrap().to_owned();
    (text("room"), text("token"))
}

/// The state as `GET /api/lobby` shows it, once it fulfils a condition.
fn state(server: &Server, holds: impl Fn(&Value) -> bool) -> Value {
    wait_for(|| {
        let answer = server.request("GET", "/api/lobby", &[], "");
        assert_eq!(answer.status, 200);
        Some(answer.json()).filter(&holds)
    })
}

fn rooms(state: &Value) -> Vec<&str> {
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
fn clauses_4_and_11_listed_rooms_come_and_go_live() {
    let server = started(&[]);
    let mut watcher = lobby(&server);
    let before = watcher.until("lobby")["number"].as_u64().unwrap();
    let listed = json!({"kind": "chess", "rules": {"listed": true}});
    let room = server.open(&listed);
    let (ann, _) = Client::seated(&server, &room, "Ann");
    let mut numbers = vec![before];
    let mut next = |watcher: &mut Client, holds: &dyn Fn(&Value) -> bool| {
        wait_for(|| {
            let changes = watcher.until("changes");
            numbers.push(changes["number"].as_u64().unwrap());
            Some(changes).filter(|changes| holds(changes))
        })
    };
    let shown = next(&mut watcher, &|changes| !changes["rooms"].is_null());
    let shown = &shown["rooms"][0];
    assert_eq!(shown["room"], room.as_str());
    assert_eq!(shown["seats"], json!([{"side": null, "name": "Ann"}]));
    assert_eq!(shown["game"], Value::Null);
    // Sitting down starts the game, which can be watched.
    let (ben, _) = Client::seated(&server, &room, "Ben");
    let shown = next(&mut watcher, &|changes| {
        !changes["rooms"][0]["game"].is_null()
    });
    let shown = &shown["rooms"][0];
    assert_eq!(shown["seats"].as_array().unwrap().len(), 2);
    assert_eq!(shown["game"]["ply"], 0);
    let mut players = [ann, ben];
    let moved = players
        .iter_mut()
        .any(|player| player.ask(play("e2e4", 0))["type"] == "applied");
    assert!(moved);
    let shown = next(&mut watcher, &|changes| {
        changes["rooms"][0]["game"]["ply"] == 1
    });
    let game = &shown["rooms"][0]["game"];
    assert_eq!(
        (&game["lastMove"], &game["turn"]),
        (&json!("e2e4"), &json!("second"))
    );
    assert!(
        game["position"]
            .as_str()
            .unwrap()
            .starts_with("rnbqkbnr/pppppppp/8/8/4P3")
    );
    let mut spectator = Client::hello(&server, &room, json!({}));
    spectator.until("welcome");
    next(&mut watcher, &|changes| {
        changes["rooms"][0]["spectators"] == 1
    });
    // A game that has ended is no longer shown.
    players[0].ask(json!({"type": "resign"}));
    let gone = next(&mut watcher, &|changes| !changes["gone"].is_null());
    assert_eq!(gone["gone"], json!([room]));
    let expected: Vec<_> = (before..).take(numbers.len()).collect();
    assert_eq!(numbers, expected, "numbers increase by one");
}

#[test]
fn clause_11_only_rooms_whose_opener_says_so_are_listed() {
    let server = started(&[]);
    let open = |request: Value| {
        let answer = server.request("POST", "/api/rooms", &[], &request.to_string());
        (answer.status, answer.json())
    };
    let (status, problem) =
        open(json!({"kind": "chess", "passKey": "sesame", "rules": {"listed": true}}));
    assert_eq!((status, &problem["code"]), (400, &json!("bad-request")));
    let (status, _) = open(json!({"kind": "chess", "rules": {"listed": "yes"}}));
    assert_eq!(status, 400);
    let (status, _) = open(json!({"kind": "chess", "rules": {"firstMoveMillis": 5}}));
    assert_eq!(status, 400);
    let plain = server.open(&json!({"kind": "chess"}));
    let secret = server.open(&json!({"kind": "chess", "passKey": "sesame"}));
    let _plain = Client::seated(&server, &plain, "Ann");
    let mut keyed = Client::hello(&server, &secret, json!({"key": "sesame"}));
    keyed.ask(json!({"type": "take-seat", "name": "Ann"}));
    // Rooms of other dialects.
    let mut space = Client::at(&server, "/ws");
    space.send(&json!({"type": "create_game"}));
    space.next();
    let mut chessata = Client::at(&server, "/ws/api/ann/k3/");
    chessata.next();
    // A listed room without anybody in it is of no use to a stranger.
    let empty = server.open(&json!({"kind": "chess", "rules": {"listed": true}}));
    let shown =
        server.open(&json!({"kind": "tictactoe", "rules": {"listed": true, "spectators": false}}));
    let (ann, _) = Client::seated(&server, &shown, "Ann");
    let state_now = state(&server, |state| !rooms(state).is_empty());
    assert_eq!(rooms(&state_now), [shown.as_str()], "{empty}");
    // Without spectators there is nothing to watch.
    let (_ben, _) = Client::seated(&server, &shown, "Ben");
    state(&server, |state| rooms(state).is_empty());
    drop(ann);
}

#[test]
fn a_room_is_listed_only_while_its_opener_is_there() {
    let server = started(&[]);
    let room = server.open(&json!({"kind": "space", "rules": {"listed": true}}));
    let (ann, token) = Client::seated(&server, &room, "Ann");
    state(&server, |state| rooms(state) == [room.as_str()]);
    drop(ann);
    state(&server, |state| rooms(state).is_empty());
    let mut ann = Client::hello(&server, &room, json!({ "token": token }));
    ann.until("welcome");
    state(&server, |state| rooms(state) == [room.as_str()]);
}

/// Clause 12, and the limit of rooms per address: a list is no place for advertising.
#[test]
fn clauses_11_and_12_names_and_rooms_of_one_address_cannot_fill_the_list() {
    let folder = tempfile::tempdir().unwrap();
    let blocked = folder.path().join("names.txt");
    std::fs::write(&blocked, "# rude words\nrude\n").unwrap();
    let server = started(&[
        "--listed-rooms-per-address-max",
        "2",
        "--trust-proxy",
        "--blocked-names",
        blocked.to_str().unwrap(),
    ]);
    let list = |from: (&str, &str), name: &str| {
        let room = server.open(&json!({"kind": "chess", "rules": {"listed": true}}));
        let mut client = Client::from(&server, &room, from, json!({}));
        let answer = client.ask(json!({"type": "take-seat", "name": name}));
        assert_eq!(answer["type"], "applied");
        client
    };
    let _flood: Vec<_> = (0..10)
        .map(|_| list(HERE, "Buy at casino.example"))
        .collect();
    let _other = list(ELSEWHERE, "r.u.d.e");
    let _third = list(("X-Forwarded-For", "192.0.2.3"), "Ann");
    let state = state(&server, |state| rooms(state).len() == 4);
    let rooms = state["rooms"].as_array().unwrap().iter();
    let mut names: Vec<_> = rooms
        .map(|room| room["seats"][0]["name"].as_str())
        .collect();
    names.sort_unstable();
    assert_eq!(names, [None, None, None, Some("Ann")]);
    let mut seeker = lobby(&server);
    assert_eq!(seeker.ask(seek("chess", "Rude!"))["code"], "blocked-name");
    assert_eq!(seeker.ask(seek("chess", "Gertrude"))["type"], "applied");
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
fn chat_can_be_switched_off_in_paired_games() {
    for (option, chat) in [("all", true), ("links", false)] {
        let server = started(&["--chat", option]);
        let [mut ann, mut ben] = [(); 2].map(|()| lobby(&server));
        ann.ask(seek("tictactoe", "Ann"));
        ben.ask(seek("tictactoe", "Ben"));
        until_state(&mut ann, "offered");
        ann.ask(json!({"type": "ready"}));
        let (room, token) = paired(&mut ben);
        let mut player = Client::hello(&server, &room, json!({ "token": token }));
        let said = player.ask(json!({"type": "say", "text": "Hello"}));
        assert_eq!(said["type"] == "applied", chat, "{option}: {said}");
        assert_eq!(said["code"] == "no-chat", !chat);
        // Friends who share a link can chat.
        let room = server.open(&json!({"kind": "chess"}));
        let (mut friend, _) = Client::seated(&server, &room, "Ann");
        assert_eq!(
            friend.ask(json!({"type": "say", "text": "Hello"}))["type"],
            "applied"
        );
    }
}

#[test]
fn a_chat_message_can_be_reported() {
    let mut server = started(&["--reports-per-hour", "6"]);
    let room = server.open(&json!({"kind": "chess"}));
    let (mut ann, _) = Client::seated(&server, &room, "Ann");
    let said = ann.ask(json!({"type": "say", "text": "Very rude words"}));
    let entry = said["seq"].as_u64().unwrap();
    let path = format!("/api/rooms/{room}/reports");
    let report =
        |server: &Server, body: Value| server.request("POST", &path, &[], &body.to_string());
    let answer = report(&server, json!({"entry": entry, "reason": "abuse"}));
    assert_eq!(answer.status, 202);
    assert_eq!(
        answer.json(),
        json!({"room": room, "entry": entry, "reason": "abuse"})
    );
    for (body, status, code) in [
        (json!({"entry": 1, "reason": "spam"}), 404, "no-message"),
        (json!({"entry": 0, "reason": "spam"}), 404, "no-message"),
        (json!({"entry": 99, "reason": "spam"}), 404, "no-message"),
        (
            json!({"entry": entry, "reason": "ugly"}),
            400,
            "bad-request",
        ),
        (json!({"entry": entry}), 400, "bad-request"),
    ] {
        let answer = report(&server, body.clone());
        assert_eq!((answer.status, &*answer.code()), (status, code), "{body}");
    }
    let line = server.logged("reported");
    assert!(
        line.contains(&room) && line.contains(&format!("entry={entry}")),
        "{line}"
    );
    assert!(
        line.contains("abuse") && !line.contains("rude words"),
        "{line}"
    );
    for status in [202, 202, 429] {
        let answer = report(&server, json!({"entry": entry, "reason": "other"}));
        assert_eq!(answer.status, status);
    }
}

/// Only members of a room that strangers cannot see know what was said there.
#[test]
fn a_message_of_a_locked_room_is_reported_by_its_members() {
    let server = started(&[]);
    let room = server.open(&json!({"kind": "chess", "rules": {"spectators": false}}));
    let (mut ann, token) = Client::seated(&server, &room, "Ann");
    let entry = ann.ask(json!({"type": "say", "text": "Hm"}))["seq"].clone();
    let path = format!("/api/rooms/{room}/reports");
    let body = json!({"entry": entry, "reason": "other"}).to_string();
    assert_eq!(server.request("POST", &path, &[], &body).status, 403);
    let bearer = format!("Bearer {token}");
    let token = [("Authorization", bearer.as_str())];
    assert_eq!(server.request("POST", &path, &token, &body).status, 202);
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

#[test]
fn a_bad_block_list_is_an_error_at_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("names.txt");
    for text in [None, Some("fine\n...\n")] {
        if let Some(text) = text {
            std::fs::write(&path, text).unwrap();
        }
        let path = path.to_str().unwrap();
        let run = super::raum(
            &["serve", "--listen", "127.0.0.1:0", "--blocked-names", path],
            "",
        );
        assert_eq!(run.code, Some(1), "{}", run.error);
        assert!(
            run.error.contains("block list") && run.error.contains(path),
            "{}",
            run.error
        );
        assert_eq!(
            run.error.contains("line 2"),
            text.is_some(),
            "{}",
            run.error
        );
    }
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
