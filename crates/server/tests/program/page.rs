//! The page embedded in the program, and the security headers of every response.

use std::{
    fs,
    io::{Read, Write},
    path::{Path, PathBuf},
};

use super::serve::Server;

/// A response as it was received.
struct Answer {
    head: String,
    body: Vec<u8>,
}

impl Answer {
    /// The response to `request`, a method and a path, with these header lines.
    fn to(server: &Server, request: &str, lines: &[&str]) -> Self {
        let mut stream = server.connect();
        let lines = [lines, &[""]].concat().join("\r\n");
        write!(
            stream,
            "{request} HTTP/1.1\r\nHost: raum\r\nConnection: close\r\n{lines}\r\n"
        )
        .unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        let end = answer.windows(4).position(|four| four == b"\r\n\r\n");
        let body = answer.split_off(end.unwrap() + 4);
        let head = String::from_utf8(answer).unwrap();
        Self { head, body }
    }

    fn status(&self) -> &str {
        self.head.split(' ').nth(1).unwrap()
    }

    fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines();
        lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
    }
}

/// The folder of the built page.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/dist")
}

/// All files in a folder, recursively.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    paths
        .flat_map(|path| {
            if path.is_dir() {
                files(&path)
            } else {
                vec![path]
            }
        })
        .collect()
}

/// `make test` builds the page first. After `cargo test` alone there may be none, and the server explains how to
/// build it.
#[test]
fn every_file_of_the_page_is_served_in_every_encoding() {
    let server = Server::on_a_free_port();
    let index = Answer::to(&server, "GET /", &[]);
    let Ok(page) = fs::read(folder().join("index.html")) else {
        let sentence = String::from_utf8_lossy(&index.body);
        assert_eq!(index.status(), "503", "{sentence}");
        assert!(sentence.contains("make run"), "{sentence}");
        return;
    };
    assert_eq!((index.status(), index.body == page), ("200", true));
    for file in files(&folder()) {
        let path = file.strip_prefix(folder()).unwrap().to_str().unwrap();
        let (path, encoding) = match path.rsplit_once('.').unwrap() {
            (path, "br") => (path, "br"),
            (path, "gz") => (path, "gzip"),
            _ => (path, "identity"),
        };
        let accept = format!("Accept-Encoding: {encoding}");
        let content = fs::read(&file).unwrap();

        let whole = Answer::to(&server, &format!("GET /{path}"), &[&accept]);
        let length = content.len().to_string();
        assert_eq!(whole.status(), "200", "{path} {encoding}");
        assert!(whole.body == content, "{path} {encoding}");
        assert_eq!(whole.header("content-length"), Some(&*length), "{path}");
        let named = whole.header("content-encoding").unwrap_or("identity");
        assert_eq!(named, encoding, "{path}");

        let head = Answer::to(&server, &format!("HEAD /{path}"), &[&accept]);
        assert_eq!((head.status(), head.body.len()), ("200", 0), "{path}");
        assert_eq!(head.header("content-length"), Some(&*length), "{path}");

        let tag = whole.header("etag").unwrap();
        let known = format!("If-None-Match: {tag}");
        let saved = Answer::to(&server, &format!("GET /{path}"), &[&accept, &known]);
        assert_eq!((saved.status(), saved.body.len()), ("304", 0), "{path}");
        assert_eq!(saved.header("etag"), Some(tag), "{path}");
        // RFC 9110, section 8.6: the full length, or no length.
        assert!(
            saved
                .header("content-length")
                .is_none_or(|found| found == length)
        );
    }
}

#[test]
fn every_response_has_security_headers() {
    let server = Server::on_a_free_port();
    let cases = [
        ("GET /healthz", "200", false),
        ("GET /api/rooms", "405", false),
        ("GET /robots.txt", "200", true),
        ("GET /nowhere", "404", true),
        ("GET /chess/", "308", true),
    ];
    for (request, status, is_page) in cases {
        let answer = Answer::to(&server, request, &[]);
        assert_eq!(answer.status(), status, "{request}");
        let headers = [
            (
                "content-security-policy",
                "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
                 img-src 'self' data:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; \
                 base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            ),
            ("x-frame-options", "DENY"),
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-opener-policy", "same-origin"),
        ];
        for (name, value) in headers {
            assert_eq!(answer.header(name), Some(value), "{request}");
        }
        let off = answer.header("permissions-policy").unwrap();
        for feature in ["camera=()", "geolocation=()", "microphone=()", "usb=()"] {
            assert!(off.split(", ").any(|found| found == feature), "{feature}");
        }
        // Other origins may use the API, if they are allowed.
        let own = answer.header("cross-origin-resource-policy");
        assert_eq!(own, is_page.then_some("same-origin"), "{request}");
    }
}

#[test]
fn unknown_api_paths_get_a_problem_and_not_the_page() {
    let server = Server::on_a_free_port();
    for request in [
        "GET /api/nowhere",
        "POST /api/nowhere",
        "GET /ws/nowhere",
        "GET /socket.io/nowhere",
    ] {
        let answer = Answer::to(&server, request, &["Accept: text/html"]);
        assert_eq!(answer.status(), "404", "{request}");
        let content_type = answer.header("content-type");
        assert_eq!(content_type, Some("application/problem+json"), "{request}");
    }
}
