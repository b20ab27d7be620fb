//! Serves the embedded page.

mod encoding;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use axum::{
    Extension, Router,
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

use crate::http::{browsers::Frameable, problem::Problem};
use encoding::Encoding;

/// A file of the page in one encoding.
pub(crate) struct File {
    content: Cow<'static, [u8]>,
    /// Identifies the content, for the ETag.
    digest: u128,
}

/// Looks up a file of the page by its path.
pub(crate) type Files = fn(&str) -> Option<File>;

// Includes the uncompressed files: half a megabyte for clients without compression is simpler than code to unpack.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Embedded;

/// The embedded files.
pub(crate) fn embedded(path: &str) -> Option<File> {
    let file = Embedded::get(path)?;
    let digest = u128::from_be_bytes(*file.metadata.sha256_hash().first_chunk()?);
    Some(File {
        content: file.data,
        digest,
    })
}

/// The start screen.
const INDEX: &str = "index.html";

/// The page for all other screens. A page built for a static host has only an index.
const SCREEN: &str = "screen.html";

/// The page that other sites may frame. It reads the room from the path itself, and is the same for every room, so that it
/// reveals nothing of any.
const EMBED: &str = "embed.html";

const NOT_BUILT: &str = "This raum was built without its page: run `make run` to build both.\n";

const NOT_FOUND: &str = "Page not found.";

/// Keeps crawlers out of the API. Rooms say themselves that they are not to be listed, because messengers may look at them.
const ROBOTS: &str = "User-agent: *\nDisallow: /api/\n";

/// First path segments that belong to other interfaces. Unknown paths below them get a problem instead of the page.
const RESERVED: [&str; 7] = [
    "api",
    "ws",
    "socket.io",
    "healthz",
    "readyz",
    "metrics",
    "picture",
];

/// The routes of a page with these files.
pub(crate) fn router(files: Files) -> Router {
    let screens = Kind::ALL
        .iter()
        .flat_map(|kind| [format!("/{kind}"), format!("/learn/{kind}")]);
    screens
        .chain(["/r/{room}".to_owned()])
        .fold(Router::new(), |router, path| {
            router
                .route(&format!("{path}/"), get(without_slash))
                .route(&path, get(screen))
        })
        .route("/embed/{room}", get(embed))
        .route("/embed/{room}/", get(without_slash))
        .route("/", get(index))
        .route("/robots.txt", get(async || ROBOTS))
        .fallback(serve_file)
        .with_state(files)
}

/// The start screen. A query asks for a variant of it, which the script makes.
async fn index(State(files): State<Files>, uri: Uri, request: HeaderMap) -> Response {
    match uri.query() {
        None => page(files, INDEX, &request),
        Some(_) => screen(State(files), request).await,
    }
}

/// One page serves all other screens: it reads the path itself.
async fn screen(State(files): State<Files>, request: HeaderMap) -> Response {
    let path = if files(SCREEN).is_some() {
        SCREEN
    } else {
        INDEX
    };
    page(files, path, &request)
}

/// The board of a room, for other sites.
async fn embed(State(files): State<Files>, request: HeaderMap) -> impl IntoResponse {
    (Extension(Frameable), page(files, EMBED, &request))
}

fn page(files: Files, path: &str, request: &HeaderMap) -> Response {
    file(files, path, request)
        .unwrap_or_else(|| (StatusCode::SERVICE_UNAVAILABLE, NOT_BUILT).into_response())
}

/// Redirects to the canonical path of a screen.
async fn without_slash(uri: Uri) -> Redirect {
    let path = uri.path().trim_end_matches('/');
    let query = uri.query().map(|query| format!("?{query}"));
    Redirect::permanent(&format!("{path}{}", query.unwrap_or_default()))
}

async fn serve_file(
    State(files): State<Files>,
    method: Method,
    uri: Uri,
    request: HeaderMap,
) -> Response {
    let path = uri.path().strip_prefix('/').unwrap_or_default();
    let first = path.split('/').next().unwrap_or_default();
    if RESERVED.contains(&first) {
        return Problem::new(StatusCode::NOT_FOUND, "not-found", NOT_FOUND).into_response();
    }
    if method != Method::GET && method != Method::HEAD {
        return (StatusCode::METHOD_NOT_ALLOWED, [(ALLOW, "GET,HEAD")]).into_response();
    }
    let is_encoded = [Encoding::BROTLI, Encoding::GZIP]
        .iter()
        .any(|encoding| path.ends_with(encoding.suffix));
    let found = (!is_encoded).then(|| file(files, path, &request)).flatten();
    found.unwrap_or_else(|| {
        let accept = request.get(ACCEPT).and_then(|accept| accept.to_str().ok());
        not_found(accept.is_some_and(|accept| accept.contains("text/html")))
    })
}

/// The 404 response: a page for browsers, a sentence for programs.
fn not_found(as_html: bool) -> Response {
    // A newer version may have this file.
    let headers = [(CACHE_CONTROL, "no-cache"), (VARY, "Accept")];
    if as_html {
        let page = Html(include_str!("page/not_found.html"));
        (StatusCode::NOT_FOUND, headers, page).into_response()
    } else {
        (StatusCode::NOT_FOUND, headers, format!("{NOT_FOUND}\n")).into_response()
    }
}

/// The file at a path, in the client's preferred encoding, or `None` if it does not exist.
fn file(files: Files, path: &str, request: &HeaderMap) -> Option<Response> {
    files(path)?;
    let found = encoding::accepted(request).find_map(|encoding| {
        let file = files(&format!("{path}{}", encoding.suffix))?;
        Some(respond(path, encoding, file, request))
    });
    Some(found.unwrap_or_else(|| {
        let sentence = "This file is not available in an accepted encoding.\n";
        let headers = [(VARY, "Accept-Encoding")];
        (StatusCode::NOT_ACCEPTABLE, headers, sentence).into_response()
    }))
}

fn respond(path: &str, encoding: Encoding, file: File, request: &HeaderMap) -> Response {
    // Vite puts content hashes into the names of this folder only.
    let caching = if path.starts_with("assets/") {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let tag = format!("\"{:032x}\"", file.digest);
    let known = has_version(request, &tag);
    let headers = [
        (CACHE_CONTROL, caching.to_owned()),
        (ETAG, tag),
        (VARY, "Accept-Encoding".to_owned()),
        // Set here, because a response without a body would otherwise get 0.
        (CONTENT_LENGTH, file.content.len().to_string()),
    ];
    if known {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    let content_type = mime_guess::from_path(path).first_or_octet_stream();
    let content_type = [(CONTENT_TYPE, content_type.as_ref())];
    let encoded = (encoding != Encoding::IDENTITY).then_some([(CONTENT_ENCODING, encoding.name)]);
    (headers, content_type, encoded, file.content).into_response()
}

/// Whether the client accepts gzip.
pub(super) fn accepts_gzip(request: &HeaderMap) -> bool {
    encoding::accepted(request).any(|encoding| encoding == Encoding::GZIP)
}

/// Whether the client already has this version (ETag). A proxy that recompresses makes tags weak.
pub(super) fn has_version(request: &HeaderMap, tag: &str) -> bool {
    request
        .get_all(IF_NONE_MATCH)
        .iter()
        .filter_map(|line| line.to_str().ok())
        .flat_map(|line| line.split(','))
        .map(str::trim)
        .any(|known| known == "*" || known.strip_prefix("W/").unwrap_or(known) == tag)
}
