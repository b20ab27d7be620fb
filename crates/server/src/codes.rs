//! Codes that people choose: each is another name of a room, until the room closes.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use raum_journal::RoomId;
use raum_rules::Kind;
use tokio::sync;

/// Which room each code stands for. They do not outlast the program: those who use codes cannot come back to
/// a seat, so a room that outlasts it is of no use to them.
#[derive(Default)]
pub(crate) struct Codes {
    rooms: Mutex<HashMap<(Kind, String), RoomId>>,
    turn: sync::Mutex<()>,
}

impl Codes {
    /// Waits until nobody else is entering by a code, so that two who come together meet in one room.
    pub(crate) async fn turn(&self) -> sync::MutexGuard<'_, ()> {
        self.turn.lock().await
    }

    /// The room that a code stands for.
    pub(crate) fn room(&self, kind: Kind, code: &str) -> Option<RoomId> {
        self.rooms().get(&(kind, code.to_owned())).cloned()
    }

    pub(crate) fn bind(&self, kind: Kind, code: &str, room: RoomId) {
        self.rooms().insert((kind, code.to_owned()), room);
    }

    /// Frees the codes of a room that is closed.
    pub(crate) fn release(&self, room: &RoomId) {
        self.rooms().retain(|_, known| known != room);
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<(Kind, String), RoomId>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
