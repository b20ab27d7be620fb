//! What one address, one room and one session may use, and that going beyond it is told and harms nobody
//! else. Behind a trusted proxy, a header says where a client is: so the tests come from several addresses.

use std::{
    io::{Read, Write},
    path::Path,
};

use serde_json::{Value, json};

use super::{client::Client, http::Answer, raum, rooms, serve::Server};

const HERE: (&str, &str) = ("X-Forwarded-For", "192.0.2.1");
const ELSEWHERE: (&str, &str) = ("X-Forwarded-For", "192.0.2.2");

fn open(server: &Server, from: (&str, &str), request: &Value) -> Answer {
    server.request("POST", "/api/rooms", &[from], &request.to_string())
}

fn chess(server: &Server) -> String {
    rooms::open(server, "chess", &json!({}))
}

fn play(text: &str, ply: usize) -> Value {
    json!({"type": "play", "move": text, "ply": ply})
}

/// The defaults are for many who share one address.
#[test]
fn a_school_plays_behind_one_address() {
    let server = Server::on_a_free_port();
    let mut tables: Vec<_> = (0..200)
        .map(|_| {
            let room = chess(&server);
            let (white, _) = Client::seated(&server, &room, "Ann");
            let (black, _) = Client::seated(&server, &room, "Ben");
            (white, black)
        })
        .collect();
    for (white, black) in &mut tables {
        assert_eq!(white.ask(play("e2e4", 0))["type"], "applied");
        assert_eq!(black.ask(play("e7e5", 1))["type"], "applied");
    }
}

#[test]
fn a_frame_that_is_too_long_is_told_so() {
    let server = Server::with(&["--frame-bytes-max", "2000"]);
    let room = chess(&server);
    let (mut other, _) = Client::seated(&server, &room, "Ann");
    for length in [2_001, 100_000, 10_000_000] {
        let mut client = Client::hello(&server, &room, json!({}));
        client.try_send(&json!({"type": "x".repeat(length)}));
        assert_eq!(client.close_code(), 1009, "{length}");
    }
    let fits = json!({"type": "say", "text": "♔".repeat(500)});
    assert_eq!(other.ask(fits)["type"], "applied");
}

