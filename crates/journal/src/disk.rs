//! A store in a folder: one SQLite file, one thread that writes, some that read.
//!
//! - [`mod@file`] opens the file, and lets in one process at a time.
//! - [`row`] is an entry as a row with its checksum.
//! - [`worker`] is a thread with a queue: [`writer`] is what it does with each [`job`], and [`checkpoint`] is
//!   what another one takes off it.
//! - [`space`] is the size of the rooms, as the writer notes it after each commit.
//! - [`readers`] are threads with one queue by priority; [`reader`] is what they do.

mod checkpoint;
mod file;
mod job;
mod reader;
mod readers;
mod row;
mod space;
mod worker;
mod writer;

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use raum_room::{EncodedEntry, Seq};
use tokio::sync::oneshot;

use crate::{
    Activity, Append, Error, Follower, Followers, ListedRoom, OpenError, Page, Pending, Priority,
    RoomId, Size, Store, Upkeep,
    store::{PAGE_ENTRIES_MAX, expected},
};

use checkpoint::Checkpointer;
use file::Lock;
use job::Job;
use readers::Readers;
use row::Row;
use space::Space;
use worker::Worker;
use writer::Writer;

/// Keeps entries in a folder, and answers when they are durable.
///
/// Dropping it waits until everything that was asked of it is done.
#[derive(Debug)]
pub struct Disk {
    writer: Worker<Job>,
    readers: Readers,
    followers: Followers,
    space: Arc<Space>,
    /// SQLite's log, whose size only the file system knows.
    log: PathBuf,
    bytes_max: Option<u64>,
    /// Held until the threads have ended: fields are dropped in their order.
    _lock: Lock,
}

/// What a store does wrong, so that a test can prove that it notices.
#[cfg(feature = "fault-injection")]
#[derive(Clone, Copy, Debug, Default)]
pub struct Faults {
    /// Answers come at once, and nothing is durable before the store is closed in order.
    pub answers_early: bool,
    /// Appends to this room panic.
    pub panics_on: Option<&'static str>,
    /// What is written to this room ends the writer's thread.
    pub ends_on: Option<&'static str>,
    /// What is written to this room is committed, and is said to have failed at that.
    pub loses_answers_on: Option<&'static str>,
}

impl Disk {
    /// Opens the store in a folder; both are made if need be.
    pub fn open(folder: &Path) -> Result<Self, OpenError> {
        file::create_folder(folder)?;
        Self::start(folder, None, |writer| writer)
    }

    /// The same, of a store whose rooms may take this many bytes, its log apart. At the bound appends fail
    /// as [`Error::Full`], and deleting makes room again. What is above it already stays.
    pub fn open_bounded(folder: &Path, bytes_max: u64) -> Result<Self, OpenError> {
        file::create_folder(folder)?;
        Self::start(folder, Some(bytes_max), |writer| writer)
    }

    /// Opens the store in a folder that has one.
    pub fn open_existing(folder: &Path) -> Result<Self, OpenError> {
        if !file::exists(folder) {
            return Err(OpenError::Absent(folder.to_owned()));
        }
        Self::start(folder, None, |writer| writer)
    }

    /// Opens a store that is wrong on purpose.
    #[cfg(feature = "fault-injection")]
    pub fn open_faulty(folder: &Path, faults: Faults) -> Result<Self, OpenError> {
        file::create_folder(folder)?;
        Self::start(folder, None, |writer| writer.faulty(faults))
    }

    /// How many bytes the entries of a room have, as they are stored.
    pub fn room_bytes<'a>(&'a self, room: &'a RoomId) -> Pending<'a, u64> {
        let room = room.clone();
        self.readers.ask(Priority::Upkeep, move |connection| {
            reader::room_bytes(connection, &room)
        })
    }

    /// What is wrong with the file that no room's own entries show, in sentences.
    pub fn flaws(&self) -> Pending<'_, Vec<String>> {
        self.readers.ask(Priority::Upkeep, reader::flaws)
    }

    /// What another writer has appended after this entry. It is read here and not by the writer, which all rooms wait
    /// for.
    async fn missed(&self, room: &RoomId, after: Seq) -> Result<Append, Error> {
        let page = self.read_page(room, after + 1, usize::MAX, Priority::Load);
        let missed = page.await?.entries;
        Ok(if missed.is_empty() {
            // The room was deleted meanwhile.
            Append::Behind { last: 0 }
        } else {
            Append::Conflict { missed }
        })
    }

    fn start(
        folder: &Path,
        bytes_max: Option<u64>,
        change: impl FnOnce(Writer) -> Writer,
    ) -> Result<Self, OpenError> {
        let opened = file::open(folder, bytes_max)?;
        let thread = |error| OpenError::Folder(folder.to_owned(), error);
        let checkpointer = Checkpointer::start(opened.checkpointing).map_err(thread)?;
        let space = Arc::new(Space::new(opened.space));
        let followers = Followers::default();
        let writer = Writer::new(
            opened.writing,
            checkpointer,
            space.clone(),
            followers.clone(),
        );
        let writer = change(writer);
        Ok(Self {
            writer: Worker::start("journal-writer", |queue| writer.run(queue)).map_err(thread)?,
            readers: Readers::start(opened.reading).map_err(thread)?,
            followers,
            space,
            log: opened.log,
            bytes_max,
            _lock: opened.lock,
        })
    }
}

