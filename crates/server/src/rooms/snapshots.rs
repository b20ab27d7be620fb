//! What HTTP shows of rooms, without loading one: asked of the room's host where there is one, and otherwise
//! read from the journal. The last ones are kept, so that asking again costs little.

use std::{
    collections::{HashMap, VecDeque},
    ops::{
        ControlFlow::{Break, Continue},
        Deref,
    },
    sync::{Arc, Mutex, OnceLock, Weak},
};

use raum_host::{Denied, GameSnapshot, Snapshot};
use raum_journal::RoomId;
use raum_room::{Entry, Event};
use tokio::sync;

use crate::{
    limits::SNAPSHOTS_BYTES_MAX,
    lock::lock,
    rooms::{
        host::{HostMessage, ask, denied},
        hosts::Hosts,
        workers::{Owner, Urgency},
    },
};

/// A room as it is shown until it changes.
pub(crate) struct Shown {
    snapshot: Snapshot,
    /// Its latest game as PGN, once a client has asked for it: a long one takes milliseconds to write.
    pub(crate) pgn: OnceLock<String>,
}

impl Deref for Shown {
    type Target = Snapshot;

    fn deref(&self) -> &Snapshot {
        &self.snapshot
    }
}

/// The last snapshots that were shown, up to so many bytes.
#[derive(Default)]
pub(crate) struct Snapshots(Mutex<Cache>);

#[derive(Default)]
struct Cache {
    snapshots: HashMap<RoomId, Arc<Shown>>,
    /// The oldest first.
    order: VecDeque<RoomId>,
    bytes: usize,
    /// The rooms that are being read, each with what its readers hold one after another.
    reading: HashMap<RoomId, Weak<sync::Mutex<()>>>,
}

impl Snapshots {
    fn get(&self, room: &RoomId) -> Option<Arc<Shown>> {
        lock(&self.0).snapshots.get(room).cloned()
    }

    fn put(&self, room: &RoomId, snapshot: Snapshot) -> Arc<Shown> {
        let pgn = OnceLock::new();
        let snapshot = Arc::new(Shown { snapshot, pgn });
        let mut cache = lock(&self.0);
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

    /// What one reader of a room holds at a time. The others find its snapshot: hundreds of requests for a long
    /// room would else each fold it, page by page in turns, and none would finish soon.
    fn reading(&self, room: &RoomId) -> Arc<sync::Mutex<()>> {
        let reading = &mut lock(&self.0).reading;
        if let Some(turn) = reading.get(room).and_then(Weak::upgrade) {
            return turn;
        }
        reading.retain(|_, turn| turn.strong_count() > 0);
        let turn = Arc::default();
        reading.insert(room.clone(), Arc::downgrade(&turn));
        turn
    }

    /// Forgets a room that is deleted.
    pub(crate) fn forget(&self, room: &RoomId) {
        lock(&self.0).remove(room);
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
    /// A room as it is now; none if there is no such room.
    pub(crate) async fn snapshot(
        &self,
        room: &RoomId,
        owner: Owner,
    ) -> Result<Option<Arc<Shown>>, Denied> {
        let cached = self.snapshots().get(room);
        if let Some(host) = self.loaded(room) {
            let known = cached.as_ref().map(|snapshot| snapshot.room.seq());
            match ask(&host, |reply| HostMessage::Snapshot(known, reply)).await {
                Ok(Some(newer)) => return Ok(Some(self.snapshots().put(room, *newer))),
                Ok(None) => return Ok(cached),
                // A host that ends has stored all that it knew.
                Err(_) => {}
            }
        }
        let reading = self.snapshots().reading(room);
        let _turn = reading.lock().await;
        let store = &self.services().store;
        if let Some(cached) = self.snapshots().get(room)
            && store.last(room).await.map_err(|why| denied(&why))? == cached.room.seq()
        {
            return Ok(Some(cached));
        }
        let step = |snapshot, entries: Vec<Entry>| match Snapshot::fold(snapshot, &entries) {
            Some(snapshot) if !entries.is_empty() => Continue(Some(snapshot)),
            // There is no such room, or it was deleted meanwhile.
            _ => Break(None),
        };
        let read = self
            .fold(room, (owner, Urgency::Asking), None, step)
            .await?;
        Ok(read.map(|snapshot| self.snapshots().put(room, snapshot)))
    }

    /// Reads a game of a room by its number; none if there is no such game.
    pub(crate) async fn read_game(
        &self,
        room: &RoomId,
        owner: Owner,
        number: u32,
    ) -> Result<Option<GameSnapshot>, Denied> {
        let step = move |game: Option<Snapshot>, entries: Vec<Entry>| {
            let mut game = game;
            for entry in &entries {
                // The start of a game is as good a beginning as that of its room.
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
