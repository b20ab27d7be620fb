//! The sweep that deletes expired rooms. [`retention`] says when a room expires; [`states`] reads what it needs
//! to know of a room.

mod retention;
mod states;
#[cfg(test)]
mod tests;

use std::{
    collections::HashSet,
    hash::{BuildHasher, RandomState},
    time::Duration,
};

use futures_util::{Stream, TryStreamExt, future::join_all, stream::try_unfold};
use raum_journal::{Error, ListedRoom, RoomId, Upkeep};
use raum_room::{Millis, Seq};
use tokio::time::{Instant, interval, sleep};
use tracing::{debug, info, warn};

use super::{Hosts, Services, batches};
use crate::{cluster::Lease, meters};

pub(crate) use retention::Retention;
use retention::{HOUR_MILLIS, Past, State};
use states::read_states;

const SWEEP_INTERVAL: Duration = Duration::from_hours(1);

/// How long a sweep counts for all nodes: not until the next one of the node that has swept.
const SWEEP_LEASE: Duration = Duration::from_mins(55);

/// How often a node that has just started looks whether it knows the others.
const SETTLE_STEP: Duration = Duration::from_secs(1);

/// When a node tries again to find out whether it has to sweep.
const RETRY: Duration = Duration::from_mins(1);

/// How many rooms are listed at a time. A client that enters a room waits for one page at most.
const PAGE_ROOMS: usize = 100;

/// How many rooms are deleted together, in one commit, for which moves wait.
const DELETED_ROOMS_MAX: usize = 4;

/// The longest pause. The work between two pauses takes a few milliseconds, unless a room is very long.
const PAUSE_MAX: Duration = Duration::from_millis(100);

/// How far the wall clock may drift from the node's clock before the operator is warned.
const DRIFT_MILLIS_MAX: Millis = 60 * 1000;

/// How many rooms that had expired before the start may be deleted without suspicion.
const UNSUSPICIOUS_MAX: usize = 3;

/// Deletes expired rooms, every hour.
pub(crate) struct Sweep {
    hosts: Hosts,
    retention: Retention,
    /// Set by the first sweep.
    past: Option<Past>,
    hasher: RandomState,
    /// Hashes of unfinished rooms, each with its last entry, which need not be read again: eight bytes each, because
    /// there may be many. A collision only stores a room for too long.
    unfinished: HashSet<u64>,
}

/// The result of a sweep.
#[derive(Debug, Default, PartialEq, Eq)]
struct Swept {
    kept: usize,
    damaged: usize,
    expired: usize,
    /// Expired rooms that were not deleted because there were suspiciously many.
    withheld: usize,
}

/// What a sweep is about to do.
#[derive(Default)]
struct Plan {
    swept: Swept,
    /// The number of rooms that players have entered.
    entered: usize,
    expired: Vec<Expired>,
}

/// An expired room.
struct Expired {
    room: RoomId,
    last: Seq,
    state: State,
    /// Whether it had expired before the server started.
    at_start: bool,
}

impl Plan {
    /// How many rooms to withhold. Since the start the clock runs evenly, so only rooms that had expired before can be a
    /// mistake; and then most rooms are affected, because the clock was set or the retention was shortened. Rooms that no
    /// player has entered are no loss.
    fn suspicious(&self) -> usize {
        let lost = |expired: &&Expired| expired.at_start && expired.state != State::Unentered;
        let lost = self.expired.iter().filter(lost).count();
        if lost > UNSUSPICIOUS_MAX && lost * 2 > self.entered {
            self.expired.iter().filter(|room| room.at_start).count()
        } else {
            0
        }
    }
}

impl Sweep {
    pub(crate) fn new(hosts: Hosts, retention: Retention) -> Self {
        Self {
            hosts,
            retention,
            past: None,
            hasher: RandomState::new(),
            unfinished: HashSet::new(),
        }
    }

