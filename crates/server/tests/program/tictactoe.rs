//! Tic-tac-toe over Socket.IO, beyond the transcripts and the real client: origins, limits, back-pressure and
//! shutdown. Clauses are those of `docs/dialects/tictactoe.md`.

use std::{io::Write, net::TcpStream, thread};

use serde_json::{Value, json};
use tungstenite::{Message, WebSocket};

use super::{
    client::{Client, next_text},
    http::Answer,
    patience::{wait_for, wait_until},
    serve::Server,
};

const POLLING: &str = "/socket.io/?EIO=4&transport=polling";

/// A Socket.IO client connected over a WebSocket.
pub(super) struct Socket(WebSocket<TcpStream>);

impl Socket {
    pub(super) fn connect(server: &Server) -> Self {
        let path = "/socket.io/?EIO=4&transport=websocket";
        let address = format!("ws://{}{path}", server.address);
        let (socket, _) = tungstenite::client(address, server.connect()).unwrap();
        let mut socket = Self(socket);
        socket.send("40");
        wait_until(|| socket.packet().starts_with("40"));
        socket
    }

    fn send(&mut self, packet: &str) {
        // The send fails if the server has disconnected the client.
        self.0.send(Message::text(packet)).ok();
    }

    pub(super) fn emit(&mut self, event: &str, fields: &Value) {
        self.send(&format!("42{}", json!([event, fields])));
    }

    /// The next packet other than pings, which it answers.
    fn packet(&mut self) -> String {
        wait_for(|| {
            let packet = next_text(&mut self.0).unwrap();
            let is_ping = packet == "2";
            if is_ping {
                self.send("3");
            }
            (!is_ping).then_some(packet)
        })
    }

    pub(super) fn next(&mut self) -> Value {
        let packet = self.packet();
        let event = packet.strip_prefix("42");
        serde_json::from_str(event.unwrap_or_else(|| panic!("{packet}"))).unwrap()
    }

    /// The code of the next event, which must be an error.
    fn refusal(&mut self) -> String {
        let event = self.next();
        assert_eq!(event[0], "error", "{event}");
        event[1]["code"].as_str().unwrap().to_owned()
    }

    /// Opens a room and returns its id.
    fn create(&mut self) -> String {
        self.emit("create_room", &json!({"passKey": "sesame"}));
        let event = self.next();
        event[1]["roomId"].as_str().unwrap().to_owned()
    }
}

/// A Socket.IO client connected by long polling. It polls only when a test calls `poll`.
struct Polling<'a> {
    server: &'a Server,
    path: String,
}

impl<'a> Polling<'a> {
    fn connect(server: &'a Server) -> Self {
        let open = server.request("GET", POLLING, &[], "");
        let open: Value = serde_json::from_str(&open.body[1..]).unwrap();
        let path = format!("{POLLING}&sid={}", open["sid"].as_str().unwrap());
        let polling = Self { server, path };
        polling.send("40");
        wait_until(|| polling.poll().contains("40{"));
        polling
    }

    fn send(&self, packet: &str) {
        self.server.request("POST", &self.path, &[], packet);
    }

    pub(super) fn emit(&self, event: &str, fields: &Value) {
        self.send(&format!("42{}", json!([event, fields])));
    }

    fn poll(&self) -> String {
        self.server.request("GET", &self.path, &[], "").body
    }
}

fn from_page(server: &Server, origin: &str) -> Answer {
    let page = [("Host", "raum.example"), ("Origin", origin)];
    server.request("GET", POLLING, &page, "")
}

