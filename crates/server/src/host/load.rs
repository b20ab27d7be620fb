//! From the journal to a host.

use raum_host::{Denied, Elsewhere, Host, Input, Limits, entries_frames};
use raum_journal::{Error, Priority, RoomId, Store};
use raum_room::{Seq, Written};

use super::{Driver, Surroundings};
use crate::{
    hosts::Asleep,
    limits::REPLAY_PAGE_ENTRIES,
    workers::{Owner, Urgency, Workers},
};

impl Driver {
    /// Loads a room. Where it slept, time has gone on; otherwise no program has served it, and its members are away from
    /// now on.
    pub(crate) async fn load(
        id: RoomId,
        surroundings: Surroundings,
        (workers, owner): (&Workers, Owner),
        asleep: Option<Asleep>,
    ) -> Result<Self, Denied> {
        let limits = surroundings.limits.of_a_room();
        let mut host = replay(&id, &*surroundings.store, &limits, workers, owner).await?;
        let (clock, input) = if let Some(asleep) = asleep {
            host.wake_up(asleep.away_since);
            (asleep.clock, Input::Time)
        } else {
            let elsewhere = Elsewhere {
                unattended: true,
                ..Elsewhere::default()
            };
            let clock = surroundings.clock.at_least(host.room().at());
            (clock, Input::Elsewhere(elsewhere))
        };
        let mut driver = Self::new(id, surroundings, limits, clock, host);
        driver.feed(input, None).await;
        Ok(driver)
    }
}

/// Folds a room page by page, on another thread: a long room holds up nothing but itself.
async fn replay(
    id: &RoomId,
    store: &dyn Store,
    limits: &Limits,
    workers: &Workers,
    owner: Owner,
) -> Result<Host, Denied> {
    let mut host: Option<Host> = None;
    let mut next = Some(1);
    while let Some(from) = next {
        let page = store.read_page(id, from, usize::MAX, Priority::Load);
        let page = page.await.map_err(|why| denied(&why))?;
        next = page.next;
        let (id, limits) = (id.clone(), limits.clone());
        let fold = move || {
            let mut entries = page.entries.into_iter();
            let mut host = match host {
                Some(host) => host,
                None => Host::begin(id.as_str(), entries.next()?, &limits)?,
            };
            for entry in entries {
                host.load(entry);
            }
            Some(host)
        };
        let folded = workers.run(owner, Urgency::Entering, fold).await;
        // One that panicked has been logged.
        host = folded
            .map_err(|_| Denied::Full)?
            .ok_or(Denied::Unavailable)?;
    }
    host.ok_or(Denied::NoRoom)
}

/// The next entries after one, from the journal, and the number of the last of them.
pub(crate) async fn read_older(
    store: &dyn Store,
    room: &RoomId,
    after: Seq,
) -> Result<(Vec<String>, Seq), Denied> {
    let page = store.read_page(room, after + 1, REPLAY_PAGE_ENTRIES, Priority::Load);
    let entries = page.await.map_err(|why| denied(&why))?.entries;
    // They were there, so without them the room was deleted.
    let last = entries.last().ok_or(Denied::NoRoom)?.seq;
    let entries = entries.into_iter().map(Written::new);
    let entries: Vec<_> = entries.map(|entry| entry.public().clone()).collect();
    Ok((entries_frames(&entries), last))
}

/// Why a room that cannot be read cannot be had.
pub(crate) fn denied(why: &Error) -> Denied {
    match why {
        Error::Damaged { .. } => Denied::Damaged,
        Error::Newer { .. } => Denied::Newer,
        Error::Unfit(_) | Error::Full | Error::Unavailable(_) | Error::Ended => Denied::Unavailable,
    }
}