    /// Sweeps at once and then every hour, until the server shuts down.
    pub(crate) async fn run(mut self) {
        let ending = self.hosts.services.ending.clone();
        if ending.run_until_cancelled(self.settle()).await.is_none() {
            return;
        }
        let mut hours = interval(SWEEP_INTERVAL);
        while ending.run_until_cancelled(hours.tick()).await.is_some() {
            let drift_millis = self.hosts.services.clock.drift_millis();
            if drift_millis >= DRIFT_MILLIS_MAX {
                warn!(
                    seconds = drift_millis / 1000,
                    "the wall clock was set while raum was running: rooms use the old time until raum is restarted"
                );
            }
            match self.is_ours().await {
                Ok(true) => {}
                Ok(false) => {
                    debug!("another node has swept for expired rooms");
                    continue;
                }
                Err(why) => {
                    warn!("the sweep for expired rooms is put off: {why}");
                    hours.reset_after(RETRY);
                    continue;
                }
            }
            match self.sweep().await {
                Ok(swept) => {
                    meters::rooms_stored(swept.kept);
                    meters::rooms_doubted(swept.withheld);
                    if swept.expired > 0 {
                        let Swept { kept, damaged, .. } = swept;
                        info!(kept, damaged, "rooms expired: {}", swept.expired);
                    }
                }
                Err(why) => warn!("the sweep for expired rooms stopped early: {why}"),
            }
        }
    }

    /// Waits until this node knows the others: before, it cannot tell which rooms they have loaded.
    async fn settle(&self) {
        let Some(cluster) = &self.hosts.services.cluster else {
            return;
        };
        while !cluster.knows_nodes() {
            sleep(SETTLE_STEP).await;
        }
    }

    /// Whether this node sweeps this time: in a cluster one node does it for all.
    async fn is_ours(&self) -> Result<bool, Error> {
        let Some(cluster) = &self.hosts.services.cluster else {
            return Ok(true);
        };
        cluster.take_lease(Lease::Sweep, SWEEP_LEASE).await
    }

