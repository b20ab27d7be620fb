//! Space chess at `/ws`, beyond its transcripts. Tests cite the clauses of docs/dialects/space.md.

use std::io::Read;

use serde_json::{Value, json};
use tungstenite::Message;

use super::{
    client::Client,
    patience::wait_until,
    rooms::{self, keeping},
    serve::Server,
};

fn connect(server: &Server) -> Client {
    Client::at(server, "/ws")
}

/// Sends a frame and returns its answer.
fn answer(client: &mut Client, frame: &Value) -> Value {
    client.send(frame);
    client.next().unwrap()
}

fn create(client: &mut Client) -> Value {
    answer(client, &json!({"type": "create_game"}))
}

fn join(client: &mut Client, room: &str) -> Value {
    answer(client, &json!({"type": "join_game", "gameId": room}))
}

/// Creates a room and returns its id.
fn create_room(client: &mut Client) -> String {
    let created = create(client);
    assert_eq!(created["type"], "game_created", "{created}");
    created["gameId"].as_str().unwrap().to_owned()
}

/// The players of a game that has started: White, then Black.
fn start_game(server: &Server) -> [Client; 2] {
    let [mut ann, mut ben] = [connect(server), connect(server)];
    let room = create_room(&mut ann);
    join(&mut ben, &room);
    let start = ann.next().unwrap();
    assert_eq!(start["type"], "game_start");
    if start["color"] == "white" {
        [ann, ben]
    } else {
        [ben, ann]
    }
}

fn play(from: &str, to: &str) -> Value {
    json!({"type": "move", "from": from, "to": to})
}

/// Asserts that the game continues.
fn assert_continues([white, black]: &mut [Client; 2]) {
    white.send(&play("Aa2", "Aa3"));
    for client in [white, black] {
        assert_eq!(client.next().unwrap()["type"], "move_made");
    }
}

#[test]
fn clause_2_ids_ignore_case() {
    let server = Server::on_a_free_port();
    let [mut ann, mut ben] = [connect(&server), connect(&server)];
    let room = create_room(&mut ann);
    let small = room.to_lowercase();
    assert_eq!(join(&mut ann, &small)["code"], "own_game");
    assert_eq!(join(&mut ben, &small)["type"], "game_start");
}

#[test]
fn clause_7_an_absent_players_opponent_claims_the_game_after_the_grace() {
    let server = Server::with(&["--commands-burst", "1000000"]);
    let leaver = json!({"type": "keeps-seat", "graceMillis": 1000});
    let changes = json!({"opener": "first", "leaver": leaver});
    let room = rooms::open(&server, "space", &changes);
    let (mut ann, _) = Client::seated(&server, &room, "Ann");
    let mut ben = connect(&server);
    assert_eq!(join(&mut ben, &room)["color"], "black");
    let claim = json!({"type": "claim-absence", "result": "win"});
    assert_eq!(ann.ask(claim.clone())["code"], "opponent-present");
    assert_eq!(ann.ask(rooms::play("Aa2Aa3", 0))["type"], "applied");
    drop(ben);
    wait_until(|| {
        let answer = ann.ask(claim.clone());
        let is_applied = answer["type"] == "applied";
        let too_early = ["opponent-present", "grace-not-over"];
        assert!(
            is_applied || too_early.iter().any(|code| answer["code"] == *code),
            "{answer}"
        );
        is_applied
    });
}

