//! The HTTP API. One table of operations defines the routes; the tests generate the OpenAPI document from it.

mod export;
mod kinds;
mod lobby;
mod oembed;
mod open;
mod openapi;
mod report;
mod request;
mod summary;
mod transfer;

pub(crate) use request::find_room;

use std::sync::Arc;

use axum::{
    Extension, Router,
    http::{HeaderValue, StatusCode, Uri, header::CACHE_CONTROL},
    middleware::map_response,
    response::Response,
    routing::{MethodFilter, MethodRouter, any, on},
};

use crate::{
    http::{
        problem::{self, Problem},
        public_url::PublicUrl,
    },
    lobby::Lobby,
    rooms::Admission,
};

/// An operation: its method, its path under `/api`, and its route.
type Operation = (
    MethodFilter,
    &'static str,
    fn() -> MethodRouter<Arc<Admission>>,
);

/// Defines the table of operations: a method, a path and a handler each.
macro_rules! operations {
    ($($method:ident $path:literal $handler:path;)+) => {
        const OPERATIONS: &[Operation] =
            &[$((MethodFilter::$method, $path, || on(MethodFilter::$method, $handler)),)+];
    };
}

operations! {
    GET "/kinds" kinds::list;
    GET "/lobby" lobby::show;
    POST "/rooms" open::open;
    GET "/rooms/{room}" summary::show;
    GET "/rooms/{room}/journal" export::journal;
    GET "/rooms/{room}/pgn" export::pgn;
    GET "/rooms/{room}/position" export::position;
    POST "/rooms/{room}/reports" report::report;
    POST "/rooms/{room}/transfers" transfer::issue;
    GET "/oembed" oembed::show;
    GET "/openapi.json" openapi::show;
}

/// Everything under `/api`. Without a public URL there are no embeds.
pub(crate) fn router(
    admission: Arc<Admission>,
    lobby: Arc<Lobby>,
    public_url: Option<PublicUrl>,
) -> Router {
    let api = OPERATIONS
        .iter()
        .fold(Router::new(), |router, (_, path, route)| {
            router.route(path, route())
        });
    let api = api
        .fallback(not_found)
        .method_not_allowed_fallback(async || problem::wrong_method())
        .layer(map_response(disable_caching))
        .layer(Extension(public_url))
        .layer(Extension(lobby));
    Router::new()
        .nest("/api", api)
        // A nested router does not match this path.
        .route("/api/", any(not_found))
        .with_state(admission)
}

async fn not_found(uri: Uri) -> Problem {
    let detail = format!("{} does not exist.", uri.path());
    Problem::new(StatusCode::NOT_FOUND, "not-found", detail)
}

/// Disables caching unless the handler has set a policy: rooms change at any time, and access to them is restricted.
async fn disable_caching(mut response: Response) -> Response {
    let headers = response.headers_mut();
    let no_store = HeaderValue::from_static("no-store");
    headers.entry(CACHE_CONTROL).or_insert(no_store);
    response
}

#[cfg(test)]
mod tests;
