//! The rooms in memory: for which address each was loaded, and which of them are idle. Where memory is scarce, the
//! rooms that have been idle longest make room.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use raum_host::Denied;
use raum_journal::RoomId;
use tokio::{sync::mpsc, time::Instant};

use crate::{
    limits::{Limits, MAILBOX_MAX},
    lock::lock,
    log, meters,
    net::address::Address,
    rooms::host::HostMessage,
};

/// When many rooms are idle, so many are asked to go at once: finding them means to look at all.
const ASKED_TO_GO: usize = 64;

/// Since when a room has had no sessions: told by its host, and read by the hosts.
#[derive(Clone, Default)]
pub(crate) struct Idle(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    since: Option<Instant>,
    /// Whether the host was asked to go, and has not answered yet.
    asked: bool,
}

impl Idle {
    pub(crate) fn set(&self, since: Option<Instant>) {
        let mut state = lock(&self.0);
        state.since = since;
        state.asked &= since.is_some();
    }

    /// The host has been asked to go, and stays.
    pub(crate) fn stays(&self) {
        lock(&self.0).asked = false;
    }
}

/// A room in memory.
struct Room {
    mailbox: mpsc::Sender<HostMessage>,
    /// The address that was the reason to load it.
    owner: Option<Address>,
    idle: Idle,
}

/// All rooms in memory.
#[derive(Default)]
pub(super) struct Loaded {
    rooms: HashMap<RoomId, Room>,
    of_address: HashMap<Address, usize>,
}

impl Loaded {
    pub(super) fn len(&self) -> usize {
        self.rooms.len()
    }

    /// How many rooms were loaded for an address.
    pub(super) fn of(&self, address: Address) -> usize {
        self.of_address.get(&address).copied().unwrap_or(0)
    }

    pub(super) fn get(&self, id: &RoomId) -> Option<&mpsc::Sender<HostMessage>> {
        self.rooms.get(id).map(|room| &room.mailbox)
    }

    /// Lists a room for the address that is the reason to load it. Returns both ends of its mailbox, and where its host
    /// tells that it is idle.
    pub(super) fn enlist(
        &mut self,
        id: &RoomId,
        owner: Option<Address>,
    ) -> (mpsc::Sender<HostMessage>, mpsc::Receiver<HostMessage>, Idle) {
        if let Some(address) = owner {
            *self.of_address.entry(address).or_default() += 1;
        }
        let (sender, mailbox) = mpsc::channel(MAILBOX_MAX);
        let idle = Idle::default();
        let room = Room {
            mailbox: sender.clone(),
            owner,
            idle: idle.clone(),
        };
        self.rooms.insert(id.clone(), room);
        meters::rooms_loaded(self.rooms.len());
        (sender, mailbox, idle)
    }

    pub(super) fn remove(&mut self, id: &RoomId) {
        let removed = self.rooms.remove(id);
        if let Some(address) = removed.and_then(|room| room.owner)
            && let Some(count) = self.of_address.get_mut(&address)
        {
            *count -= 1;
            if *count == 0 {
                self.of_address.remove(&address);
            }
        }
        meters::rooms_loaded(self.rooms.len());
    }

    /// Whether there is room for another one, for this address. Idle rooms are asked to go if there is not: they do so at
    /// once, or a session has just entered them.
    pub(super) fn check_room(&self, limits: &Limits, from: Option<Address>) -> Result<(), Denied> {
        if let Some(address) = from
            && self.of(address) >= limits.rooms_per_address_max
            && !self.dismiss(|room| room.owner == from, limits.rooms_per_address_max)
        {
            log::limit_hit("rooms-per-address-max", from);
            return Err(Denied::Full);
        }
        if self.len() >= limits.rooms_max && !self.dismiss(|_| true, limits.rooms_max) {
            log::limit_hit("rooms-max", from);
            return Err(Denied::Full);
        }
        Ok(())
    }

    /// Asks the rooms that have been idle longest to go, unless enough are going already. Tells whether there will be
    /// fewer than so many.
    fn dismiss(&self, counts: impl Fn(&Room) -> bool, max: usize) -> bool {
        let mut count = 0;
        let mut idle = Vec::new();
        for room in self.rooms.values().filter(|room| counts(room)) {
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
        // One at least, and no more than a part of them.
        idle.truncate(1 + idle.len() / ASKED_TO_GO);
        let asked = idle.into_iter().filter(|(_, room)| {
            let is_asked = room.mailbox.try_send(HostMessage::Rest).is_ok();
            lock(&room.idle.0).asked = is_asked;
            is_asked
        });
        count < max + asked.count()
    }
}
