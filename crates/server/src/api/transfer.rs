//! `POST /api/rooms/{room}/transfers`: a code that takes a seat to another device.

use std::sync::Arc;

use axum::{
    Extension, Json,
    extract::State,
    http::{HeaderMap, StatusCode},
    response::IntoResponse,
    routing::{MethodFilter, on},
};
use raum_host::Denied;
use serde::Serialize;

use super::{
    Operation,
    request::{NamedRoom, NoParameters, Parameters, seat_token},
};
#[cfg(test)]
use super::{
    document::{About, Answer},
    request::{damaged_room, journal_unavailable, newer_room, no_room, server_full},
};
use crate::{
    address::Address,
    doorkeeper::{Doorkeeper, Found},
    host::{HostMessage, ask},
    problem::Problem,
    secrets::token_hash,
};

pub(super) const ISSUE: Operation = Operation {
    method: MethodFilter::POST,
    path: "/rooms/{room}/transfers",
    route: |method| on(method, issue),
    #[cfg(test)]
    about: About {
        id: "transferSeat",
        summary: "Take a seat to another device",
        description: "A code for whoever has the seat of the token. The other device shows it in its hello (docs/dialects/raum.md, clause 5) and gets a token of its own. It is good once, and not for long.",
        token: true,
        answer: Answer::json::<Issued>("The code.").created_nowhere(),
        problems: &[
            no_seat,
            no_room,
            damaged_room,
            newer_room,
            journal_unavailable,
            server_full,
        ],
        ..About::NOTHING
    },
};

/// A code that was issued.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Issued {
    /// What to type at the other device. Case, spaces and hyphens do not matter.
    code: String,
    /// For how long it is good.
    seconds: u64,
}

async fn issue(
    _: Parameters<NoParameters>,
    State(doorkeeper): State<Arc<Doorkeeper>>,
    Extension(from): Extension<Address>,
    NamedRoom(room): NamedRoom,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Problem> {
    let token = seat_token(&headers).ok_or_else(no_seat)?;
    let Found { host, .. } = doorkeeper.find_named(from, &room).await.map_err(problem)?;
    let code = ask(&host, |reply| {
        HostMessage::Transfer(token_hash(token), reply)
    })
    .await;
    let issued = Issued {
        code: code.map_err(problem)?,
        seconds: doorkeeper.limits().transfer_seconds_max,
    };
    Ok((StatusCode::CREATED, Json(issued)))
}

fn problem(why: Denied) -> Problem {
    match why {
        Denied::Forbidden => no_seat(),
        why => why.into(),
    }
}

fn no_seat() -> Problem {
    Problem::new(
        StatusCode::FORBIDDEN,
        "forbidden",
        "Only those who have a seat can take it elsewhere: \
         show its token as `Authorization: Bearer TOKEN`.",
    )
}
