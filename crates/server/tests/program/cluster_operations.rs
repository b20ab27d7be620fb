//! `raum serve --cluster`: how it starts, and what happens while NATS is unavailable.

use std::{
    io::{BufRead, BufReader, Write},
    net::TcpListener,
    path::Path,
    thread,
};

use raum_journal::{Append, Nats, NatsOptions, Store, test_server::NatsServer};
use raum_room::{EncodedEntry, Entry, Event};
use serde_json::json;
use tempfile::tempdir;

use super::{
    client::Client,
    cluster::{Nodes, Proxy, is_ready, node, until_event, until_move},
    command, finish,
    journal::{PRIVATE, import},
    operations::metric,
    patience::{wait_for, wait_until},
    rooms::{open, play},
    serve::Server,
};

/// Accepts clients as a server of this version would.
fn server_of_version(version: &str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("nats://{}", listener.local_addr().unwrap());
    let info = format!(
        r#"INFO {{"server_id":"x","version":"{version}","proto":1,"headers":true,"max_payload":1048576,"jetstream":true}}"#
    );
    thread::spawn(move || {
        for mut stream in listener.incoming().map_while(Result::ok) {
            write!(stream, "{info}\r\n").unwrap();
            let lines = BufReader::new(stream.try_clone().unwrap()).lines();
            for line in lines.map_while(Result::ok) {
                if line.starts_with("PING") {
                    stream.write_all(b"PONG\r\n").unwrap();
                }
            }
        }
    });
    url
}

#[test]
fn obstacles_end_the_program_with_a_sentence_and_code_2() {
    let locked = NatsServer::start_with("authorization { user: ada, password: s3cr3t }");
    let plain = NatsServer::start_as("");
    let old = server_of_version("2.11.9");
    let wrong = locked.url().replace("nats://", "nats://ada:wr0ng@");
    let cases = [
        (
            "http://h".to_owned(),
            "a NATS URL starts with nats:// or tls://",
        ),
        ("nats://ada:wr0ng@h:port".to_owned(), "HOST or HOST:PORT"),
        (locked.url(), "refused the credentials"),
        (wrong, "refused the credentials"),
        (plain.url(), "JetStream is off"),
        (old, "has version 2.11.9: raum needs 2.12 or newer"),
    ];
    for (url, sentence) in cases {
        let run = finish(command(&["serve", "--cluster", &url]).spawn().unwrap());
        assert_eq!((run.code, &*run.output), (Some(2), ""), "{url}: {run:?}");
        assert!(run.error.contains(sentence), "{url}: {}", run.error);
        assert!(!run.error.contains("wr0ng"), "{}", run.error);
    }
    let folder = tempdir().unwrap();
    let mut both = command(&["serve", "--cluster", "nats://h", "--data"]);
    let run = finish(both.arg(folder.path()).spawn().unwrap());
    assert_eq!(run.code, Some(2));
    assert!(
        run.error
            .contains("'--cluster <URL>' cannot be used with '--data <FOLDER>'"),
        "{}",
        run.error
    );
}

