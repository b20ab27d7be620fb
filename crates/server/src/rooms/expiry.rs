//! Rooms do not stay for ever: a sweep deletes those that nobody has touched for long.
//!
//! [`keep`] is how long that is, and how old a room is.

mod keep;

use std::{
    collections::HashSet,
    hash::{BuildHasher, RandomState},
    time::Duration,
};

use raum_journal::{Error, ListedRoom, Priority, RoomId};
use raum_room::{Millis, Phase, Room, Seq};
use tokio::time::interval;
use tracing::{debug, info, warn};

use crate::{
    meters,
    rooms::{Services, hosts::Hosts, workers::Urgency},
};

pub(crate) use keep::Keep;
use keep::{HOUR_MILLIS, Past, State};

const SWEEP_INTERVAL: Duration = Duration::from_hours(1);

/// How many rooms are looked up at a time. Whoever wants to enter a room waits no longer than that takes.
const PAGE_ROOMS: usize = 100;

/// How far the wall clock may be from the node's before an operator should know.
const DRIFT_MILLIS_MAX: Millis = 60 * 1000;

/// So many rooms that were over their time at the start are deleted without a doubt.
const UNDOUBTED_MAX: usize = 3;

/// What goes through all rooms, again and again.
pub(crate) struct Sweep {
    hosts: Hosts,
    keep: Keep,
    /// Found out by the first sweep.
    past: Option<Past>,
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
    /// The rooms that it did not dare to delete; they are kept.
    doubted: usize,
}

/// What a sweep is about to do.
#[derive(Default)]
struct Plan {
    kept: usize,
    damaged: usize,
    /// All rooms that anybody has entered.
    entered: usize,
    expired: Vec<Expired>,
}

/// A room whose time is over.
struct Expired {
    room: RoomId,
    last: Seq,
    state: State,
    /// Whether its time was over when the program started.
    at_start: bool,
}

impl Plan {
    /// How many rooms are not to be deleted without a question. The clock runs evenly from the start on, so
    /// only what was over by then can be a mistake; and then most rooms are, because the clock was set or
    /// because they are kept for less long than before. A room that nobody has entered is no loss.
    fn doubted(&self) -> usize {
        let over = |expired: &&Expired| expired.at_start && expired.state != State::Unentered;
        let over = self.expired.iter().filter(over).count();
        if over > UNDOUBTED_MAX && over * 2 > self.entered {
            self.expired.iter().filter(|room| room.at_start).count()
        } else {
            0
        }
    }
}

impl Sweep {
    pub(crate) fn new(hosts: Hosts, keep: Keep) -> Self {
        Self {
            hosts,
            keep,
            past: None,
            hasher: RandomState::new(),
            unfinished: HashSet::new(),
        }
    }

    /// Sweeps now and then every hour, until the server ends.
    pub(crate) async fn run(mut self) {
        let ending = self.hosts.services().ending.clone();
        let mut hours = interval(SWEEP_INTERVAL);
        while ending.run_until_cancelled(hours.tick()).await.is_some() {
            let drift_millis = self.hosts.services().clock.drift_millis();
            if drift_millis >= DRIFT_MILLIS_MAX {
                warn!(
                    seconds = drift_millis / 1000,
                    "the wall clock was set since raum started: rooms keep the old time until raum is started again"
                );
            }
            match self.sweep().await {
                Ok(swept) => {
                    meters::rooms_stored(swept.kept);
                    meters::rooms_doubted(swept.doubted);
                    if swept.expired > 0 {
                        let Swept { kept, damaged, .. } = swept;
                        info!(kept, damaged, "rooms expired: {}", swept.expired);
                    }
                }
                Err(why) => warn!("the sweep for rooms to delete has stopped early: {why}"),
            }
        }
    }

    /// Looks at all rooms before it deletes any.
    async fn sweep(&mut self) -> Result<Swept, Error> {
        let plan = self.plan().await?;
        let mut swept = Swept {
            kept: plan.kept,
            damaged: plan.damaged,
            ..Swept::default()
        };
        if !self.keep.sweep_anyway {
            swept.doubted = plan.doubted();
        }
        if swept.doubted > 0 {
            warn!(
                rooms = swept.doubted,
                "most rooms were over their time when raum started, so they are not deleted: if the clock is \
                 right, start raum with --sweep-anyway"
            );
        }
        for expired in plan.expired {
            // Deletes are atomic, so shutdown need not wait for the sweep.
            if self.hosts.services().ending.is_cancelled() {
                break;
            }
            if swept.doubted > 0 && expired.at_start || !self.delete(&expired).await? {
                swept.kept += 1;
            } else {
                swept.expired += 1;
            }
        }
        Ok(swept)
    }

