//! Codes that people choose: each is another name of a room, until the room closes.

use std::{
    array,
    collections::HashMap,
    hash::{BuildHasher, RandomState},
    sync::Mutex,
};

use raum_journal::RoomId;
use raum_rules::Kind;
use tokio::sync;

use crate::lock::lock;

/// Which room each code stands for. They do not outlast the program: those who use codes cannot come back to
/// a seat, so a room that outlasts it is of no use to them.
pub(crate) struct Codes {
    rooms: Mutex<HashMap<(Kind, String), RoomId>>,
    /// Codes that share one wait for each other: so many that it hardly ever happens.
    turns: [sync::Mutex<()>; 256],
    hasher: RandomState,
}

impl Default for Codes {
    fn default() -> Self {
        Self {
            rooms: Mutex::default(),
            turns: array::from_fn(|_| sync::Mutex::default()),
            hasher: RandomState::new(),
        }
    }
}

impl Codes {
    /// Waits until nobody else is entering by this code, so that two who come together meet in one room.
    pub(crate) async fn turn(&self, code: &str) -> sync::MutexGuard<'_, ()> {
        let [shared, ..] = self.hasher.hash_one(code).to_le_bytes();
        self.turns[usize::from(shared)].lock().await
    }

    /// The room that a code stands for.
    pub(crate) fn room(&self, kind: Kind, code: &str) -> Option<RoomId> {
        lock(&self.rooms).get(&(kind, code.to_owned())).cloned()
    }

    pub(crate) fn bind(&self, kind: Kind, code: &str, room: RoomId) {
        lock(&self.rooms).insert((kind, code.to_owned()), room);
    }

    /// Frees the codes of a room that is closed.
    pub(crate) fn release(&self, room: &RoomId) {
        lock(&self.rooms).retain(|_, known| known != room);
    }
}
