//! HTTP responses: slow readers, limits on concurrent responses, metrics, and the `Host` header.

use std::{
    io::{Read, Write},
    net::TcpStream,
};

use serde_json::json;

use super::{
    operations::metric,
    patience::wait_until,
    rooms::{self, import_long_room},
    serve::Server,
};

/// A connection that has requested a room's journal and has read nothing yet.
fn request_journal(server: &Server, room: &str) -> TcpStream {
    let mut stream = server.connect();
    write!(
        stream,
        "GET /api/rooms/{room}/journal HTTP/1.1\r\nHost: raum\r\nConnection: close\r\n\r\n"
    )
    .unwrap();
    stream
}

fn journal_bytes(server: &Server) -> f64 {
    let metrics = server.get("/metrics").1;
    metric(&metrics, "raum_http_answer_bytes_total").unwrap_or(0.0)
}

#[test]
fn clients_that_stop_reading_are_disconnected_and_use_little_memory() {
    const CLIENTS: u32 = 20;
    let folder = tempfile::tempdir().unwrap();
    let room = import_long_room(folder.path());
    let data = folder.path().to_str().unwrap();
    let server = Server::with(&["--send-seconds-max", "1", "--metrics", "--data", data]);
    // A client that reads receives all of it.
    let mut whole = Vec::new();
    let mut reader = request_journal(&server, &room);
    reader.read_to_end(&mut whole).unwrap();
    assert!(whole.ends_with(b"\r\n0\r\n\r\n"));
    let before = journal_bytes(&server);
    assert!(before > 10_000_000.0, "{before}");

    let sleepers: Vec<_> = (0..CLIENTS)
        .map(|_| request_journal(&server, &room))
        .collect();
    let cut_off = r#"raum_limits_hit_total{limit="send-seconds-max"}"#;
    wait_until(|| metric(&server.get("/metrics").1, cut_off) == Some(f64::from(CLIENTS)));
    // The server read from the store only as much as the system's buffers took: less than a tenth.
    let taken = journal_bytes(&server) - before;
    assert!(taken < before * f64::from(CLIENTS) / 10.0, "{taken}");
    for mut sleeper in sleepers {
        let mut part = Vec::new();
        sleeper.read_to_end(&mut part).ok();
        assert!(part.len() < whole.len(), "{}", part.len());
    }
}

#[test]
fn concurrent_responses_per_address_are_limited() {
    let folder = tempfile::tempdir().unwrap();
    let room = import_long_room(folder.path());
    let data = folder.path().to_str().unwrap();
    let server = Server::with(&["--answers-per-address-max", "2", "--data", data]);
    let [mut slow, _sleeper] = [(); 2].map(|()| {
        let mut stream = request_journal(&server, &room);
        let mut status = [0; 12];
        stream.read_exact(&mut status).unwrap();
        assert_eq!(&status, b"HTTP/1.1 200");
        stream
    });
    let path = format!("/api/rooms/{room}");
    let refused = server.request("GET", &path, &[], "");
    assert_eq!(refused.code(), "too-many-requests");
    assert!(refused.header("retry-after").is_some());
    assert_eq!(server.request("GET", "/healthz", &[], "").status, 200);
    // The slow client can still finish its response, which frees a slot.
    let mut whole = Vec::new();
    slow.read_to_end(&mut whole).unwrap();
    assert!(whole.ends_with(b"\r\n0\r\n\r\n"));
    wait_until(|| server.request("GET", &path, &[], "").status == 200);
}

#[test]
fn responses_are_counted_by_route_and_status_class() {
    let server = Server::with(&["--metrics"]);
    let room = rooms::open(&server, "chess", &json!({}));
    server.get(&format!("/api/rooms/{room}"));
    server.get("/api/rooms/000000000000");
    server.get("/nowhere");
    let metrics = server.get("/metrics").1;
    let counted = [
        (r#"route="/api/rooms",status="2xx""#, 1.0),
        (r#"route="/api/rooms/{room}",status="2xx""#, 1.0),
        (r#"route="/api/rooms/{room}",status="4xx""#, 1.0),
    ];
    for (labels, count) in counted {
        let name = format!("raum_http_answers_total{{{labels}}}");
        assert_eq!(metric(&metrics, &name), Some(count), "{name}\n{metrics}");
    }
    let took = r#"raum_http_answer_seconds_count{route="/api/rooms/{room}"}"#;
    assert_eq!(metric(&metrics, took), Some(2.0), "{metrics}");
    assert!(!metrics.contains(&room) && !metrics.contains("nowhere"));
}

#[test]
fn a_request_needs_a_known_host() {
    let server = Server::on_a_free_port();
    let status = |request: &str| {
        let mut stream = server.connect();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).unwrap();
        str::from_utf8(&answer[9..]).unwrap().to_owned()
    };
    let get = "GET /healthz HTTP/1.1\r\n";
    assert_eq!(status(&format!("{get}\r\n")), "400");
    assert_eq!(status(&format!("{get}Host: a\r\nHost: b\r\n\r\n")), "400");
    assert_eq!(status("GET /healthz HTTP/1.0\r\n\r\n"), "200");
    for (host, expected) in [
        ("localhost:8000", "200"),
        ("127.0.0.1", "200"),
        ("kitchen.local", "200"),
        ("evil.example", "421"),
    ] {
        let request = format!("{get}Host: {host}\r\n\r\n");
        assert_eq!(status(&request), expected, "{host}");
    }
}

/// DNS rebinding: the browser takes a page whose name resolves to this machine for the server's own.
#[test]
fn dns_rebinding_is_rejected() {
    let page = [("Host", "evil.example"), ("Origin", "http://evil.example")];
    let open = |server: &Server| {
        let body = r#"{"kind":"chess"}"#;
        server.request("POST", "/api/rooms", &page, body)
    };
    let answer = open(&Server::on_a_free_port());
    assert_eq!((answer.status, &*answer.code()), (421, "wrong-host"));
    for allowed in [&["--host", "evil.example"][..], &["--trust-proxy"]] {
        assert_eq!(open(&Server::with(allowed)).status, 201, "{allowed:?}");
    }
}
