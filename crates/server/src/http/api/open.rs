//! `POST /api/rooms`: opening a room.

use std::{fmt::Display, sync::Arc};

use axum::{
    Extension, Json,
    extract::State,
    http::{StatusCode, header::LOCATION},
    response::IntoResponse,
};
use raum_journal::RoomId;
use raum_room::{HouseRules, Leaver, Refusal, Room};
use raum_rules::{AnyGame, Kind, Record};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::request::{Content, NoParameters, Parameters};
use crate::{
    http::problem::Problem,
    limits::{
        CLOCK_INCREMENT_MILLIS_MAX, CLOCK_INITIAL_MILLIS, GRACE_MILLIS, OPENING_MOVES_MAX,
        PASS_KEY_CHARS,
    },
    net::Address,
    rooms::{Admission, Urgency},
};

/// A room to be opened.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(extend("examples" = [
    {"kind": "chess"},
    {"kind": "tictactoe", "passKey": "sesame", "rules": {"spectators": false}},
    {"kind": "space", "rules": {"clock": {"initialMillis": 600_000, "incrementMillis": 5_000}}},
    {"kind": "chess", "start": "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "moves": ["e1c1", "e8e7"]},
])))]
pub(super) struct OpenRoom {
    #[cfg_attr(test, schemars(with = "raum_room::words::Word<Kind>"))]
    kind: String,
    /// What is to differ from the house rules of the kind. `solo` is for tables at one device, and
    /// `passKey` tells whether there is a pass key.
    #[serde(default)]
    #[cfg_attr(test, schemars(schema_with = "partial_rules"))]
    rules: Map<String, Value>,
    /// The position text of where the first game begins; the kind's start if absent.
    start: Option<String>,
    /// The texts of the moves already made in it.
    #[cfg_attr(test, schemars(length(max = OPENING_MOVES_MAX)))]
    #[serde(default)]
    moves: Vec<String>,
    /// What those who enter must know.
    #[cfg_attr(test, schemars(length(min = 4, max = 64)))]
    pass_key: Option<String>,
}

/// House rules of which each may be absent, within their bounds.
#[cfg(test)]
fn partial_rules(requests: &mut schemars::SchemaGenerator) -> schemars::Schema {
    let mut rules = <HouseRules as schemars::JsonSchema>::json_schema(requests);
    rules.remove("required");
    let grace = "/properties/leaver/oneOf/0/properties/graceMillis";
    let clock = "/properties/clock/properties";
    let bounds = [
        (grace.to_owned(), GRACE_MILLIS),
        (format!("{clock}/initialMillis"), CLOCK_INITIAL_MILLIS),
        (
            format!("{clock}/incrementMillis"),
            0..=CLOCK_INCREMENT_MILLIS_MAX,
        ),
    ];
    for (path, bounds) in bounds {
        let number = rules.pointer_mut(&path).unwrap();
        number["minimum"] = (*bounds.start()).into();
        number["maximum"] = (*bounds.end()).into();
    }
    rules.pointer_mut("/properties/solo").unwrap()["const"] = false.into();
    rules
}

/// A room that was opened.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Opened {
    /// Its id.
    room: String,
    /// Where people enter it with a browser.
    path: String,
}

