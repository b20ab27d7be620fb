//! Limits per address, connection and request: exceeding one gets an error and affects no other client. Behind
//! a trusted proxy a header names the client's address, so tests can connect from several addresses.

use serde_json::{Value, json};

use super::{
    client::Client,
    http::Answer,
    patience::{wait_for, wait_until},
    rooms::{self, play},
    serve::Server,
};

pub(crate) const HERE: (&str, &str) = ("X-Forwarded-For", "192.0.2.1");
pub(crate) const ELSEWHERE: (&str, &str) = ("X-Forwarded-For", "192.0.2.2");

fn open(server: &Server, from: (&str, &str), request: &Value) -> Answer {
    server.request("POST", "/api/rooms", &[from], &request.to_string())
}

pub(crate) fn chess(server: &Server) -> String {
    rooms::open(server, "chess", &json!({}))
}

/// A school may connect from one public address.
#[test]
fn four_hundred_players_share_an_address_at_the_default_limits() {
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
fn a_closed_connection_frees_its_slot() {
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
        let room = chess(&server);
        let [first, second] = two_clients(&server, &room);
        let answer = server.request("GET", "/healthz", &[], "");
        assert_eq!((answer.status, &*answer.code()), (status, code));
        assert!(answer.header("retry-after").is_some());
        drop(first);
        // The slot is free once the server has noticed.
        wait_until(|| server.request("GET", "/healthz", &[], "").status == 200);
        drop(second);
    }
}

/// Two WebSocket clients, as soon as earlier connections have freed their slots.
fn two_clients(server: &Server, room: &str) -> [Client; 2] {
    wait_for(|| {
        let clients = [(); 2].map(|()| Client::try_hello(server, room));
        let [Some(first), Some(second)] = clients else {
            return None;
        };
        Some([first, second])
    })
}

/// Checking 2 000 moves costs the same whether the last one is legal or not.
#[test]
fn a_refused_room_counts_towards_rooms_per_hour() {
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
fn sessions_per_address_are_limited() {
    let server = Server::with(&["--sessions-per-address-max", "2", "--trust-proxy"]);
    let room = chess(&server);
    let here = |from| Client::from(&server, &room, from, json!({}));
    let mut connected = [here(HERE), here(HERE)];
    for client in &mut connected {
        client.until("welcome");
    }
    assert_eq!(here(HERE).close_code(), 4008);
    here(ELSEWHERE).until("welcome");
    drop(connected);
    wait_until(|| is_welcomed(here(HERE)));
}

/// Whether the server admits this client.
pub(crate) fn is_welcomed(mut client: Client) -> bool {
    let frame = client.next();
    frame.is_some_and(|frame| frame["type"] == "welcome")
}

/// The server delays sessions of a burst and refuses none. The last one arrives after a member from another
/// address, which connected later, has taken a seat.
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
fn forged_forwarded_addresses_are_ignored() {
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
fn rooms_per_hour_are_limited_per_address() {
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
fn requests_per_minute_are_limited_per_address() {
    let server = Server::with(&["--requests-per-minute", "3", "--trust-proxy"]);
    let bad = json!({"kind": "checkers"});
    for _ in 0..3 {
        assert_eq!(open(&server, HERE, &bad).status, 400);
    }
    assert_eq!(open(&server, HERE, &bad).status, 429);
    assert_eq!(open(&server, ELSEWHERE, &bad).status, 400);
    // The limit covers the API only.
    assert_ne!(server.request("GET", "/healthz", &[HERE], "").status, 429);
}

#[test]
fn lookups_of_nonexistent_rooms_are_limited() {
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
fn an_oversized_frame_closes_the_connection_with_1009() {
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
fn an_oversized_body_gets_413() {
    let server = Server::with(&["--body-bytes-max", "2000"]);
    for length in [2_000, 1_000_000] {
        let body = json!({"kind": "chess", "start": "x".repeat(length)});
        let answer = server.request("POST", "/api/rooms", &[], &body.to_string());
        assert_eq!(answer.status, 413, "{length}");
        answer.code();
    }
}

#[test]
fn a_sustained_flood_closes_only_its_own_session() {
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
