//! What is said when a request is not answered as asked: problem details by RFC 9457, with a stable code.

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
    pub(crate) fn new(status: StatusCode, code: &'static str, detail: impl Display) -> Self {
        Self {
            status,
            code,
            detail: detail.to_string(),
            retry_after_seconds: None,
        }
    }

    /// The request makes no sense: another one might.
    pub(crate) fn bad_request(detail: impl Display) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "bad-request", detail)
    }

    /// Says when to ask again.
    pub(crate) fn retry_after_seconds(self, seconds: u64) -> Self {
        Self {
            retry_after_seconds: Some(seconds),
            ..self
        }
    }

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

/// Makes a function of each problem that always says the same, from a line for each.
macro_rules! problems {
    ($($name:ident $status:ident $code:literal $detail:literal $(retry $seconds:literal)?;)+) => {$(
        #[doc = $detail]
        pub(crate) fn $name() -> Problem {
            Problem::new(StatusCode::$status, $code, $detail)$(.retry_after_seconds($seconds))?
        }
    )+};
}

problems! {
    no_room NOT_FOUND "no-room" "There is no such room.";
    no_game NOT_FOUND "no-game" "No such game has begun in this room.";
    no_ply NOT_FOUND "no-ply" "The game has not so many moves.";
    wrong_method METHOD_NOT_ALLOWED "wrong-method" "This is asked by another method: `Allow` names it.";
    too_large PAYLOAD_TOO_LARGE "too-large" "The request is longer than this server takes.";
    not_json UNSUPPORTED_MEDIA_TYPE "not-json" "Send JSON, with `Content-Type: application/json`.";
    too_slow REQUEST_TIMEOUT "too-slow" "The request has taken too long.";
    origin_not_allowed FORBIDDEN "origin-not-allowed" "This server does not talk to pages of that origin.";
    forbidden FORBIDDEN "forbidden" "Only those in its seats see the games of this room: show the token of a seat as `Authorization: Bearer TOKEN`.";
    no_seat FORBIDDEN "forbidden" "Only those who have a seat can take it elsewhere: show its token as `Authorization: Bearer TOKEN`.";
    damaged_room INTERNAL_SERVER_ERROR "damaged-room" "The journal of this room is damaged. Other rooms are well.";
    newer_room INTERNAL_SERVER_ERROR "newer-room" "A newer version of raum has written the journal of this room.";
    // Nobody knows how long that lasts.
    journal_unavailable SERVICE_UNAVAILABLE "journal-unavailable" "The server cannot reach its rooms now. Try again later." retry 5;
    server_full SERVICE_UNAVAILABLE "server-full" "The server has no place for another room. Try again later." retry 60;
    no_connection_left SERVICE_UNAVAILABLE "server-full" "The server has no place for another connection. Try again later.";
    no_space SERVICE_UNAVAILABLE "no-space" "The server has no space for another room. Games under way go on." retry 3600;
    busy SERVICE_UNAVAILABLE "busy" "The server is still working on earlier requests from your address." retry 2;
    ending SERVICE_UNAVAILABLE "not-ready" "The server is ending.";
    cannot_store SERVICE_UNAVAILABLE "not-ready" "The server cannot keep rooms now.";
    too_many_connections TOO_MANY_REQUESTS "too-many-connections" "There are too many connections from your address.";
    too_many_sessions TOO_MANY_REQUESTS "too-many-sessions" "There are too many sessions from your address." retry 60;
    too_many_answers TOO_MANY_REQUESTS "too-many-requests" "Too many answers to your address are still under way: read those first." retry 2;
}

/// A client has asked too often, and may ask again after this long.
pub(crate) fn too_many(wait: Millis) -> Problem {
    let detail = "There have been too many requests of this kind from your address.";
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
