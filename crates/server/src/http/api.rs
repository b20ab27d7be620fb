//! What is asked by HTTP rather than by a dialect. One table of operations makes the routes; the
//! tests make the document that describes them.

mod export;
mod kinds;
mod open;
mod openapi;
mod request;
mod summary;
mod transfer;

use std::sync::Arc;

use axum::{
    Router,
    http::{HeaderValue, StatusCode, Uri, header::CACHE_CONTROL},
    middleware::map_response,
    response::Response,
    routing::{MethodFilter, MethodRouter, any, on},
};

use crate::{
    http::problem::{self, Problem},
    rooms::Admission,
};

/// Something that can be asked: by which method, where under `/api`, and what answers.
type Operation = (
    MethodFilter,
    &'static str,
    fn(MethodFilter) -> MethodRouter<Arc<Admission>>,
);

const OPERATIONS: [Operation; 8] = [
    (MethodFilter::GET, "/kinds", |method| {
        on(method, kinds::list)
    }),
    (MethodFilter::POST, "/rooms", |method| {
        on(method, open::open)
    }),
    (MethodFilter::GET, "/rooms/{room}", |method| {
        on(method, summary::show)
    }),
    (MethodFilter::GET, "/rooms/{room}/journal", |method| {
        on(method, export::journal)
    }),
    (MethodFilter::GET, "/rooms/{room}/pgn", |method| {
        on(method, export::pgn)
    }),
    (MethodFilter::GET, "/rooms/{room}/position", |method| {
        on(method, export::position)
    }),
    (MethodFilter::POST, "/rooms/{room}/transfers", |method| {
        on(method, transfer::issue)
    }),
    (MethodFilter::GET, "/openapi.json", |method| {
        on(method, openapi::show)
    }),
];

/// Everything under `/api`.
pub(crate) fn router(admission: Arc<Admission>) -> Router {
    let api = OPERATIONS
        .iter()
        .fold(Router::new(), |router, (method, path, answer)| {
            router.route(path, answer(*method))
        });
    let api = api
        .fallback(not_found)
        .method_not_allowed_fallback(async || problem::wrong_method())
        .layer(map_response(keep_out_of_caches));
    Router::new()
        .nest("/api", api)
        // The one address under it that a nested router does not have.
        .route("/api/", any(not_found))
        .with_state(admission)
}

async fn not_found(uri: Uri) -> Problem {
    let detail = format!("There is nothing at {}.", uri.path());
    Problem::new(StatusCode::NOT_FOUND, "not-found", detail)
}

/// A room changes at any time, and not everybody may see it. What knows better has said so already.
async fn keep_out_of_caches(mut response: Response) -> Response {
    let headers = response.headers_mut();
    let no_store = HeaderValue::from_static("no-store");
    headers.entry(CACHE_CONTROL).or_insert(no_store);
    response
}

#[cfg(test)]
mod tests;
