//! Maintenance of a store: which rooms it has, how much space they take, and whether it works.

use std::time::Duration;

use raum_room::{EncodedEntry, Millis, Seq};

use crate::{Pending, Priority, RoomId, Store};

/// Maintains a store as a whole. Hosts do not need it.
pub trait Upkeep: Store {
    /// Lists rooms in the order of their ids: those after `after`, at most `max`.
    fn list<'a>(&'a self, after: Option<&'a RoomId>, max: usize) -> Pending<'a, Vec<ListedRoom>>;

    /// Deletes a room, damaged or not, and returns whether it existed. Its id may be used again.
    fn delete<'a>(&'a self, room: &'a RoomId) -> Pending<'a, bool>;

    /// The size of the store. New rooms count at once; other changes that nothing has read yet may count a second later.
    fn size(&self) -> Pending<'_, Size>;

    /// Statistics of the store's threads. A store without threads has none.
    fn activity(&self) -> Activity {
        Activity::default()
    }

    /// Tests that the store can write, without leaving an entry behind.
    fn probe(&self) -> Pending<'_, ()>;

    /// The size of a room's entries.
    fn room_bytes<'a>(&'a self, room: &'a RoomId) -> Pending<'a, u64> {
        Box::pin(async move {
            let mut bytes = 0;
            let mut next = Some(1);
            while let Some(from) = next {
                let page = self.read_page(room, from, usize::MAX, Priority::Upkeep);
                let page = page.await?;
                let stored = |entry| EncodedEntry::new(entry).stored().len() as u64;
                bytes += page.entries.into_iter().map(stored).sum::<u64>();
                next = page.next;
            }
            Ok(bytes)
        })
    }

    /// Damage of the store that reading its rooms does not show, in sentences.
    fn flaws(&self) -> Pending<'_, Vec<String>> {
        Box::pin(async { Ok(Vec::new()) })
    }
}

/// A store with its upkeep.
pub trait Journal: Store + Upkeep {}

impl<T: Store + Upkeep> Journal for T {}

/// A room in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedRoom {
    /// The room.
    pub room: RoomId,
    /// Its last entry.
    pub last: Seq,
    /// The time of its last entry, unless that entry is damaged.
    pub last_at: Option<Millis>,
}

/// The disk space of a store; zero for a store in memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// The size of all rooms, including free space.
    pub bytes: u64,
    /// Free space left by deleted rooms, which is reused first.
    pub free_bytes: u64,
    /// The size of SQLite's write-ahead log and of the intake, which come on top.
    pub log_bytes: u64,
    /// The limit on `bytes`, if there is one.
    pub bytes_max: Option<u64>,
}

impl Size {
    /// The size of all rooms without free space.
    pub fn used_bytes(&self) -> u64 {
        self.bytes.saturating_sub(self.free_bytes)
    }
}

/// Statistics of a store's threads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Activity {
    /// The reads.
    pub reads: Reads,
    /// Appends and deletions that wait for the writer.
    pub writes_waiting: usize,
}

/// Statistics of the reader threads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reads {
    /// Reads that wait, by [`Priority`].
    pub waiting: [usize; 3],
    /// Reads served so far.
    pub served: u64,
    /// Reads skipped because their callers had stopped waiting.
    pub skipped: u64,
    /// The total time that served reads have waited.
    pub waited: Duration,
    /// The total time that serving them took.
    pub busy: Duration,
}
