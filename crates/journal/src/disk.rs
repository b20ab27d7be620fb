//! A store in a folder: one SQLite file, one writer, several reader threads.
//!
//! - [`mod@file`] opens and locks the file.
//! - [`row`] encodes an entry as a row with a checksum. [`table`] changes rows.
//! - [`writer`] processes each [`job`]: it makes changes durable in the [`intake`] before it commits them to the table.
//!   [`writing`] has its queue and the threads that run it. [`unpublished`] lists the rooms with uncommitted changes.
//!   [`checkpoint`] relieves it on another thread.
//! - [`readers`] are threads with a queue by priority; [`reader`] has their queries.

mod checkpoint;
pub(crate) mod faults;
mod file;
mod intake;
mod job;
mod reader;
mod readers;
mod row;
mod table;
mod unpublished;
mod writer;
mod writing;

use std::{
    fmt,
    path::{Path, PathBuf},
};

use raum_room::{EncodedEntry, Seq};
use rusqlite::Connection;
use tokio::sync::watch;

use crate::{
    Activity, Append, Error, Follower, Followers, ListedRoom, OpenError, Page, Pending, Priority,
    RoomId, Size, Store, Upkeep,
    store::{PAGE_ENTRIES_MAX, expected},
};

use checkpoint::{Checkpointer, LOG_BYTES_MAX};
use faults::Faults;
use file::Lock;
use job::Job;
use readers::Readers;
use row::Row;
use unpublished::Unpublished;
use writer::{Repeat, Writer};
use writing::Writing;

/// Stores entries in a folder, and answers once they are durable.
///
/// Dropping it waits until all queued jobs are done.
pub struct Disk {
    writer: Writing,
    readers: Readers,
    followers: Followers,
    unpublished: Unpublished,
    /// The writer updates it with every batch of jobs.
    size: watch::Receiver<Size>,
    /// The files that come on top of the rooms.
    extra: [PathBuf; 2],
    bytes_max: Option<u64>,
    /// The last field, so that it is dropped after the threads.
    _lock: Lock,
}

impl Disk {
    /// Opens the store in a folder. Creates both if needed.
    pub fn open(folder: &Path) -> Result<Self, OpenError> {
        file::create_folder(folder)?;
        Self::start(folder, None, Faults::default())
    }

    /// Opens the store in a folder, with a limit on the size of its rooms, not counting the log. At the limit, appends
    /// fail with [`Error::Full`] until rooms are deleted. A store that is already larger stays as it is.
    pub fn open_bounded(folder: &Path, bytes_max: u64) -> Result<Self, OpenError> {
        file::create_folder(folder)?;
        Self::start(folder, Some(bytes_max), Faults::default())
    }

    /// Opens the store in a folder, if it has one.
    pub fn open_existing(folder: &Path) -> Result<Self, OpenError> {
        if !file::exists(folder) {
            return Err(OpenError::Absent(folder.to_owned()));
        }
        Self::start(folder, None, Faults::default())
    }

    /// Opens a store with deliberate faults.
    #[cfg(feature = "fault-injection")]
    pub fn open_faulty(folder: &Path, faults: Faults) -> Result<Self, OpenError> {
        file::create_folder(folder)?;
        Self::start(folder, None, faults)
    }

    /// Reads what another writer has appended after this entry. Not by this store's writer, which all rooms wait for.
    async fn missed(&self, room: &RoomId, after: Seq) -> Result<Append, Error> {
        let page = self.read_page(room, after + 1, usize::MAX, Priority::Load);
        let missed = page.await?.entries;
        Ok(if missed.is_empty() {
            // The room has been deleted meanwhile.
            Append::Behind { last: 0 }
        } else {
            Append::Conflict { missed }
        })
    }

    /// Lets readers see what the writer has changed in a room, or in all rooms.
    async fn publish(&self, room: Option<&RoomId>) -> Result<(), Error> {
        let is_published = room.map_or_else(
            || self.unpublished.is_empty(),
            |room| !self.unpublished.has(room.as_str()),
        );
        if is_published {
            return Ok(());
        }
        self.writer.request(|answer| Job::Publish { answer }).await
    }

    /// Runs a read on one of the reader threads, once they see what the writer has changed in a room, or in all rooms.
    fn read_published<T: Send + 'static>(
        &self,
        room: Option<&RoomId>,
        priority: Priority,
        read: impl FnOnce(&Connection) -> Result<T, Error> + Send + 'static,
    ) -> Pending<'_, T> {
        let room = room.cloned();
        Box::pin(async move {
            self.publish(room.as_ref()).await?;
            self.readers.read(priority, read).await
        })
    }

    fn start(folder: &Path, bytes_max: Option<u64>, faults: Faults) -> Result<Self, OpenError> {
        let opened = file::open(folder)?;
        let unusable = |error| OpenError::Folder(folder.to_owned(), error);
        let failed = |error| OpenError::File(file::path(folder), error);
        let log_bytes_max = faults.log_bytes_max.unwrap_or(LOG_BYTES_MAX);
        let checkpointer = Checkpointer::start(opened.checkpointing, opened.log, log_bytes_max)
            .map_err(unusable)?;
        let (measured, size) = watch::channel(opened.size);
        let (followers, unpublished) = <(Followers, Unpublished)>::default();
        let writer = Writer::new(
            opened.writing,
            opened.intake,
            checkpointer,
            unpublished.clone(),
            (measured, opened.page_bytes),
            followers.clone(),
            faults,
        );
        let writer = writer.map_err(|error| match error {
            Repeat::Foreign => OpenError::ForeignIntake(intake::path(folder)),
            Repeat::Intake(error) => OpenError::Folder(intake::path(folder), error),
            Repeat::Table(error) => failed(error),
        })?;
        // What a crash has left in the intake is stored, whatever its size.
        if let Some(bytes_max) = bytes_max {
            writer.bound(bytes_max).map_err(failed)?;
        }
        Ok(Self {
            writer: Writing::start(writer).map_err(unusable)?,
            readers: Readers::start(opened.reading).map_err(unusable)?,
            followers,
            unpublished,
            size,
            extra: opened.extra,
            bytes_max,
            _lock: opened.lock,
        })
    }
}

