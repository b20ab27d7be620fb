//! Loads a host from the journal, and reads entries that a host no longer has.

use std::ops::ControlFlow::{Break, Continue};

use raum_host::{Denied, Host, Input, OtherNodes, entries_frames};
use raum_journal::{Error, Priority, RoomId, Store};
use raum_room::{EncodedEntry, Entry, Seq};
use tokio::time::Instant;

use super::{Driver, connections::Connections};
use crate::{
    cluster::Link,
    limits::REPLAY_PAGE_ENTRIES,
    meters,
    rooms::{Hosts, Owner, SleepState, Urgency, secrets::random_number},
};

impl Driver {
    /// Loads a room, from the journal unless its entries are known. A sleeping room resumes with its clock; in any other
    /// room, which no server had loaded, members count as away from now on.
    pub(crate) async fn load(
        hosts: &Hosts,
        id: &RoomId,
        owner: Owner,
        known: Vec<EncodedEntry>,
        asleep: Option<SleepState>,
    ) -> Result<Box<Self>, Denied> {
        let services = hosts.services.clone();
        let limits = raum_host::Limits {
            // Other nodes may serve the room while this one is down.
            clock_stops_unattended: services.cluster.is_none(),
            ..services.limits.of_a_room(services.thinking.is_on())
        };
        let registration = asleep
            .as_ref()
            .and_then(|asleep| asleep.registration.clone());
        let cluster = services.cluster.as_ref();
        let link = cluster.map(|cluster| Link::new(cluster, id, registration));
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
        let host = if known.is_empty() {
            let read = hosts.fold(id, (owner, Urgency::Entering), None, step);
            read.await?
        } else {
            let known = known.iter().map(|known| known.entry().clone());
            let (Continue(host) | Break(host)) = step(None, known.collect());
            host
        };
        let mut host = host.ok_or(Denied::NoRoom)?;
        let is_asleep = asleep.is_some();
        let clock = match asleep {
            Some(asleep) => {
                host.resume(asleep.away_since());
                asleep.clock
            }
            None => services.clock,
        };
        let clock = clock.at_least(host.room().at());
        // Sessions of all nodes have different numbers.
        let next_session = link.as_ref().map_or(0, |_| random_number() >> 16);
        let mut driver = Box::new(Self {
            id: id.clone(),
            services,
            limits,
            clock,
            host,
            connections: Connections::default(),
            next_session,
            wake_at: None,
            idle_since: Instant::now(),
            owner,
            thought: None,
            link,
            log_bytes: meters::room_tail_bytes(0),
            listing: None,
            has_stopped: false,
        });
        driver.meet_other_nodes(is_asleep).await;
        if is_asleep {
            driver.feed(Input::Wake).await;
        }
        Ok(driver)
    }

    /// Tells the host who is connected elsewhere. A room that is neither asleep nor on another node was served by none.
    async fn meet_other_nodes(&mut self, is_asleep: bool) {
        if let Some(link) = &mut self.link {
            link.gather().await;
            self.presence_changed_elsewhere().await;
        } else {
            let elsewhere = OtherNodes {
                unattended: !is_asleep,
                ..OtherNodes::default()
            };
            self.feed(Input::OtherNodes(elsewhere)).await;
        }
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
