//! What is asked by HTTP rather than by a dialect.

use axum::{
    Json, Router,
    extract::{Path, State, WebSocketUpgrade, rejection::JsonRejection},
    http::StatusCode,
    response::{IntoResponse, Response},
    routing::{any, post},
};
use raum_room::{HouseRules, Room};
use raum_rules::{AnyGame, Kind, Move, Record};
use serde::{Deserialize, Serialize};

use crate::{
    limits::{FRAME_BYTES_MAX, READ_BYTES, WRITE_BYTES},
    problem::Problem,
    secrets,
    session::Doorkeeper,
};

/// The addresses of rooms.
pub(crate) fn router(doorkeeper: Doorkeeper) -> Router {
    Router::new()
        .route("/api/rooms", post(open_room))
        .route("/ws/raum/{room}", any(enter))
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
    State(doorkeeper): State<Doorkeeper>,
    request: Result<Json<OpenRoom>, JsonRejection>,
) -> Response {
    let opened = match request {
        Ok(Json(request)) => open(&doorkeeper, request).await,
        Err(error) => Err(Problem::bad_request(error.body_text())),
    };
    match opened {
        Ok(room) => (StatusCode::CREATED, Json(Opened { room })).into_response(),
        Err(problem) => problem.into_response(),
    }
}

async fn open(doorkeeper: &Doorkeeper, request: OpenRoom) -> Result<String, Problem> {
    let bad = |error: &dyn ToString| Problem::bad_request(error.to_string());
    let kind: Kind = request.kind.parse().map_err(|error| bad(&error))?;
    let record =
        record(kind, request.start.as_deref(), &request.moves).map_err(|error| bad(&error))?;
    let mut rules = request.rules.unwrap_or_else(|| HouseRules::native(kind));
    rules.pass_key = request.pass_key.is_some();
    if rules.solo {
        return Err(bad(&"a room for one is a local table"));
    }
    let pass_key_hash = match request.pass_key {
        Some(key) if !(4..=64).contains(&key.chars().count()) => {
            return Err(bad(&"a pass key has 4 to 64 characters"));
        }
        Some(key) => {
            let hashed = tokio::task::spawn_blocking(move || secrets::pass_key_hash(&key));
            hashed.await.ok().flatten()
        }
        None => None,
    };
    let opening = Room::open(kind, rules, record.start(), record.moves().iter().copied());
    let unavailable = |_| {
        Problem::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "journal-unavailable",
            "The server cannot keep a room now. Try again later.",
        )
        .retry_after_seconds(5)
    };
    let room = doorkeeper.lobby.open(opening, pass_key_hash).await;
    room.map(|room| room.to_string()).map_err(unavailable)
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
