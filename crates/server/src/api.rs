//! What is asked by HTTP rather than by a dialect.

use std::sync::Arc;

use axum::{
    Extension, Json, Router,
    extract::{State, rejection::JsonRejection},
    http::StatusCode,
    response::{IntoResponse, Response},
    routing::post,
};
use raum_room::{HouseRules, Room};
use raum_rules::{AnyGame, Kind, Move, Record};
use serde::{Deserialize, Serialize};

use crate::{address::Address, doorkeeper::Doorkeeper, problem::Problem};

/// The addresses of rooms.
pub(crate) fn router(doorkeeper: Arc<Doorkeeper>) -> Router {
    Router::new()
        .route("/api/rooms", post(open_room))
        .with_state(doorkeeper)
}

/// A room to be opened.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct OpenRoom {
    kind: String,
    /// The room's policy; raum's own where absent.
    rules: Option<HouseRules>,
    /// Where the first game begins.
    start: Option<String>,
    /// The moves already made in it.
    #[serde(default)]
    moves: Vec<String>,
    pass_key: Option<String>,
}

#[derive(Serialize)]
struct Opened {
    room: String,
}

async fn open_room(
    State(doorkeeper): State<Arc<Doorkeeper>>,
    Extension(from): Extension<Address>,
    request: Result<Json<OpenRoom>, JsonRejection>,
) -> Response {
    let opened = match request {
        Ok(Json(request)) => open(&doorkeeper, from, request).await,
        Err(error) => Err(Problem::bad_request(error.body_text())),
    };
    match opened {
        Ok(room) => (StatusCode::CREATED, Json(Opened { room })).into_response(),
        Err(problem) => problem.into_response(),
    }
}

async fn open(
    doorkeeper: &Doorkeeper,
    from: Address,
    request: OpenRoom,
) -> Result<String, Problem> {
    let bad = |error: &dyn ToString| Problem::bad_request(error.to_string());
    let kind: Kind = request.kind.parse().map_err(|error| bad(&error))?;
    let record =
        record(kind, request.start.as_deref(), &request.moves).map_err(|error| bad(&error))?;
    let mut rules = request.rules.unwrap_or_else(|| HouseRules::native(kind));
    rules.pass_key = request.pass_key.is_some();
    if rules.solo {
        return Err(bad(&"a room for one is a local table"));
    }
    let lengths = request.pass_key.iter().map(|key| key.chars().count());
    if lengths
        .into_iter()
        .any(|length| !(4..=64).contains(&length))
    {
        return Err(bad(&"a pass key has 4 to 64 characters"));
    }
    let opening = Room::open(kind, rules, record.start(), record.moves().iter().copied());
    let room = doorkeeper.open(from, opening, request.pass_key).await?;
    Ok(room.to_string())
}

/// The game that a room is to begin with.
fn record(
    kind: Kind,
    start: Option<&str>,
    moves: &[String],
) -> Result<Record<AnyGame>, anyhow::Error> {
    let start = match start {
        Some(text) => kind.read_position(text)?,
        None => kind.start(),
    };
    let mut record = Record::new(start);
    for text in moves {
        let mv: Move = kind.read_move(text)?;
        record
            .play(mv)
            .map_err(|_| anyhow::anyhow!("illegal move {text:?}"))?;
    }
    Ok(record)
}
