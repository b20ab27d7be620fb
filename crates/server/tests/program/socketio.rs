//! Engine.IO 4 and Socket.IO 5, packet by packet: what the real client does not do, or hides.

use std::{net::TcpStream, thread};

use serde_json::{Value, json};
use tungstenite::{Message, WebSocket};

use super::{
    client::next_text,
    http::Answer,
    patience::{wait_for, wait_until},
    serve::Server,
};

const POLLING: &str = "/socket.io/?EIO=4&transport=polling";
const WEB_SOCKET: &str = "/socket.io/?EIO=4&transport=websocket";

fn get(server: &Server, path: &str) -> Answer {
    server.request("GET", path, &[], "")
}

fn post(server: &Server, path: &str, packets: &str) -> (u16, String) {
    let answer = server.request("POST", path, &[], packets);
    (answer.status, answer.body)
}

fn ok() -> (u16, String) {
    (200, "ok".to_owned())
}

/// Starts a session, and returns the id.
fn handshake(server: &Server) -> String {
    let open = get(server, POLLING);
    assert_eq!(
        open.header("content-type"),
        Some("text/plain; charset=UTF-8")
    );
    let open: Value = serde_json::from_str(open.body.strip_prefix('0').unwrap()).unwrap();
    assert_eq!(open["upgrades"], json!(["websocket"]));
    assert_eq!(open["maxPayload"], 16_384);
    open["sid"].as_str().unwrap().to_owned()
}

fn polling(server: &Server) -> String {
    format!("{POLLING}&sid={}", handshake(server))
}

fn web_socket(server: &Server, path: &str) -> WebSocket<TcpStream> {
    let address = format!("ws://{}{path}", server.address);
    tungstenite::client(address, server.connect()).unwrap().0
}

fn send(socket: &mut WebSocket<TcpStream>, packet: &str) {
    socket.send(Message::text(packet)).unwrap();
}

fn is_closed(socket: &mut WebSocket<TcpStream>) -> bool {
    wait_for(|| next_text(socket).is_none().then_some(true))
}

#[test]
fn a_bad_request_gets_its_code() {
    let server = Server::on_a_free_port();
    let cases = [
        ("GET", "/socket.io/", 0),
        ("GET", "/socket.io/?EIO=4&transport=pigeon", 0),
        ("GET", "/socket.io/?EIO=4&transport=polling&sid=unknown", 1),
        ("POST", "/socket.io/?EIO=4&transport=polling&sid=unknown", 1),
        ("POST", POLLING, 2),
        ("PUT", POLLING, 2),
        ("GET", WEB_SOCKET, 3),
        ("GET", "/socket.io/?transport=polling", 5),
        ("GET", "/socket.io?EIO=3&transport=polling", 5),
    ];
    for (method, path, code) in cases {
        let answer = server.request(method, path, &[], "");
        let body: Value = serde_json::from_str(&answer.body).unwrap();
        assert_eq!(
            (answer.status, &body["code"]),
            (400, &json!(code)),
            "{path}"
        );
    }
    let path = polling(&server);
    assert_eq!(server.request("PUT", &path, &[], "").status, 400);
    let as_web_socket = path.replace("polling", "websocket");
    assert_eq!(get(&server, &as_web_socket).status, 400);
}

#[test]
fn packets_travel_by_polling() {
    let server = Server::on_a_free_port();
    let path = polling(&server);
    let packets = "40\u{1e}42[\"no_such_event\"]\u{1e}42[\"create_room\"]";
    assert_eq!(post(&server, &path, packets), ok());
    let mut answers = String::new();
    wait_until(|| {
        answers += &(get(&server, &path).body + "\u{1e}");
        answers.contains("WRONG_PASSKEY")
    });
    let answers: Vec<_> = answers.split_terminator('\u{1e}').collect();
    assert!(answers[0].starts_with(r#"40{"sid":""#), "{answers:?}");
    assert!(answers[1].contains("GAME_NOT_STARTED"), "{answers:?}");
    assert!(answers[2].contains("WRONG_PASSKEY"), "{answers:?}");
    // A poll that waits is answered when the session ends.
    thread::scope(|scope| {
        let poll = scope.spawn(|| get(&server, &path));
        assert_eq!(post(&server, &path, "1"), ok());
        let answer = poll.join().unwrap();
        assert!(answer.status == 400 || answer.body == "6");
    });
    assert_eq!(get(&server, &path).status, 400);
}

#[test]
fn a_second_poll_at_a_time_ends_the_session() {
    let server = Server::on_a_free_port();
    let path = polling(&server);
    let mut statuses = thread::scope(|scope| {
        let polls = [(); 2].map(|()| scope.spawn(|| get(&server, &path)));
        polls.map(|poll| {
            let answer = poll.join().unwrap();
            assert!(answer.status == 400 || answer.body == "1");
            answer.status
        })
    });
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 400]);
    wait_until(|| post(&server, &path, "3").0 == 400);
}