impl fmt::Debug for Disk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Disk").finish_non_exhaustive()
    }
}

impl Store for Disk {
    fn append<'a>(&'a self, room: &'a RoomId, entries: &'a [EncodedEntry]) -> Pending<'a, Append> {
        Box::pin(async move {
            let expected = expected(entries)?;
            // Encoded here and not by the writer, which all rooms wait for.
            let rows = entries.iter().map(|encoded| Row::of(room, encoded));
            let rows = rows.collect::<Result<_, _>>()?;
            let job = |answer| Job::Append {
                room: room.clone(),
                expected,
                rows,
                answer,
            };
            // The writer may have committed before it ended.
            let unknown = || Ok(Append::Unknown(Error::WriterEnded));
            match self.writer.append(job).await?.unwrap_or_else(unknown)? {
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
            let requested = room.clone();
            let page = self.read_published(Some(room), priority, move |connection| {
                reader::read_page(connection, &requested, from, entries_max)
            });
            let page = page.await;
            if let Err(Error::Damaged { seq, .. }) = page {
                // The writer has to reject further appends to the room.
                self.writer.send(Job::Suspect(room.clone(), seq)).await?;
            }
            page
        })
    }

    fn last_start<'a>(&'a self, room: &'a RoomId, priority: Priority) -> Pending<'a, Seq> {
        Box::pin(async move {
            let mut until = None;
            loop {
                let requested = room.clone();
                let page = self.read_published(Some(room), priority, move |connection| {
                    let until = until.map_or_else(|| reader::last(connection, &requested), Ok)?;
                    Ok((reader::last_start(connection, &requested, until)?, until))
                });
                match page.await? {
                    (Some(start), _) => return Ok(start),
                    (None, until) if until <= PAGE_ENTRIES_MAX as Seq => return Ok(1),
                    (None, searched) => until = Some(searched - PAGE_ENTRIES_MAX as Seq),
                }
            }
        })
    }

    fn last<'a>(&'a self, room: &'a RoomId) -> Pending<'a, Seq> {
        // This is as cheap as reading a row, and clients wait for it.
        let requested = room.clone();
        self.read_published(Some(room), Priority::Load, move |connection| {
            reader::last(connection, &requested)
        })
    }

    fn follow(&self, room: &RoomId) -> Follower {
        self.followers.follow(room)
    }
}

impl Upkeep for Disk {
    fn list<'a>(&'a self, after: Option<&'a RoomId>, max: usize) -> Pending<'a, Vec<ListedRoom>> {
        let after = after.cloned();
        self.read_published(None, Priority::Upkeep, move |connection| {
            reader::list(connection, after.as_ref(), max)
        })
    }

    fn delete<'a>(&'a self, room: &'a RoomId) -> Pending<'a, bool> {
        let room = room.clone();
        Box::pin(self.writer.request(|answer| Job::Delete { room, answer }))
    }

    fn size(&self) -> Pending<'_, Size> {
        Box::pin(async {
            let extra = self.extra.iter().map(|path| file::bytes(path));
            Ok(Size {
                log_bytes: extra.sum::<Result<_, _>>()?,
                bytes_max: self.bytes_max,
                ..*self.size.borrow()
            })
        })
    }

    fn activity(&self) -> Activity {
        Activity {
            reads: self.readers.statistics(),
            writes_waiting: self.writer.waiting(),
        }
    }

    fn probe(&self) -> Pending<'_, ()> {
        Box::pin(self.writer.request(|answer| Job::Probe { answer }))
    }

    fn room_bytes<'a>(&'a self, room: &'a RoomId) -> Pending<'a, u64> {
        let requested = room.clone();
        self.read_published(Some(room), Priority::Upkeep, move |connection| {
            reader::room_bytes(connection, &requested)
        })
    }

    fn flaws(&self) -> Pending<'_, Vec<String>> {
        self.read_published(None, Priority::Upkeep, reader::flaws)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex, mpsc};

    use tokio::time::{Duration, timeout};

    use super::*;

    #[tokio::test]
    async fn size_does_not_wait_for_readers() {
        let folder = tempfile::tempdir().unwrap();
        let disk = Disk::open_bounded(folder.path(), 1 << 20).unwrap();
        let (release, released) = mpsc::channel::<()>();
        let released = Arc::new(Mutex::new(released));
        let mut reads: Vec<_> = (0..100)
            .map(|_| {
                let released = released.clone();
                disk.readers.read(Priority::Load, move |_| {
                    released.lock().unwrap().recv().ok();
                    Ok(())
                })
            })
            .collect();
        for read in &mut reads {
            // Poll it once, to put it into the queue.
            timeout(Duration::ZERO, read).await.unwrap_err();
        }
        let size = timeout(Duration::from_mins(1), disk.size()).await.unwrap();
        assert_eq!(size.unwrap().bytes_max, Some(1 << 20));
        assert!(disk.activity().reads.waiting[0] >= 90);
        drop(release);
    }
}