#[test]
fn only_allowed_origins_may_connect() {
    let arguments = [
        "--host",
        "raum.example",
        "--allow-origin",
        "https://club.example",
    ];
    let server = Server::with(&arguments);
    let answer = from_page(&server, "https://club.example");
    let allowed = "access-control-allow-origin";
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header(allowed), Some("https://club.example"));
    assert_eq!(from_page(&server, "https://raum.example").status, 200);
    let answer = from_page(&server, "https://elsewhere.example");
    assert_eq!(
        (answer.status, &*answer.code()),
        (403, "origin-not-allowed")
    );
    assert_eq!(answer.header(allowed), None);
    for (origin, status) in [
        ("https://club.example", 200),
        ("https://elsewhere.example", 403),
    ] {
        let preflight = [
            ("Host", "raum.example"),
            ("Origin", origin),
            ("Access-Control-Request-Method", "POST"),
            ("Access-Control-Request-Headers", "content-type"),
        ];
        let answer = server.request("OPTIONS", "/socket.io/", &preflight, "");
        let named = (status == 200).then_some(origin);
        assert_eq!((answer.status, answer.header(allowed)), (status, named));
    }
    let all = Server::with(&["--host", "raum.example", "--allow-origin", "*"]);
    let answer = from_page(&all, "https://elsewhere.example");
    assert_eq!(answer.header(allowed), Some("https://elsewhere.example"));
}

#[test]
fn a_closed_session_frees_its_slot() {
    let server = Server::with(&["--sessions-per-address-max", "2"]);
    let first = Socket::connect(&server);
    let second = Polling::connect(&server);
    let third = server.request("GET", POLLING, &[], "");
    assert_eq!((third.status, &*third.code()), (429, "too-many-sessions"));
    drop(first);
    // The slot is free once the server has noticed.
    wait_until(|| server.request("GET", POLLING, &[], "").status == 200);
    second.send("1");
    wait_until(|| server.request("GET", POLLING, &[], "").status == 200);
}

#[test]
fn a_sustained_flood_closes_only_its_own_socket() {
    let server = Server::with(&[
        "--commands-burst",
        "10",
        "--commands-per-second",
        "1",
        "--flood-seconds-max",
        "1",
    ]);
    let mut other = Socket::connect(&server);
    let mut socket = Socket::connect(&server);
    for _ in 0..100 {
        socket.emit("leave_room", &json!({}));
    }
    wait_until(|| socket.packet() == "41");
    assert_eq!(other.create().len(), 6);
}

/// The server slows the clients down, and they still finish all their games.
#[test]
fn thirty_five_games_at_full_speed() {
    let server = Server::on_a_free_port();
    let mut players = [(); 2].map(|()| Socket::connect(&server));
    let room = players[0].create();
    players[1].emit("join_room", &json!({"roomId": room, "passKey": "sesame"}));
    for game in 0..35 {
        for player in &mut players {
            assert_eq!(player.next()[0], "game_start", "{game}");
        }
        for (ply, cell) in [0, 1, 2, 4, 3, 5, 7, 6, 8].into_iter().enumerate() {
            let turn = (game + ply) % 2;
            players[turn].emit("make_move", &json!({"roomId": room, "index": cell}));
            for player in &mut players {
                assert_eq!(player.next()[0], "board_update", "{game} {ply}");
            }
        }
        for voter in 0..2 {
            players[voter].emit("replay_request", &json!({"roomId": room}));
            for player in &mut players {
                assert_eq!(player.next()[0], "replay_vote", "{game}");
            }
        }
    }
}

/// Back-pressure: the server leaves events over the rate limit in the connection, so none is lost and no queue grows.
#[test]
fn a_burst_of_a_thousand_events_is_answered() {
    let server = Server::with(&["--commands-per-second", "1000"]);
    let mut socket = Socket::connect(&server);
    for _ in 0..1000 {
        socket.emit("leave_room", &json!({}));
    }
    for at in 0..1000 {
        assert_eq!(socket.refusal(), "ROOM_NOT_FOUND", "{at}");
    }
}

