//! Timeouts for clients that are slow to send or to read.

use std::io::{Read, Write};

use serde_json::json;

use super::{
    client::Client, http::Answer, patience::wait_until, rooms::import_long_room, serve::Server,
};

#[test]
fn slow_requests_time_out() {
    let server = Server::with(&["--idle-seconds-max", "1", "--request-seconds-max", "1"]);
    // No request, half a request head, and no second request.
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
fn a_client_that_stops_reading_is_disconnected() {
    let folder = tempfile::tempdir().unwrap();
    let room = import_long_room(folder.path());
    let data = folder.path().to_str().unwrap();
    let server = Server::with(&["--send-seconds-max", "1", "--metrics", "--data", data]);
    let mut sleeper = Client::hello(&server, &room, json!({}));
    let closed = r#"raum_closes_total{code="4005"} 1"#;
    wait_until(|| server.get("/metrics").1.contains(closed));
    // Frames already in the buffers arrive, but no close frame: a full buffer has no space for it.
    sleeper.until("welcome");
    let frames = std::iter::from_fn(|| sleeper.next()).count();
    assert!(frames < 12_000, "{frames}");
}
