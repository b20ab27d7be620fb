//! Rooms do not stay for ever: a sweep deletes those that nobody has touched for long.

use std::{
    collections::HashSet,
    hash::{BuildHasher, RandomState},
    time::Duration,
};

use clap::Args;
use raum_journal::{Error, Listed, Priority};
use raum_room::{Millis, Phase, Room};
use tokio::time::interval;
use tracing::{debug, info, warn};

use crate::{lobby::Lobby, meters};

const SWEEP_INTERVAL: Duration = Duration::from_hours(1);

/// How many rooms are looked up at a time. Whoever wants to enter a room waits no longer than that takes.
const PAGE_ROOMS: usize = 100;

const HOUR_MILLIS: Millis = 60 * 60 * 1000;

/// How long rooms are kept, counted from their last entry.
#[derive(Args, Clone, Copy)]
#[command(next_help_heading = "Rooms")]
pub(crate) struct Keep {
    /// How long to keep a room that nobody has ever entered, from its last entry
    #[arg(
        long = "keep-unentered-hours",
        env = "RAUM_KEEP_UNENTERED_HOURS",
        value_name = "HOURS",
        default_value_t = Self::default().unentered_hours
    )]
    unentered_hours: u32,

    /// How long to keep a room whose game is over, from its last entry
    #[arg(
        long = "keep-finished-days",
        env = "RAUM_KEEP_FINISHED_DAYS",
        value_name = "DAYS",
        default_value_t = Self::default().finished_days
    )]
    finished_days: u32,

    /// How long to keep a room whose game is not over, from its last entry
    #[arg(
        long = "keep-unfinished-days",
        env = "RAUM_KEEP_UNFINISHED_DAYS",
        value_name = "DAYS",
        default_value_t = Self::default().unfinished_days
    )]
    unfinished_days: u32,
}

impl Default for Keep {
    fn default() -> Self {
        Self {
            unentered_hours: 24,
            finished_days: 30,
            unfinished_days: 365,
        }
    }
}

/// What a room is to the sweep. Its words are a label of the metrics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Unentered,
    Finished,
    Unfinished,
}

impl State {
    fn word(self) -> &'static str {
        match self {
            Self::Unentered => "unentered",
            Self::Finished => "finished",
            Self::Unfinished => "unfinished",
        }
    }
}

impl Keep {
    fn millis(self, state: State) -> Millis {
        match state {
            State::Unentered => Millis::from(self.unentered_hours) * HOUR_MILLIS,
            State::Finished => Millis::from(self.finished_days) * 24 * HOUR_MILLIS,
            State::Unfinished => Millis::from(self.unfinished_days) * 24 * HOUR_MILLIS,
        }
    }
}

/// What goes through all rooms, again and again.
pub(crate) struct Sweep {
    lobby: Lobby,
    keep: Keep,
    hasher: RandomState,
    /// Hashes of the rooms, each with its last entry, that were read and found unfinished: eight bytes
    /// each, for there may be many. Two with the same hash would only keep a room too long.
    unfinished: HashSet<u64>,
}

/// What a sweep found.
#[derive(Debug, Default, PartialEq, Eq)]
struct Swept {
    kept: usize,
    damaged: usize,
    expired: usize,
}

impl Sweep {
    pub(crate) fn new(lobby: Lobby, keep: Keep) -> Self {
        Self {
            lobby,
            keep,
            hasher: RandomState::new(),
            unfinished: HashSet::new(),
        }
    }

    /// Sweeps now and then every hour, until the server ends.
    pub(crate) async fn run(mut self) {
        let ending = self.lobby.surroundings().ending.clone();
        let mut hours = interval(SWEEP_INTERVAL);
        while ending.run_until_cancelled(hours.tick()).await.is_some() {
            match self.sweep().await {
                Ok(swept) => {
                    meters::rooms_kept(swept.kept);
                    if swept.expired > 0 {
                        let Swept { kept, damaged, .. } = swept;
                        info!(kept, damaged, "rooms expired: {}", swept.expired);
                    }
                }
                Err(why) => warn!("the sweep for rooms to delete has stopped early: {why}"),
            }
        }
    }

    async fn sweep(&mut self) -> Result<Swept, Error> {
        let mut swept = Swept::default();
        let mut unfinished = HashSet::new();
        let mut after = None;
        loop {
            let surroundings = self.lobby.surroundings();
            let page = surroundings.store.list(after.as_ref(), PAGE_ROOMS).await?;
            for listed in &page {
                // A room half deleted there is none; so the end need not wait for the sweep's.
                if surroundings.ending.is_cancelled() {
                    return Ok(swept);
                }
                match self.expire(listed, &mut unfinished).await {
                    Ok(true) => swept.expired += 1,
                    Ok(false) => swept.kept += 1,
                    Err(why) if why.is_of_store() => return Err(why),
                    Err(_) => {
                        swept.kept += 1;
                        swept.damaged += 1;
                    }
                }
            }
            match page.into_iter().next_back() {
                Some(last) => after = Some(last.room),
                None => break,
            }
        }
        // Those that are gone or have changed are forgotten.
        self.unfinished = unfinished;
        Ok(swept)
    }

    /// Deletes a room if its time is over, and tells whether it did.
    async fn expire(&self, listed: &Listed, unfinished: &mut HashSet<u64>) -> Result<bool, Error> {
        let now = self.lobby.surroundings().clock.now();
        // A room whose last entry is damaged has no age. Reading it has the damage told.
        let age = listed.last_at.map(|at| now.saturating_sub(at));
        if age.is_some_and(|age| age < self.shortest(listed)) {
            return Ok(false);
        }
        let hash = self.hasher.hash_one((&listed.room, listed.last));
        let state = if self.unfinished.contains(&hash) {
            State::Unfinished
        } else {
            self.look(listed).await?
        };
        if state == State::Unfinished {
            unfinished.insert(hash);
        }
        if age.is_none_or(|age| age < self.keep.millis(state)) {
            return Ok(false);
        }
        let expired = self.lobby.delete(&listed.room, listed.last).await?;
        if expired {
            debug!(room = %listed.room, "a room has expired: {}", state.word());
            meters::room_expired(state.word());
        }
        Ok(expired)
    }

    /// How long any room that looks like this is kept at least.
    fn shortest(&self, listed: &Listed) -> Millis {
        if listed.last == 1 {
            self.keep.millis(State::Unentered)
        } else {
            let [finished, unfinished] =
                [State::Finished, State::Unfinished].map(|state| self.keep.millis(state));
            finished.min(unfinished)
        }
    }

    async fn look(&self, listed: &Listed) -> Result<State, Error> {
        let entries = self
            .lobby
            .surroundings()
            .store
            .read_all(&listed.room, 1, Priority::Upkeep)
            .await?;
        if entries.len() == 1 {
            return Ok(State::Unentered);
        }
        Ok(match Room::replay(&entries).map(|room| room.phase()) {
            Some(Phase::Over | Phase::Closed) => State::Finished,
            _ => State::Unfinished,
        })
    }
}

#[cfg(test)]
mod tests;
