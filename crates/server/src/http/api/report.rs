//! `POST /api/rooms/{room}/reports`: reports a chat message to the people who run the server.

use std::sync::Arc;

use axum::{Json, extract::State, http::StatusCode, response::IntoResponse};
use raum_journal::Priority;
use raum_room::{Event, Seq};
use serde::{Deserialize, Deserializer, Serialize, de::Error};
use serde_json::Number;
use tracing::warn;

use super::request::{Content, NoParameters, Parameters, RequestedRoom};
use crate::{
    http::problem::{self, Problem},
    meters,
    rooms::{Admission, denied},
};

/// A chat message that the host of the server should see.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct ReportMessage {
    /// The number of the message's entry.
    #[serde(deserialize_with = "whole_number")]
    #[cfg_attr(test, schemars(range(min = 1, max = 9_007_199_254_740_991_u64)))]
    entry: Seq,
    reason: ReportReason,
}

/// Reads a number that JSON may write as `17` or `17.0`.
fn whole_number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Seq, D::Error> {
    let text = Number::deserialize(deserializer)?.to_string();
    let digits = text.strip_suffix(".0").unwrap_or(&text);
    let not_whole = |_| Error::custom(format_args!("{text} is not the number of an entry"));
    digits.parse().map_err(not_whole)
}

/// What is wrong with it.
#[derive(Clone, Copy, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
enum ReportReason {
    Abuse,
    Spam,
    Other,
}

impl ReportReason {
    const fn word(self) -> &'static str {
        match self {
            Self::Abuse => "abuse",
            Self::Spam => "spam",
            Self::Other => "other",
        }
    }
}

/// A report that was written to the server's log.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Reported {
    /// The room's id.
    room: String,
    entry: Seq,
    reason: ReportReason,
}

pub(super) async fn report(
    _: Parameters<NoParameters>,
    State(admission): State<Arc<Admission>>,
    asked: RequestedRoom,
    Content(ReportMessage { entry, reason }): Content<ReportMessage>,
) -> Result<impl IntoResponse, Problem> {
    asked.permitted()?;
    admission.may_report(asked.from)?;
    let store = &admission.hosts.services.store;
    // The journal counts from 1.
    let page = store.read_page(&asked.id, entry.max(1), 1, Priority::Query);
    let found = page.await.map_err(denied)?.entries.pop();
    let found = found.filter(|found| found.seq == entry);
    if !found.is_some_and(|found| matches!(found.event, Event::Said { .. })) {
        return Err(problem::no_message());
    }
    // The journal has the message itself: what people say does not belong in a log.
    let (room, word) = (asked.id.to_string(), reason.word());
    warn!(
        room,
        entry,
        reason = word,
        "a chat message was reported: `raum journal export {room}` shows it"
    );
    meters::reported(word);
    let reported = Reported {
        room,
        entry,
        reason,
    };
    Ok((StatusCode::ACCEPTED, Json(reported)))
}
