//! Exports of a room: its journal, its games as PGN, and their positions.

use std::{future::ready, num::NonZeroU32, sync::Arc, time::Duration};

use axum::{body::Body, extract::State, http::header::CONTENT_TYPE, response::IntoResponse};
use futures_util::{
    StreamExt,
    stream::{once, try_unfold},
};
use raum_host::GameSnapshot;
use raum_journal::{Error, Priority, RoomId, Store};
use raum_room::{Bout, EncodedEntry, Seq};
use raum_rules::{AnyGame, Side};
use serde::Deserialize;
use tokio::time::sleep;

use super::request::{NoParameters, Parameters, RequestedRoom};
use crate::{
    http::problem::{self, Problem},
    limits::EXPORT_PAGE_ENTRIES,
    net::{Address, Rates},
    rooms::{Admission, Hosts, Urgency, denied},
    time::pgn_date,
};

pub(super) const JSON_LINES: &str = "application/jsonl";
pub(super) const PGN: &str = "application/x-chess-pgn; charset=utf-8";
pub(super) const PLAIN_TEXT: &str = "text/plain; charset=utf-8";

/// Selects a game of a room.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct WhichGame {
    /// The number of the game in the room, from 1. Default: the latest.
    #[cfg_attr(test, schemars(range(min = 1, max = u32::MAX)))]
    game: Option<NonZeroU32>,
}

/// Selects a position of a game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct WhichPosition {
    /// The number of the game in the room, from 1. Default: the latest.
    #[cfg_attr(test, schemars(range(min = 1, max = u32::MAX)))]
    game: Option<NonZeroU32>,
    /// The number of moves before the position. Default: all.
    #[cfg_attr(test, schemars(range(max = u32::MAX)))]
    ply: Option<u32>,
}

pub(super) async fn journal(
    _: Parameters<NoParameters>,
    State(admission): State<Arc<Admission>>,
    asked: RequestedRoom,
) -> Result<impl IntoResponse, Problem> {
    // Later entries are left to the next export, so that this one ends.
    let last = asked.permitted()?.room.seq();
    let mut export = Export {
        store: admission.hosts.services.store.clone(),
        rates: admission.hosts.services.rates.clone(),
        from: asked.from,
        wait: Duration::ZERO,
        room: asked.id,
        next: 1,
        last,
    };
    // Read the first page before responding, because most failures occur here and can still be reported.
    let first = export.lines().await.map_err(denied)?;
    let content_type = [(CONTENT_TYPE, JSON_LINES)];
    if export.is_complete() {
        return Ok((content_type, Body::from(first)));
    }
    let rest = try_unfold(export, async |mut export| {
        let lines = export.lines().await?;
        Ok::<_, Error>((!lines.is_empty()).then_some((lines, export)))
    });
    let lines = once(ready(Ok(first))).chain(rest);
    Ok((content_type, Body::from_stream(lines)))
}

/// The rest of an export, read page by page as fast as the client reads and the rate limit of its address allows.
struct Export {
    store: Arc<dyn Store>,
    rates: Arc<Rates>,
    from: Address,
    /// The delay before the next page.
    wait: Duration,
    room: RoomId,
    next: Seq,
    last: Seq,
}

impl Export {
    fn is_complete(&self) -> bool {
        self.next > self.last
    }

    /// The next page, one entry per line; empty after the last entry.
    async fn lines(&mut self) -> Result<String, Error> {
        let mut lines = String::new();
        if self.is_complete() {
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
            lines.push_str(EncodedEntry::new(entry).public());
            lines.push('\n');
        }
        if lines.is_empty() {
            return Err(Error::Unavailable("the room has been deleted".to_owned()));
        }
        Ok(lines)
    }
}

pub(super) async fn pgn(
    Parameters(WhichGame { game }): Parameters<WhichGame>,
    State(admission): State<Arc<Admission>>,
    asked: RequestedRoom,
) -> Result<impl IntoResponse, Problem> {
    let game = find_game(&admission.hosts, &asked, game).await?;
    let shown = asked.permitted()?.clone();
    let write = move || {
        if shown.game_number() == Some(game.start.number) {
            shown.pgn.get_or_init(|| write_pgn(&game)).clone()
        } else {
            write_pgn(&game)
        }
    };
    let pgn = run_in_worker(&admission.hosts, &asked, write).await?;
    Ok(([(CONTENT_TYPE, PGN)], pgn))
}

fn write_pgn(game: &GameSnapshot) -> String {
    let mut pgn = game.bout.pgn();
    pgn.set_tag("Date", &pgn_date(game.started_at));
    pgn.set_tag("Round", &game.start.number.to_string());
    for (tag, side) in [("White", Side::First), ("Black", Side::Second)] {
        pgn.set_tag(tag, &game.seats[side.index()].name);
    }
    pgn.to_string()
}

pub(super) async fn position(
    Parameters(WhichPosition { game, ply }): Parameters<WhichPosition>,
    State(admission): State<Arc<Admission>>,
    asked: RequestedRoom,
) -> Result<impl IntoResponse, Problem> {
    let game = find_game(&admission.hosts, &asked, game).await?;
    let ply = ply.map_or(game.bout.ply(), |ply| ply as usize);
    let position = run_in_worker(&admission.hosts, &asked, move || {
        position_after(&game.bout, ply)
    });
    let position = position.await?.ok_or_else(problem::no_ply)?;
    Ok(([(CONTENT_TYPE, PLAIN_TEXT)], format!("{position}\n")))
}

/// The position after this many moves, not counting moves taken back.
fn position_after(bout: &Bout, ply: usize) -> Option<AnyGame> {
    let mut record = bout.record().clone();
    record.forget_taken_back();
    record.go_to(ply).then(|| record.game().clone())
}

/// The game with this number, or the latest.
async fn find_game(
    hosts: &Hosts,
    asked: &RequestedRoom,
    number: Option<NonZeroU32>,
) -> Result<GameSnapshot, Problem> {
    let snapshot = asked.permitted()?;
    let latest = snapshot.game_number().ok_or_else(problem::no_game)?;
    let game = match number.map(NonZeroU32::get) {
        Some(number) if number < latest => {
            let game = hosts.read_game(&asked.id, asked.from.into(), number);
            game.await?
        }
        Some(number) if number > latest => None,
        _ => snapshot.game(),
    };
    game.ok_or_else(problem::no_game)
}

/// Runs a job whose cost grows with the game in a worker.
async fn run_in_worker<T: Send + 'static>(
    hosts: &Hosts,
    asked: &RequestedRoom,
    job: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Problem> {
    let done = hosts.workers.run(asked.from.into(), Urgency::Asking, job);
    Ok(done.await?)
}
