//! Codes that Chessata clients choose: each names a room until the room closes.

use std::{collections::HashMap, sync::Mutex};

use raum_journal::RoomId;

use super::keyed_locks::KeyedLocks;
use crate::lock::lock;

/// Which room each code stands for. Codes do not survive a restart: a client that enters by a code cannot resume its
/// seat, so it has no use for a room from before.
#[derive(Default)]
pub(crate) struct Codes {
    rooms: Mutex<HashMap<String, RoomId>>,
    /// Serializes clients that enter by the same code, so that two that arrive together meet in one room.
    pub(super) entering: KeyedLocks,
}

impl Codes {
    /// The room that a code stands for.
    pub(crate) fn room(&self, code: &str) -> Option<RoomId> {
        lock(&self.rooms).get(code).cloned()
    }

    pub(crate) fn bind(&self, code: &str, room: RoomId) {
        lock(&self.rooms).insert(code.to_owned(), room);
    }

    /// Frees the codes of a closed room.
    pub(crate) fn release(&self, room: &RoomId) {
        lock(&self.rooms).retain(|_, known| known != room);
    }
}