#[test]
fn a_node_waits_for_nats_and_then_serves() {
    let mut nats = NatsServer::start();
    nats.kill();
    let node = node(&nats.url(), &[]);
    assert!(!is_ready(&node));
    let refused = node.request("POST", "/api/rooms", &[], r#"{"kind":"chess"}"#);
    assert_eq!(refused.status, 503, "{refused:?}");
    assert!(node.get("/healthz").0.contains("200"));
    nats.restart();
    wait_until(|| is_ready(&node));
    let room = node.open(&json!({"kind": "chess"}));
    Client::seated(&node, &room, "Ann");
}

/// Reconnects until the server admits the client again.
fn resume(node: &Server, room: &str, token: &str) -> Client {
    wait_for(|| {
        let mut client = Client::hello(node, room, json!({"token": token}));
        let welcome = client.next()?;
        (welcome["type"] == "welcome").then_some(client)
    })
}

#[test]
fn while_nats_is_down_nothing_is_accepted_and_then_play_goes_on() {
    let mut nodes = Nodes::two();
    let [first, second] = nodes.pair();
    let room = open(first, "tictactoe", &json!({}));
    let (mut ann, ann_token) = Client::seated(first, &room, "Ann");
    let (ben, ben_token) = Client::seated(second, &room, "Ben");
    until_event(&mut ann, "game-started");
    assert_eq!(ann.ask(play("4", 0))["type"], "applied");
    nodes.nats.kill();
    let [first, second] = nodes.pair();
    let mut late = ben;
    late.number += 1;
    let number = late.number;
    late.send(&json!({"type": "command", "number": number, "command": play("0", 1)}));
    // The move is refused, or the connection ends first; it is not applied.
    while let Some(frame) = late.next() {
        assert_ne!(frame["type"], "applied", "{frame}");
    }
    assert_eq!(ann.close_code(), 1012);
    wait_until(|| !is_ready(first) && !is_ready(second));
    assert_eq!(
        metric(&first.get("/metrics").1, "raum_cluster_connected"),
        Some(0.0)
    );
    let denied = Client::hello(first, &room, json!({"token": ann_token}));
    assert_eq!(denied.close_code(), 4010);
    nodes.nats.restart();
    let [first, second] = nodes.pair();
    wait_until(|| is_ready(first) && is_ready(second));
    let mut ann = resume(first, &room, &ann_token);
    let mut ben = resume(second, &room, &ben_token);
    ann.number = number;
    ben.number = number;
    // An uncertain move may have been stored: then it was refused as such, and is answered now.
    let again = ben.ask(play("0", 1));
    assert!(
        again["type"] == "applied" || again["code"] == "stale-ply",
        "{again}"
    );
    until_move(&mut ann, "0");
    assert_eq!(ann.ask(play("1", 2))["type"], "applied");
    until_move(&mut ben, "1");
    assert_eq!(ben.ask(play("8", 3))["type"], "applied");
}

#[test]
fn a_node_that_is_cut_off_accepts_no_move_and_recovers() {
    let nats = NatsServer::start();
    let proxy = Proxy::to(nats.port());
    let far = node(&format!("nats://127.0.0.1:{}", proxy.port), &[]);
    let near = node(&nats.url(), &[]);
    wait_until(|| is_ready(&far) && is_ready(&near));
    let room = open(&near, "tictactoe", &json!({}));
    let (mut ann, ann_token) = Client::seated(&far, &room, "Ann");
    let (mut ben, _) = Client::seated(&near, &room, "Ben");
    until_event(&mut ann, "game-started");
    proxy.cut();
    // The node has not noticed yet, but it cannot store the move.
    let refused = ann.ask(play("4", 0));
    // If it had already been sent when the connection broke, the node cannot know that it did not arrive.
    let codes = ["journal-unavailable", "outcome-unknown"];
    assert!(
        codes.iter().any(|code| refused["code"] == *code),
        "{refused}"
    );
    assert_eq!(ann.close_code(), 1012);
    wait_until(|| !is_ready(&far));
    // Ann goes on through the other node.
    let mut ann = Client::hello(&near, &room, json!({"token": ann_token}));
    assert!(ann.until("welcome")["member"].is_number());
    ann.number = 10;
    assert_eq!(ann.ask(play("0", 0))["type"], "applied");
    assert_eq!(ben.ask(play("1", 1))["type"], "applied");
    proxy.mend();
    wait_until(|| is_ready(&far));
    // The node has caught up, and its session is the newest.
    let mut back = resume(&far, &room, &ann_token);
    assert_eq!(ann.close_code(), 4006);
    back.number = 20;
    until_move(&mut back, "1");
    assert_eq!(back.ask(play("2", 2))["type"], "applied");
    until_move(&mut ben, "2");
    assert_eq!(ben.ask(play("3", 3))["type"], "applied");
    until_event(&mut back, "move-played");
}

#[test]
fn one_node_deletes_expired_rooms_for_all() {
    let nats = NatsServer::start();
    let url = nats.url();
    let journal = Path::new(&url);
    let start = || node(&url, &["--sweep-anyway", "--log", "debug"]);
    let expired = import(journal, PRIVATE);
    let mut first = start();
    first.logged("rooms expired: 1");
    let lookup = |node: &Server, room| {
        let path = format!("/api/rooms/{room}");
        node.request("GET", &path, &[], "").status
    };
    assert_eq!(lookup(&first, &expired), 404);
    // A node that starts sweeps, unless another one has done it within the hour.
    let later = import(journal, PRIVATE);
    let mut second = start();
    second.logged("another node has swept");
    assert_eq!(lookup(&second, &later), 200);
}

/// A rolling update: a newer node has used a feature that this one does not know.
#[test]
fn a_room_that_a_newer_node_has_written_is_left_to_it() {
    let nodes = Nodes::two();
    let [first, _] = nodes.pair();
    let [changed, other] = [(); 2].map(|()| open(first, "tictactoe", &json!({})));
    let (ann, token) = Client::seated(first, &changed, "Ann");
    let (mut ben, _) = Client::seated(first, &other, "Ben");
    let newer = Entry {
        seq: 3,
        at: u64::MAX / 2,
        format: Some(u32::MAX),
        answers: None,
        event: Event::RoomClosed,
        private: None,
    };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let url = nodes.nats.url().parse().unwrap();
    let room = changed.parse().unwrap();
    let opened = runtime.block_on(Nats::open_existing(&url, &NatsOptions::default()));
    let journal = opened.unwrap();
    let appended = runtime.block_on(journal.append(&room, &[EncodedEntry::new(newer)]));
    assert_eq!(appended, Ok(Append::Done));
    assert_eq!(ann.close_code(), 4012);
    for node in nodes.pair() {
        let again = Client::hello(node, &changed, json!({"token": token}));
        assert_eq!(again.close_code(), 4012);
    }
    // Rooms that both versions understand go on, and the other one is as it was.
    assert_eq!(
        ben.ask(json!({"type": "say", "text": "still here"}))["type"],
        "applied"
    );
    assert_eq!(runtime.block_on(journal.last(&room)), Ok(3));
}