#[test]
fn connections_have_places_and_leave_them() {
    let cases = [
        (["--connections-max", "2"], 503, "server-full"),
        (
            ["--connections-per-address-max", "2"],
            429,
            "too-many-connections",
        ),
    ];
    for (limit, status, code) in cases {
        let server = Server::with(&limit);
        let room = {
            // The connection that opens the room is a place, too, and is gone when the answer is here.
            let mut room = None;
            while room.is_none() {
                let answer = server.request("POST", "/api/rooms", &[], r#"{"kind":"chess"}"#);
                room = (answer.status == 201).then(|| answer.json()["room"].clone());
            }
            room.unwrap().as_str().unwrap().to_owned()
        };
        let (first, second) = until_two_are_in(&server, &room);
        let answer = server.request("GET", "/healthz", &[], "");
        assert_eq!((answer.status, &*answer.code()), (status, code));
        assert!(answer.header("retry-after").is_some());
        drop(first);
        // Its place is free as soon as the server has seen it go.
        while server.request("GET", "/healthz", &[], "").status != 200 {}
        drop(second);
    }
}

/// Two WebSockets, as soon as the connections before them are gone.
fn until_two_are_in(server: &Server, room: &str) -> (Client, Client) {
    loop {
        let clients = [(); 2].map(|()| Client::try_hello(server, room));
        if let [Some(first), Some(second)] = clients {
            return (first, second);
        }
    }
}

/// Checking 2 000 moves takes a while, whether the last one is legal or not.
#[test]
fn a_room_that_cannot_be_opened_counts_as_one_that_can() {
    let server = Server::with(&["--rooms-per-hour", "2", "--trust-proxy"]);
    let illegal = json!({"kind": "chess", "moves": ["e2e4", "e2e4"]});
    for _ in 0..2 {
        assert_eq!(open(&server, HERE, &illegal).code(), "illegal-move");
    }
    let legal = json!({"kind": "chess"});
    assert_eq!(open(&server, HERE, &legal).code(), "too-many-requests");
    assert_eq!(open(&server, ELSEWHERE, &legal).status, 201);
}

#[test]
fn sessions_of_one_address() {
    let server = Server::with(&["--sessions-per-address-max", "2", "--trust-proxy"]);
    let room = chess(&server);
    let here = |from| Client::from(&server, &room, from, json!({}));
    let mut sitting = [here(HERE), here(HERE)];
    for client in &mut sitting {
        client.until("welcome");
    }
    assert_eq!(here(HERE).close_code(), 4008);
    here(ELSEWHERE).until("welcome");
    drop(sitting);
    loop {
        let mut again = here(HERE);
        if again.next().is_some_and(|frame| frame["type"] == "welcome") {
            break;
        }
    }
}

/// No session of a burst is refused, but each waits for its turn: the last one finds what another address, which connects
/// after it and does not wait, has done meanwhile.
#[test]
fn a_burst_of_new_sessions_is_slowed() {
    let server = Server::with(&[
        "--address-sessions-per-second",
        "1",
        "--address-sessions-burst",
        "1",
        "--trust-proxy",
    ]);
    let room = chess(&server);
    let mut burst = [(); 9].map(|()| Client::from(&server, &room, HERE, json!({})));
    let mut other = Client::from(&server, &room, ELSEWHERE, json!({}));
    let before = other.until("welcome")["last"].as_u64();
    let seat = other.ask(json!({"type": "take-seat", "name": "Ann"}));
    assert_eq!(seat["type"], "applied", "{seat}");
    let found = burst
        .each_mut()
        .map(|client| client.until("welcome")["last"].as_u64());
    assert!(found[8] > before, "{found:?} {before:?}");
}

#[test]
fn addresses_that_clients_make_up_count_for_nothing() {
    let server = Server::with(&["--rooms-per-hour", "1"]);
    let request = json!({"kind": "chess"});
    assert_eq!(open(&server, HERE, &request).status, 201);
    assert_eq!(open(&server, ELSEWHERE, &request).status, 429);
    let server = Server::with(&["--rooms-per-hour", "1", "--trust-proxy"]);
    let made_up = ("X-Forwarded-For", "198.51.100.7, 192.0.2.1");
    assert_eq!(open(&server, HERE, &request).status, 201);
    assert_eq!(open(&server, made_up, &request).status, 429);
}

#[test]
fn rooms_opened_from_one_address() {
    let server = Server::with(&["--rooms-per-hour", "2", "--trust-proxy"]);
    let request = json!({"kind": "tictactoe"});
    for _ in 0..2 {
        assert_eq!(open(&server, HERE, &request).status, 201);
    }
    let refused = open(&server, HERE, &request);
    assert_eq!(
        (refused.status, &*refused.code()),
        (429, "too-many-requests")
    );
    let wait: u64 = refused.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=3601).contains(&wait), "{wait}");
    assert_eq!(open(&server, ELSEWHERE, &request).status, 201);
}

#[test]
fn requests_of_one_address() {
    let server = Server::with(&["--requests-per-minute", "3", "--trust-proxy"]);
    let bad = json!({"kind": "checkers"});
    for _ in 0..3 {
        assert_eq!(open(&server, HERE, &bad).status, 400);
    }
    assert_eq!(open(&server, HERE, &bad).status, 429);
    assert_eq!(open(&server, ELSEWHERE, &bad).status, 400);
    // The page is not the API.
    assert_ne!(server.request("GET", "/healthz", &[HERE], "").status, 429);
}

#[test]
fn rooms_that_do_not_exist_are_looked_for_only_so_often() {
    let server = Server::with(&["--unknown-rooms-per-minute", "3", "--trust-proxy"]);
    let room = chess(&server);
    let look = |from, room: &str| Client::from(&server, room, from, json!({}));
    for unknown in ["000000000000", "000000000001", "no-room"] {
        assert_eq!(look(HERE, unknown).close_code(), 4003);
    }
    assert_eq!(look(HERE, "000000000002").close_code(), 4008);
    assert_eq!(look(HERE, &room).close_code(), 4008);
    look(ELSEWHERE, &room).until("welcome");
}

#[test]
fn rooms_that_are_loaded_at_once() {
    let server = Server::with(&["--rooms-max", "1"]);
    let [first, second] = [chess(&server), chess(&server)];
    let (mut ann, _) = Client::seated(&server, &first, "Ann");
    assert_eq!(
        Client::hello(&server, &second, json!({})).close_code(),
        4011
    );
    Client::seated(&server, &first, "Ben");
    assert_eq!(ann.ask(play("e2e4", 0))["type"], "applied");
}

