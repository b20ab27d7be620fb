//! Which origins may use the server (CORS).

use super::{command, http::Answer, raum, serve::Server};

const UPGRADE: [(&str, &str); 4] = [
    ("Connection", "Upgrade"),
    ("Upgrade", "websocket"),
    ("Sec-WebSocket-Version", "13"),
    ("Sec-WebSocket-Key", "AAAAAAAAAAAAAAAAAAAAAA=="),
];

fn from_page(server: &Server, origin: &str) -> Answer {
    let headers = [("Host", "raum.example"), ("Origin", origin)];
    server.request("POST", "/api/rooms", &headers, r#"{"kind":"chess"}"#)
}

/// The response status for a WebSocket opened by a page of this origin.
fn upgraded(server: &Server, origin: &str) -> u16 {
    let page = [("Host", "raum.example"), ("Origin", origin)];
    let headers = [&UPGRADE[..], &page].concat();
    server.status("GET", "/ws/raum/000000000000", &headers)
}

#[test]
fn other_origins_are_rejected() {
    let server = Server::with(&["--host", "raum.example"]);
    assert_eq!(from_page(&server, "https://raum.example").status, 201);
    assert_eq!(upgraded(&server, "https://raum.example"), 101);
    for origin in ["https://elsewhere.example", "null"] {
        let answer = from_page(&server, origin);
        assert_eq!(
            (answer.status, &*answer.code()),
            (403, "origin-not-allowed")
        );
        assert_eq!(answer.header("access-control-allow-origin"), None);
        assert_eq!(upgraded(&server, origin), 403);
    }
}

#[test]
fn allowed_origins_get_cors_headers() {
    let named = [
        "--host",
        "raum.example",
        "--allow-origin",
        "https://club.example",
        "--allow-origin",
        "http://127.0.0.1:5173",
    ];
    let server = Server::with(&named);
    for origin in ["https://club.example", "http://127.0.0.1:5173"] {
        let answer = from_page(&server, origin);
        assert_eq!(answer.status, 201);
        assert_eq!(answer.header("access-control-allow-origin"), Some(origin));
        assert_eq!(upgraded(&server, origin), 101);
    }
    assert_eq!(from_page(&server, "https://elsewhere.example").status, 403);
    let preflight = [
        ("Host", "raum.example"),
        ("Origin", "https://club.example"),
        ("Access-Control-Request-Method", "POST"),
        (
            "Access-Control-Request-Headers",
            "authorization,content-type",
        ),
    ];
    let answer = server.request("OPTIONS", "/api/rooms", &preflight, "");
    assert_eq!(answer.status, 200);
    let allowed = answer.header("access-control-allow-headers").unwrap();
    assert!(allowed.contains("authorization"), "{allowed}");
}

#[test]
fn origins_come_from_the_environment_and_invalid_ones_are_rejected() {
    let mut serve = command(&["serve", "--listen", "127.0.0.1:0"]);
    serve.env("RAUM_ALLOW_ORIGIN", "https://a.example,https://b.example");
    serve.env("RAUM_HOST", "raum.example,club.example");
    let server = Server::start(serve);
    assert_eq!(from_page(&server, "https://b.example").status, 201);
    let run = raum(&["serve", "--allow-origin", "club.example"], "");
    assert_eq!(run.code, Some(2));
    assert!(
        run.error.contains("expected `https://HOST`"),
        "{}",
        run.error
    );
}
