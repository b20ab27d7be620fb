//! Tests of the page's routes, with files of their own.

use axum::{
    body::{Body, to_bytes},
    http::{Request, header::LOCATION},
};
use tower::ServiceExt;

use super::*;

const FOREVER: &str = "public, max-age=31536000, immutable";

const BUILT: [(&str, &str); 15] = [
    ("index.html", "the page"),
    ("index.html.br", "brotli of the page"),
    ("index.html.gz", "gzip of the page"),
    ("screen.html", "the screen"),
    ("embed.html", "the embed"),
    ("assets/rules-c0ffee.wasm", "\0asm"),
    ("assets/rules-c0ffee.wasm.br", "brotli of the rules"),
    ("assets/index-c0ffee.js", "the script"),
    ("assets/index-c0ffee.js.gz", "gzip of the script"),
    ("icon.svg", "the icon"),
    ("icon-192.png", "the icon in points"),
    ("manifest.webmanifest", "the manifest"),
    ("worker.js", "the worker"),
    ("worker.js.br", "brotli of the worker"),
    ("api/rooms", "a file that must not hide the API"),
];

fn built(path: &str) -> Option<File> {
    let place = BUILT.iter().position(|(name, _)| *name == path)?;
    Some(File {
        content: Cow::Borrowed(BUILT[place].1.as_bytes()),
        digest: place as u128,
    })
}

/// A page built for a static host.
fn only_an_index(path: &str) -> Option<File> {
    built(path).filter(|_| path != "screen.html")
}

#[tokio::test]
async fn an_index_alone_serves_all_screens() {
    for path in ["/", "/chess", "/r/0123456789AB"] {
        let answer = ask(only_an_index, "GET", path, &[]).await;
        assert_eq!((answer.status, &*answer.body), (200, "the page"), "{path}");
    }
}

fn missing(_: &str) -> Option<File> {
    None
}

struct Answer {
    status: u16,
    headers: HeaderMap,
    body: String,
}

impl Answer {
    /// The value of a header, or an empty text.
    fn header(&self, name: impl axum::http::header::AsHeaderName) -> &str {
        let value = self.headers.get(name);
        value.map_or("", |value| value.to_str().unwrap())
    }
}

