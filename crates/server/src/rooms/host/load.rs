//! Loads a host from the journal, and reads entries that a host no longer has.

use std::ops::ControlFlow::{Break, Continue};

use raum_host::{Denied, Host, Input, OtherNodes, entries_frames};
use raum_journal::{Error, Priority, RoomId, Store};
use raum_room::{EncodedEntry, Entry, Seq};
use tokio::time::Instant;

use super::{Driver, connections::Connections};
use crate::{
    limits::REPLAY_PAGE_ENTRIES,
    meters,
    rooms::{Hosts, Owner, SleepState, Urgency},
};

impl Driver {
    /// Loads a room. A sleeping room resumes with its clock; in any other room, which no server had loaded, members count
    /// as away from now on.
    pub(crate) async fn load(
        hosts: &Hosts,
        id: &RoomId,
        owner: Owner,
        asleep: Option<SleepState>,
    ) -> Result<Box<Self>, Denied> {
        let services = hosts.services.clone();
        let limits = services.limits.of_a_room(services.thinking.is_on());
        let of = (id.clone(), limits.clone());
        let step = move |host: Option<Host>, entries: Vec<Entry>| {
            let (id, limits) = &of;
            let mut entries = entries.into_iter();
            let begin = || Host::begin(id.as_str(), entries.next()?, limits);
            let Some(mut host) = host.or_else(begin) else {
                return Break(None);
            };
            for entry in entries {
                host.load(entry);
            }
            Continue(Some(host))
        };
        let host = hosts.fold(id, (owner, Urgency::Entering), None, step);
        let mut host = host.await?.ok_or(Denied::NoRoom)?;
        let (clock, input) = if let Some(asleep) = asleep {
            host.resume(asleep.away_since);
            (asleep.clock, Input::Wake)
        } else {
            let elsewhere = OtherNodes {
                unattended: true,
                ..OtherNodes::default()
            };
            let clock = services.clock.at_least(host.room().at());
            (clock, Input::OtherNodes(elsewhere))
        };
        let mut driver = Box::new(Self {
            id: id.clone(),
            services,
            limits,
            clock,
            host,
            connections: Connections::default(),
            next_session: 0,
            wake_at: None,
            idle_since: Instant::now(),
            owner,
            thought: None,
            log_bytes: meters::room_tail_bytes(0),
            has_stopped: false,
        });
        driver.feed(input).await;
        Ok(driver)
    }
}

/// Reads a page of entries after one from the journal, as frames. Returns the last entry's number too.
pub(crate) async fn read_older(
    store: &dyn Store,
    room: &RoomId,
    after: Seq,
) -> Result<(Vec<String>, Seq), Denied> {
    let page = store.read_page(room, after + 1, REPLAY_PAGE_ENTRIES, Priority::Load);
    let entries = page.await.map_err(denied)?.entries;
    // The entries existed, so the room has been deleted.
    let last = entries.last().ok_or(Denied::NoRoom)?.seq;
    let entries = entries.into_iter().map(EncodedEntry::new);
    let entries: Vec<_> = entries.map(|entry| entry.public().clone()).collect();
    Ok((entries_frames(&entries), last))
}

/// Maps a read error of the journal to a denial.
#[expect(clippy::needless_pass_by_value, reason = "it is given to map_err")]
pub(crate) fn denied(why: Error) -> Denied {
    match why {
        Error::Damaged { .. } => Denied::Damaged,
        Error::Newer { .. } => Denied::Newer,
        Error::Invalid(_) | Error::Full | Error::Unavailable(_) | Error::WriterEnded => {
            Denied::Unavailable
        }
    }
}
