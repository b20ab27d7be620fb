//! `GET /api/openapi.json`: the document of the API, which the tests generate into `docs/api`.

use axum::{
    http::header::{CACHE_CONTROL, CONTENT_TYPE},
    response::IntoResponse,
};

use super::request::{NoParameters, Parameters};

const DOCUMENT: &str = include_str!("../../../../../docs/api/openapi.json");

pub(super) async fn show(_: Parameters<NoParameters>) -> impl IntoResponse {
    let headers = [
        (CONTENT_TYPE, "application/json"),
        (CACHE_CONTROL, "no-cache"),
    ];
    (headers, DOCUMENT)
}
