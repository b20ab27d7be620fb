//! Following rooms within one process: a store notifies a room's followers of each append.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use raum_room::Seq;
use tokio::sync::watch;

use crate::{Error, RoomId};

/// The followers of all rooms of a store.
#[derive(Clone, Debug, Default)]
pub struct Followers(Arc<Mutex<Rooms>>);

/// The last entry of each followed room: `None` until it changes, 0 once the room is deleted.
type Rooms = HashMap<RoomId, watch::Sender<Option<Seq>>>;

impl Followers {
    /// Every change of the map is atomic, so a poisoned lock is still valid.
    fn rooms(&self) -> MutexGuard<'_, Rooms> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Follows a room.
    pub fn follow(&self, room: &RoomId) -> Follower {
        let mut rooms = self.rooms();
        Follower {
            room: room.clone(),
            last: rooms.entry(room.clone()).or_default().subscribe(),
            followers: self.clone(),
        }
    }

    /// Whether a room has followers.
    pub(crate) fn is_followed(&self, room: &RoomId) -> bool {
        self.rooms().contains_key(room)
    }

    /// Notifies the followers of a room of its last entry, or of its deletion by 0.
    pub fn notify(&self, room: &RoomId, last: Seq) {
        if let Some(followed) = self.rooms().get(room) {
            followed.send_replace(Some(last));
        }
    }
}

/// Follows one room until it is dropped.
#[derive(Debug)]
pub struct Follower {
    room: RoomId,
    last: watch::Receiver<Option<Seq>>,
    followers: Followers,
}

impl Follower {
    /// The followed room.
    pub fn room(&self) -> &RoomId {
        &self.room
    }

    /// Waits until the room has entries after this one, or is deleted.
    pub(crate) async fn wait(&mut self, after: Seq) -> Result<(), Error> {
        let changed = |last: &Option<Seq>| *last == Some(0) || *last > Some(after);
        let waited = self.last.wait_for(changed).await;
        waited.map(drop).map_err(|_| Error::WriterEnded)
    }
}

impl Drop for Follower {
    fn drop(&mut self) {
        let mut rooms = self.followers.rooms();
        let followed = rooms.get(&self.room);
        if followed.is_some_and(|followed| followed.receiver_count() == 1) {
            rooms.remove(&self.room);
        }
    }
}
