//! What is said when a request is not answered as asked: problem details by RFC 9457, with a stable code.

use axum::{
    http::{
        HeaderValue, StatusCode,
        header::{CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER},
    },
    response::{IntoResponse, Response},
};
use serde::Serialize;

/// The content type of every problem.
pub(crate) const PROBLEM_JSON: &str = "application/problem+json";

/// Why a request is not answered as asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    pub(crate) status: StatusCode,
    /// A stable word for programs, in kebab-case.
    pub(crate) code: &'static str,
    /// A sentence for people.
    pub(crate) detail: String,
    /// When it makes sense to ask again, where that is known.
    pub(crate) retry_after_seconds: Option<u64>,
}

impl Problem {
    pub(crate) fn new(status: StatusCode, code: &'static str, detail: impl Into<String>) -> Self {
        Self {
            status,
            code,
            detail: detail.into(),
            retry_after_seconds: None,
        }
    }

    /// The request makes no sense: another one might.
    pub(crate) fn bad_request(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "bad-request", detail)
    }

    /// Says when to ask again.
    pub(crate) fn retry_after_seconds(self, seconds: u64) -> Self {
        Self {
            retry_after_seconds: Some(seconds),
            ..self
        }
    }
}

impl Problem {
    /// The content of the answer that tells it.
    pub(crate) fn json(&self) -> String {
        let body = Body {
            about: "about:blank",
            title: self.status.canonical_reason().unwrap_or_default(),
            status: self.status.as_u16(),
            detail: &self.detail,
            code: self.code,
        };
        // Texts and a number always become JSON.
        serde_json::to_string(&body).unwrap_or_default()
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let body = self.json();
        // What is wrong now may be well a moment later.
        let headers = [(CONTENT_TYPE, PROBLEM_JSON), (CACHE_CONTROL, "no-store")];
        let mut response = (self.status, headers, body).into_response();
        if let Some(seconds) = self.retry_after_seconds {
            response
                .headers_mut()
                .insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

/// A problem as it is sent.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Problem"))]
pub(crate) struct Body<'a> {
    /// Always `about:blank`: the code says what kind of problem it is.
    #[serde(rename = "type")]
    about: &'a str,
    /// The status in words.
    title: &'a str,
    /// The status.
    #[cfg_attr(test, schemars(range(min = 400, max = 599)))]
    status: u16,
    /// A sentence for people. It may change.
    detail: &'a str,
    /// A word for programs. It does not change.
    #[cfg_attr(test, schemars(regex(pattern = "^[a-z]+(-[a-z]+)*$")))]
    code: &'a str,
}

#[cfg(test)]
mod tests {
    use axum::body::to_bytes;
    use serde_json::{Value, json};

    use super::*;

    #[tokio::test]
    async fn a_problem_as_it_is_sent() {
        let problem = Problem::new(StatusCode::TOO_MANY_REQUESTS, "too-many", "Wait.");
        let response = problem.clone().into_response();
        assert_eq!(response.headers().get(RETRY_AFTER), None);
        let response = problem.retry_after_seconds(7).into_response();
        assert_eq!(response.status(), 429);
        assert_eq!(response.headers()[CONTENT_TYPE], "application/problem+json");
        assert_eq!(response.headers()[CACHE_CONTROL], "no-store");
        assert_eq!(response.headers()[RETRY_AFTER], "7");
        let body = to_bytes(response.into_body(), 1024).await.unwrap();
        let expected = json!({
            "type": "about:blank", "title": "Too Many Requests", "status": 429, "detail": "Wait.",
            "code": "too-many",
        });
        assert_eq!(serde_json::from_slice::<Value>(&body).unwrap(), expected);
    }
}
