//! What is asked by HTTP rather than by a dialect. One table of operations makes the routes and the
//! document that describes them.

#[cfg(test)]
mod document;
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
    routing::{MethodFilter, MethodRouter, any},
};

use crate::{doorkeeper::Doorkeeper, problem::Problem};

/// Something that can be asked.
struct Operation {
    method: MethodFilter,
    /// Where, under `/api`.
    path: &'static str,
    route: fn(MethodFilter) -> MethodRouter<Arc<Doorkeeper>>,
    /// What the document says of it.
    #[cfg(test)]
    about: document::About,
}

const OPERATIONS: [Operation; 8] = [
    kinds::LIST,
    open::OPEN,
    summary::SHOW,
    export::JOURNAL,
    export::GAME,
    export::POSITION,
    transfer::ISSUE,
    openapi::SHOW,
];

/// Everything under `/api`.
pub(crate) fn router(doorkeeper: Arc<Doorkeeper>) -> Router {
    let api = OPERATIONS.iter().fold(Router::new(), |router, operation| {
        router.route(operation.path, (operation.route)(operation.method))
    });
    let api = api
        .fallback(not_found)
        .method_not_allowed_fallback(wrong_method)
        .layer(map_response(keep_out_of_caches));
    Router::new()
        .nest("/api", api)
        // The one address under it that a nested router does not have.
        .route("/api/", any(not_found))
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

#[cfg(test)]
mod tests;
