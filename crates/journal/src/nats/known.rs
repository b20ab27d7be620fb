//! What the store knows about rooms, to save requests. Nothing here has to be true: the stream decides.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use raum_room::Seq;

use crate::RoomId;

use super::chunk::{Chunk, Start};

/// The number of rooms in the cache, which is then a few tens of megabytes.
const ROOMS_MAX: usize = 1 << 18;

/// The number of places per room in the cache.
const PLACES_MAX: usize = 4;

/// The end of a room.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Tail {
    /// The place of its last message in the stream, or 0 for an unknown room.
    pub(super) place: u64,
    /// Its last entry, or 0.
    pub(super) last: Seq,
    pub(super) start: Start,
}

impl Tail {
    pub(super) fn of(chunk: &Chunk) -> Self {
        Self {
            place: chunk.place,
            last: chunk.last,
            start: chunk.start,
        }
    }
}

#[derive(Debug, Default)]
struct KnownRoom {
    tail: Option<Tail>,
    /// Whether the first entry was read: this version supports the room's format.
    is_supported: bool,
    /// Entries with the places of their messages in the stream.
    places: Vec<(Seq, u64)>,
}

#[derive(Debug, Default)]
pub(super) struct Known(Mutex<HashMap<RoomId, KnownRoom>>);

impl Known {
    /// Every change of the map is atomic, so a poisoned lock is still valid.
    fn rooms(&self) -> MutexGuard<'_, HashMap<RoomId, KnownRoom>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change<T>(&self, room: &RoomId, change: impl FnOnce(&mut KnownRoom) -> T) -> T {
        let mut rooms = self.rooms();
        if rooms.len() >= ROOMS_MAX && !rooms.contains_key(room) {
            // Rooms in use are soon cached again.
            rooms.clear();
        }
        change(rooms.entry(room.clone()).or_default())
    }

    pub(super) fn tail(&self, room: &RoomId) -> Option<Tail> {
        self.rooms().get(room)?.tail.clone()
    }

    /// Sets the end of a room, unless a later one is known.
    pub(super) fn raise_tail(&self, room: &RoomId, tail: Tail) {
        self.change(room, |known| {
            if known
                .tail
                .as_ref()
                .is_none_or(|known| known.place < tail.place)
            {
                known.tail = Some(tail);
            }
        });
    }

    /// Replaces the end of a room by a later one. If none is known, an append still has to check the room.
    pub(super) fn advance_tail(&self, room: &RoomId, tail: Tail) {
        if let Some(known) = self.rooms().get_mut(room)
            && known
                .tail
                .as_ref()
                .is_some_and(|known| known.place < tail.place)
        {
            known.tail = Some(tail);
        }
    }

    pub(super) fn forget_tail(&self, room: &RoomId) {
        if let Some(known) = self.rooms().get_mut(room) {
            known.tail = None;
        }
    }

    pub(super) fn forget(&self, room: &RoomId) {
        self.rooms().remove(room);
    }

    pub(super) fn is_supported(&self, room: &RoomId) -> bool {
        let rooms = self.rooms();
        rooms.get(room).is_some_and(|known| known.is_supported)
    }

    pub(super) fn set_supported(&self, room: &RoomId) {
        self.change(room, |known| known.is_supported = true);
    }

    /// Remembers that the message with this entry is at this place of the stream.
    pub(super) fn set_place(&self, room: &RoomId, seq: Seq, place: u64) {
        self.change(room, |known| {
            known.places.retain(|known| known.0 != seq);
            if known.places.len() == PLACES_MAX {
                known.places.remove(0);
            }
            known.places.push((seq, place));
        });
    }

    /// The nearest entry that is not after this one and whose message has a known place.
    pub(super) fn place(&self, room: &RoomId, from: Seq) -> Option<(Seq, u64)> {
        let rooms = self.rooms();
        let places = rooms.get(room)?.places.iter();
        places.filter(|place| place.0 <= from).max().copied()
    }
}