impl Store for Disk {
    fn append<'a>(&'a self, room: &'a RoomId, entries: &'a [EncodedEntry]) -> Pending<'a, Append> {
        Box::pin(async move {
            let expected = expected(entries)?;
            let (answer, answered) = oneshot::channel();
            let job = Job::Append {
                room: room.clone(),
                expected,
                // Here and not in the writer, which all rooms wait for.
                rows: entries
                    .iter()
                    .map(|written| Row::of(room, written))
                    .collect::<Result<_, _>>()?,
                answer,
            };
            self.writer.tell(job).await?;
            // A writer that ends may have committed before.
            let unknown = |_| Ok(Append::Unknown(Error::WriterEnded));
            match answered.await.unwrap_or_else(unknown)? {
                Append::Behind { last } if last > expected => self.missed(room, expected).await,
                appended => Ok(appended),
            }
        })
    }

    fn read_page<'a>(
        &'a self,
        room: &'a RoomId,
        from: Seq,
        entries_max: usize,
        priority: Priority,
    ) -> Pending<'a, Page> {
        Box::pin(async move {
            let asked = room.clone();
            let read = self.readers.ask(priority, move |connection| {
                reader::read_page(connection, &asked, from, entries_max)
            });
            let read = read.await;
            if let Err(Error::Damaged { seq, .. }) = read {
                // The room must take no more entries.
                self.writer.tell(Job::Suspect(room.clone(), seq)).await?;
            }
            read
        })
    }

    fn last_start<'a>(&'a self, room: &'a RoomId, priority: Priority) -> Pending<'a, Seq> {
        Box::pin(async move {
            let mut until = self.last(room).await?;
            while until > 0 {
                let room = room.clone();
                let found = self.readers.ask(priority, move |connection| {
                    reader::last_start(connection, &room, until)
                });
                if let Some(start) = found.await? {
                    return Ok(start);
                }
                until = until.saturating_sub(PAGE_ENTRIES_MAX as Seq);
            }
            Ok(1)
        })
    }

    fn last<'a>(&'a self, room: &'a RoomId) -> Pending<'a, Seq> {
        let room = room.clone();
        // It costs as little as a row does, and clients wait for it.
        self.readers.ask(Priority::Load, move |connection| {
            reader::last(connection, &room)
        })
    }

    fn follow(&self, room: &RoomId) -> Follower {
        self.followers.follow(room)
    }
}

impl Upkeep for Disk {
    fn list<'a>(
        &'a self,
        after: Option<&'a RoomId>,
        rooms_max: usize,
    ) -> Pending<'a, Vec<ListedRoom>> {
        let after = after.cloned();
        self.readers.ask(Priority::Upkeep, move |connection| {
            reader::list(connection, after.as_ref(), rooms_max)
        })
    }

    fn delete<'a>(&'a self, room: &'a RoomId) -> Pending<'a, bool> {
        let room = room.clone();
        Box::pin(self.writer.ask(|answer| Job::Delete { room, answer }))
    }

    fn size(&self) -> Pending<'_, Size> {
        Box::pin(async {
            let bytes = self.space.get();
            Ok(Size {
                bytes: bytes.all,
                free_bytes: bytes.free,
                log_bytes: file::bytes(&self.log)?,
                bytes_max: self.bytes_max,
            })
        })
    }

    fn activity(&self) -> Activity {
        Activity {
            reads: self.readers.reads(),
            writes_waiting: self.writer.waiting(),
        }
    }

    fn probe(&self) -> Pending<'_, ()> {
        Box::pin(self.writer.ask(|answer| Job::Probe { answer }))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use tokio::time::{Duration, timeout};

    use super::*;

    #[tokio::test]
    async fn asking_for_the_size_waits_for_no_reader() {
        let folder = tempfile::tempdir().unwrap();
        let disk = Disk::open_bounded(folder.path(), 1 << 20).unwrap();
        let (release, released) = mpsc::channel::<()>();
        let released = Arc::new(std::sync::Mutex::new(released));
        let mut asked: Vec<_> = (0..100)
            .map(|_| {
                let released = released.clone();
                disk.readers.ask(Priority::Load, move |_| {
                    released.lock().unwrap().recv().ok();
                    Ok(())
                })
            })
            .collect();
        for read in &mut asked {
            // Long enough to be in the queue.
            timeout(Duration::ZERO, read).await.unwrap_err();
        }
        let size = timeout(Duration::from_mins(1), disk.size()).await.unwrap();
        assert_eq!(size.unwrap().bytes_max, Some(1 << 20));
        assert!(disk.activity().reads.waiting[0] >= 90);
        drop(release);
    }
}
