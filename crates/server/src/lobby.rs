//! From a room's id to its host: rooms are loaded when somebody asks for them, and go when nobody does.

use std::{
    collections::{HashMap, hash_map::Entry},
    slice,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use raum_journal::{Append, Error, RoomId};
use raum_room::{self as room, Event, Private, Seq};
use raum_wire::native::Close;
use tokio::sync::mpsc;
use tokio_util::task::TaskTracker;
use tracing::debug;

use crate::{
    host::{Ask, Host, Surroundings},
    limits::{MAILBOX_MAX, NEW_ROOMS_PERCENT_MAX, WORK_PER_ADDRESS_MAX},
    log, meters, secrets,
    snapshots::Snapshots,
    workers::{self, Workers},
};

/// Makes an id of random bits.
pub(crate) type Ids = fn(u64) -> RoomId;

/// How many ids are tried for a new room before there are too many rooms.
const IDS_TRIED_MAX: usize = 16;

type Hosts = HashMap<RoomId, mpsc::Sender<Ask>>;

/// All rooms that are loaded.
#[derive(Clone)]
pub(crate) struct Lobby {
    surroundings: Surroundings,
    hosts: Arc<Mutex<Hosts>>,
    tasks: TaskTracker,
    workers: Workers,
    snapshots: Arc<Snapshots>,
}

impl Lobby {
    pub(crate) fn new(surroundings: Surroundings) -> Self {
        Self {
            surroundings,
            hosts: Arc::default(),
            tasks: TaskTracker::new(),
            workers: Workers::new("room", workers::at_once_max(), WORK_PER_ADDRESS_MAX),
            snapshots: Arc::default(),
        }
    }

    /// Where all work is done that takes longer the longer a room is.
    pub(crate) fn workers(&self) -> &Workers {
        &self.workers
    }

    /// What HTTP has shown of rooms.
    pub(crate) fn snapshots(&self) -> &Snapshots {
        &self.snapshots
    }

    /// The tasks of all hosts, and of whatever else must end before the program does.
    pub(crate) fn tasks(&self) -> &TaskTracker {
        &self.tasks
    }

    pub(crate) fn surroundings(&self) -> &Surroundings {
        &self.surroundings
    }

    /// Opens a room: its first entry is durable when this returns.
    pub(crate) async fn open(
        &self,
        opening: Event,
        pass_key_hash: Option<String>,
        ids: Ids,
    ) -> Result<RoomId, Close> {
        self.check_space().await?;
        let kind = match &opening {
            Event::RoomOpened(opening) => opening.kind.name(),
            _ => return Err(Close::Journal),
        };
        let entry = room::Entry {
            seq: 1,
            at: self.surroundings.clock.now(),
            answers: None,
            event: opening,
            private: pass_key_hash.map(|hash| Private {
                pass_key_hash: Some(hash),
                ..Private::default()
            }),
        };
        for _ in 0..IDS_TRIED_MAX {
            let id = ids(secrets::random_number());
            match self
                .surroundings
                .store
                .append(&id, slice::from_ref(&entry))
                .await
            {
                Ok(Append::Done) => {
                    meters::room_opened(kind);
                    debug!(room = %id, kind, "a room was opened");
                    return Ok(id);
                }
                Ok(Append::Conflict { .. }) => {}
                Err(_) => return Err(Close::Journal),
            }
        }
        Err(Close::Full)
    }

    /// Whether there is space for another room: the last of it is for games under way, so that they can end.
    async fn check_space(&self) -> Result<(), Close> {
        let size = self.surroundings.store.size().await;
        let size = size.map_err(|_| Close::Journal)?;
        let for_new_rooms = size.bytes_max.map(|max| max / 100 * NEW_ROOMS_PERCENT_MAX);
        if for_new_rooms.is_some_and(|max| size.used_bytes() >= max) {
            log::limit_hit("data-bytes-max", None);
            return Err(Close::Full);
        }
        Ok(())
    }

    /// Whether there is a room with this id.
    pub(crate) async fn has(&self, id: &RoomId) -> Result<bool, Close> {
        let last = self.surroundings.store.last(id).await;
        last.map(|last| last > 0).map_err(|_| Close::Journal)
    }

    /// Deletes a room that is not loaded and whose last entry is still this one; tells whether it did.
    ///
    /// Meanwhile the room's place is taken. Whoever asks for it waits, and then hears that there is no such
    /// room, or comes in if it stays.
    pub(crate) async fn delete(&self, id: &RoomId, last: Seq) -> Result<bool, Error> {
        let (sender, mut mailbox) = mpsc::channel(MAILBOX_MAX);
        match self.hosts().entry(id.clone()) {
            Entry::Occupied(_) => return Ok(false),
            Entry::Vacant(place) => place.insert(sender),
        };
        let deleted = self.delete_unchanged(id, last).await;
        if let Ok(true) = deleted {
            self.snapshots.forget(id);
            self.forget(id);
            refuse_all(&mut mailbox, Close::NoRoom).await;
        } else if !self.unlist(id, &mailbox) {
            self.tasks.spawn(self.clone().run(id.clone(), mailbox));
        }
        deleted
    }

    async fn delete_unchanged(&self, id: &RoomId, last: Seq) -> Result<bool, Error> {
        let store = &self.surroundings.store;
        Ok(store.last(id).await? == last && store.delete(id).await?)
    }

    /// The mailbox of a room's host, which is started if there is none. Whether there is such a room, the
    /// host finds out.
    pub(crate) fn host(&self, id: &RoomId) -> Result<mpsc::Sender<Ask>, Close> {
        let mut hosts = self.hosts();
        if let Some(host) = hosts.get(id) {
            return Ok(host.clone());
        }
        if hosts.len() >= self.surroundings.limits.rooms_max {
            log::limit_hit("rooms-max", None);
            return Err(Close::Full);
        }
        let (sender, mailbox) = mpsc::channel(MAILBOX_MAX);
        hosts.insert(id.clone(), sender.clone());
        meters::rooms_loaded(hosts.len());
        self.tasks.spawn(self.clone().run(id.clone(), mailbox));
        Ok(sender)
    }

    /// The mailbox of a room's host, if the room is loaded.
    pub(crate) fn loaded(&self, id: &RoomId) -> Option<mpsc::Sender<Ask>> {
        self.hosts().get(id).cloned()
    }

    /// How many rooms are loaded.
    #[cfg(test)]
    pub(crate) fn count_loaded(&self) -> usize {
        self.hosts().len()
    }

    /// No change of the map can be left half done, so a panic elsewhere has broken nothing.
    fn hosts(&self) -> MutexGuard<'_, Hosts> {
        self.hosts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn run(self, id: RoomId, mut mailbox: mpsc::Receiver<Ask>) {
        let listing = Listing::of(&self, &id);
        match Host::load(id.clone(), self.surroundings.clone(), &self.workers).await {
            Ok(host) => {
                let may_go = |mailbox: &mpsc::Receiver<Ask>| self.unlist(&id, mailbox);
                host.run(&mut mailbox, may_go).await;
            }
            Err(why) => {
                drop(listing);
                refuse_all(&mut mailbox, why).await;
            }
        }
    }

    /// Takes an idle host off the list, unless somebody is just asking for it.
    fn unlist(&self, id: &RoomId, mailbox: &mpsc::Receiver<Ask>) -> bool {
        let mut hosts = self.hosts();
        let idle = mailbox.is_empty() && mailbox.sender_strong_count() == 1;
        if idle {
            hosts.remove(id);
            meters::rooms_loaded(hosts.len());
        }
        idle
    }

    fn forget(&self, id: &RoomId) {
        let mut hosts = self.hosts();
        hosts.remove(id);
        meters::rooms_loaded(hosts.len());
    }
}

/// The place of a host in the list, for as long as it runs. However it ends, by a panic too, the next one who asks
/// for the room has it loaded anew.
struct Listing<'a> {
    lobby: &'a Lobby,
    id: &'a RoomId,
    host: Option<mpsc::WeakSender<Ask>>,
}