#[test]
fn rooms_that_are_loaded_for_one_address() {
    let server = Server::with(&["--rooms-per-address-max", "1", "--trust-proxy"]);
    let [first, second, third] = [(); 3].map(|()| chess(&server));
    let enter = |room: &str, from| Client::from(&server, room, from, json!({}));
    let mut sitting = enter(&first, HERE);
    sitting.until("welcome");
    assert_eq!(enter(&second, HERE).close_code(), 4011);
    enter(&second, ELSEWHERE).until("welcome");
    drop(sitting);
    // An idle room makes room at once, as soon as the server has seen its last session go.
    let came_in = (0..1000).any(|_| {
        let frame = enter(&third, HERE).next();
        frame.is_some_and(|frame| frame["type"] == "welcome")
    });
    assert!(came_in);
}

#[test]
fn sessions_in_one_room() {
    let server = Server::with(&["--sessions-per-room-max", "2"]);
    let room = chess(&server);
    let (ann, token) = Client::seated(&server, &room, "Ann");
    let (mut ben, _) = Client::seated(&server, &room, "Ben");
    assert_eq!(Client::hello(&server, &room, json!({})).close_code(), 4011);
    // Who has a seat always gets in.
    let mut again = Client::hello(&server, &room, json!({"token": token}));
    assert_eq!(again.until("welcome")["member"], 1);
    drop(ann);
    let hello = json!({"type": "say", "text": "hello"});
    assert_eq!(ben.ask(hello)["type"], "applied");
}

/// A waiting room keeps a place for the friend who is invited, whatever the others do.
#[test]
fn one_address_does_not_take_all_places_of_a_room() {
    let server = Server::with(&[
        "--sessions-per-room-max",
        "5",
        "--sessions-per-room-and-address-max",
        "3",
        "--trust-proxy",
    ]);
    let room = chess(&server);
    let (mut ann, _) = Client::seated(&server, &room, "Ann");
    let guest = |last: u8| {
        let from = format!("192.0.2.{last}");
        let from = ("X-Forwarded-For", &*from);
        Client::from(&server, &room, from, json!({}))
    };
    let mut crowd = [(); 3].map(|()| guest(1));
    for client in &mut crowd {
        client.until("welcome");
    }
    assert_eq!(guest(1).close_code(), 4011);
    let mut other = guest(2);
    other.until("welcome");
    let mut ben = guest(3);
    ben.until("welcome");
    let [first, ..] = crowd;
    assert_eq!(first.close_code(), 4011);
    let seat = json!({"type": "take-seat", "name": "Ben"});
    assert_eq!(ben.ask(seat)["type"], "applied");
    assert_eq!(ann.ask(play("e2e4", 0))["type"], "applied");
}

#[test]
fn what_is_said_has_quotas_that_stop_no_move() {
    let limits = [
        "--messages-per-minute",
        "2",
        "--messages-per-game-max",
        "3",
        "--message-chars-max",
        "5",
    ];
    let server = Server::with(&limits);
    let room = chess(&server);
    let (mut ann, _) = Client::seated(&server, &room, "Ann");
    let (mut ben, _) = Client::seated(&server, &room, "Ben");
    let say = |text: &str| json!({"type": "say", "text": text});
    assert_eq!(ann.ask(say("hello!"))["code"], "message-too-long");
    for _ in 0..2 {
        assert_eq!(ann.ask(say("hello"))["type"], "applied");
    }
    assert_eq!(ann.ask(say("hello"))["code"], "too-many-messages");
    // Nobody else has less to say for it.
    let mut cid = Client::hello(&server, &room, json!({}));
    let hello = json!({"type": "say", "text": "hello", "name": "Cid"});
    assert_eq!(cid.ask(hello.clone())["type"], "applied");
    assert_eq!(cid.ask(hello)["code"], "chat-full");
    for _ in 0..2 {
        assert_eq!(ben.ask(say("hello"))["type"], "applied");
    }
    assert_eq!(ann.ask(play("e2e4", 0))["type"], "applied");
}