pub(super) async fn open(
    _: Parameters<NoParameters>,
    State(admission): State<Arc<Admission>>,
    Extension(from): Extension<Address>,
    Content(request): Content<OpenRoom>,
) -> Result<impl IntoResponse, Problem> {
    let kind: Kind = request.kind.parse().map_err(Problem::bad_request)?;
    if let Some(key) = &request.pass_key
        && !PASS_KEY_CHARS.contains(&key.chars().count())
    {
        return Err(Problem::bad_request("a pass key has 4 to 64 characters"));
    }
    let rules = house_rules(kind, request.rules, request.pass_key.is_some())?;
    admission.may_open(from)?;
    let (start, moves) = (request.start, request.moves);
    let check = move || record(kind, start.as_deref(), &moves);
    let workers = &admission.hosts.workers;
    let record = workers.run(Some(from), Urgency::Asking, check).await??;
    let ids = match (kind, &request.pass_key) {
        // Clients of the tic-tac-toe dialect type the id, and the pass key makes up for the bits.
        (Kind::TicTacToe, Some(_)) => RoomId::short_from_bits,
        _ => RoomId::from_bits,
    };
    let opening = Room::open(kind, rules, record.start(), record.moves().iter().copied());
    let room = admission.open(from, opening, request.pass_key, ids).await?;
    let opened = Opened {
        room: room.to_string(),
        path: format!("/r/{room}"),
    };
    let location = [(LOCATION, format!("/api/rooms/{room}"))];
    Ok((StatusCode::CREATED, location, Json(opened)))
}

/// The house rules of a kind with these changes. They are read as strictly as in a journal.
fn house_rules(
    kind: Kind,
    changes: Map<String, Value>,
    has_pass_key: bool,
) -> Result<HouseRules, Problem> {
    let mut native = HouseRules::native(kind);
    native.pass_key = has_pass_key;
    let mut rules = serde_json::to_value(native).map_err(Problem::bad_request)?;
    if let Value::Object(rules) = &mut rules {
        rules.extend(changes);
    }
    let rules = serde_json::from_value(rules);
    let rules = rules.map_err(|error| Problem::bad_request(format_args!("rules: {error}")))?;
    bounded(&rules, has_pass_key)?;
    Ok(rules)
}

/// Refuses what no room should have, though its journal could tell it.
fn bounded(rules: &HouseRules, has_pass_key: bool) -> Result<(), Problem> {
    let check = |holds: bool, otherwise: &str| {
        holds
            .then_some(())
            .ok_or_else(|| Problem::bad_request(otherwise))
    };
    check(!rules.solo, "a room for one is a local table")?;
    check(
        rules.pass_key == has_pass_key,
        "rules.passKey tells whether there is a passKey",
    )?;
    if let Leaver::KeepsSeat { grace_millis } = rules.leaver {
        check(
            GRACE_MILLIS.contains(&grace_millis),
            "a grace is a second to an hour",
        )?;
    }
    let Some(clock) = rules.clock else {
        return Ok(());
    };
    check(
        CLOCK_INITIAL_MILLIS.contains(&clock.initial_millis),
        "a clock gives each side a second to a day",
    )?;
    check(
        clock.increment_millis <= CLOCK_INCREMENT_MILLIS_MAX,
        "a clock adds at most an hour for a move",
    )
}

/// The game that a room is to begin with.
fn record(kind: Kind, start: Option<&str>, moves: &[String]) -> Result<Record<AnyGame>, Problem> {
    let start = match start {
        Some(text) => kind.read_position(text).map_err(bad_position)?,
        None => kind.start(),
    };
    if moves.len() > OPENING_MOVES_MAX {
        return Err(Problem::bad_request(
            "a room begins with at most 2000 moves",
        ));
    }
    let mut record = Record::new(start);
    for text in moves {
        let mv = kind.read_move(text);
        let mv = mv.map_err(|error| refused(Refusal::BadMove, error))?;
        if record.outcome().is_some() {
            let detail = format!("the game is over before {text}");
            return Err(refused(Refusal::GameOver, detail));
        }
        record.play(mv).map_err(|_| {
            let detail = format!("illegal move {text:?}");
            refused(Refusal::IllegalMove, detail)
        })?;
    }
    Ok(record)
}

pub(super) fn bad_position(detail: impl Display) -> Problem {
    Problem::new(StatusCode::BAD_REQUEST, "bad-position", detail)
}

/// What a room would refuse, too.
pub(super) fn refused(why: Refusal, detail: impl Display) -> Problem {
    Problem::new(StatusCode::BAD_REQUEST, why.code(), detail)
}