impl<'a> Listing<'a> {
    fn of(lobby: &'a Lobby, id: &'a RoomId) -> Self {
        let host = lobby.hosts().get(id).map(mpsc::Sender::downgrade);
        Self { lobby, id, host }
    }
}

impl Drop for Listing<'_> {
    fn drop(&mut self) {
        let Some(own) = self.host.as_ref().and_then(mpsc::WeakSender::upgrade) else {
            return;
        };
        let mut hosts = self.lobby.hosts();
        // A host that took itself off the list may have been followed by another one.
        if hosts
            .get(self.id)
            .is_some_and(|listed| listed.same_channel(&own))
        {
            hosts.remove(self.id);
            meters::rooms_loaded(hosts.len());
        }
    }
}

/// Answers everyone who has this mailbox, which is on no list any more, until nobody has it.
async fn refuse_all(mailbox: &mut mpsc::Receiver<Ask>, why: Close) {
    while let Some(ask) = mailbox.recv().await {
        refuse(ask, why);
    }
}

fn refuse(ask: Ask, why: Close) {
    match ask {
        // Who asked may be gone already.
        Ask::Door(reply) => {
            reply.send(Err(why)).ok();
        }
        Ask::Owns(_, reply) => {
            reply.send(Err(why)).ok();
        }
        Ask::Join(_, reply) => {
            reply.send(Err(why)).ok();
        }
        Ask::Snapshot(_, reply) => {
            reply.send(Err(why)).ok();
        }
        Ask::Transfer(_, reply) => {
            reply.send(Err(why)).ok();
        }
        Ask::Replay(_, _, reply) => {
            reply.send(Err(why)).ok();
        }
        Ask::Enter(_, reply) => {
            reply.send(Err(why.into())).ok();
        }
        Ask::Command { .. } | Ask::Request(..) | Ask::Gone(_) => {}
        #[cfg(test)]
        Ask::Panic => {}
    }
}
