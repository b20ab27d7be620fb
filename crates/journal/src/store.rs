//! What it means to keep the entries of rooms.

use std::{pin::Pin, time::Duration};

use raum_room::{Entry, Event, FORMAT, Millis, Seq};

use crate::{Error, RoomId};

/// What a store will have done.
///
/// Boxed, and not `async fn`, because the command line chooses the store: all that keep rooms hold an
/// `Arc<dyn Store>` and need no type parameter. The box costs nothing beside an fsync.
pub type Pending<'a, T> = Pin<Box<dyn Future<Output = Result<T, Error>> + Send + 'a>>;

/// Keeps the journals of rooms: for each, its entries from 1 without gaps.
pub trait Store: Send + Sync {
    /// Appends entries, which follow each other, if the room's last entry is the one before the first
    /// of them. A room begins when its first entry is appended.
    ///
    /// All of them are kept or none, and when the answer comes they are durable. After an error, or if
    /// nobody waits for the answer, only reading tells whether they are kept.
    ///
    /// A room takes no entries once a read has found it damaged. An append by itself checks the ends of the
    /// room alone: a host reads the whole room before it appends to it.
    fn append<'a>(&'a self, room: &'a RoomId, entries: &'a [Entry]) -> Pending<'a, Append>;

    /// Reads the next entries of a room from a sequence number on: at most `entries_max`, at least one if
    /// there is one, and fewer than asked for where entries are long or many. An unknown room has none.
    ///
    /// A store serves other reads between two pages, so the room may change there: an empty page after
    /// one that named a [`next`](Page::next) means that the room was deleted.
    fn read_page<'a>(
        &'a self,
        room: &'a RoomId,
        from: Seq,
        entries_max: usize,
        priority: Priority,
    ) -> Pending<'a, Page>;

    /// Reads all entries of a room from a sequence number on, page by page, to load it.
    fn read<'a>(&'a self, room: &'a RoomId, from: Seq) -> Pending<'a, Vec<Entry>> {
        self.read_all(room, from, Priority::Load)
    }

    /// Reads all entries of a room from a sequence number on, page by page. A room that is deleted
    /// meanwhile has none.
    fn read_all<'a>(
        &'a self,
        room: &'a RoomId,
        from: Seq,
        priority: Priority,
    ) -> Pending<'a, Vec<Entry>> {
        Box::pin(async move {
            let mut page = self.read_page(room, from, usize::MAX, priority).await?;
            let mut entries = page.entries;
            while let Some(next) = page.next {
                page = self.read_page(room, next, usize::MAX, priority).await?;
                if page.entries.is_empty() {
                    return Ok(Vec::new());
                }
                entries.append(&mut page.entries);
            }
            Ok(entries)
        })
    }

    /// The number of a room's last entry; 0 for an unknown room.
    fn last<'a>(&'a self, room: &'a RoomId) -> Pending<'a, Seq>;

    /// The first rooms in the order of their ids, behind `after`, and at most `rooms_max`.
    fn list<'a>(&'a self, after: Option<&'a RoomId>, rooms_max: usize) -> Pending<'a, Vec<Listed>>;

    /// Forgets a room, damaged or not, and tells whether there was one. Its id may be used again.
    fn delete<'a>(&'a self, room: &'a RoomId) -> Pending<'a, bool>;

    /// How much space the store takes.
    fn size(&self) -> Pending<'_, Size>;

    /// What the threads of the store have done so far, and what waits for them. A store without threads
    /// has nothing to tell.
    fn activity(&self) -> Activity {
        Activity::default()
    }

    /// Proves that an entry could be made durable now, and leaves none behind.
    fn probe(&self) -> Pending<'_, ()>;
}

/// How urgent a read is: a store serves the most urgent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Priority {
    /// A host loads a room, and players wait for it.
    Load,
    /// A client waits for an answer, such as an export.
    Query,
    /// No client waits: the sweep, or the command line.
    Upkeep,
}

/// Consecutive entries of a room.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// The entries, the first of which is the one asked for. None if the room ends before it.
    pub entries: Vec<Entry>,
    /// The entry that the next page begins with, if there are more.
    pub next: Option<Seq>,
}

/// The most entries of a page: a reader needs about a millisecond for them.
pub(crate) const PAGE_ENTRIES_MAX: usize = 1000;

/// What became of entries that were to be appended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Append {
    /// They are durable.
    Done,
    /// The room's last entry is another one than they were meant to follow, and nothing was changed.
    Conflict {
        /// Its number; 0 for an unknown room.
        last: Seq,
    },
}

/// A room as a list shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
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
    /// How many reads wait, by [`Priority`].
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

/// The sequence number that these entries are to follow, if they can be appended to a room at all.
pub(crate) fn expected(entries: &[Entry]) -> Result<Seq, Error> {
    let [first, ..] = entries else {
        return Err(Error::Unfit("there are no entries"));
    };
    let follow = |pair: &[Entry]| pair[0].seq.checked_add(1) == Some(pair[1].seq);
    if first.seq == 0 || !entries.windows(2).all(follow) {
        return Err(Error::Unfit(
            "the entries are not numbered one after another",
        ));
    }
    let opens = match &first.event {
        Event::RoomOpened(opening) if opening.format == FORMAT => true,
        Event::RoomOpened(_) => return Err(Error::Unfit("the format is not this version's")),
        _ => false,
    };
    if opens == (first.seq == 1) {
        Ok(first.seq - 1)
    } else {
        Err(Error::Unfit(
            "the first entry of a room, and only that, opens it",
        ))
    }
}