/// A member who has used up every quota loses none of the game by it, nor does the other.
#[test]
fn who_renames_without_end_stops_no_move() {
    let server = Server::with(&[
        "--entries-per-game-max",
        "100",
        "--entries-per-room-max",
        "100",
        "--changes-per-minute",
        "1000",
    ]);
    let room = chess(&server);
    let (mut ann, _) = Client::seated(&server, &room, "Ann");
    let (mut ben, _) = Client::seated(&server, &room, "Ben");
    let rename = |name: &str| json!({"type": "rename", "name": name});
    let refused = (0..200).find_map(|_| {
        let answer = ben.ask(rename("Ben"));
        (answer["type"] == "refused").then_some(answer)
    });
    assert_eq!(refused.unwrap()["code"], "game-too-long");
    assert_eq!(ann.ask(play("e2e4", 0))["type"], "applied");
    assert_eq!(ben.ask(play("e7e5", 1))["type"], "applied");
    assert_eq!(ann.ask(rename("Anna"))["type"], "applied");
    assert_eq!(ann.ask(json!({"type": "offer-draw"}))["type"], "applied");
    assert_eq!(ben.ask(json!({"type": "accept-draw"}))["type"], "applied");
    assert_eq!(ann.ask(json!({"type": "ask-rematch"}))["code"], "room-full");
}

#[test]
fn renames_of_one_member_in_a_minute() {
    let server = Server::with(&["--changes-per-minute", "2"]);
    let room = chess(&server);
    let (mut ann, _) = Client::seated(&server, &room, "Ann");
    let (mut ben, _) = Client::seated(&server, &room, "Ben");
    let rename = json!({"type": "rename", "name": "Eve"});
    for _ in 0..2 {
        assert_eq!(ann.ask(rename.clone())["type"], "applied");
    }
    assert_eq!(ann.ask(rename.clone())["code"], "too-many-renames");
    assert_eq!(ben.ask(rename)["type"], "applied");
    assert_eq!(ann.ask(play("e2e4", 0))["type"], "applied");
}

#[test]
fn who_takes_too_long_is_not_waited_for() {
    let server = Server::with(&["--idle-seconds-max", "1", "--request-seconds-max", "1"]);
    // Nothing, half of a head, and nothing after an answer.
    for start in [
        "",
        "GET / HTTP/1.1\r\nHost:",
        "GET /healthz HTTP/1.1\r\nHost: raum\r\n\r\n",
    ] {
        let mut stream = server.connect();
        stream.write_all(start.as_bytes()).unwrap();
        let mut rest = String::new();
        stream.read_to_string(&mut rest).unwrap();
        assert_eq!(rest.contains("200 OK"), start.contains("healthz"), "{rest}");
    }
    let mut stream = server.connect();
    let half = "POST /api/rooms HTTP/1.1\r\nHost: raum\r\nConnection: close\r\n\
                Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{";
    stream.write_all(half.as_bytes()).unwrap();
    let answer = Answer::read(&mut stream);
    assert_eq!((answer.status, &*answer.code()), (408, "too-slow"));
}

#[test]
fn a_body_that_is_too_long_is_told_so() {
    let server = Server::with(&["--body-bytes-max", "2000"]);
    for length in [2_000, 1_000_000] {
        let body = json!({"kind": "chess", "start": "x".repeat(length)});
        let answer = server.request("POST", "/api/rooms", &[], &body.to_string());
        assert_eq!(answer.status, 413, "{length}");
        answer.code();
    }
}

#[test]
fn a_flood_that_goes_on_ends_its_own_session_and_no_other() {
    let server = Server::with(&[
        "--commands-per-second",
        "1",
        "--commands-burst",
        "5",
        "--flood-seconds-max",
        "1",
    ]);
    let room = chess(&server);
    let (mut ann, _) = Client::seated(&server, &room, "Ann");
    let (mut ben, _) = Client::seated(&server, &room, "Ben");
    for _ in 0..50 {
        ben.send(&json!({"type": "pong", "id": 0}));
    }
    assert_eq!(ben.close_code(), 4008);
    assert_eq!(ann.ask(play("e2e4", 0))["type"], "applied");
}

/// A room in which so much was said that no buffer on the way holds it.
pub(crate) fn import_long_room(folder: &Path) -> String {
    let kind = "chess";
    let server = rooms::keeping(folder);
    let room = rooms::open(&server, kind, &json!({}));
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
fn who_does_not_take_what_is_sent_is_not_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let room = import_long_room(folder.path());
    let data = folder.path().to_str().unwrap();
    let server = Server::with(&["--send-seconds-max", "1", "--metrics", "--data", data]);
    let mut sleeper = Client::hello(&server, &room, json!({}));
    while !server
        .request("GET", "/metrics", &[], "")
        .body
        .contains(r#"raum_closes_total{code="4005"} 1"#)
    {}
    // What was on the way arrives, and no more: a full pipe has no room for a close frame either.
    sleeper.until("welcome");
    let frames = std::iter::from_fn(|| sleeper.next()).count();
    assert!(frames < 12_000, "{frames}");
}
