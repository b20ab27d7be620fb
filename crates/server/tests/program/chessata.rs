//! What Chessata's transcripts cannot tell: addresses, many at once, and clients that behave badly. Tests cite
//! the clauses of docs/dialects/chessata.md.

use std::{collections::BTreeSet, net::TcpStream, sync::Barrier, thread};

use serde_json::{Value, json};
use tungstenite::{Message, WebSocket, protocol::frame::coding::CloseCode};

use super::{client::Client, rooms::keeping, secrets::transfer, serve::Server};

/// A Chessata client.
struct Guest(WebSocket<TcpStream>);

impl Guest {
    fn at(server: &Server, path: &str) -> Self {
        let address = format!("ws://{}{path}", server.address);
        let (socket, _) = tungstenite::client(address, server.connect()).unwrap();
        Self(socket)
    }

    fn enter(server: &Server, name: &str, code: &str) -> Self {
        Self::at(server, &format!("/ws/api/{name}/{code}/"))
    }

    fn say(&mut self, frame: &Value) {
        self.0.send(Message::text(frame.to_string())).unwrap();
    }

    /// The next frame; none once the connection has ended.
    fn next(&mut self) -> Option<Value> {
        loop {
            match self.0.read() {
                Ok(Message::Text(text)) => return Some(serde_json::from_str(&text).unwrap()),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    fn until(&mut self, kind: &str) -> Value {
        loop {
            let frame = self.next().unwrap_or_else(|| panic!("no {kind}"));
            if frame["type"] == kind {
                return frame;
            }
        }
    }

    /// The status code of the next error.
    fn status(&mut self) -> Value {
        self.until("error")["status_code"].clone()
    }

    /// The code that the server closes with.
    fn close_code(&mut self) -> u16 {
        loop {
            match self.0.read() {
                Ok(Message::Close(Some(frame))) => return CloseCode::into(frame.code),
                Ok(Message::Close(None)) => panic!("closed without a code"),
                Err(error) => panic!("ended without a close frame: {error}"),
                Ok(_) => {}
            }
        }
    }
}

/// Two who have begun a game: White, then Black.
fn two(server: &Server, code: &str) -> [Guest; 2] {
    let mut ann = Guest::enter(server, "Ann", code);
    ann.until("init");
    let mut ben = Guest::enter(server, "Ben", code);
    let color = ann.until("start")["color"].clone();
    ben.until("game_state");
    ann.until("game_state");
    if color == "white" {
        [ann, ben]
    } else {
        [ben, ann]
    }
}

fn play(start: &str, end: &str) -> Value {
    json!({"type": "move", "start": start, "end": end})
}

#[test]
fn clause_1_names_and_codes_are_as_the_address_has_them() {
    let server = Server::on_a_free_port();
    let mut ann = Guest::at(&server, "/ws/api/Ann/a%2Fb%20%E2%99%94");
    assert_eq!(ann.until("init")["role"], "player");
    let mut juergen = Guest::at(
        &server,
        "/ws/api/J%C3%BCrgen%20%E2%99%98/a%2Fb%20%E2%99%94/",
    );
    assert_eq!(juergen.until("init")["role"], "player");
    assert_eq!(ann.until("join")["username"], "Jürgen ♘");
    juergen.say(&json!({"type": "chat", "message": "grüß dich"}));
    let chat = json!({"type": "chat", "username": "Jürgen ♘", "message": "grüß dich"});
    assert_eq!(ann.until("chat"), chat);
    // Codes are exact: this is another one.
    let mut cem = Guest::at(&server, "/ws/api/Cem/A%2Fb%20%E2%99%94/");
    assert_eq!(cem.until("init")["role"], "player");
}

#[test]
fn clause_2_bad_names_and_codes_open_nothing() {
    let server = Server::with(&["--rooms-per-hour", "1"]);
    let long_name = format!("/ws/api/{}/k3/", "a".repeat(41));
    let long_code = format!("/ws/api/Ann/{}/", "a".repeat(65));
    let paths = [
        "/ws/api/",
        "/ws/api/Ann",
        "/ws/api/Ann/",
        "/ws/api//k3/",
        "/ws/api/Ann/k3/more/",
        "/ws/api/%20/k3/",
        "/ws/api/A%00n/k3/",
        "/ws/api/A%E2%80%AEn/k3/",
        "/ws/api/%E2%80%8B/k3/",
        "/ws/api/Ann/k%0A3/",
        "/ws/api/%FF/k3/",
        &long_name,
        &long_code,
    ];
    for path in paths {
        let mut guest = Guest::at(&server, path);
        assert_eq!(guest.status(), 400, "{path}");
        assert_eq!(guest.close_code(), 4004, "{path}");
    }
    let mut ann = Guest::enter(&server, "Ann", "k3");
    assert_eq!(ann.until("init")["role"], "player");
    // The address has opened its room.
    let mut ben = Guest::enter(&server, "Ben", "k4");
    assert_eq!(ben.status(), 429);
    assert_eq!(ben.close_code(), 4008);
}

#[test]
fn clauses_3_and_8_four_at_once_are_two_players_and_two_spectators() {
    let server = Server::on_a_free_port();
    for round in 0..8 {
        let barrier = Barrier::new(4);
        let guests = thread::scope(|scope| {
            let guests = ["Ann", "Ben", "Cem", "Dora"].map(|name| {
                scope.spawn(|| {
                    barrier.wait();
                    let mut guest = Guest::enter(&server, name, &format!("round-{round}"));
                    (guest.until("init"), guest)
                })
            });
            // All stay until all are in.
            guests.map(|guest| guest.join().unwrap())
        });
        let of_all = |field: &str| {
            let values = guests.iter().map(|(init, _)| init[field].to_string());
            values.collect::<BTreeSet<_>>()
        };
        let players = guests.iter().filter(|(init, _)| init["role"] == "player");
        assert_eq!(players.count(), 2);
        assert_eq!((of_all("role").len(), of_all("user_id").len()), (2, 4));
    }
}

#[test]
fn clause_4_a_rooms_id_is_a_code_in_small_letters_too() {
    let server = Server::on_a_free_port();
    let room = server.open(&json!({"kind": "chess"}));
    let (mut ann, _) = Client::seated(&server, &room, "Ann");
    let mut ben = Guest::enter(&server, "Ben", &room.to_lowercase());
    assert_eq!(ben.until("init")["role"], "player");
    ben.until("game_state");
    ben.say(&json!({"type": "surrender"}));
    ben.until("end_of_game");
    let entries = ann.entries(3);
    assert_eq!(entries[2]["event"]["reason"], "resignation");
}

#[test]
fn clause_24_what_is_no_frame_is_told_and_harms_nobody() {
    let server = Server::with(&["--frame-bytes-max", "2000"]);
    let [mut white, mut black] = two(&server, "bad");
    white
        .0
        .send(Message::binary(vec![0, 159, 146, 150]))
        .unwrap();
    assert_eq!(white.status(), 400);
    white.say(&json!({"type": "chat", "message": "x".repeat(501)}));
    assert_eq!(white.status(), 413);
    white.say(&play("e2", "e4"));
    black.until("game_state");
    // A frame that is too long ends the connection, which is leaving.
    let long = json!({"type": "chat", "message": "x".repeat(2_000)});
    white.say(&long);
    assert_eq!(white.close_code(), 1009);
    black.until("leave");
    assert_eq!(black.until("end_of_game")["result"], "disconnect");
}

#[test]
fn clause_24_a_flood_ends_its_own_connection_and_no_other() {
    let server = Server::with(&[
        "--commands-per-second",
        "1",
        "--commands-burst",
        "5",
        "--flood-seconds-max",
        "1",
    ]);
    let [mut white, mut black] = two(&server, "flood");
    for _ in 0..50 {
        white.0.send(Message::text("noise")).unwrap();
    }
    assert_eq!(white.close_code(), 4008);
    assert_eq!(black.until("end_of_game")["result"], "disconnect");
    black.say(&json!({"type": "chat", "message": "what was that?"}));
    assert_eq!(black.until("chat")["message"], "what was that?");
}

#[test]
fn clause_24_who_does_not_answer_pings_has_left() {
    let server = Server::with(&["--ping-seconds", "1"]);
    let [white, mut black] = two(&server, "silence");
    // It stays open, and nothing is read from it.
    assert_eq!(black.until("end_of_game")["result"], "disconnect");
    drop(white);
}

#[test]
fn clause_18_what_is_said_has_quotas_that_stop_no_move() {
    let limits = ["--messages-per-minute", "2", "--messages-per-game-max", "3"];
    let server = Server::with(&limits);
    let [mut white, mut black] = two(&server, "talk");
    let hello = json!({"type": "chat", "message": "hello"});
    for _ in 0..2 {
        white.say(&hello);
        white.until("chat");
    }
    white.say(&hello);
    assert_eq!(white.status(), 429);
    // What one says takes nothing from the other.
    for _ in 0..2 {
        black.say(&hello);
        white.until("chat");
    }
    white.say(&play("e2", "e4"));
    white.until("game_state");
}

#[test]
fn clause_29_a_server_that_restarts_says_so() {
    let server = Server::on_a_free_port();
    let [mut white, mut black] = two(&server, "restart");
    server.signal("TERM");
    assert_eq!(white.close_code(), 1012);
    assert_eq!(black.close_code(), 1012);
    assert_eq!(server.end().0, Some(0));
}

#[test]
fn clause_25_a_server_without_a_place_says_so() {
    let server = Server::with(&["--rooms-max", "1"]);
    let [mut white, _black] = two(&server, "here");
    let mut cem = Guest::enter(&server, "Cem", "elsewhere");
    assert_eq!(cem.status(), 503);
    assert_eq!(cem.close_code(), 4011);
    white.say(&play("e2", "e4"));
    white.until("game_state");
}

/// The room answers some of it and the connection the rest: they come in the order of what was asked.
#[test]
fn answers_do_not_overtake_each_other() {
    let server = Server::on_a_free_port();
    let [mut white, _black] = two(&server, "k3");
    for _ in 0..100 {
        white.say(&play("e2", "e5"));
        white.say(&json!("not a message"));
    }
    for _ in 0..100 {
        assert_eq!([white.status(), white.status()], [406, 400]);
    }
}

#[test]
fn clause_4_a_room_that_a_code_has_opened_is_entered_by_the_code() {
    let server = Server::on_a_free_port();
    let mut ann = Guest::at(&server, "/ws/api/Ann/a%2Fb%20%E2%99%94/");
    ann.until("init");
    let code = "a%2Fb%20%E2%99%94";
    let get = |path: &str| server.request("GET", path, &[], "");
    let summary = get(&format!("/api/rooms/{code}"));
    assert_eq!(
        (summary.status, &summary.json()["kind"]),
        (200, &json!("chess"))
    );
    let mut ben = Client::hello(&server, code, json!({}));
    let welcome = ben.until("welcome");
    assert_eq!(welcome["room"], summary.json()["room"]);
    assert_eq!(
        ben.ask(json!({"type": "take-seat", "name": "Ben"}))["member"],
        2
    );
    assert_eq!(ann.until("join")["username"], "Ben");
    let token = welcome["token"].as_str().unwrap();
    assert_eq!(transfer(&server, code, token)["seconds"], 300);
    assert_eq!(get(&format!("/api/rooms/{code}/pgn")).status, 200);
    // Codes are exact.
    assert_eq!(get("/api/rooms/A%2Fb%20%E2%99%94").status, 404);
}

#[test]
fn clause_4_ids_are_not_searched_for_by_codes() {
    let server = Server::with(&["--rooms-per-hour", "2", "--unknown-rooms-per-minute", "3"]);
    let room = server.open(&json!({"kind": "chess", "passKey": "sesame"}));
    let mut ann = Guest::enter(&server, "Ann", "k3");
    ann.until("init");
    // The address may open no more rooms. What it finds in vain counts.
    let refusal = |code: &str| {
        let mut guest = Guest::enter(&server, "Eve", code);
        (guest.until("error"), guest.close_code())
    };
    assert_eq!(refusal(&room).0["status_code"], 403);
    let unknown = refusal("000000000000");
    assert_eq!((&unknown.0["status_code"], unknown.1), (&json!(429), 4008));
    for code in ["k4", "k5"] {
        assert_eq!(refusal(code), unknown);
    }
    // From now on no answer says anything about any room, in any dialect.
    for code in [&room, "k3", "k6"] {
        assert_eq!(refusal(code), unknown, "{code}");
        let status = server
            .request("GET", &format!("/api/rooms/{code}"), &[], "")
            .status;
        assert_eq!(status, 429, "{code}");
        assert_eq!(Client::hello(&server, code, json!({})).close_code(), 4008);
    }
}

#[test]
fn clause_29_a_restart_decides_no_game() {
    for signal in ["TERM", "KILL"] {
        let folder = tempfile::tempdir().unwrap();
        let server = keeping(folder.path());
        let [mut white, _black] = two(&server, "restart");
        white.say(&play("e2", "e4"));
        white.until("game_state");
        let path = "/api/rooms/restart";
        let room = server.request("GET", path, &[], "").json()["room"].clone();
        let room = room.as_str().unwrap();
        server.signal(signal);
        server.end();
        let server = keeping(folder.path());
        let mut guest = Client::hello(&server, room, json!({}));
        let events: Vec<_> = guest
            .entries(9)
            .into_iter()
            .map(|entry| entry["event"].clone())
            .collect();
        let end = json!({"type": "game-ended", "winner": null, "reason": "interrupted"});
        assert_eq!(
            (&events[6], &events[8]["type"]),
            (&end, &json!("room-closed"))
        );
        let summary = server
            .request("GET", &format!("/api/rooms/{room}"), &[], "")
            .json();
        assert_eq!(summary["game"]["result"], "*");
    }
}
