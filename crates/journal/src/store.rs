//! The store of rooms' journals, as hosts see it.

use std::pin::Pin;

use raum_room::{EncodedEntry, Entry, Event, FORMAT, OPENING_FORMAT, Seq};

use crate::{Error, Follower, RoomId};

/// The pending result of a store operation.
///
/// Boxed, because the command line chooses the store: with an `Arc<dyn Store>`, no user of a store needs a type
/// parameter. The box costs nothing compared with an fsync.
pub type Pending<'a, T> = Pin<Box<dyn Future<Output = Result<T, Error>> + Send + 'a>>;

/// Stores a journal per room: its entries, numbered from 1 without gaps.
pub trait Store: Send + Sync {
    /// Appends consecutive entries, if the first of them follows the room's last entry. The first entry of a room creates
    /// it.
    ///
    /// Appends are atomic. After an error nothing is stored, and nothing will be. A caller that drops the future has to
    /// read the room to find out.
    ///
    /// Once a read has found a room damaged, it takes no more entries. An append itself checks only the first and the
    /// last entry, because hosts read the whole room before they append to it.
    fn append<'a>(&'a self, room: &'a RoomId, entries: &'a [EncodedEntry]) -> Pending<'a, Append>;

    /// Reads a page of a room's entries from a sequence number on: at most `entries_max`, fewer if the entries are long,
    /// but at least one if there is one. An unknown room has no entries.
    ///
    /// The room may change between two pages. An empty page after one with a [`next`](Page::next) means that the room was
    /// deleted.
    fn read_page<'a>(
        &'a self,
        room: &'a RoomId,
        from: Seq,
        entries_max: usize,
        priority: Priority,
    ) -> Pending<'a, Page>;

    /// Reads all entries of a room from a sequence number on, with the priority of a load.
    fn read<'a>(&'a self, room: &'a RoomId, from: Seq) -> Pending<'a, Vec<Entry>> {
        self.read_all(room, from, Priority::Load)
    }

    /// Reads all entries of a room from a sequence number on, page by page. Returns no entries if the room is deleted
    /// meanwhile.
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

    /// Reads a room from the start of its last game, or all of it if none has started. The result replays to the same
    /// room.
    fn read_last_game<'a>(
        &'a self,
        room: &'a RoomId,
        priority: Priority,
    ) -> Pending<'a, Vec<Entry>> {
        Box::pin(async move {
            let start = self.last_start(room, priority).await?;
            self.read_all(room, start, priority).await
        })
    }

    /// The entry that started the last game of a room, or 1 if none has started.
    fn last_start<'a>(&'a self, room: &'a RoomId, priority: Priority) -> Pending<'a, Seq>;

    /// A room's last entry, or 0 for an unknown room.
    fn last<'a>(&'a self, room: &'a RoomId) -> Pending<'a, Seq>;

    /// Follows a room from now on. A host that follows a room before it reads it misses no entry.
    fn follow(&self, room: &RoomId) -> Follower;

    /// Waits until a followed room has entries after this one, and reads the next page of them. That includes the
    /// caller's own entries. Returns no entries if the room was deleted. Cancel-safe.
    ///
    /// Followers buffer no entries, so a slow one costs no memory: it reads what it has missed page by page.
    fn next<'a>(&'a self, follower: &'a mut Follower, after: Seq) -> Pending<'a, Vec<Entry>> {
        Box::pin(async move {
            follower.wait(after).await?;
            let page = self.read_page(follower.room(), after + 1, usize::MAX, Priority::Load);
            Ok(page.await?.entries)
        })
    }
}

/// The priority of a read. A store serves the highest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Priority {
    /// A host loads a room while players wait.
    Load,
    /// A client waits for an answer, such as an export.
    Query,
    /// No client waits: the expiry sweep or the command line.
    Upkeep,
}

/// Consecutive entries of a room.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// The entries, starting with the requested one. Empty if the room ends before it.
    pub entries: Vec<Entry>,
    /// The first entry of the next page, if there are more.
    pub next: Option<Seq>,
}

/// The most entries in a page. Reading them takes about a millisecond.
pub(crate) const PAGE_ENTRIES_MAX: usize = 1000;

/// The outcome of an append.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Append {
    /// The entries are durable.
    Done,
    /// Another writer came first. Nothing was changed.
    Conflict {
        /// The other writer's entries: at least one, at most a page. If there are more, an append after these conflicts
        /// again.
        missed: Vec<Entry>,
    },
    /// The room has fewer entries than expected: an older backup was restored, or the room was deleted. Nothing was
    /// changed.
    Behind {
        /// The room's last entry, or 0 for an unknown room.
        last: Seq,
    },
    /// The store failed while committing: the entries may or may not be durable. A read shows whether they are, unless
    /// they reappear after a crash.
    Unknown(Error),
}

/// Checks entries and returns the sequence number that they have to follow.
pub(crate) fn expected(entries: &[EncodedEntry]) -> Result<Seq, Error> {
    let [first, ..] = entries else {
        return Err(Error::Invalid("there are no entries"));
    };
    let first = first.entry();
    let follow =
        |pair: &[EncodedEntry]| pair[0].entry().seq.checked_add(1) == Some(pair[1].entry().seq);
    if first.seq == 0 || !entries.windows(2).all(follow) {
        return Err(Error::Invalid("the entries are not consecutive"));
    }
    let opens = match &first.event {
        Event::RoomOpened(opening) if (OPENING_FORMAT..=FORMAT).contains(&opening.format) => true,
        Event::RoomOpened(_) => {
            return Err(Error::Invalid(
                "the room has a format that this version does not write",
            ));
        }
        _ => false,
    };
    if opens == (first.seq == 1) {
        Ok(first.seq - 1)
    } else {
        Err(Error::Invalid(
            "the first entry must open the room, and no other entry may",
        ))
    }
}