    async fn plan(&mut self) -> Result<Plan, Error> {
        let past = match self.past {
            Some(past) => past,
            None => *self.past.insert(self.find_past().await?),
        };
        let mut plan = Plan::default();
        let mut unfinished = HashSet::new();
        let mut after = None;
        loop {
            let services = self.hosts.services();
            let page = services.upkeep.list(after.as_ref(), PAGE_ROOMS).await?;
            for listed in &page {
                if services.ending.is_cancelled() {
                    return Ok(Plan::default());
                }
                plan.entered += usize::from(listed.last > 1);
                match self.expired(listed, past, &mut unfinished).await {
                    Ok(Some(expired)) => plan.expired.push(expired),
                    Ok(None) => plan.kept += 1,
                    Err(why) if why.is_store_wide() => return Err(why),
                    Err(why) => {
                        plan.kept += 1;
                        plan.damaged += usize::from(matches!(why, Error::Damaged { .. }));
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
        Ok(plan)
    }

    /// Finds out what the rooms tell about the time before the start.
    async fn find_past(&self) -> Result<Past, Error> {
        let Services { upkeep, clock, .. } = self.hosts.services();
        let start = clock.start();
        let (mut newest, mut after) = (None, None);
        loop {
            let page = upkeep.list(after.as_ref(), PAGE_ROOMS).await?;
            let times = page.iter().filter_map(|listed| listed.last_at);
            newest = newest.max(times.filter(|at| *at < start).max());
            match page.into_iter().next_back() {
                Some(last) => after = Some(last.room),
                None => break,
            }
        }
        if self.keep.sweep_anyway {
            newest = None;
        }
        let past = Past::new(start, newest);
        if past.unseen_millis >= 24 * HOUR_MILLIS {
            warn!(
                days = past.unseen_millis / (24 * HOUR_MILLIS),
                "the newest entry of all rooms is old: either raum was not running for that long or the clock was \
                 set forward, so this time does not count for what is kept"
            );
        }
        Ok(past)
    }

    /// Whether the time of a room is over.
    async fn expired(
        &self,
        listed: &ListedRoom,
        past: Past,
        unfinished: &mut HashSet<u64>,
    ) -> Result<Option<Expired>, Error> {
        let now = self.hosts.services().clock.now();
        // A room whose last entry is damaged has no age. Reading it has the damage told.
        let age = listed.last_at.map(|at| past.age(at, now));
        if age.is_some_and(|age| age < self.shortest(listed)) {
            return Ok(None);
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
        let kept = self.keep.millis(state);
        Ok(age.filter(|age| *age >= kept).map(|age| Expired {
            room: listed.room.clone(),
            last: listed.last,
            state,
            at_start: age.saturating_sub(now.saturating_sub(past.start)) >= kept,
        }))
    }

    /// Deletes a room, unless it is loaded or has changed; returns whether it did.
    async fn delete(&self, expired: &Expired) -> Result<bool, Error> {
        let Expired {
            room, last, state, ..
        } = expired;
        let deleted = self.hosts.delete(room, *last).await?;
        if deleted {
            debug!(%room, "a room has expired: {}", state.word());
            meters::room_expired(state.word());
        }
        Ok(deleted)
    }

    /// How long any room that looks like this is kept at least.
    fn shortest(&self, listed: &ListedRoom) -> Millis {
        if listed.last == 1 {
            self.keep.millis(State::Unentered)
        } else {
            let [finished, unfinished] =
                [State::Finished, State::Unfinished].map(|state| self.keep.millis(state));
            finished.min(unfinished)
        }
    }

    async fn look(&self, listed: &ListedRoom) -> Result<State, Error> {
        let store = &self.hosts.services().store;
        let read = store.read_last_game(&listed.room, Priority::Upkeep);
        let entries = read.await?;
        if listed.last == 1 {
            return Ok(State::Unentered);
        }
        let replay = move || Room::replay(&entries).map(|room| room.phase());
        let workers = self.hosts.workers();
        let phase = workers.run(None, Urgency::Asking, replay).await;
        // A room that cannot be replayed stays.
        Ok(match phase.ok().flatten() {
            Some(Phase::Over | Phase::Closed) => State::Finished,
            _ => State::Unfinished,
        })
    }
}

#[cfg(test)]
mod tests;