#[test]
fn many_events_in_one_request_are_answered() {
    let server = Server::on_a_free_port();
    let polling = Polling::connect(&server);
    let event = format!("42{}", json!(["leave_room", {}]));
    // A polling client polls while its events are being sent.
    thread::scope(|scope| {
        scope.spawn(|| polling.send(&vec![&*event; 220].join("\u{1e}")));
        let mut answers = 0;
        wait_until(|| {
            answers += polling.poll().matches("ROOM_NOT_FOUND").count();
            answers >= 220
        });
    });
}

#[test]
fn rooms_and_lookups_per_address_are_limited() {
    let limits = ["--rooms-per-hour", "1", "--unknown-rooms-per-minute", "2"];
    let server = Server::with(&limits);
    let mut socket = Socket::connect(&server);
    let room = socket.create();
    socket.emit("create_room", &json!({"passKey": "sesame"}));
    assert_eq!(socket.refusal(), "ROOM_FULL");
    let mut other = Socket::connect(&server);
    for _ in 0..2 {
        other.emit(
            "join_room",
            &json!({"roomId": "000000", "passKey": "sesame"}),
        );
        let unknown = json!({"code": "ROOM_NOT_FOUND", "message": "There is no such room."});
        assert_eq!(other.next(), json!(["error", unknown]));
    }
    // From now on the answer does not reveal whether a room exists.
    other.emit("join_room", &json!({"roomId": room, "passKey": "sesame"}));
    let event = other.next();
    assert_eq!(event[1]["code"], "ROOM_NOT_FOUND", "{event}");
    let sentence = event[1]["message"].as_str().unwrap();
    assert!(sentence.starts_with("Too many requests"), "{event}");
}

#[test]
fn rooms_per_socket_are_limited() {
    let server = Server::on_a_free_port();
    let mut socket = Socket::connect(&server);
    for _ in 0..16 {
        socket.create();
    }
    socket.emit("create_room", &json!({"passKey": "sesame"}));
    assert_eq!(socket.refusal(), "ROOM_FULL");
}

