//! What happened in a room, to take away: its journal, its games as PGN, their positions.

use std::{future::ready, num::NonZeroU32, sync::Arc, time::Duration};

use axum::{
    body::Body,
    extract::State,
    http::{StatusCode, header::CONTENT_TYPE},
    response::IntoResponse,
    routing::{MethodFilter, on},
};
use futures_util::{
    StreamExt,
    stream::{once, try_unfold},
};
use raum_host::GameShown;
use raum_journal::{Error, Priority, RoomId, Store};
use raum_room::{Bout, Seq, Written};
use raum_rules::{AnyGame, Side};
#[cfg(test)]
use schemars::SchemaGenerator;
use serde::Deserialize;
use tokio::time::sleep;

use super::{
    Operation,
    request::{AskedRoom, NoParameters, Parameters},
};
#[cfg(test)]
use super::{
    document::{About, Answer},
    request::{busy, damaged_room, forbidden, journal_unavailable, newer_room, no_room},
};
use crate::{
    address::Address, doorkeeper::Doorkeeper, host::denied, hosts::Hosts,
    limits::EXPORT_PAGE_ENTRIES, problem::Problem, rates::Rates, time::Date, workers::Urgency,
};

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
            busy,
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
            busy,
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
            busy,
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
    State(doorkeeper): State<Arc<Doorkeeper>>,
    asked: AskedRoom,
) -> Result<impl IntoResponse, Problem> {
    // What happens from now on belongs to the next export, so that this one has an end.
    let last = asked.permitted()?.room.seq();
    let mut export = Export {
        store: doorkeeper.hosts.surroundings().store.clone(),
        rates: doorkeeper.rates().clone(),
        from: asked.from,
        wait: Duration::ZERO,
        room: asked.id,
        next: 1,
        last,
    };
    // What can go wrong mostly does so at once, and then there is an answer that says so.
    let first = export.lines().await.map_err(|error| denied(&error))?;
    let content_type = [(CONTENT_TYPE, JSON_LINES)];
    if export.is_whole() {
        return Ok((content_type, Body::from(first)));
    }
    let rest = try_unfold(export, async |mut export| {
        let lines = export.lines().await?;
        Ok::<_, Error>((!lines.is_empty()).then_some((lines, export)))
    });
    let lines = once(ready(Ok(first))).chain(rest);
    Ok((content_type, Body::from_stream(lines)))
}

/// The rest of an export, which is read as fast as the client takes it and its address may, a page at a time.
struct Export {
    store: Arc<dyn Store>,
    rates: Arc<Rates>,
    from: Address,
    /// How long to wait before the next page.
    wait: Duration,
    room: RoomId,
    next: Seq,
    last: Seq,
}

impl Export {
    fn is_whole(&self) -> bool {
        self.next > self.last
    }

    /// The next entries, one a line; nothing behind the last.
    async fn lines(&mut self) -> Result<String, Error> {
        let mut lines = String::new();
        if self.is_whole() {
            return Ok(lines);
        }
        if !self.wait.is_zero() {
            sleep(self.wait).await;
        }
        let (store, first) = (&self.store, self.next);
        let page = store.read_page(&self.room, first, EXPORT_PAGE_ENTRIES, Priority::Query);
        let entries = page.await?.entries;
        self.wait = self.rates.exported(self.from, entries.len());
        for entry in entries
            .into_iter()
            .take_while(|entry| entry.seq <= self.last)
        {
            self.next = entry.seq + 1;
            lines.push_str(Written::new(entry).public());
            lines.push('\n');
        }
        if lines.is_empty() {
            return Err(Error::Unavailable("the room was deleted".to_owned()));
        }
        Ok(lines)
    }
}

async fn pgn(
    Parameters(WhichGame { game }): Parameters<WhichGame>,
    State(doorkeeper): State<Arc<Doorkeeper>>,
    asked: AskedRoom,
) -> Result<impl IntoResponse, Problem> {
    let game = find_game(&doorkeeper.hosts, &asked, game).await?;
    let shown = asked.permitted()?.clone();
    let write = move || {
        if shown.game_number() == Some(game.start.number) {
            shown.pgn.get_or_init(|| write_pgn(&game)).clone()
        } else {
            write_pgn(&game)
        }
    };
    let pgn = work(&doorkeeper.hosts, &asked, write).await?;
    Ok(([(CONTENT_TYPE, PGN)], pgn))
}

fn write_pgn(game: &GameShown) -> String {
    let mut pgn = game.bout.pgn();
    pgn.set_tag("Date", &Date::of(game.started_at).to_string());
    pgn.set_tag("Round", &game.start.number.to_string());
    for (tag, side) in [("White", Side::First), ("Black", Side::Second)] {
        pgn.set_tag(tag, &game.seats[side.index()].name);
    }
    pgn.to_string()
}

async fn position(
    Parameters(WhichPosition { game, ply }): Parameters<WhichPosition>,
    State(doorkeeper): State<Arc<Doorkeeper>>,
    asked: AskedRoom,
) -> Result<impl IntoResponse, Problem> {
    let game = find_game(&doorkeeper.hosts, &asked, game).await?;
    let ply = ply.map_or(game.bout.ply(), |ply| ply as usize);
    let position = work(&doorkeeper.hosts, &asked, move || {
        position_after(&game.bout, ply)
    });
    let position = position.await?.ok_or_else(no_ply)?;
    Ok(([(CONTENT_TYPE, PLAIN_TEXT)], format!("{position}\n")))
}

/// The position after this many plies of the moves in effect.
fn position_after(bout: &Bout, ply: usize) -> Option<AnyGame> {
    let mut record = bout.record().clone();
    record.forget_taken_back();
    record.go_to(ply).then(|| record.game().clone())
}

/// The game of this number, or the latest.
async fn find_game(
    hosts: &Hosts,
    asked: &AskedRoom,
    number: Option<NonZeroU32>,
) -> Result<GameShown, Problem> {
    let snapshot = asked.permitted()?;
    let latest = snapshot.game_number().ok_or_else(no_game)?;
    let game = match number.map(NonZeroU32::get) {
        Some(number) if number < latest => {
            let game = hosts.read_game(&asked.id, asked.from.into(), number);
            game.await?
        }
        Some(number) if number > latest => None,
        _ => snapshot.game(),
    };
    game.ok_or_else(no_game)
}

/// Does what takes longer the longer a game is.
async fn work<T: Send + 'static>(
    hosts: &Hosts,
    asked: &AskedRoom,
    job: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Problem> {
    let done = hosts.workers().run(asked.from.into(), Urgency::Asking, job);
    Ok(done.await?)
}

fn no_game() -> Problem {
    let detail = "No such game has begun in this room.";
    Problem::new(StatusCode::NOT_FOUND, "no-game", detail)
}

fn no_ply() -> Problem {
    let detail = "The game has not so many moves.";
    Problem::new(StatusCode::NOT_FOUND, "no-ply", detail)
}
