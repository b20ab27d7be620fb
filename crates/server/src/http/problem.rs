//! Error responses: problem details (RFC 9457) with a stable code.

use std::fmt::Display;

use axum::{
    http::{
        HeaderValue, StatusCode,
        header::{CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER},
    },
    response::{IntoResponse, Response},
};
use raum_host::Denied;
use raum_room::Millis;
use serde::{Serialize, Serializer};

/// The content type of every problem.
pub(crate) const PROBLEM_JSON: &str = "application/problem+json";

/// Why a request failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Problem {
    /// Always `about:blank`: the code identifies the problem.
    #[serde(rename = "type")]
    about: &'static str,
    /// The reason phrase of the status.
    title: &'static str,
    /// The HTTP status.
    #[serde(serialize_with = "as_number")]
    #[cfg_attr(test, schemars(with = "u16", range(min = 400, max = 599)))]
    pub(crate) status: StatusCode,
    /// A sentence for users. It may change.
    pub(crate) detail: String,
    /// A code for programs. It does not change.
    #[cfg_attr(test, schemars(regex(pattern = "^[a-z]+(-[a-z]+)*$")))]
    pub(crate) code: &'static str,
    /// When to retry, if known.
    #[serde(skip)]
    pub(crate) retry_after_seconds: Option<u64>,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
fn as_number<S: Serializer>(status: &StatusCode, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u16(status.as_u16())
}

impl Problem {
    pub(crate) fn new(status: StatusCode, code: &'static str, detail: impl Display) -> Self {
        Self {
            about: "about:blank",
            title: status.canonical_reason().unwrap_or_default(),
            status,
            detail: detail.to_string(),
            code,
            retry_after_seconds: None,
        }
    }

    /// An invalid request.
    pub(crate) fn bad_request(detail: impl Display) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "bad-request", detail)
    }

    /// Sets when to retry.
    pub(crate) fn retry_after_seconds(self, seconds: u64) -> Self {
        Self {
            retry_after_seconds: Some(seconds),
            ..self
        }
    }

    /// The body of the response.
    pub(crate) fn json(&self) -> String {
        // Texts and a number always serialise.
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let body = self.json();
        // The problem may be gone a moment later.
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

/// Defines a function for each problem with a fixed text.
macro_rules! problems {
    ($($name:ident $status:ident $code:literal $detail:literal $(retry $seconds:literal)?;)+) => {$(
        #[doc = $detail]
        pub(crate) fn $name() -> Problem {
            Problem::new(StatusCode::$status, $code, $detail)$(.retry_after_seconds($seconds))?
        }
    )+};
}

problems! {
    no_room NOT_FOUND "no-room" "This room does not exist.";
    no_game NOT_FOUND "no-game" "This game has not started in this room.";
    no_message CONFLICT "no-message" "This entry is not a chat message of this room.";
    no_picture NOT_FOUND "no-picture" "This picture does not exist.";
    no_embed NOT_FOUND "no-embed" "There is nothing to embed at this URL.";
    no_such_format NOT_IMPLEMENTED "no-such-format" "Only `format=json` is available.";
    no_ply NOT_FOUND "no-ply" "The game has fewer moves.";
    wrong_method METHOD_NOT_ALLOWED "wrong-method" "This method is not allowed here. See the `Allow` header.";
    too_large PAYLOAD_TOO_LARGE "too-large" "The request body is too large.";
    not_json UNSUPPORTED_MEDIA_TYPE "not-json" "Send JSON, with `Content-Type: application/json`.";
    too_slow REQUEST_TIMEOUT "too-slow" "The request timed out.";
    origin_not_allowed FORBIDDEN "origin-not-allowed" "This server does not accept requests from that origin.";
    forbidden FORBIDDEN "forbidden" "Only seated members can see the games of this room. Send the token of a seat as `Authorization: Bearer TOKEN`.";
    no_seat FORBIDDEN "forbidden" "Only a seated member can transfer a seat. Send its token as `Authorization: Bearer TOKEN`.";
    damaged_room INTERNAL_SERVER_ERROR "damaged-room" "The journal of this room is damaged. Other rooms are not affected.";
    newer_room INTERNAL_SERVER_ERROR "newer-room" "This room was written by a newer version of raum.";
    // A guess: how long the journal stays unavailable is unknown.
    journal_unavailable SERVICE_UNAVAILABLE "journal-unavailable" "The server cannot access its rooms. Try again later." retry 5;
    server_full SERVICE_UNAVAILABLE "server-full" "The server has reached its limit of rooms. Try again later." retry 60;
    no_connection_left SERVICE_UNAVAILABLE "server-full" "The server has reached its limit of connections. Try again later.";
    no_space SERVICE_UNAVAILABLE "no-space" "The server has no space for new rooms. Open rooms are not affected." retry 3600;
    busy SERVICE_UNAVAILABLE "busy" "The server is still working on earlier requests from your address." retry 2;
    shutting_down SERVICE_UNAVAILABLE "not-ready" "The server is shutting down.";
    cannot_store SERVICE_UNAVAILABLE "not-ready" "The server cannot write its journal.";
    too_many_connections TOO_MANY_REQUESTS "too-many-connections" "There are too many connections from your address.";
    too_many_sessions TOO_MANY_REQUESTS "too-many-sessions" "There are too many sessions from your address." retry 60;
    too_many_answers TOO_MANY_REQUESTS "too-many-requests" "Too many responses to your address are still in progress. Read those first." retry 2;
}

/// A rate limit was exceeded. The client may retry after this long.
pub(crate) fn too_many(wait: Millis) -> Problem {
    let detail = "There were too many requests of this kind from your address.";
    Problem::new(StatusCode::TOO_MANY_REQUESTS, "too-many-requests", detail)
        .retry_after_seconds(wait / 1_000 + 1)
}

impl From<Denied> for Problem {
    fn from(why: Denied) -> Self {
        match why {
            Denied::NoRoom => no_room(),
            Denied::Forbidden | Denied::NotServed | Denied::Cursor | Denied::Refused(_) => {
                forbidden()
            }
            Denied::Full => server_full(),
            Denied::NoSpace => no_space(),
            Denied::Busy => busy(),
            Denied::TooMany(wait) => too_many(wait),
            Denied::Unavailable | Denied::Restart => journal_unavailable(),
            Denied::Damaged => damaged_room(),
            Denied::Newer => newer_room(),
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::body::to_bytes;
    use serde_json::{Value, json};

    use super::*;

    #[tokio::test]
    async fn a_problem_is_sent_as_problem_json() {
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
