//! What happened in a room, to take away: its journal, its games as PGN, their positions.

use std::{fmt::Write, num::NonZeroU32};

use axum::{
    http::{StatusCode, header::CONTENT_TYPE},
    response::IntoResponse,
    routing::{MethodFilter, on},
};
use raum_rules::Side;
#[cfg(test)]
use schemars::SchemaGenerator;
use serde::Deserialize;

use super::{
    Operation,
    kept::{Kept, KeptGame},
    request::{AskedRoom, NoParameters, Parameters},
};
#[cfg(test)]
use super::{
    document::{About, Answer},
    request::{damaged_room, forbidden, journal_unavailable, newer_room, no_room},
};
use crate::{problem::Problem, time::Date};

const JSON_LINES: &str = "application/jsonl";
const PGN: &str = "application/x-chess-pgn; charset=utf-8";
const PLAIN_TEXT: &str = "text/plain; charset=utf-8";

pub(super) const JOURNAL: Operation = Operation {
    method: MethodFilter::GET,
    path: "/rooms/{room}/journal",
    route: |method| on(method, journal),
    #[cfg(test)]
    about: About {
        id: "exportJournal",
        summary: "All that happened in a room",
        description: "The entries of the room, one JSON object a line, as `raum journal export` prints them and `raum journal import` reads them. docs/dialects/raum.schema.json describes an `Entry`. Secrets are not among it. In a room with a pass key or without spectators it needs the token of a seat.",
        token: true,
        answer: Answer::text(JSON_LINES, "The entries, from the first."),
        problems: &[
            forbidden,
            no_room,
            damaged_room,
            newer_room,
            journal_unavailable,
        ],
        ..About::NOTHING
    },
};

pub(super) const GAME: Operation = Operation {
    method: MethodFilter::GET,
    path: "/rooms/{room}/pgn",
    route: |method| on(method, pgn),
    #[cfg(test)]
    about: About {
        id: "exportGame",
        summary: "A game as PGN",
        description: "A game of the room in Portable Game Notation. Space chess and tic-tac-toe use the same form with their own notation and a `Variant` tag. In a room with a pass key or without spectators it needs the token of a seat.",
        token: true,
        query: Some(SchemaGenerator::subschema_for::<WhichGame>),
        answer: Answer::text(PGN, "The game, as far as it came."),
        problems: &[
            forbidden,
            no_room,
            no_game,
            damaged_room,
            newer_room,
            journal_unavailable,
        ],
        ..About::NOTHING
    },
};

pub(super) const POSITION: Operation = Operation {
    method: MethodFilter::GET,
    path: "/rooms/{room}/position",
    route: |method| on(method, position),
    #[cfg(test)]
    about: About {
        id: "exportPosition",
        summary: "A position of a game",
        description: "The position text (FEN in chess) after any move that is in effect. In a room with a pass key or without spectators it needs the token of a seat.",
        token: true,
        query: Some(SchemaGenerator::subschema_for::<WhichPosition>),
        answer: Answer::text(PLAIN_TEXT, "The position text."),
        problems: &[
            forbidden,
            no_room,
            no_game,
            no_ply,
            damaged_room,
            newer_room,
            journal_unavailable,
        ],
        ..About::NOTHING
    },
};

/// Which game of a room.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct WhichGame {
    /// The number of the game in the room, from 1; the latest if absent.
    #[cfg_attr(test, schemars(range(min = 1, max = u32::MAX)))]
    game: Option<NonZeroU32>,
}

/// Which position of which game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct WhichPosition {
    /// The number of the game in the room, from 1; the latest if absent.
    #[cfg_attr(test, schemars(range(min = 1, max = u32::MAX)))]
    game: Option<NonZeroU32>,
    /// After how many moves; after all of them if absent.
    #[cfg_attr(test, schemars(range(max = u32::MAX)))]
    ply: Option<u32>,
}

async fn journal(
    _: Parameters<NoParameters>,
    asked: AskedRoom,
) -> Result<impl IntoResponse, Problem> {
    let mut lines = String::new();
    for entry in asked.permitted()?.entries() {
        // Texts and numbers always become JSON, and a text takes whatever is written to it.
        let line = serde_json::to_string(&entry.public()).unwrap_or_default();
        writeln!(lines, "{line}").ok();
    }
    Ok(([(CONTENT_TYPE, JSON_LINES)], lines))
}

async fn pgn(
    Parameters(WhichGame { game }): Parameters<WhichGame>,
    asked: AskedRoom,
) -> Result<impl IntoResponse, Problem> {
    let KeptGame {
        start,
        started_at,
        bout,
        seats,
    } = find_game(asked.permitted()?, game)?;
    let mut pgn = bout.pgn();
    pgn.set_tag("Date", &Date::of(started_at).to_string());
    pgn.set_tag("Round", &start.number.to_string());
    for (tag, side) in [("White", Side::First), ("Black", Side::Second)] {
        pgn.set_tag(tag, &seats[side.index()].name);
    }
    Ok(([(CONTENT_TYPE, PGN)], pgn.to_string()))
}

async fn position(
    Parameters(WhichPosition { game, ply }): Parameters<WhichPosition>,
    asked: AskedRoom,
) -> Result<impl IntoResponse, Problem> {
    let game = find_game(asked.permitted()?, game)?;
    let ply = ply.map_or(game.bout.ply(), |ply| ply as usize);
    let position = game.position(ply).ok_or_else(no_ply)?;
    Ok(([(CONTENT_TYPE, PLAIN_TEXT)], format!("{position}\n")))
}

fn find_game(kept: &Kept, number: Option<NonZeroU32>) -> Result<KeptGame<'_>, Problem> {
    kept.game(number.map(NonZeroU32::get)).ok_or_else(no_game)
}

fn no_game() -> Problem {
    let detail = "No such game has begun in this room.";
    Problem::new(StatusCode::NOT_FOUND, "no-game", detail)
}

fn no_ply() -> Problem {
    let detail = "The game has not so many moves.";
    Problem::new(StatusCode::NOT_FOUND, "no-ply", detail)
}