/// The transcripts compare events as JSON values. This test compares bytes.
#[test]
fn events_are_serialised_byte_for_byte() {
    let server = Server::with(&[]);
    let [mut x, mut o] = [(); 2].map(|()| Socket::connect(&server));
    x.emit("create_room", &json!({"passKey": "sesame"}));
    let created = x.packet();
    let room = created
        .strip_prefix(r#"42["room_created",{"roomId":""#)
        .and_then(|rest| rest.strip_suffix(r#""}]"#));
    let room = room.unwrap_or_else(|| panic!("{created}")).to_owned();
    o.emit("join_room", &json!({"roomId": room, "passKey": "sesame"}));
    let board = "[null,null,null,null,null,null,null,null,null]";
    let start =
        |role| format!(r#"42["game_start",{{"board":{board},"role":"{role}","turn":"X"}}]"#);
    assert_eq!((x.packet(), o.packet()), (start("X"), start("O")));
    x.emit("make_move", &json!({"roomId": room, "index": 4}));
    let board = r#"[null,null,null,null,"X",null,null,null,null]"#;
    let update = format!(r#"42["board_update",{{"board":{board},"turn":"O","winner":null}}]"#);
    assert_eq!((x.packet(), o.packet()), (update.clone(), update));
    o.emit("make_move", &json!({"roomId": room, "index": 4}));
    let taken = r#"42["error",{"code":"CELL_TAKEN","message":"That cell is taken."}]"#;
    assert_eq!(o.packet(), taken);
    x.emit("leave_room", &json!({"roomId": room}));
    assert_eq!(o.packet(), r#"42["player_left",{}]"#);
}

/// A game of X, connected over a WebSocket, against O, who polls.
fn game_by_polling(server: &Server) -> (Socket, String, Polling<'_>) {
    let mut x = Socket::connect(server);
    let room = x.create();
    let o = Polling::connect(server);
    o.emit("join_room", &json!({"roomId": room, "passKey": "sesame"}));
    assert_eq!(x.next()[0], "game_start");
    (x, room, o)
}

#[test]
fn an_aborted_poll_is_a_disconnect() {
    // With this interval a missing pong cannot be the reason.
    let server = Server::with(&["--ping-seconds", "3600", "--commands-burst", "2000"]);
    let (mut x, room, o) = game_by_polling(&server);
    wait_until(|| o.poll().contains("game_start"));
    // A poll aborted before the server has read it has no effect.
    wait_until(|| {
        let mut poll = server.connect();
        write!(poll, "GET {} HTTP/1.1\r\nHost: raum\r\n\r\n", o.path).unwrap();
        drop(poll);
        x.emit("make_move", &json!({"roomId": room, "index": 9}));
        x.next() == json!(["player_left", {}])
    });
}

#[test]
fn a_client_that_stops_polling_is_disconnected() {
    let server = Server::with(&["--outbox-frames-max", "8"]);
    let (mut x, room, o) = game_by_polling(&server);
    // O plays but never polls.
    let mut has_left = false;
    for (ply, cell) in [0, 1, 2, 4, 3, 5, 7, 6, 8].into_iter().enumerate() {
        let played = json!({"roomId": room, "index": cell});
        match ply % 2 {
            0 => x.emit("make_move", &played),
            _ => o.emit("make_move", &played),
        }
        if x.next()[0] == "player_left" {
            has_left = true;
            break;
        }
    }
    assert!(has_left || x.next()[0] == "player_left");
    wait_until(|| o.poll().contains("41"));
}

#[test]
fn shutdown_does_not_wait_for_sessions() {
    let server = Server::on_a_free_port();
    let mut silent = server.connect();
    let open = server.request("GET", POLLING, &[], "");
    let open: Value = serde_json::from_str(&open.body[1..]).unwrap();
    let session = open["sid"].as_str().unwrap();
    // The first poll returns the first ping, and the second waits.
    let poll = format!("GET {POLLING}&sid={session} HTTP/1.1\r\nHost: raum\r\n\r\n");
    silent.write_all(poll.as_bytes()).unwrap();
    silent.write_all(poll.as_bytes()).unwrap();
    let mut socket = Socket::connect(&server);
    server.signal("TERM");
    assert_eq!(socket.packet(), "1");
    assert_eq!(server.end(), (Some(0), String::new()));
}

#[test]
fn a_restart_removes_members_from_their_rooms() {
    let folder = tempfile::tempdir().unwrap();
    let data = ["--data", folder.path().to_str().unwrap()];
    let server = Server::with(&data);
    let mut ann = Socket::connect(&server);
    let (emptied, waiting) = (ann.create(), ann.create());
    let key = json!({"key": "sesame"});
    let mut ben = Client::hello(&server, &waiting, key);
    let token = ben.until("welcome")["token"].clone();
    ben.ask(json!({"type": "take-seat", "name": "Ben"}));
    assert_eq!(ann.next()[0], "game_start");
    server.signal("TERM");
    server.end();
    let server = Server::with(&data);
    let mut cid = Socket::connect(&server);
    let join = |room: &str| json!({"roomId": room, "passKey": "sesame"});
    cid.emit("join_room", &join(&emptied));
    assert_eq!(cid.refusal(), "ROOM_NOT_FOUND");
    let mut ben = Client::hello(&server, &waiting, json!({"token": token}));
    assert_eq!(ben.until("welcome")["member"], 2);
    cid.emit("join_room", &join(&waiting));
    assert_eq!(cid.next()[1]["role"], "X");
}

/// Users of the Socket.IO client type the id.
#[test]
fn clause_15_tic_tac_toe_rooms_with_a_pass_key_have_short_ids() {
    let server = Server::on_a_free_port();
    let length = |request: Value| server.open(&request).len();
    assert_eq!(length(json!({"kind": "tictactoe", "passKey": "sesame"})), 6);
    assert_eq!(length(json!({"kind": "tictactoe"})), 12);
    assert_eq!(length(json!({"kind": "chess", "passKey": "sesame"})), 12);
}
