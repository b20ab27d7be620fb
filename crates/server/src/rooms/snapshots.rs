//! Snapshots of rooms for HTTP, taken from a room's host or read from the journal; they never load a room. A cache
//! makes repeated requests cheap.

use std::{
    collections::{HashMap, VecDeque},
    ops::{
        ControlFlow::{Break, Continue},
        Deref,
    },
    sync::{Arc, Mutex, OnceLock},
};

use raum_host::{Denied, GameSnapshot, Snapshot};
use raum_journal::RoomId;
use raum_room::{Entry, Event};

use super::{Hosts, Owner, Urgency, denied, keyed_locks::KeyedLocks, query};
use crate::{limits::SNAPSHOTS_BYTES_MAX, lock::lock};

/// A room's snapshot, valid until the room changes.
pub(crate) struct CachedSnapshot {
    snapshot: Snapshot,
    /// The latest game as PGN, once a client has requested it: a long one takes milliseconds to write.
    pub(crate) pgn: OnceLock<String>,
}

impl Deref for CachedSnapshot {
    type Target = Snapshot;

    fn deref(&self) -> &Snapshot {
        &self.snapshot
    }
}

/// A cache of the latest snapshots, limited by bytes.
#[derive(Default)]
pub(crate) struct Snapshots {
    cache: Mutex<Cache>,
    /// Held by the one reader of a room. The others wait for its snapshot: hundreds of requests for a long room would
    /// otherwise each fold it, page by page in turns, and none would finish soon.
    reading: KeyedLocks,
}

#[derive(Default)]
struct Cache {
    snapshots: HashMap<RoomId, Arc<CachedSnapshot>>,
    /// Oldest first.
    order: VecDeque<RoomId>,
    bytes: usize,
}

impl Snapshots {
    fn get(&self, room: &RoomId) -> Option<Arc<CachedSnapshot>> {
        lock(&self.cache).snapshots.get(room).cloned()
    }

    fn put(&self, room: &RoomId, snapshot: Snapshot) -> Arc<CachedSnapshot> {
        let pgn = OnceLock::new();
        let snapshot = Arc::new(CachedSnapshot { snapshot, pgn });
        let mut cache = lock(&self.cache);
        cache.remove(room);
        cache.bytes += snapshot.bytes();
        cache.snapshots.insert(room.clone(), snapshot.clone());
        cache.order.push_back(room.clone());
        while cache.bytes > SNAPSHOTS_BYTES_MAX
            && let Some(oldest) = cache.order.front().cloned()
        {
            cache.remove(&oldest);
        }
        snapshot
    }

    /// Forgets a deleted room.
    pub(crate) fn forget(&self, room: &RoomId) {
        lock(&self.cache).remove(room);
    }
}

impl Cache {
    fn remove(&mut self, room: &RoomId) {
        if let Some(snapshot) = self.snapshots.remove(room) {
            self.bytes -= snapshot.bytes();
            self.order.retain(|known| known != room);
        }
    }
}

impl Hosts {
    /// The current snapshot of a room; none if the room does not exist.
    pub(crate) async fn snapshot(
        &self,
        room: &RoomId,
        owner: Owner,
    ) -> Result<Option<Arc<CachedSnapshot>>, Denied> {
        let cached = self.snapshots.get(room);
        if let Some(host) = self.loaded(room) {
            let known = cached.as_ref().map(|snapshot| snapshot.room.seq());
            match query(&host, move |host| host.snapshot(known)).await {
                Ok(Some(newer)) => return Ok(Some(self.snapshots.put(room, newer))),
                Ok(None) => return Ok(cached),
                // A host that has stopped has stored everything.
                Err(_) => {}
            }
        }
        let _reading = self.snapshots.reading.lock(room.as_str()).await;
        let store = &self.services.store;
        if let Some(cached) = self.snapshots.get(room)
            && store.last(room).await.map_err(denied)? == cached.room.seq()
        {
            return Ok(Some(cached));
        }
        let step = |snapshot, entries: Vec<Entry>| match Snapshot::fold(snapshot, &entries) {
            Some(snapshot) if !entries.is_empty() => Continue(Some(snapshot)),
            // The room does not exist, or was deleted meanwhile.
            _ => Break(None),
        };
        let read = self
            .fold(room, (owner, Urgency::Asking), None, step)
            .await?;
        Ok(read.map(|snapshot| self.snapshots.put(room, snapshot)))
    }

    /// Reads a game of a room by its number; none if it does not exist.
    pub(crate) async fn read_game(
        &self,
        room: &RoomId,
        owner: Owner,
        number: u32,
    ) -> Result<Option<GameSnapshot>, Denied> {
        let step = move |game: Option<Snapshot>, entries: Vec<Entry>| {
            let mut game = game;
            for entry in &entries {
                // A replay may start at the start of a game.
                match (&mut game, &entry.event) {
                    (None, Event::GameStarted(start)) if start.number == number => {
                        game = Snapshot::begin(entry);
                    }
                    (None, _) => {}
                    (Some(_), Event::GameStarted(_)) => return Break(game),
                    (Some(game), _) => game.apply(entry),
                }
            }
            Continue(game)
        };
        let game = self
            .fold(room, (owner, Urgency::Asking), None, step)
            .await?;
        Ok(game.and_then(|game| game.game()))
    }
}
