//! From a room's id to its host: rooms are loaded when somebody asks for them, and go when nobody does.

mod fold;
mod loaded;
mod sleeping;

use std::{
    slice,
    sync::{Arc, Mutex},
};

use raum_host::Denied;
use raum_journal::{Append, Error, RoomId};
use raum_room::{EncodedEntry, Entry, Event, Opening, Private, Seq};
use tokio::{
    select,
    sync::{Notify, OwnedSemaphorePermit, Semaphore, mpsc},
    time::{Instant, sleep_until},
};
use tokio_util::task::TaskTracker;
use tracing::debug;

use crate::{
    limits::{NEW_ROOMS_PERCENT_MAX, RETRY, WAKING_MAX, WORK_PER_ADDRESS_MAX},
    lock::lock,
    log, meters,
    net::address::Address,
    rooms::{
        Services,
        host::{Driver, HostMessage},
        secrets,
        snapshots::Snapshots,
        workers::{self, Workers},
    },
};
pub(crate) use loaded::Idle;
use loaded::Loaded;
pub(crate) use sleeping::Asleep;
use sleeping::Sleeping;

/// Makes an id of random bits.
pub(crate) type Ids = fn(u64) -> RoomId;

/// How many ids are tried for a new room before there are too many rooms.
const IDS_TRIED_MAX: usize = 16;

/// All rooms in which something may happen.
#[derive(Default)]
struct Rooms {
    loaded: Loaded,
    sleeping: Sleeping,
}

/// Why a host is started.
#[derive(Default)]
struct Start {
    /// For whom.
    from: Option<Address>,
    /// What the room remembers, if it slept.
    asleep: Option<Asleep>,
    /// Held by a room that the timer has woken, until it has done what was due: only so many wake at once.
    waking: Option<OwnedSemaphorePermit>,
}

/// All rooms that are loaded or asleep.
#[derive(Clone)]
pub(crate) struct Hosts {
    services: Services,
    rooms: Arc<Mutex<Rooms>>,
    /// A room has fallen asleep.
    slept: Arc<Notify>,
    waking: Arc<Semaphore>,
    tasks: TaskTracker,
    workers: Workers,
    snapshots: Arc<Snapshots>,
}

