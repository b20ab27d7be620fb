//! The rooms with changes that readers of the table do not see yet.

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// The rooms that the writer has changed in its open transaction. A room is in the set before its caller has an answer.
#[derive(Clone, Default)]
pub(super) struct Unpublished(Arc<Mutex<HashSet<Box<str>>>>);

impl Unpublished {
    /// Every change of the set is atomic, so a poisoned lock is still valid.
    fn rooms(&self) -> MutexGuard<'_, HashSet<Box<str>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn add(&self, room: &str) {
        let mut rooms = self.rooms();
        if !rooms.contains(room) {
            rooms.insert(room.into());
        }
    }

    pub(super) fn clear(&self) {
        self.rooms().clear();
    }

    pub(super) fn has(&self, room: &str) -> bool {
        self.rooms().contains(room)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rooms().is_empty()
    }
}
