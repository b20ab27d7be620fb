//! What is asked by HTTP rather than by a dialect. One table of operations makes the routes and the
//! document that describes them.

#[cfg(test)]
mod document;
mod export;
mod kept;
mod kinds;
mod open;
mod openapi;
mod request;
mod summary;

use axum::{
    Router,
    extract::{DefaultBodyLimit, Path, State, WebSocketUpgrade},
    http::{HeaderValue, StatusCode, Uri, header::CACHE_CONTROL},
    middleware::map_response,
    response::Response,
    routing::{MethodFilter, MethodRouter, any},
};

use crate::{
    limits::{FRAME_BYTES_MAX, READ_BYTES, REQUEST_BYTES_MAX, WRITE_BYTES},
    problem::Problem,
    session::Doorkeeper,
};

/// Something that can be asked.
struct Operation {
    method: MethodFilter,
    /// Where, under `/api`.
    path: &'static str,
    route: fn(MethodFilter) -> MethodRouter<Doorkeeper>,
    /// What the document says of it.
    #[cfg(test)]
    about: document::About,
}

const OPERATIONS: [Operation; 7] = [
    kinds::LIST,
    open::OPEN,
    summary::SHOW,
    export::JOURNAL,
    export::GAME,
    export::POSITION,
    openapi::SHOW,
];

/// The addresses of rooms.
pub(crate) fn router(doorkeeper: Doorkeeper) -> Router {
    let api = OPERATIONS.iter().fold(Router::new(), |router, operation| {
        router.route(operation.path, (operation.route)(operation.method))
    });
    let api = api
        .fallback(not_found)
        .method_not_allowed_fallback(wrong_method)
        .layer(DefaultBodyLimit::max(REQUEST_BYTES_MAX))
        .layer(map_response(keep_out_of_caches));
    Router::new()
        .nest("/api", api)
        .route("/ws/raum/{room}", any(enter))
        .with_state(doorkeeper)
}

async fn not_found(uri: Uri) -> Problem {
    let detail = format!("There is nothing at {}.", uri.path());
    Problem::new(StatusCode::NOT_FOUND, "not-found", detail)
}

async fn wrong_method() -> Problem {
    let detail = "This is asked by another method: `Allow` names it.";
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, "wrong-method", detail)
}

/// A room changes at any time, and not everybody may see it. What knows better has said so already.
async fn keep_out_of_caches(mut response: Response) -> Response {
    let headers = response.headers_mut();
    let no_store = HeaderValue::from_static("no-store");
    headers.entry(CACHE_CONTROL).or_insert(no_store);
    response
}

/// A connection in the native dialect.
async fn enter(
    State(doorkeeper): State<Doorkeeper>,
    Path(room): Path<String>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let room = room.parse().ok();
    let tasks = doorkeeper.lobby.tasks().clone();
    // A connection holds these buffers for as long as it lasts, and most connections wait.
    upgrade
        .read_buffer_size(READ_BYTES)
        .write_buffer_size(WRITE_BYTES)
        .max_message_size(FRAME_BYTES_MAX)
        .max_frame_size(FRAME_BYTES_MAX)
        .on_upgrade(move |socket| tasks.track_future(doorkeeper.serve(room, socket)))
}
