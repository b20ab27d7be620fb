//! The web page that the program holds, and the addresses at which it answers.

mod encoding;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use axum::{
    Router,
    extract::State,
    http::{
        HeaderMap, Method, StatusCode, Uri,
        header::{
            ACCEPT, ALLOW, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, ETAG,
            IF_NONE_MATCH, VARY,
        },
    },
    response::{Html, IntoResponse, Redirect, Response},
    routing::get,
};
use raum_rules::Kind;
use rust_embed::RustEmbed;

use crate::http::problem::Problem;
use encoding::Encoding;

/// A file of the page in one encoding.
pub(crate) struct File {
    content: Cow<'static, [u8]>,
    /// The same for the same content, and for no other.
    digest: u128,
}

/// Where the page's files come from, by their path in the page's folder.
pub(crate) type Files = fn(&str) -> Option<File>;

// The files are there as they are, too: half a megabyte for clients that take nothing else is less to care for
// than code that unpacks it.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Embedded;

/// The files that the program was built with.
pub(crate) fn embedded(path: &str) -> Option<File> {
    let file = Embedded::get(path)?;
    let digest = u128::from_be_bytes(*file.metadata.sha256_hash().first_chunk()?);
    Some(File {
        content: file.data,
        digest,
    })
}

const INDEX: &str = "index.html";

const NOT_BUILT: &str = "This raum was built without its page: `make run` builds both.\n";

const NOTHING: &str = "There is nothing here.";

/// Rooms are for those who were told of them.
const ROBOTS: &str = "User-agent: *\nDisallow: /r/\nDisallow: /api/\n";

/// The first parts of addresses that programs ask. They get no page there, even where nothing answers.
const NOT_THE_PAGES: [&str; 6] = ["api", "ws", "socket.io", "healthz", "readyz", "metrics"];

/// What a page that gets its files from `files` answers.
pub(crate) fn router(files: Files) -> Router {
    let screens = Kind::ALL.iter().map(|kind| format!("/{kind}"));
    screens
        .chain(["/r/{room}".to_owned()])
        .fold(Router::new(), |router, path| {
            router
                .route(&format!("{path}/"), get(without_slash))
                .route(&path, get(index))
        })
        .route("/", get(index))
        .route("/robots.txt", get(async || ROBOTS))
        .fallback(anything_else)
        .with_state(files)
}

/// One page is all the screens: it looks at its address itself.
async fn index(State(files): State<Files>, request: HeaderMap) -> Response {
    file(files, INDEX, &request)
        .unwrap_or_else(|| (StatusCode::SERVICE_UNAVAILABLE, NOT_BUILT).into_response())
}

/// A screen has one address.
async fn without_slash(uri: Uri) -> Redirect {
    let path = uri.path().trim_end_matches('/');
    let query = uri.query().map(|query| format!("?{query}"));
    Redirect::permanent(&format!("{path}{}", query.unwrap_or_default()))
}

async fn anything_else(
    State(files): State<Files>,
    method: Method,
    uri: Uri,
    request: HeaderMap,
) -> Response {
    let path = uri.path().strip_prefix('/').unwrap_or_default();
    let first = path.split('/').next().unwrap_or_default();
    if NOT_THE_PAGES.contains(&first) {
        return Problem::new(StatusCode::NOT_FOUND, "not-found", NOTHING).into_response();
    }
    if method != Method::GET && method != Method::HEAD {
        return (StatusCode::METHOD_NOT_ALLOWED, [(ALLOW, "GET,HEAD")]).into_response();
    }
    let is_encoded = [Encoding::Brotli, Encoding::Gzip]
        .iter()
        .any(|encoding| path.ends_with(encoding.suffix()));
    let found = if is_encoded {
        None
    } else {
        file(files, path, &request)
    };
    found.unwrap_or_else(|| {
        let accept = request.get(ACCEPT).and_then(|accept| accept.to_str().ok());
        nothing(accept.is_some_and(|accept| accept.contains("text/html")))
    })
}

/// There is nothing here: as a page for a person, as a sentence for a program.
fn nothing(for_a_person: bool) -> Response {
    // With a newer program there may be something.
    let headers = [(CACHE_CONTROL, "no-cache"), (VARY, "Accept")];
    if for_a_person {
        let page = Html(include_str!("page/nothing.html"));
        (StatusCode::NOT_FOUND, headers, page).into_response()
    } else {
        (StatusCode::NOT_FOUND, headers, format!("{NOTHING}\n")).into_response()
    }
}

/// The file at a path, as small as the sender of the request takes it; none if there is no such file.
fn file(files: Files, path: &str, request: &HeaderMap) -> Option<Response> {
    files(path)?;
    let found = encoding::accepted(request).find_map(|encoding| {
        let file = files(&format!("{path}{}", encoding.suffix()))?;
        Some(respond(path, encoding, file, request))
    });
    Some(found.unwrap_or_else(|| {
        let sentence = "There is nothing here in an encoding that the request accepts.\n";
        let headers = [(VARY, "Accept-Encoding")];
        (StatusCode::NOT_ACCEPTABLE, headers, sentence).into_response()
    }))
}

fn respond(path: &str, encoding: Encoding, file: File, request: &HeaderMap) -> Response {
    // Vite puts a hash of the content into the names in this folder, and only there.
    let caching = if path.starts_with("assets/") {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let tag = format!("\"{:032x}\"", file.digest);
    let known = knows(request, &tag);
    let headers = [
        (CACHE_CONTROL, caching.to_owned()),
        (ETAG, tag),
        (VARY, "Accept-Encoding".to_owned()),
        // Said here, for an answer without the content would else say 0.
        (CONTENT_LENGTH, file.content.len().to_string()),
    ];
    if known {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    let content_type = mime_guess::from_path(path).first_or_octet_stream();
    let content_type = [(CONTENT_TYPE, content_type.as_ref())];
    let encoded = (encoding != Encoding::Identity).then(|| [(CONTENT_ENCODING, encoding.name())]);
    (headers, content_type, encoded, file.content).into_response()
}

/// Whether the sender of a request has what has this tag. A proxy that encodes anew makes tags weak.
fn knows(request: &HeaderMap, tag: &str) -> bool {
    request
        .get_all(IF_NONE_MATCH)
        .iter()
        .filter_map(|line| line.to_str().ok())
        .flat_map(|line| line.split(','))
        .map(str::trim)
        .any(|known| known == "*" || known.strip_prefix("W/").unwrap_or(known) == tag)
}
