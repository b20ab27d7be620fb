//! `GET /api/openapi.json`: the document that describes all this. It is generated from the types and
//! the table of operations, and kept in `docs/api`.

use axum::{
    http::header::{CACHE_CONTROL, CONTENT_TYPE},
    response::IntoResponse,
    routing::{MethodFilter, on},
};

#[cfg(test)]
use super::document::{About, Answer};
use super::{
    Operation,
    request::{NoParameters, Parameters},
};

const DOCUMENT: &str = include_str!("../../../../docs/api/openapi.json");

pub(super) const SHOW: Operation = Operation {
    method: MethodFilter::GET,
    path: "/openapi.json",
    route: |method| on(method, show),
    #[cfg(test)]
    about: About {
        id: "showDocument",
        summary: "This document",
        description: "The description of the HTTP API, as OpenAPI 3.1.",
        answer: Answer::json::<std::collections::BTreeMap<String, serde_json::Value>>(
            "The document.",
        ),
        ..About::NOTHING
    },
};

async fn show(_: Parameters<NoParameters>) -> impl IntoResponse {
    let headers = [
        (CONTENT_TYPE, "application/json"),
        (CACHE_CONTROL, "no-cache"),
    ];
    (headers, DOCUMENT)
}
