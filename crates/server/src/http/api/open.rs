//! `POST /api/rooms`: opens a room.

use std::{fmt::Display, sync::Arc};

use axum::{
    Extension, Json,
    extract::State,
    http::{StatusCode, header::LOCATION},
    response::IntoResponse,
};
use raum_host::Denied;
use raum_journal::RoomId;
use raum_room::{HouseRules, Leaver, Refusal, Room, words::MaybeWord};
use raum_rules::{AnyGame, Kind, Record, Side};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::request::{Content, NoParameters, Parameters};
use crate::{
    http::problem::Problem,
    limits::{
        CLOCK_INCREMENT_MILLIS_MAX, CLOCK_INITIAL_MILLIS, FIRST_MOVE_MILLIS, GRACE_MILLIS,
        OPENING_MOVES_MAX, PASS_KEY_CHARS,
    },
    net::Address,
    rooms::{Admission, Computer, NewRoom, Occupants, Urgency},
};

/// A request to open a room.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(extend("examples" = [
    {"kind": "chess"},
    {"kind": "tictactoe", "passKey": "sesame", "rules": {"spectators": false}},
    {"kind": "space", "rules": {"clock": {"initialMillis": 600_000, "incrementMillis": 5_000}}},
    {"kind": "chess", "rules": {"listed": true}},
    {"kind": "chess", "computer": {"level": 3}},
    {"kind": "space", "computer": {"level": 8, "side": "first", "instant": true}},
    {"kind": "chess", "start": "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "moves": ["e1c1", "e8e7"]},
])))]
pub(super) struct OpenRoom {
    #[cfg_attr(test, schemars(with = "raum_room::words::Word<Kind>"))]
    kind: String,
    /// Changes to the default house rules of the kind. `solo` is for local tables only, and `passKey` must be true
    /// exactly if the request has a pass key.
    #[serde(default)]
    #[cfg_attr(test, schemars(schema_with = "super::tests::document::partial_rules"))]
    rules: Map<String, Value>,
    /// The position in which the first game starts. Default: the start position of the kind.
    start: Option<String>,
    /// The moves already played from there.
    #[cfg_attr(test, schemars(length(max = OPENING_MOVES_MAX)))]
    #[serde(default)]
    moves: Vec<String>,
    /// A computer to play against: the client that takes the other seat starts the game.
    computer: Option<OpponentWish>,
    /// The key that a client needs to enter the room.
    #[cfg_attr(test, schemars(length(min = 4, max = 64)))]
    pass_key: Option<String>,
}

/// A computer in a new room.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Computer"))]
struct OpponentWish {
    /// How strong it plays: from 1, in both chesses to 8, in tic-tac-toe to 3.
    #[cfg_attr(test, schemars(range(min = 1, max = 8)))]
    level: u64,
    /// Its side. Default: the side that the house rules leave, or one at random.
    #[serde(default, with = "MaybeWord::<Side>")]
    side: Option<Side>,
    /// Whether it answers at once instead of after a natural pause.
    #[serde(default)]
    instant: bool,
}

impl From<OpponentWish> for Computer {
    fn from(wish: OpponentWish) -> Self {
        Self {
            // No kind has level 0 or so many levels that the number does not fit.
            level: u8::try_from(wish.level).unwrap_or(0),
            side: wish.side,
            instant: wish.instant,
        }
    }
}

/// A newly opened room.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Opened {
    /// The id.
    room: String,
    /// The path of the room in a browser.
    path: String,
    /// The short code of a room that waits for an opponent, if it has one: another name for it until the game starts.
    code: Option<String>,
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
        // Users of the tic-tac-toe dialect type the id. The pass key makes up for its fewer bits.
        (Kind::TicTacToe, Some(_)) => RoomId::short_from_bits,
        _ => RoomId::from_bits,
    };
    let waits_for_a_person = request.computer.is_none();
    let opening = Room::open(kind, rules, record.start(), record.moves().iter().copied());
    let occupants = match request.computer {
        Some(wish) => Occupants::Computer(wish.into()),
        None => Occupants::None,
    };
    let new = NewRoom { opening, occupants };
    let opened = admission.open(from, new, request.pass_key, ids).await;
    let opened = opened.map_err(|why| match why {
        Denied::Refused(why) => refused(why, why),
        why => why.into(),
    })?;
    let room = opened.id;
    let code = if waits_for_a_person && room.as_str().len() > RoomId::SHORT_CHARS {
        admission.issue_code(&room).await
    } else {
        None
    };
    let opened = Opened {
        room: room.to_string(),
        path: format!("/r/{room}"),
        code: code.map(|code| code.to_string()),
    };
    let location = [(LOCATION, format!("/api/rooms/{room}"))];
    Ok((StatusCode::CREATED, location, Json(opened)))
}

/// The house rules of a kind with these changes, parsed as strictly as in a journal.
fn house_rules(
    kind: Kind,
    changes: Map<String, Value>,
    has_pass_key: bool,
) -> Result<HouseRules, Problem> {
    let mut native = HouseRules::native(kind);
    native.pass_key = has_pass_key;
    let mut rules = serde_json::to_value(native).map_err(Problem::bad_request)?;
    let has_default_leaver = !changes.contains_key("leaver");
    if let Value::Object(rules) = &mut rules {
        rules.extend(changes);
    }
    let rules = serde_json::from_value(rules);
    let mut rules: HouseRules =
        rules.map_err(|error| Problem::bad_request(format_args!("rules: {error}")))?;
    if has_default_leaver {
        rules.leaver = Leaver::keeps_seat(rules.clock);
    }
    check_bounds(&rules, has_pass_key)?;
    Ok(rules)
}

/// Rejects rules that are valid in a journal but not for a new room.
fn check_bounds(rules: &HouseRules, has_pass_key: bool) -> Result<(), Problem> {
    let check = |holds: bool, otherwise: &str| {
        holds
            .then_some(())
            .ok_or_else(|| Problem::bad_request(otherwise))
    };
    check(!rules.solo, "rules.solo is for local tables only")?;
    check(
        rules.pass_key == has_pass_key,
        "rules.passKey must be true exactly if the request has a passKey",
    )?;
    if let Leaver::KeepsSeat { grace_millis } = rules.leaver {
        check(
            GRACE_MILLIS.contains(&grace_millis),
            "graceMillis must be a second to a day",
        )?;
    }
    check(
        !rules.listed || !has_pass_key,
        "a room with a passKey cannot be listed",
    )?;
    if let Some(millis) = rules.first_move_millis {
        check(
            FIRST_MOVE_MILLIS.contains(&millis),
            "firstMoveMillis must be a second to a day",
        )?;
    }
    let Some(clock) = rules.clock else {
        return Ok(());
    };
    check(
        CLOCK_INITIAL_MILLIS.contains(&clock.initial_millis),
        "initialMillis must be a second to a day",
    )?;
    check(
        clock.increment_millis <= CLOCK_INCREMENT_MILLIS_MAX,
        "incrementMillis must be at most an hour",
    )
}

/// The game that a room starts with.
fn record(kind: Kind, start: Option<&str>, moves: &[String]) -> Result<Record<AnyGame>, Problem> {
    let start = match start {
        Some(text) => kind.read_position(text).map_err(bad_position)?,
        None => kind.start(),
    };
    if moves.len() > OPENING_MOVES_MAX {
        return Err(Problem::bad_request(
            "a room can be opened with at most 2000 moves",
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

/// A problem with the code of a room's refusal.
pub(super) fn refused(why: Refusal, detail: impl Display) -> Problem {
    Problem::new(StatusCode::BAD_REQUEST, why.code(), detail)
}
