//! What HTTP shows of rooms, without loading one: asked of the room's host where there is one, and otherwise
//! read from the journal. The last ones are kept, so that asking again costs little.

use std::{
    collections::{HashMap, VecDeque},
    ops::Deref,
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak},
};

use raum_host::{Denied, GameShown, Snapshot};
use raum_journal::{Priority, RoomId};
use raum_room::{Entry, Event};
use tokio::sync;

use crate::{
    host::{HostMessage, ask, denied},
    hosts::Hosts,
    limits::SNAPSHOTS_BYTES_MAX,
    workers::{Owner, Urgency},
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
    /// No change can be left half done, so a panic elsewhere has broken nothing.
    fn cache(&self) -> MutexGuard<'_, Cache> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn get(&self, room: &RoomId) -> Option<Arc<Shown>> {
        self.cache().snapshots.get(room).cloned()
    }

    fn put(&self, room: &RoomId, snapshot: Snapshot) -> Arc<Shown> {
        let pgn = OnceLock::new();
        let snapshot = Arc::new(Shown { snapshot, pgn });
        let mut cache = self.cache();
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
        let reading = &mut self.cache().reading;
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
        self.cache().remove(room);
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
        let store = &self.surroundings().store;
        if let Some(cached) = self.snapshots().get(room)
            && store.last(room).await.map_err(|why| denied(&why))? == cached.room.seq()
        {
            return Ok(Some(cached));
        }
        let read = self.read_snapshot(room, owner).await?;
        Ok(read.map(|snapshot| self.snapshots().put(room, snapshot)))
    }

    /// Reads a room page by page, so that others get their turns between two pages.
    async fn read_snapshot(&self, room: &RoomId, owner: Owner) -> Result<Option<Snapshot>, Denied> {
        let mut snapshot = None;
        let mut next = Some(1);
        while let Some(from) = next {
            let entries = self.page(room, from, &mut next).await?;
            if entries.is_empty() {
                // There is no such room, or it was deleted meanwhile.
                return Ok(None);
            }
            let fold = move || Snapshot::fold(snapshot, &entries);
            let folded = self.workers().run(owner, Urgency::Asking, fold).await?;
            snapshot = folded.ok_or(Denied::Unavailable)?;
            if snapshot.is_none() {
                return Ok(None);
            }
        }
        Ok(snapshot)
    }

    /// Reads a game of a room by its number; none if there is no such game.
    pub(crate) async fn read_game(
        &self,
        room: &RoomId,
        owner: Owner,
        number: u32,
    ) -> Result<Option<GameShown>, Denied> {
        let mut search = Search::Before(number);
        let mut next = Some(1);
        while let Some(from) = next
            && !matches!(search, Search::Whole(_))
        {
            let entries = self.page(room, from, &mut next).await?;
            let go_on = move || search.go_on(&entries);
            let searched = self.workers().run(owner, Urgency::Asking, go_on).await?;
            search = searched.ok_or(Denied::Unavailable)?;
        }
        Ok(match search {
            Search::Within(game) | Search::Whole(game) => game.game(),
            Search::Before(_) => None,
        })
    }

    async fn page(
        &self,
        room: &RoomId,
        from: u64,
        next: &mut Option<u64>,
    ) -> Result<Vec<Entry>, Denied> {
        let store = &self.surroundings().store;
        let page = store.read_page(room, from, usize::MAX, Priority::Query);
        let page = page.await.map_err(|why| denied(&why))?;
        *next = page.next;
        Ok(page.entries)
    }
}

/// How far the search for a game has come. The start of a game is as good a beginning as that of its room.
enum Search {
    /// It has not found the start of the game of this number.
    Before(u32),
    /// The game may go on.
    Within(Box<Snapshot>),
    /// The next game has begun.
    Whole(Box<Snapshot>),
}

impl Search {
    fn go_on(self, entries: &[Entry]) -> Self {
        let mut search = self;
        for entry in entries {
            search = match (search, &entry.event) {
                (Self::Before(number), Event::GameStarted(start)) if start.number == number => {
                    match Snapshot::begin(entry) {
                        Some(snapshot) => Self::Within(Box::new(snapshot)),
                        None => Self::Before(number),
                    }
                }
                (Self::Within(game), Event::GameStarted(_)) => Self::Whole(game),
                (Self::Within(mut game), _) => {
                    game.apply(entry);
                    Self::Within(game)
                }
                (search, _) => search,
            };
        }
        search
    }
}
