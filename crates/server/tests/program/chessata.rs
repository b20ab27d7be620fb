//! Chessata beyond its transcripts: URLs, concurrent clients, limits and misbehaving clients. Tests cite the
//! clauses of docs/dialects/chessata.md.

use std::{collections::BTreeSet, net::TcpStream, sync::Barrier, thread};

use serde_json::{Value, json};
use tungstenite::{Message, WebSocket};

use super::{
    client::{Client, close_code, next_text},
    patience::wait_for,
    rooms::keeping,
    secrets::transfer,
    serve::Server,
};

/// A Chessata client.
pub(super) struct Guest(WebSocket<TcpStream>);

impl Guest {
    fn at(server: &Server, path: &str) -> Self {
        let address = format!("ws://{}{path}", server.address);
        let (socket, _) = tungstenite::client(address, server.connect()).unwrap();
        Self(socket)
    }

    pub(super) fn enter(server: &Server, name: &str, code: &str) -> Self {
        Self::at(server, &format!("/ws/api/{name}/{code}/"))
    }

    pub(super) fn send(&mut self, frame: &Value) {
        self.0.send(Message::text(frame.to_string())).unwrap();
    }

    /// The next frame of this type.
    pub(super) fn until(&mut self, kind: &str) -> Value {
        wait_for(|| {
            let text = next_text(&mut self.0).unwrap_or_else(|| panic!("no {kind}"));
            let frame: Value = serde_json::from_str(&text).unwrap();
            (frame["type"] == kind).then_some(frame)
        })
    }

    /// The status code of the next error.
    fn status(&mut self) -> Value {
        self.until("error")["status_code"].clone()
    }

    fn close_code(&mut self) -> u16 {
        close_code(&mut self.0)
    }
}