async fn ask(files: Files, method: &str, path: &str, headers: &[(&str, &str)]) -> Answer {
    let mut request = Request::builder().method(method).uri(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let request = request.body(Body::empty()).unwrap();
    let response = router(files).oneshot(request).await.unwrap();
    let (head, body) = response.into_parts();
    let body = to_bytes(body, 4096).await.unwrap();
    Answer {
        status: head.status.as_u16(),
        headers: head.headers,
        body: String::from_utf8(body.into()).unwrap(),
    }
}

async fn get(path: &str) -> Answer {
    ask(built, "GET", path, &[]).await
}

#[tokio::test]
async fn every_path_of_the_page_is_served() {
    let cases = [
        ("/", "text/html", "no-cache", "the page"),
        ("/?new=chess", "text/html", "no-cache", "the screen"),
        ("/chess", "text/html", "no-cache", "the screen"),
        ("/space", "text/html", "no-cache", "the screen"),
        ("/tictactoe", "text/html", "no-cache", "the screen"),
        ("/learn/space", "text/html", "no-cache", "the screen"),
        ("/chess?level=2", "text/html", "no-cache", "the screen"),
        ("/r/0123456789AB", "text/html", "no-cache", "the screen"),
        ("/embed/0123456789AB", "text/html", "no-cache", "the embed"),
        ("/embed/a?flip=1", "text/html", "no-cache", "the embed"),
        ("/index.html", "text/html", "no-cache", "the page"),
        ("/icon.svg", "image/svg+xml", "no-cache", "the icon"),
        (
            "/icon-192.png",
            "image/png",
            "no-cache",
            "the icon in points",
        ),
        (
            "/manifest.webmanifest",
            "application/manifest+json",
            "no-cache",
            "the manifest",
        ),
        // A cached worker would keep an old page alive.
        ("/worker.js", "text/javascript", "no-cache", "the worker"),
        (
            "/assets/rules-c0ffee.wasm",
            "application/wasm",
            FOREVER,
            "\0asm",
        ),
        (
            "/assets/index-c0ffee.js",
            "text/javascript",
            FOREVER,
            "the script",
        ),
    ];
    for (path, content_type, caching, body) in cases {
        let answer = get(path).await;
        assert_eq!((answer.status, &*answer.body), (200, body), "{path}");
        assert_eq!(answer.header(CONTENT_TYPE), content_type, "{path}");
        assert_eq!(answer.header(CACHE_CONTROL), caching, "{path}");
        assert_eq!(answer.header(CONTENT_ENCODING), "", "{path}");
        assert_eq!(answer.header(CONTENT_LENGTH), body.len().to_string());
        assert_eq!(answer.header(VARY), "Accept-Encoding", "{path}");
    }
}

#[tokio::test]
async fn a_file_is_served_in_the_best_available_encoding() {
    const RULES: &str = "/assets/rules-c0ffee.wasm";
    const SCRIPT: &str = "/assets/index-c0ffee.js";
    let cases = [
        ("/", "gzip, br", "br", "text/html", "brotli of the page"),
        ("/", "gzip", "gzip", "text/html", "gzip of the page"),
        (
            "/",
            "br;q=0.5, gzip",
            "gzip",
            "text/html",
            "gzip of the page",
        ),
        ("/", "identity, br;q=0.5", "", "text/html", "the page"),
        (
            RULES,
            "gzip, br",
            "br",
            "application/wasm",
            "brotli of the rules",
        ),
        (RULES, "gzip", "", "application/wasm", "\0asm"),
        (
            SCRIPT,
            "gzip, br",
            "gzip",
            "text/javascript",
            "gzip of the script",
        ),
        ("/icon.svg", "gzip, br", "", "image/svg+xml", "the icon"),
        (
            "/worker.js",
            "gzip, br",
            "br",
            "text/javascript",
            "brotli of the worker",
        ),
    ];
    for (path, accept, encoding, content_type, body) in cases {
        let answer = ask(built, "GET", path, &[("accept-encoding", accept)]).await;
        let found = (answer.status, &*answer.body);
        assert_eq!(found, (200, body), "{path} {accept}");
        assert_eq!(answer.header(CONTENT_ENCODING), encoding, "{path} {accept}");
        assert_eq!(answer.header(CONTENT_TYPE), content_type, "{path} {accept}");
        assert_eq!(answer.header(CONTENT_LENGTH), body.len().to_string());
    }
}

#[tokio::test]
async fn a_file_without_an_accepted_encoding_gets_406() {
    for (path, accept) in [("/icon.svg", "br, identity;q=0"), ("/", "*;q=0")] {
        let answer = ask(built, "GET", path, &[("accept-encoding", accept)]).await;
        assert_eq!(answer.status, 406, "{path}");
        assert_eq!(answer.header(VARY), "Accept-Encoding", "{path}");
    }
}

#[tokio::test]
async fn an_etag_belongs_to_one_encoding_and_matches_with_304() {
    let mut tags = Vec::new();
    for accept in ["br", "gzip", "identity"] {
        let encoding = ("accept-encoding", accept);
        let whole = ask(built, "GET", "/", &[encoding]).await;
        let tag = whole.header(ETAG).to_owned();
        assert!(tag.starts_with('"') && tag.ends_with('"'), "{tag}");
        for known in [&tag, &format!("W/{tag}"), &format!("\"old\", {tag}"), "*"] {
            let headers = [encoding, ("if-none-match", known)];
            let answer = ask(built, "GET", "/", &headers).await;
            assert_eq!((answer.status, &*answer.body), (304, ""), "{known}");
            for header in [ETAG, CACHE_CONTROL, VARY, CONTENT_LENGTH] {
                let expected = whole.header(&header);
                assert_eq!(answer.header(&header), expected, "{known} {header}");
            }
        }
        for unknown in ["\"old\"", tag.trim_matches('"'), "", "W/*"] {
            let headers = [encoding, ("if-none-match", unknown)];
            let answer = ask(built, "GET", "/", &headers).await;
            assert_eq!(
                (answer.status, &answer.body),
                (200, &whole.body),
                "{unknown}"
            );
        }
        tags.push(tag);
    }
    tags.dedup();
    assert_eq!(tags.len(), 3, "{tags:?}");
}

#[tokio::test]
async fn unknown_paths_get_404() {
    for path in [
        "/go",
        "//icon.svg",
        "/chess/2",
        "/r",
        "/r/",
        "/r/a/b",
        "/embed",
        "/embed/",
        "/embed/a/b",
        "/assets/",
        "/assets/old.js",
        "/index.html.br",
        "/index.html.gz",
        "/assets/rules-c0ffee.wasm.br",
        "/../Cargo.toml",
    ] {
        for files in [built, missing] {
            let answer = ask(files, "GET", path, &[]).await;
            assert_eq!(answer.status, 404, "{path}");
            assert_eq!(answer.header(CONTENT_TYPE), "text/plain; charset=utf-8");
            assert_eq!(answer.header(CACHE_CONTROL), "no-cache", "{path}");

            let accept = ("accept", "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8");
            let answer = ask(files, "GET", path, &[accept]).await;
            assert_eq!(answer.status, 404, "{path}");
            assert_eq!(answer.header(CONTENT_TYPE), "text/html; charset=utf-8");
            assert!(answer.body.contains("Page not found."), "{path}");
        }
    }
}

#[tokio::test]
async fn reserved_paths_get_a_problem_and_not_the_page() {
    for path in [
        "/api",
        "/api/rooms",
        "/ws/raum",
        "/socket.io/",
        "/healthz",
        "/readyz",
        "/metrics",
    ] {
        for method in ["GET", "POST"] {
            let answer = ask(built, method, path, &[("accept", "text/html")]).await;
            let found = (answer.status, answer.header(CONTENT_TYPE));
            assert_eq!(found, (404, "application/problem+json"), "{method} {path}");
        }
    }
}

#[tokio::test]
async fn a_trailing_slash_is_redirected() {
    let cases = [
        ("/chess/", "/chess"),
        ("/space/", "/space"),
        ("/tictactoe/?level=2", "/tictactoe?level=2"),
        ("/r/0123456789AB/", "/r/0123456789AB"),
        ("/r/%2F%2Felsewhere.example/", "/r/%2F%2Felsewhere.example"),
    ];
    for (path, target) in cases {
        let answer = get(path).await;
        let found = (answer.status, answer.header(LOCATION));
        assert_eq!(found, (308, target), "{path}");
    }
}

#[tokio::test]
async fn robots_txt_excludes_the_api() {
    for files in [built, missing] {
        let answer = ask(files, "GET", "/robots.txt", &[]).await;
        let expected = "User-agent: *\nDisallow: /api/\n";
        assert_eq!((answer.status, &*answer.body), (200, expected));
        assert_eq!(answer.header(CONTENT_TYPE), "text/plain; charset=utf-8");
    }
}

#[tokio::test]
async fn a_missing_page_explains_how_to_build_it() {
    for path in ["/", "/chess", "/r/0123456789AB"] {
        let answer = ask(missing, "GET", path, &[]).await;
        assert_eq!((answer.status, &*answer.body), (503, NOT_BUILT), "{path}");
        assert_eq!(answer.header(CONTENT_TYPE), "text/plain; charset=utf-8");
        assert_eq!(answer.header(CACHE_CONTROL), "", "{path}");
    }
}

#[tokio::test]
async fn the_page_allows_only_get_and_head() {
    for path in ["/", "/icon.svg", "/go", "/robots.txt"] {
        let answer = ask(built, "POST", path, &[]).await;
        let found = (answer.status, answer.header(ALLOW));
        assert_eq!(found, (405, "GET,HEAD"), "{path}");
    }
    for path in ["/", "/icon.svg"] {
        let (whole, head) = (get(path).await, ask(built, "HEAD", path, &[]).await);
        assert_eq!((head.status, &*head.body), (200, ""), "{path}");
        assert_eq!(head.headers, whole.headers, "{path}");
    }
}