#[test]
fn clause_8_every_invalid_frame_gets_an_error() {
    let server = Server::on_a_free_port();
    let mut players = start_game(&server);
    let nested = |depth| "[".repeat(depth) + &"]".repeat(depth);
    let frames = [
        (Message::binary(vec![0, 159, 146, 150]), "not_json"),
        (
            Message::binary(r#"{"type":"create_game"}"#.as_bytes().to_vec()),
            "not_json",
        ),
        (Message::text(""), "not_json"),
        (Message::text("[".repeat(16_000)), "not_json"),
        (Message::text("{\"type\":".repeat(2_000)), "not_json"),
        (Message::text(nested(8_000)), "bad_message"),
        (
            Message::text(format!(
                r#"{{"type":"join_game","gameId":{}}}"#,
                nested(5_000)
            )),
            "bad_message",
        ),
        (
            Message::text(format!(
                r#"{{"type":"join_game","gameId":"{}"}}"#,
                "♔".repeat(5_000)
            )),
            "in_game",
        ),
    ];
    for (frame, code) in frames {
        let sent = frame.to_string();
        players[0].send_message(frame);
        let answer = players[0].next().unwrap();
        assert_eq!(answer["code"], code, "{sent:.40}");
    }
    assert_continues(&mut players);
}

#[test]
fn clauses_9_and_12_rooms_and_lookups_per_address_are_limited() {
    let server = Server::with(&["--rooms-per-hour", "1", "--unknown-rooms-per-minute", "2"]);
    let [mut ann, mut ben] = [connect(&server), connect(&server)];
    let room = create_room(&mut ann);
    assert_eq!(create(&mut ben)["code"], "too_many_requests");
    for code in ["unknown_game", "unknown_game", "too_many_requests"] {
        assert_eq!(join(&mut ben, "000000000000")["code"], code);
    }
    assert_eq!(join(&mut ben, &room)["code"], "too_many_requests");
}

#[test]
fn clause_12_a_full_server_refuses_a_new_room() {
    let server = Server::with(&["--rooms-max", "1"]);
    let mut players = start_game(&server);
    let mut cem = connect(&server);
    assert_eq!(create(&mut cem)["code"], "server_full");
    assert_continues(&mut players);
}

#[test]
fn clause_12_a_damaged_game_cannot_be_joined() {
    let folder = tempfile::tempdir().unwrap();
    let server = keeping(folder.path());
    let room = create_room(&mut connect(&server));
    server.signal("TERM");
    server.end();
    let connection = rusqlite::Connection::open(folder.path().join("raum.db")).unwrap();
    let changed = connection.execute(
        "UPDATE entry SET content = replace(content, 'space', 'chess') WHERE room = ?1 AND seq = 1",
        [&room],
    );
    assert_eq!(changed, Ok(1));
    drop(connection);
    let server = keeping(folder.path());
    let mut ann = connect(&server);
    assert_eq!(join(&mut ann, &room)["code"], "journal_unavailable");
    create_room(&mut ann);
}

#[test]
fn clause_13_an_oversized_frame_or_a_flood_closes_only_its_own_connection() {
    let server = Server::with(&[
        "--commands-per-second",
        "1",
        "--commands-burst",
        "5",
        "--flood-seconds-max",
        "1",
    ]);
    let mut players = start_game(&server);
    let mut cem = connect(&server);
    cem.try_send(&json!({"type": "x".repeat(100_000)}));
    assert_eq!(cem.close_code(), 1009);
    let mut eva = connect(&server);
    for _ in 0..50 {
        eva.send(&json!({}));
    }
    assert_eq!(eva.close_code(), 4008);
    assert_continues(&mut players);
}

#[test]
fn clause_13_a_client_that_answers_no_pings_is_disconnected() {
    let server = Server::with(&["--ping-seconds", "1"]);
    let mut ann = connect(&server);
    create_room(&mut ann);
    let mut bytes = Vec::new();
    // Reads below the WebSocket layer answer no pings.
    ann.into_stream().read_to_end(&mut bytes).unwrap();
    let code = 4007_u16.to_be_bytes();
    assert!(bytes.windows(2).any(|pair| pair == code), "{bytes:?}");
}

#[test]
fn clause_13_connections_per_address_are_limited() {
    let server = Server::with(&["--sessions-per-address-max", "2"]);
    let mut players = start_game(&server);
    assert_eq!(connect(&server).close_code(), 4008);
    assert_continues(&mut players);
}

#[test]
fn clause_13_a_restart_closes_with_1012_in_every_state() {
    let server = Server::on_a_free_port();
    let [white, black] = start_game(&server);
    let [mut waiting, mut idle] = [connect(&server), connect(&server)];
    create_room(&mut waiting);
    assert_eq!(answer(&mut idle, &json!({}))["code"], "bad_message");
    server.signal("TERM");
    for client in [white, black, waiting, idle] {
        assert_eq!(client.close_code(), 1012);
    }
    assert_eq!(server.end().0, Some(0));
}

#[test]
fn clause_3_an_acknowledged_move_survives_a_crash() {
    let folder = tempfile::tempdir().unwrap();
    let server = keeping(folder.path());
    let room = rooms::open(&server, "space", &json!({}));
    let [mut white, mut black] = [connect(&server), connect(&server)];
    assert_eq!(join(&mut white, &room)["type"], "game_created");
    assert_eq!(join(&mut black, &room)["color"], "black");
    white.next();
    assert_eq!(answer(&mut white, &play("Aa2", "Aa3"))["type"], "move_made");
    server.signal("KILL");
    server.end();
    let server = keeping(folder.path());
    let room = server
        .request("GET", &format!("/api/rooms/{room}"), &[], "")
        .json();
    assert_eq!(room["game"]["lastMove"], "Aa2Aa3");
}

/// After a restart the creator's page joins the same id again, and then the invited opponent joins.
#[test]
fn clause_7_a_restart_removes_a_waiting_creator() {
    for signal in ["TERM", "KILL"] {
        let folder = tempfile::tempdir().unwrap();
        let server = keeping(folder.path());
        let mut ann = connect(&server);
        let room = create_room(&mut ann);
        server.signal(signal);
        server.end();
        let server = keeping(folder.path());
        let [mut ann, mut ben] = [connect(&server), connect(&server)];
        let waits = json!({"type": "game_created", "gameId": room});
        assert_eq!(join(&mut ann, &room), waits, "{signal}");
        assert_eq!(join(&mut ben, &room)["type"], "game_start");
        assert_eq!(ann.next().unwrap()["type"], "game_start");
    }
}
