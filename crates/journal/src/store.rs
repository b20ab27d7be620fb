//! What it means to keep the entries of rooms.

use std::pin::Pin;

use raum_room::{EncodedEntry, Entry, Event, FORMAT, Seq};

use crate::{Error, Follower, RoomId};

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
    /// All of them are stored or none. An error means that none is, and none will be. If the caller drops the
    /// answer, only reading tells which.
    ///
    /// A room takes no entries once a read has found it damaged. An append by itself checks the ends of the
    /// room alone: a host reads the whole room before it appends to it.
    fn append<'a>(&'a self, room: &'a RoomId, entries: &'a [EncodedEntry]) -> Pending<'a, Append>;

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

    /// Reads a room from the start of its last game on, or whole if none has started. The room folds to the same.
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

    /// The number of the entry that started the last game of a room; 1 if none did.
    fn last_start<'a>(&'a self, room: &'a RoomId, priority: Priority) -> Pending<'a, Seq>;

    /// The number of a room's last entry; 0 for an unknown room.
    fn last<'a>(&'a self, room: &'a RoomId) -> Pending<'a, Seq>;

    /// Follows a room from now on. A host that follows a room before it reads it misses nothing.
    fn follow(&self, room: &RoomId) -> Follower;

    /// Waits until a followed room has entries after this one, and reads the next of them: its own caller's too,
    /// unless `after` says that it has them. None if the room was deleted. A caller may stop waiting at any time.
    ///
    /// A follower holds no entries, so a slow one costs no memory: it reads what it has missed page by page.
    fn next<'a>(&'a self, follower: &'a mut Follower, after: Seq) -> Pending<'a, Vec<Entry>> {
        Box::pin(async move {
            follower.wait(after).await?;
            let page = self.read_page(follower.room(), after + 1, usize::MAX, Priority::Load);
            Ok(page.await?.entries)
        })
    }
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Append {
    /// They are durable.
    Done,
    /// Another writer came first, and nothing was changed.
    Conflict {
        /// The entries that stand in their place: at least one, and at most a page. An append after the last of
        /// them conflicts again if there are more.
        missed: Vec<Entry>,
    },
    /// The room has fewer entries than these were to follow, and nothing was changed: an older backup was restored,
    /// or the room was deleted.
    Behind {
        /// The number of its last entry; 0 for an unknown room.
        last: Seq,
    },
    /// The store failed at a moment when it cannot know whether they are durable. Reading shows it, unless they come
    /// back after a crash.
    Unknown(Error),
}

/// The sequence number that these entries are to follow, if they can be appended to a room at all.
pub(crate) fn expected(entries: &[EncodedEntry]) -> Result<Seq, Error> {
    let [first, ..] = entries else {
        return Err(Error::Invalid("there are no entries"));
    };
    let first = first.entry();
    let follow =
        |pair: &[EncodedEntry]| pair[0].entry().seq.checked_add(1) == Some(pair[1].entry().seq);
    if first.seq == 0 || !entries.windows(2).all(follow) {
        return Err(Error::Invalid(
            "the entries are not numbered one after another",
        ));
    }
    let opens = match &first.event {
        Event::RoomOpened(opening) if opening.format == FORMAT => true,
        Event::RoomOpened(_) => return Err(Error::Invalid("the format is not this version's")),
        _ => false,
    };
    if opens == (first.seq == 1) {
        Ok(first.seq - 1)
    } else {
        Err(Error::Invalid(
            "the first entry of a room, and only that, opens it",
        ))
    }
}
