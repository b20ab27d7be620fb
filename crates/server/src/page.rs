//! The web page that the program holds, and the addresses at which it answers.

use std::borrow::Cow;

use axum::{
    Router,
    extract::State,
    http::{
        StatusCode, Uri,
        header::{CACHE_CONTROL, CONTENT_TYPE},
    },
    response::{IntoResponse, Response},
    routing::get,
};
use raum_rules::Kind;
use rust_embed::RustEmbed;

/// Where the page's files come from, by their path in the page's folder.
pub(crate) type Files = fn(&str) -> Option<Cow<'static, [u8]>>;

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Embedded;

/// The files that the program was built with.
pub(crate) fn embedded(path: &str) -> Option<Cow<'static, [u8]>> {
    Embedded::get(path).map(|file| file.data)
}

const NOT_BUILT: &str = "This raum was built without its page: `make run` builds both.\n";

/// What a page that gets its files from `files` answers.
pub(crate) fn router(files: Files) -> Router {
    let screens = Kind::ALL
        .iter()
        .map(|kind| format!("/{kind}"))
        .chain(["/", "/r/{room}"].map(String::from));
    screens
        .fold(Router::new(), |router, path| {
            router.route(&path, get(index))
        })
        .fallback(get(file))
        .with_state(files)
}

/// One page is all the screens: it looks at its address itself.
async fn index(State(files): State<Files>) -> Response {
    const PATH: &str = "index.html";
    files(PATH).map_or_else(
        || (StatusCode::SERVICE_UNAVAILABLE, NOT_BUILT).into_response(),
        |content| respond(PATH, content),
    )
}

async fn file(State(files): State<Files>, uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    files(path).map_or_else(
        || (StatusCode::NOT_FOUND, "There is nothing here.\n").into_response(),
        |content| respond(path, content),
    )
}

fn respond(path: &str, content: Cow<'static, [u8]>) -> Response {
    // Vite puts a hash of the content into the names in this folder, and only there.
    let caching = if path.starts_with("assets/") {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let content_type = mime_guess::from_path(path).first_or_octet_stream();
    let headers = [
        (CONTENT_TYPE, content_type.as_ref()),
        (CACHE_CONTROL, caching),
    ];
    (headers, content).into_response()
}

#[cfg(test)]
mod tests {
    use axum::{
        body::{Body, to_bytes},
        http::Request,
    };
    use tower::ServiceExt;

    use super::*;

    fn built(path: &str) -> Option<Cow<'static, [u8]>> {
        let content: &[u8] = match path {
            "index.html" => b"the page",
            "assets/rules-c0ffee.wasm" => b"\0asm",
            "assets/index-c0ffee.js" => b"the script",
            "icon.svg" => b"the icon",
            _ => return None,
        };
        Some(Cow::Borrowed(content))
    }

    fn missing(_: &str) -> Option<Cow<'static, [u8]>> {
        None
    }

    /// Status, content type, caching and body of an answer.
    async fn answer(files: Files, method: &str, path: &str) -> (u16, String, String, String) {
        let request = Request::builder().method(method).uri(path);
        let request = request.body(Body::empty()).unwrap();
        let response = router(files).oneshot(request).await.unwrap();
        let header = |name| {
            let value = response.headers().get(name);
            value.map_or("", |value| value.to_str().unwrap()).to_owned()
        };
        let [content_type, caching] = [CONTENT_TYPE, CACHE_CONTROL].map(header);
        let status = response.status().as_u16();
        let body = to_bytes(response.into_body(), 1024).await.unwrap();
        let body = String::from_utf8(body.into()).unwrap();
        (status, content_type, caching, body)
    }

    #[tokio::test]
    async fn every_address_of_a_built_page() {
        const FOREVER: &str = "public, max-age=31536000, immutable";
        let cases = [
            ("/", 200, "text/html", "no-cache", "the page"),
            ("/chess", 200, "text/html", "no-cache", "the page"),
            ("/space", 200, "text/html", "no-cache", "the page"),
            ("/tictactoe", 200, "text/html", "no-cache", "the page"),
            ("/chess?level=2", 200, "text/html", "no-cache", "the page"),
            ("/r/0123456789AB", 200, "text/html", "no-cache", "the page"),
            ("/index.html", 200, "text/html", "no-cache", "the page"),
            ("/icon.svg", 200, "image/svg+xml", "no-cache", "the icon"),
            (
                "/assets/rules-c0ffee.wasm",
                200,
                "application/wasm",
                FOREVER,
                "\0asm",
            ),
            (
                "/assets/index-c0ffee.js",
                200,
                "text/javascript",
                FOREVER,
                "the script",
            ),
        ];
        for (path, status, content_type, caching, body) in cases {
            let expected = (status, content_type.into(), caching.into(), body.into());
            assert_eq!(answer(built, "GET", path).await, expected, "{path}");
        }
    }

    #[tokio::test]
    async fn addresses_without_a_page() {
        for path in [
            "/go",
            "/chess/",
            "/r",
            "/r/",
            "/r/a/b",
            "/assets/",
            "/assets/old.js",
            "/../Cargo.toml",
        ] {
            for files in [built, missing] {
                let (status, content_type, caching, _) = answer(files, "GET", path).await;
                let expected = (404, "text/plain; charset=utf-8", "");
                assert_eq!((status, &*content_type, &*caching), expected, "{path}");
            }
        }
    }

    #[tokio::test]
    async fn without_a_page_its_addresses_say_how_to_build_it() {
        for path in ["/", "/chess", "/r/0123456789AB"] {
            let (status, content_type, caching, body) = answer(missing, "GET", path).await;
            let expected = (503, "text/plain; charset=utf-8", "", NOT_BUILT);
            assert_eq!(
                (status, &*content_type, &*caching, &*body),
                expected,
                "{path}"
            );
        }
    }

    #[tokio::test]
    async fn a_page_is_read_and_not_written() {
        for path in ["/", "/icon.svg", "/go"] {
            assert_eq!(answer(built, "POST", path).await.0, 405, "{path}");
        }
        let (status, content_type, _, body) = answer(built, "HEAD", "/").await;
        assert_eq!((status, &*content_type, &*body), (200, "text/html", ""));
    }
}
