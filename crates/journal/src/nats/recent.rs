//! The last message of rooms that are followed: a follower that has kept up needs no request to read it.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Mutex, MutexGuard, PoisonError},
};

use crate::RoomId;

use super::api::Stored;

/// The most messages, and the largest. They take at most 16 MiB.
const MESSAGES_MAX: usize = 4096;
const MESSAGE_BYTES_MAX: usize = 4096;

#[derive(Debug, Default)]
pub(super) struct Recent(Mutex<Messages>);

#[derive(Debug, Default)]
struct Messages {
    by_room: HashMap<RoomId, Stored>,
    /// The rooms in the order in which they came.
    order: VecDeque<RoomId>,
}

impl Recent {
    /// Every change is valid by itself, so a poisoned lock is still valid.
    fn messages(&self) -> MutexGuard<'_, Messages> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn get(&self, room: &RoomId) -> Option<Stored> {
        self.messages().by_room.get(room).cloned()
    }

    pub(super) fn put(&self, room: &RoomId, stored: Stored) {
        if stored.payload.len() > MESSAGE_BYTES_MAX {
            return self.remove(room);
        }
        let mut messages = self.messages();
        if messages.by_room.insert(room.clone(), stored).is_none() {
            messages.order.push_back(room.clone());
        }
        if messages.order.len() > MESSAGES_MAX
            && let Some(oldest) = messages.order.pop_front()
        {
            messages.by_room.remove(&oldest);
        }
    }

    pub(super) fn remove(&self, room: &RoomId) {
        let mut messages = self.messages();
        if messages.by_room.remove(room).is_some() {
            messages.order.retain(|known| known != room);
        }
    }
}
