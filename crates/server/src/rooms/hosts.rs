//! Finds the host of a room, and loads it when a client asks for it. Idle rooms are unloaded.

mod fold;
mod loaded;
mod opening;
mod running;
mod sleeping;

use std::sync::{Arc, Mutex};

use raum_host::Denied;
use raum_journal::{Error, RoomId};
use raum_room::{EncodedEntry, Seq};
use tokio::{
    select,
    sync::{Notify, OwnedSemaphorePermit, Semaphore},
    time::{Instant, sleep_until},
};

use super::{Mailbox, Services, Workers, snapshots::Snapshots, workers};
use crate::{
    limits::{WAKING_MAX, WORK_PER_ADDRESS_MAX},
    lock::lock,
    net::Address,
};
pub(crate) use loaded::Idle;
use loaded::{Loaded, Start};
pub(crate) use opening::{Computer, NewRoom, Occupants, OpenedRoom};
use running::deny_all;
pub(crate) use sleeping::SleepState;
use sleeping::Sleeping;

/// Makes an id of random bits.
pub(crate) type Ids = fn(u64) -> RoomId;

/// All rooms in which something can happen.
#[derive(Default)]
struct Rooms {
    loaded: Loaded,
    sleeping: Sleeping,
}

/// The hosts of all rooms that are loaded or asleep.
#[derive(Clone)]
pub(crate) struct Hosts {
    pub(crate) services: Services,
    /// Runs all work that takes longer in a longer room.
    pub(crate) workers: Workers,
    pub(crate) snapshots: Arc<Snapshots>,
    rooms: Arc<Mutex<Rooms>>,
    /// Notified when a room falls asleep.
    slept: Arc<Notify>,
    waking: Arc<Semaphore>,
}

impl Hosts {
    pub(crate) fn new(services: Services) -> Self {
        Self {
            services,
            workers: Workers::new("room", workers::at_once_max(), WORK_PER_ADDRESS_MAX),
            snapshots: Arc::default(),
            rooms: Arc::default(),
            slept: Arc::default(),
            waking: Arc::new(Semaphore::new(WAKING_MAX)),
        }
    }

    /// Whether a room exists.
    pub(crate) async fn has(&self, id: &RoomId) -> Result<bool, Denied> {
        let last = self.services.store.last(id).await;
        last.map(|last| last > 0).map_err(|_| Denied::Unavailable)
    }

    /// Deletes a room that is not loaded and whose last entry is still this one. Returns whether it did.
    ///
    /// Messages to the room wait meanwhile. Then they are denied, or handled if the room was not deleted.
    pub(crate) async fn delete(&self, id: &RoomId, last: Seq) -> Result<bool, Error> {
        let mut start = {
            let mut rooms = lock(&self.rooms);
            if rooms.loaded.get(id).is_some() || rooms.sleeping.contains(id) {
                return Ok(false);
            }
            rooms.loaded.insert(id, None).1
        };
        let is_elsewhere = match &self.services.cluster {
            Some(cluster) => !cluster.is_alone_with(id).await,
            None => false,
        };
        let deleted = if is_elsewhere {
            Ok(false)
        } else {
            self.delete_unchanged(id, last).await
        };
        if let Ok(true) = deleted {
            self.snapshots.forget(id);
            lock(&self.rooms).loaded.remove(id);
            deny_all(&mut start.mailbox, Denied::NoRoom).await;
        } else if !self.unload(id, &start.mailbox, None) {
            self.services.tasks.spawn(self.clone().run(start.into()));
        }
        deleted
    }

    async fn delete_unchanged(&self, id: &RoomId, last: Seq) -> Result<bool, Error> {
        let Services { store, upkeep, .. } = &self.services;
        Ok(store.last(id).await? == last && upkeep.delete(id).await?)
    }

    /// The mailbox of a room's host, which is started for this address if the room is not loaded. The host finds out
    /// whether the room exists.
    pub(crate) fn host(&self, from: Option<Address>, id: &RoomId) -> Result<Mailbox, Denied> {
        self.host_with(from, id, Vec::new())
    }

    /// The mailbox of the host of a new room, which starts with the room's entries. To read them from the journal, the
    /// journal would have to publish what it has not published yet of all rooms.
    pub(crate) fn host_of_new(&self, from: Address, room: OpenedRoom) -> Result<Mailbox, Denied> {
        self.host_with(Some(from), &room.id, room.entries)
    }

    fn host_with(
        &self,
        from: Option<Address>,
        id: &RoomId,
        entries: Vec<EncodedEntry>,
    ) -> Result<Mailbox, Denied> {
        let mut rooms = lock(&self.rooms);
        if let Some(host) = rooms.loaded.get(id) {
            return Ok(host.clone());
        }
        rooms.loaded.check_capacity(&self.services.limits, from)?;
        let (mailbox, start) = rooms.loaded.insert(id, from);
        self.start(&mut rooms, Start { entries, ..start });
        Ok(mailbox)
    }

    fn start(&self, rooms: &mut Rooms, start: Start) {
        let start = Start {
            asleep: rooms.sleeping.take(&start.id),
            ..start
        };
        self.services.tasks.spawn(self.clone().run(start.into()));
    }

    /// Wakes sleeping rooms when a flag falls, until the server shuts down.
    pub(crate) async fn wake_sleepers(self) {
        let ending = self.services.ending.clone();
        loop {
            let next = lock(&self.rooms).sleeping.next_due();
            select! {
                () = ending.cancelled() => return,
                () = self.slept.notified() => {}
                () = sleep_until(next.unwrap_or_else(Instant::now)), if next.is_some() => {
                    // The semaphore is never closed.
                    if let Ok(waking) = self.waking.clone().acquire_owned().await {
                        self.wake_next(waking);
                    }
                }
            }
        }
    }

    /// Wakes a room that is due. It does not count against the limits, because it unloads again at once.
    fn wake_next(&self, waking: OwnedSemaphorePermit) {
        let mut rooms = lock(&self.rooms);
        if let Some(id) = rooms.sleeping.wake_one(Instant::now()) {
            let waking = Some(waking);
            let (_, start) = rooms.loaded.insert(&id, None);
            self.start(&mut rooms, Start { waking, ..start });
        }
    }

    /// How many rooms are loaded for an address.
    pub(crate) fn loaded_for(&self, address: Address) -> usize {
        lock(&self.rooms).loaded.of(address)
    }

    /// The mailbox of a room's host, if the room is loaded.
    pub(crate) fn loaded(&self, id: &RoomId) -> Option<Mailbox> {
        lock(&self.rooms).loaded.get(id).cloned()
    }

    /// How many rooms are loaded.
    #[cfg(test)]
    pub(crate) fn count_loaded(&self) -> usize {
        lock(&self.rooms).loaded.len()
    }
}
