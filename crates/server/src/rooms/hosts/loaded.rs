//! The loaded rooms: for which address each was loaded, and which are idle. At the limits, the rooms that have been
//! idle longest are unloaded.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use raum_host::Denied;
use raum_journal::RoomId;
use raum_room::EncodedEntry;
use tokio::{
    sync::{OwnedSemaphorePermit, mpsc},
    time::Instant,
};

use crate::{
    limits::{Limits, MAILBOX_MAX},
    lock::lock,
    log, meters,
    net::{Address, Headcount, Slot},
    rooms::{HostMessage, Mailbox, SleepState},
};

/// One in this many idle rooms is unloaded at once, because finding them means looking at all rooms.
const UNLOADED_SHARE: usize = 64;

/// Since when a room has had no sessions: set by its host, read by [`Loaded`].
#[derive(Clone, Default)]
pub(crate) struct Idle(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    since: Option<Instant>,
    /// Whether the host was asked to unload and has not answered yet.
    asked: bool,
}

impl Idle {
    pub(crate) fn set(&self, since: Option<Instant>) {
        let mut state = lock(&self.0);
        state.since = since;
        state.asked &= since.is_some();
    }

    /// The host was asked to unload and stays loaded.
    pub(crate) fn declined(&self) {
        lock(&self.0).asked = false;
    }
}

/// A loaded room.
struct Room {
    mailbox: Mailbox,
    /// The address that it was loaded for.
    owner: Option<Slot<Address>>,
    idle: Idle,
}

/// A host to start.
pub(super) struct Start {
    pub(super) id: RoomId,
    pub(super) mailbox: mpsc::Receiver<HostMessage>,
    pub(super) idle: Idle,
    /// The address that asked for the room.
    pub(super) from: Option<Address>,
    /// The entries of a new room. Those of other rooms are read from the journal.
    pub(super) entries: Vec<EncodedEntry>,
    /// What the room remembers, if it was asleep.
    pub(super) asleep: Option<SleepState>,
    /// Held by a room that the timer woke until it has handled what is due: limits how many wake at once.
    pub(super) waking: Option<OwnedSemaphorePermit>,
}

/// All loaded rooms.
#[derive(Default)]
pub(super) struct Loaded {
    rooms: HashMap<RoomId, Room>,
    owners: Headcount<Address>,
}

impl Loaded {
    pub(super) fn len(&self) -> usize {
        self.rooms.len()
    }

    /// How many rooms were loaded for an address.
    pub(super) fn of(&self, address: Address) -> usize {
        self.owners.taken_by(&address)
    }

    pub(super) fn get(&self, id: &RoomId) -> Option<&Mailbox> {
        self.rooms.get(id).map(|room| &room.mailbox)
    }

    /// Adds a room for the address that asked for it. Returns its mailbox, and its host to start.
    pub(super) fn insert(&mut self, id: &RoomId, from: Option<Address>) -> (Mailbox, Start) {
        let (sender, mailbox) = mpsc::channel(MAILBOX_MAX);
        let idle = Idle::default();
        let room = Room {
            mailbox: sender.clone(),
            owner: from.and_then(|address| self.owners.enter(address).ok()),
            idle: idle.clone(),
        };
        self.rooms.insert(id.clone(), room);
        meters::rooms_loaded(self.rooms.len());
        let start = Start {
            id: id.clone(),
            mailbox,
            idle,
            from,
            entries: Vec::new(),
            asleep: None,
            waking: None,
        };
        (sender, start)
    }

    /// Removes a room, unless it has been unloaded and loaded again since this idle state was created.
    pub(super) fn remove_own(&mut self, id: &RoomId, idle: &Idle) {
        let room = self.rooms.get(id);
        if room.is_some_and(|room| Arc::ptr_eq(&room.idle.0, &idle.0)) {
            self.remove(id);
        }
    }

    pub(super) fn remove(&mut self, id: &RoomId) {
        self.rooms.remove(id);
        meters::rooms_loaded(self.rooms.len());
    }

    /// Fails if no other room may be loaded for this address. At a limit, asks idle rooms to unload: they do so at once,
    /// unless a session has just entered.
    pub(super) fn check_capacity(
        &self,
        limits: &Limits,
        from: Option<Address>,
    ) -> Result<(), Denied> {
        if let Some(address) = from
            && self.of(address) >= limits.rooms_per_address_max
            && !self.unload_idle(Some(address), limits.rooms_per_address_max)
        {
            log::limit_hit("rooms-per-address-max", from);
            return Err(Denied::Full);
        }
        if self.len() >= limits.rooms_max && !self.unload_idle(None, limits.rooms_max) {
            log::limit_hit("rooms-max", from);
            return Err(Denied::Full);
        }
        Ok(())
    }

    /// Asks the rooms that have been idle longest, of one address or of all, to unload, unless enough are unloading already.
    /// Returns whether fewer than `max` rooms will stay loaded.
    fn unload_idle(&self, owner: Option<Address>, max: usize) -> bool {
        let mut count = 0;
        let mut idle = Vec::new();
        for room in self.rooms.values() {
            if owner.is_some() && owner != room.owner.as_ref().map(|slot| *slot.key()) {
                continue;
            }
            let state = lock(&room.idle.0);
            count += usize::from(!state.asked);
            if let (Some(since), false) = (state.since, state.asked) {
                idle.push((since, room));
            }
        }
        if count < max {
            return true;
        }
        idle.sort_unstable_by_key(|(since, _)| *since);
        idle.truncate(1 + idle.len() / UNLOADED_SHARE);
        let asked = idle.into_iter().filter(|(_, room)| {
            let is_asked = room.mailbox.try_send(HostMessage::Unload).is_ok();
            lock(&room.idle.0).asked = is_asked;
            is_asked
        });
        count < max + asked.count()
    }
}