#[test]
fn a_violation_of_the_protocol_ends_the_session() {
    let server = Server::on_a_free_port();
    let early = [
        "",
        "abc",
        "2",
        "4abc",
        "41",
        "42[\"create_room\"]",
        "40{}\u{1e}40",
    ];
    for packets in early {
        let path = polling(&server);
        assert_eq!(post(&server, &path, packets).0, 400, "{packets:?}");
        wait_until(|| get(&server, &path).status == 400);
        let mut socket = web_socket(&server, WEB_SOCKET);
        for packet in packets.split('\u{1e}') {
            send(&mut socket, packet);
        }
        assert!(is_closed(&mut socket), "{packets:?}");
    }
    let later = [
        "40",
        "42{}",
        "42abc[\"a\"]",
        "45[\"a\"]",
        "44{}",
        "42/other,[\"a\"]",
        "451-[\"a\"]\u{1e}42[\"a\"]",
        "bAAAA",
    ];
    for packets in later {
        let path = polling(&server);
        assert_eq!(post(&server, &path, "40"), ok());
        assert_eq!(post(&server, &path, packets).0, 400, "{packets:?}");
    }
    // Neither UTF-8 nor short enough.
    let path = polling(&server);
    assert_eq!(post(&server, &path, &"x".repeat(20_000)).0, 413);
    wait_until(|| get(&server, &path).status == 400);
}

#[test]
fn a_client_leaves_the_namespace_and_returns() {
    let server = Server::on_a_free_port();
    let mut socket = web_socket(&server, WEB_SOCKET);
    let open = next_text(&mut socket).unwrap();
    let open: Value = serde_json::from_str(open.strip_prefix('0').unwrap()).unwrap();
    assert_eq!(open["upgrades"], json!([]));
    for _ in 0..2 {
        send(&mut socket, "40/other,");
        let refused = r#"44/other,{"message":"Invalid namespace"}"#;
        assert_eq!(next_text(&mut socket).as_deref(), Some(refused));
        send(&mut socket, "40{\"token\":1}");
        let connected = next_text(&mut socket).unwrap();
        assert!(connected.starts_with(r#"40{"sid":""#), "{connected}");
        send(&mut socket, r#"427["create_room",{"passKey":"sesame"},1]"#);
        let created = next_text(&mut socket).unwrap();
        assert!(created.starts_with(r#"42["room_created""#), "{created}");
        send(&mut socket, "41");
    }
}

#[test]
fn a_client_that_connects_to_no_namespace_or_answers_no_ping_is_closed() {
    let server = Server::with(&["--hello-seconds-max", "1"]);
    let mut socket = web_socket(&server, WEB_SOCKET);
    assert!(is_closed(&mut socket));
    let server = Server::with(&["--ping-seconds", "1"]);
    let mut socket = web_socket(&server, WEB_SOCKET);
    send(&mut socket, "40");
    let mut pings = 0;
    wait_until(|| match next_text(&mut socket) {
        Some(packet) => {
            pings += u32::from(packet == "2");
            false
        }
        None => true,
    });
    assert_eq!(pings, 1);
    // By polling the session waits for no WebSocket.
    let path = polling(&server);
    assert_eq!(get(&server, &path).body, "2");
    wait_until(|| get(&server, &path).status == 400);
}

#[test]
fn a_session_continues_over_a_web_socket() {
    let server = Server::on_a_free_port();
    let path = polling(&server);
    assert_eq!(post(&server, &path, "40"), ok());
    wait_until(|| get(&server, &path).body.starts_with("40"));
    let upgrade = path.replace("polling", "websocket");
    // A WebSocket without a probe changes nothing.
    let mut wrong = web_socket(&server, &upgrade);
    send(&mut wrong, "5");
    assert!(is_closed(&mut wrong));
    thread::scope(|scope| {
        let poll = scope.spawn(|| get(&server, &path).body);
        let mut socket = web_socket(&server, &upgrade);
        send(&mut socket, "2probe");
        assert_eq!(next_text(&mut socket).as_deref(), Some("3probe"));
        // The waiting poll is answered, and so is any other until the client switches.
        assert_eq!(poll.join().unwrap(), "6");
        let mut second = web_socket(&server, &upgrade);
        send(&mut second, "2probe");
        assert!(is_closed(&mut second));
        assert_eq!(post(&server, &path, r#"42["no_such_event"]"#), ok());
        send(&mut socket, "5");
        let waited = next_text(&mut socket).unwrap();
        assert!(waited.contains("GAME_NOT_STARTED"), "{waited}");
        wait_until(|| get(&server, &path).status == 400);
        send(&mut socket, r#"42["create_room",{"passKey":"sesame"}]"#);
        let created = next_text(&mut socket).unwrap();
        assert!(created.starts_with(r#"42["room_created""#), "{created}");
    });
}

#[test]
fn a_client_that_does_not_switch_polls_on() {
    let server = Server::on_a_free_port();
    let path = polling(&server);
    let mut socket = web_socket(&server, &path.replace("polling", "websocket"));
    send(&mut socket, "2probe");
    assert_eq!(next_text(&mut socket).as_deref(), Some("3probe"));
    wait_until(|| get(&server, &path).body == "6");
    drop(socket);
    assert_eq!(post(&server, &path, "40"), ok());
    wait_until(|| get(&server, &path).body.starts_with("40"));
}
