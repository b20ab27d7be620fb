//! What an operator and the program need of a store beside its rooms: which there are, how much space they take, and
//! whether it works.

use std::time::Duration;

use raum_room::{Millis, Seq};

use crate::{Pending, RoomId, Store};

/// Looks after a store as a whole. A host needs none of it.
pub trait Upkeep: Send + Sync {
    /// The first rooms in the order of their ids, behind `after`, and at most `rooms_max`.
    fn list<'a>(
        &'a self,
        after: Option<&'a RoomId>,
        rooms_max: usize,
    ) -> Pending<'a, Vec<ListedRoom>>;

    /// Deletes a room, whatever state it is in, and returns whether there was one. Its id may be used again.
    fn delete<'a>(&'a self, room: &'a RoomId) -> Pending<'a, bool>;

    /// How much space the store takes.
    fn size(&self) -> Pending<'_, Size>;

    /// What the threads of the store have done so far, and what waits for them. A store without threads
    /// has nothing to report.
    fn activity(&self) -> Activity {
        Activity::default()
    }

    /// Proves that an entry could be made durable now, and leaves none behind.
    fn probe(&self) -> Pending<'_, ()>;
}

/// A store with its upkeep: what a program opens.
pub trait Journal: Store + Upkeep {}

impl<T: Store + Upkeep> Journal for T {}

/// A room as a list shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedRoom {
    /// Its id.
    pub room: RoomId,
    /// The number of its last entry.
    pub last: Seq,
    /// The time of its last entry; absent if that entry is damaged.
    pub last_at: Option<Millis>,
}

/// The space that a store takes on the disk; one that is not on a disk takes none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// What all rooms take, with what deleted ones have left free.
    pub bytes: u64,
    /// How many of them are free: they are used before more are taken.
    pub free_bytes: u64,
    /// What the log takes beside them, which is moved to the rooms from time to time.
    pub log_bytes: u64,
    /// The most bytes that rooms may take, if there is a bound.
    pub bytes_max: Option<u64>,
}

impl Size {
    /// The bytes that rooms really use.
    pub fn used_bytes(&self) -> u64 {
        self.bytes.saturating_sub(self.free_bytes)
    }
}

/// What the threads of a store have done so far, and what waits for them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Activity {
    /// The readers'.
    pub reads: Reads,
    /// How many appends and deletions wait for the writer.
    pub writes_waiting: usize,
}

/// What readers have done so far, and what waits for them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reads {
    /// How many reads wait, by [`Priority`](crate::Priority).
    pub waiting: [usize; 3],
    /// How many were served.
    pub served: u64,
    /// How many were skipped because their askers had gone.
    pub skipped: u64,
    /// How long those that were served have waited, together.
    pub waited: Duration,
    /// How long serving them took, together.
    pub busy: Duration,
}