/// The players of a game that has started: White, then Black.
fn start_game(server: &Server, code: &str) -> [Guest; 2] {
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
fn clause_1_names_and_codes_are_decoded_from_the_url() {
    let server = Server::on_a_free_port();
    let mut ann = Guest::at(&server, "/ws/api/Ann/a%2Fb%20%E2%99%94");
    assert_eq!(ann.until("init")["role"], "player");
    let mut juergen = Guest::at(
        &server,
        "/ws/api/J%C3%BCrgen%20%E2%99%98/a%2Fb%20%E2%99%94/",
    );
    assert_eq!(juergen.until("init")["role"], "player");
    assert_eq!(ann.until("join")["username"], "Jürgen ♘");
    juergen.send(&json!({"type": "chat", "message": "grüß dich"}));
    let chat = json!({"type": "chat", "username": "Jürgen ♘", "message": "grüß dich"});
    assert_eq!(ann.until("chat"), chat);
    // Codes are case-sensitive: this is another one.
    let mut cem = Guest::at(&server, "/ws/api/Cem/A%2Fb%20%E2%99%94/");
    assert_eq!(cem.until("init")["role"], "player");
}

#[test]
fn clause_2_bad_names_and_codes_open_no_room() {
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
    // The address has used up its one room.
    let mut ben = Guest::enter(&server, "Ben", "k4");
    assert_eq!(ben.status(), 429);
    assert_eq!(ben.close_code(), 4008);
}

#[test]
fn clauses_3_and_8_four_concurrent_clients_become_two_players_and_two_spectators() {
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
            // Every client stays connected until all have joined.
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
fn clause_4_a_room_id_in_lower_case_is_a_code() {
    let server = Server::on_a_free_port();
    let room = server.open(&json!({"kind": "chess"}));
    let (mut ann, _) = Client::seated(&server, &room, "Ann");
    let mut ben = Guest::enter(&server, "Ben", &room.to_lowercase());
    assert_eq!(ben.until("init")["role"], "player");
    ben.until("game_state");
    ben.send(&json!({"type": "surrender"}));
    ben.until("end_of_game");
    let entries = ann.entries(3);
    assert_eq!(entries[2]["event"]["reason"], "resignation");
}

#[test]
fn clause_24_an_invalid_frame_gets_an_error_and_affects_no_other_client() {
    let server = Server::with(&["--frame-bytes-max", "2000"]);
    let [mut white, mut black] = start_game(&server, "bad");
    white
        .0
        .send(Message::binary(vec![0, 159, 146, 150]))
        .unwrap();
    assert_eq!(white.status(), 400);
    white.send(&json!({"type": "chat", "message": "x".repeat(501)}));
    assert_eq!(white.status(), 413);
    white.send(&play("e2", "e4"));
    black.until("game_state");
    // An oversized frame closes the connection, which counts as leaving.
    let long = json!({"type": "chat", "message": "x".repeat(2_000)});
    white.send(&long);
    assert_eq!(white.close_code(), 1009);
    black.until("leave");
    assert_eq!(black.until("end_of_game")["result"], "disconnect");
}

#[test]
fn clause_24_a_flood_closes_only_its_own_connection() {
    let server = Server::with(&[
        "--commands-per-second",
        "1",
        "--commands-burst",
        "5",
        "--flood-seconds-max",
        "1",
    ]);
    let [mut white, mut black] = start_game(&server, "flood");
    for _ in 0..50 {
        white.0.send(Message::text("noise")).unwrap();
    }
    assert_eq!(white.close_code(), 4008);
    assert_eq!(black.until("end_of_game")["result"], "disconnect");
    black.send(&json!({"type": "chat", "message": "what was that?"}));
    assert_eq!(black.until("chat")["message"], "what was that?");
}

#[test]
fn clause_24_a_client_that_answers_no_pings_has_left() {
    let server = Server::with(&["--ping-seconds", "1"]);
    let [white, mut black] = start_game(&server, "silence");
    // The connection stays open, but the client reads nothing.
    assert_eq!(black.until("end_of_game")["result"], "disconnect");
    drop(white);
}

#[test]
fn clause_18_chat_quotas_do_not_block_moves() {
    let limits = ["--messages-per-minute", "2", "--messages-per-game-max", "3"];
    let server = Server::with(&limits);
    let [mut white, mut black] = start_game(&server, "talk");
    let hello = json!({"type": "chat", "message": "hello"});
    for _ in 0..2 {
        white.send(&hello);
        white.until("chat");
    }
    white.send(&hello);
    assert_eq!(white.status(), 429);
    // The quota is per member: Black can still write.
    for _ in 0..2 {
        black.send(&hello);
        white.until("chat");
    }
    white.send(&play("e2", "e4"));
    white.until("game_state");
}

#[test]
fn clause_29_a_restart_closes_with_1012() {
    let server = Server::on_a_free_port();
    let [mut white, mut black] = start_game(&server, "restart");
    server.signal("TERM");
    assert_eq!(white.close_code(), 1012);
    assert_eq!(black.close_code(), 1012);
    assert_eq!(server.end().0, Some(0));
}

#[test]
fn clause_25_a_full_server_refuses_a_new_room() {
    let server = Server::with(&["--rooms-max", "1"]);
    let [mut white, _black] = start_game(&server, "here");
    let mut cem = Guest::enter(&server, "Cem", "elsewhere");
    assert_eq!(cem.status(), 503);
    assert_eq!(cem.close_code(), 4011);
    white.send(&play("e2", "e4"));
    white.until("game_state");
}

/// The room answers some frames and the session the others, but always in the order of the requests.
#[test]
fn answers_come_in_the_order_of_requests() {
    let server = Server::on_a_free_port();
    let [mut white, _black] = start_game(&server, "k3");
    for _ in 0..100 {
        white.send(&play("e2", "e5"));
        white.send(&json!("not a message"));
    }
    for _ in 0..100 {
        assert_eq!([white.status(), white.status()], [406, 400]);
    }
}

#[test]
fn clause_4_a_code_names_its_room_in_every_dialect() {
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
    // Codes are case-sensitive.
    assert_eq!(get("/api/rooms/A%2Fb%20%E2%99%94").status, 404);
}

#[test]
fn clause_4_codes_cannot_be_used_to_search_for_ids() {
    let server = Server::with(&["--rooms-per-hour", "2", "--unknown-rooms-per-minute", "3"]);
    let room = server.open(&json!({"kind": "chess", "passKey": "sesame"}));
    let mut ann = Guest::enter(&server, "Ann", "k3");
    ann.until("init");
    // The address has used up its rooms. From now on each failed lookup counts.
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
    // From now on no answer reveals anything about any room, in any dialect.
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
fn clause_29_a_restart_interrupts_a_game_without_a_result() {
    for signal in ["TERM", "KILL"] {
        let folder = tempfile::tempdir().unwrap();
        let server = keeping(folder.path());
        let [mut white, _black] = start_game(&server, "restart");
        white.send(&play("e2", "e4"));
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