impl Hosts {
    pub(crate) fn new(services: Services) -> Self {
        Self {
            services,
            rooms: Arc::default(),
            slept: Arc::default(),
            waking: Arc::new(Semaphore::new(WAKING_MAX)),
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

    pub(crate) fn services(&self) -> &Services {
        &self.services
    }

    /// Opens a room: its first entry is durable when this returns.
    pub(crate) async fn open(
        &self,
        from: Address,
        opening: Opening,
        pass_key_hash: Option<String>,
        ids: Ids,
    ) -> Result<RoomId, Denied> {
        self.check_space().await?;
        let kind = opening.kind.name();
        let entry = EncodedEntry::new(Entry {
            seq: 1,
            at: self.services.clock.now(),
            answers: None,
            event: Event::RoomOpened(opening),
            private: pass_key_hash.map(|hash| Private {
                pass_key_hash: Some(hash),
                ..Private::default()
            }),
        });
        for _ in 0..IDS_TRIED_MAX {
            let id = ids(secrets::random_number());
            let store = &self.services.store;
            match store.append(&id, slice::from_ref(&entry)).await {
                Ok(Append::Done) => {
                    let rates = &self.services.rates;
                    // An opening may bring thousands of moves.
                    rates.stored(from, 1, entry.public().len());
                    meters::room_opened(kind);
                    debug!(room = %id, kind, "a room was opened");
                    return Ok(id);
                }
                Ok(Append::Conflict { .. }) => {}
                Ok(Append::Behind { .. } | Append::Unknown(_)) | Err(_) => {
                    return Err(Denied::Unavailable);
                }
            }
        }
        Err(Denied::NoSpace)
    }

    /// Makes sure that there is space for another room: the last of it is for games under way, so that they can end.
    async fn check_space(&self) -> Result<(), Denied> {
        let size = self.services.upkeep.size().await;
        let size = size.map_err(|_| Denied::Unavailable)?;
        let for_new_rooms = size.bytes_max.map(|max| max / 100 * NEW_ROOMS_PERCENT_MAX);
        if for_new_rooms.is_some_and(|max| size.used_bytes() >= max) {
            log::limit_hit("data-bytes-max", None);
            return Err(Denied::NoSpace);
        }
        Ok(())
    }

    /// Whether there is a room with this id.
    pub(crate) async fn has(&self, id: &RoomId) -> Result<bool, Denied> {
        let last = self.services.store.last(id).await;
        last.map(|last| last > 0).map_err(|_| Denied::Unavailable)
    }

    /// Deletes a room that is not loaded and whose last entry is still this one; tells whether it did.
    ///
    /// Meanwhile the room's place is taken. Whoever asks for it waits, and then hears that there is no such
    /// room, or comes in if it stays.
    pub(crate) async fn delete(&self, id: &RoomId, last: Seq) -> Result<bool, Error> {
        let (mut mailbox, idle) = {
            let mut rooms = lock(&self.rooms);
            if rooms.loaded.get(id).is_some() || rooms.sleeping.contains(id) {
                return Ok(false);
            }
            let (_, mailbox, idle) = rooms.loaded.enlist(id, None);
            (mailbox, idle)
        };
        let deleted = self.delete_unchanged(id, last).await;
        if let Ok(true) = deleted {
            self.snapshots.forget(id);
            lock(&self.rooms).loaded.remove(id);
            refuse_all(&mut mailbox, Denied::NoRoom).await;
        } else if !self.unlist(id, &mailbox, None) {
            let start = Start::default();
            let run = self.clone().run(id.clone(), mailbox, idle, start);
            self.tasks.spawn(run);
        }
        deleted
    }

    async fn delete_unchanged(&self, id: &RoomId, last: Seq) -> Result<bool, Error> {
        let Services { store, upkeep, .. } = &self.services;
        Ok(store.last(id).await? == last && upkeep.delete(id).await?)
    }

    /// The mailbox of a room's host, which is started for this address if there is none. Whether there is such a room,
    /// the host finds out.
    pub(crate) fn host(
        &self,
        from: Option<Address>,
        id: &RoomId,
    ) -> Result<mpsc::Sender<HostMessage>, Denied> {
        let mut rooms = lock(&self.rooms);
        if let Some(host) = rooms.loaded.get(id) {
            return Ok(host.clone());
        }
        rooms.loaded.check_room(&self.services.limits, from)?;
        Ok(self.start(&mut rooms, id, from, None))
    }

    fn start(
        &self,
        rooms: &mut Rooms,
        id: &RoomId,
        from: Option<Address>,
        waking: Option<OwnedSemaphorePermit>,
    ) -> mpsc::Sender<HostMessage> {
        let (sender, mailbox, idle) = rooms.loaded.enlist(id, from);
        let start = Start {
            from,
            asleep: rooms.sleeping.take(id),
            waking,
        };
        let run = self.clone().run(id.clone(), mailbox, idle, start);
        self.tasks.spawn(run);
        sender
    }

    /// Wakes the rooms in which a flag falls, until the server ends.
    pub(crate) async fn wake_sleepers(self) {
        let ending = self.services.ending.clone();
        loop {
            let next = lock(&self.rooms).sleeping.next_due();
            select! {
                () = ending.cancelled() => return,
                () = self.slept.notified() => {}
                () = sleep_until(next.unwrap_or_else(Instant::now)), if next.is_some() => {
                    // It is never closed.
                    if let Ok(waking) = self.waking.clone().acquire_owned().await {
                        self.wake_next(waking);
                    }
                }
            }
        }
    }

    /// Wakes a room whose time has come. It needs no place among the loaded rooms, for it is gone again at once.
    fn wake_next(&self, waking: OwnedSemaphorePermit) {
        let mut rooms = lock(&self.rooms);
        if let Some(id) = rooms.sleeping.wake_one(Instant::now()) {
            self.start(&mut rooms, &id, None, Some(waking));
        }
    }

    /// How many rooms are loaded for an address.
    pub(crate) fn loaded_for(&self, address: Address) -> usize {
        lock(&self.rooms).loaded.of(address)
    }

    /// The mailbox of a room's host, if the room is loaded.
    pub(crate) fn loaded(&self, id: &RoomId) -> Option<mpsc::Sender<HostMessage>> {
        lock(&self.rooms).loaded.get(id).cloned()
    }

    /// How many rooms are loaded.
    #[cfg(test)]
    pub(crate) fn count_loaded(&self) -> usize {
        lock(&self.rooms).loaded.len()
    }

    async fn run(
        self,
        id: RoomId,
        mut mailbox: mpsc::Receiver<HostMessage>,
        idle: Idle,
        start: Start,
    ) {
        let listing = Listing::of(&self, &id);
        let Start {
            from,
            asleep,
            waking,
        } = start;
        match Driver::load(&self, &id, from, asleep.clone()).await {
            Ok(mut driver) => {
                if waking.is_some() {
                    driver.was_woken_by_timer();
                }
                drop(waking);
                let may_go = |mailbox: &mpsc::Receiver<HostMessage>, asleep| {
                    self.unlist(&id, mailbox, asleep)
                };
                driver.run(&mut mailbox, &idle, may_go).await;
            }
            Err(why) => {
                if let Some(asleep) = asleep {
                    self.sleep_on(id.clone(), asleep);
                }
                drop(listing);
                refuse_all(&mut mailbox, why).await;
            }
        }
    }

    /// A room that could not be loaded sleeps on, and wakes a little later.
    fn sleep_on(&self, id: RoomId, asleep: Asleep) {
        let later = Instant::now() + RETRY;
        let asleep = Asleep {
            flag_at: asleep.flag_at.map(|flag_at| flag_at.max(later)),
            ..asleep
        };
        lock(&self.rooms).sleeping.insert(id, asleep);
        self.slept.notify_one();
    }

    /// Takes an idle host off the list, unless a request for it is waiting. Remembers what the host would forget.
    fn unlist(
        &self,
        id: &RoomId,
        mailbox: &mpsc::Receiver<HostMessage>,
        asleep: Option<Asleep>,
    ) -> bool {
        let mut rooms = lock(&self.rooms);
        if !mailbox.is_empty() || mailbox.sender_strong_count() != 1 {
            return false;
        }
        if let Some(asleep) = asleep {
            if !rooms.sleeping.insert(id.clone(), asleep) {
                return false;
            }
            self.slept.notify_one();
        }
        rooms.loaded.remove(id);
        true
    }
}

/// The place of a host in the list, for as long as it runs. However it ends, by a panic too, the next one who asks
/// for the room has it loaded anew.
struct Listing<'a> {
    hosts: &'a Hosts,
    id: &'a RoomId,
    host: Option<mpsc::WeakSender<HostMessage>>,
}

impl<'a> Listing<'a> {
    fn of(hosts: &'a Hosts, id: &'a RoomId) -> Self {
        let host = lock(&hosts.rooms)
            .loaded
            .get(id)
            .map(mpsc::Sender::downgrade);
        Self { hosts, id, host }
    }
}

impl Drop for Listing<'_> {
    fn drop(&mut self) {
        let Some(own) = self.host.as_ref().and_then(mpsc::WeakSender::upgrade) else {
            return;
        };
        let loaded = &mut lock(&self.hosts.rooms).loaded;
        // A host that took itself off the list may have been followed by another one.
        if loaded
            .get(self.id)
            .is_some_and(|listed| listed.same_channel(&own))
        {
            loaded.remove(self.id);
        }
    }
}

/// Answers everyone who has this mailbox, which is on no list any more, until nobody has it.
async fn refuse_all(mailbox: &mut mpsc::Receiver<HostMessage>, why: Denied) {
    while let Some(message) = mailbox.recv().await {
        message.deny(why);
    }
}
