//! `POST /api/rooms/{room}/transfers`: issues a code that adds another device to a seat.

use std::sync::Arc;

use axum::{
    Extension, Json,
    extract::State,
    http::{HeaderMap, StatusCode},
    response::IntoResponse,
};
use raum_host::Denied;
use serde::Serialize;

use super::request::{NamedRoom, NoParameters, Parameters, seat_token};
use crate::{
    http::problem::{self, Problem},
    net::Address,
    rooms::{Admission, FoundRoom, secrets::token_hash},
};

/// A transfer code.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Issued {
    /// The code to enter on the other device. Case, spaces and hyphens are ignored.
    code: String,
    /// How long the code is valid.
    seconds: u64,
}

pub(super) async fn issue(
    _: Parameters<NoParameters>,
    State(admission): State<Arc<Admission>>,
    Extension(from): Extension<Address>,
    NamedRoom(room): NamedRoom,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Problem> {
    let token = seat_token(&headers).ok_or_else(problem::no_seat)?;
    let found = admission.find_named(from, &room).await.map_err(denied)?;
    let FoundRoom { room, host, .. } = found;
    let token_hash = token_hash(token);
    let code = admission.offer_transfer(&room, &host, token_hash).await;
    let issued = Issued {
        code: code.map_err(denied)?,
        seconds: admission.hosts.services.limits.transfer_seconds_max,
    };
    Ok((StatusCode::CREATED, Json(issued)))
}

fn denied(why: Denied) -> Problem {
    match why {
        Denied::Forbidden => problem::no_seat(),
        why => why.into(),
    }
}