    /// Looks at all rooms before it deletes any.
    async fn sweep(&mut self) -> Result<Swept, Error> {
        let mut plan = self.plan().await?;
        if !self.retention.sweep_anyway {
            plan.swept.withheld = plan.suspicious();
        }
        let mut swept = plan.swept;
        if swept.withheld > 0 {
            warn!(
                rooms = swept.withheld,
                "most rooms had expired before raum started, so they are not deleted: if the clock is right, start raum \
                 with --sweep-anyway"
            );
        }
        let (doomed, withheld) = plan
            .expired
            .into_iter()
            .partition::<Vec<_>, _>(|expired| swept.withheld == 0 || !expired.at_start);
        swept.kept += withheld.len();
        for batch in doomed.chunks(DELETED_ROOMS_MAX) {
            // Deletes are atomic, so shutdown need not wait for the sweep.
            if self.hosts.services.ending.is_cancelled() {
                break;
            }
            let begun = Instant::now();
            // All have to end, even if one fails: a room that is being deleted is closed to clients.
            for is_deleted in join_all(batch.iter().map(|expired| self.delete(expired))).await {
                if is_deleted? {
                    swept.expired += 1;
                } else {
                    swept.kept += 1;
                }
            }
            pause(begun).await;
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
        let mut pages = pages(&*self.hosts.services.upkeep);
        while let Some(page) = pages.try_next().await? {
            if self.hosts.services.ending.is_cancelled() {
                return Ok(Plan::default());
            }
            plan.entered += page.iter().filter(|listed| listed.last > 1).count();
            let (old, young) = page
                .into_iter()
                .partition::<Vec<_>, _>(|listed| self.may_have_expired(listed, past));
            plan.swept.kept += young.len();
            for (listed, state) in self.states(old).await {
                match state {
                    Ok(state) => {
                        if state == State::Unfinished {
                            unfinished.insert(self.hash(&listed));
                        }
                        match self.expired(listed, state, past) {
                            Some(expired) => plan.expired.push(expired),
                            None => plan.swept.kept += 1,
                        }
                    }
                    Err(why) if why.is_store_wide() => return Err(why),
                    Err(why) => {
                        plan.swept.kept += 1;
                        plan.swept.damaged += usize::from(matches!(why, Error::Damaged { .. }));
                    }
                }
            }
        }
        drop(pages);
        // Forgets rooms that were deleted or have changed.
        self.unfinished = unfinished;
        Ok(plan)
    }

    /// Finds out how much of the time before the start counts.
    async fn find_past(&self) -> Result<Past, Error> {
        let Services { upkeep, clock, .. } = &self.hosts.services;
        let start = clock.start();
        let mut newest = None;
        let mut pages = pages(&**upkeep);
        while let Some(page) = pages.try_next().await? {
            let times = page.iter().filter_map(|listed| listed.last_at);
            newest = newest.max(times.filter(|at| *at < start).max());
        }
        if self.retention.sweep_anyway {
            newest = None;
        }
        let past = Past::new(start, newest);
        if past.unseen_millis >= 24 * HOUR_MILLIS {
            warn!(
                days = past.unseen_millis / (24 * HOUR_MILLIS),
                "the newest entry of all rooms is old: either raum was not running for that long or the clock was set \
                 forward, so this time does not count for the age of rooms"
            );
        }
        Ok(past)
    }

    /// Whether a room may have expired, whatever its state. A room whose last entry is damaged has no age, and reading it
    /// reports the damage.
    fn may_have_expired(&self, listed: &ListedRoom, past: Past) -> bool {
        let age = self.age(listed, past);
        age.is_none_or(|age| age >= self.shortest_retention(listed))
    }

    fn age(&self, listed: &ListedRoom, past: Past) -> Option<Millis> {
        let now = self.hosts.services.clock.now();
        listed.last_at.map(|at| past.age(at, now))
    }

    /// The rooms with their states, as far as they can be read.
    async fn states(&self, rooms: Vec<ListedRoom>) -> Vec<(ListedRoom, Result<State, Error>)> {
        let (known, unknown) = rooms
            .into_iter()
            .partition::<Vec<_>, _>(|listed| self.unfinished.contains(&self.hash(listed)));
        let mut states = vec![Ok(State::Unfinished); known.len()];
        for batch in batches(&unknown, |listed| listed.last) {
            states.extend(read_states(&self.hosts, batch).await);
        }
        known.into_iter().chain(unknown).zip(states).collect()
    }

    fn hash(&self, listed: &ListedRoom) -> u64 {
        self.hasher.hash_one((&listed.room, listed.last))
    }

    /// The room, if it has expired.
    fn expired(&self, listed: ListedRoom, state: State, past: Past) -> Option<Expired> {
        let retention = self.retention.millis(state);
        let age = self.age(&listed, past).filter(|age| *age >= retention)?;
        let running = self.hosts.services.clock.now().saturating_sub(past.start);
        Some(Expired {
            room: listed.room,
            last: listed.last,
            state,
            at_start: age.saturating_sub(running) >= retention,
        })
    }

    /// Deletes a room, unless it is loaded or has changed. Returns whether it did.
    async fn delete(&self, expired: &Expired) -> Result<bool, Error> {
        let Expired {
            room, last, state, ..
        } = expired;
        let deleted = self.hosts.delete(room, *last).await?;
        if deleted {
            debug!(%room, "room expired: {}", state.word());
            meters::room_expired(state.word());
        }
        Ok(deleted)
    }

    /// The shortest retention of a room that is listed like this.
    fn shortest_retention(&self, listed: &ListedRoom) -> Millis {
        if listed.last == 1 {
            self.retention.millis(State::Unentered)
        } else {
            let [finished, unfinished] =
                [State::Finished, State::Unfinished].map(|state| self.retention.millis(state));
            finished.min(unfinished)
        }
    }
}

/// All rooms, page by page, with a pause after the work on each.
fn pages(upkeep: &dyn Upkeep) -> impl Stream<Item = Result<Vec<ListedRoom>, Error>> + Unpin {
    let start = (None, Instant::now());
    Box::pin(try_unfold(start, move |(after, begun)| async move {
        pause(begun).await;
        let begun = Instant::now();
        let page = upkeep.list(Option::as_ref(&after), PAGE_ROOMS).await?;
        let last = page.last().map(|listed| listed.room.clone());
        Ok(last.map(|last| (page, (Some(last), begun))))
    }))
}

/// Pauses, so that a sweep works for a tenth of the time: moves need the disk and the processors more, and a sweep is in no
/// hurry.
async fn pause(begun: Instant) {
    sleep((9 * begun.elapsed()).min(PAUSE_MAX)).await;
}
