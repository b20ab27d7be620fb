//! The only thread that changes the file. Jobs queue up while it waits for the disk; it then processes all of them in one
//! transaction with one fsync (group commit).

use std::{
    collections::HashMap,
    mem,
    panic::{AssertUnwindSafe, catch_unwind},
};

use raum_room::Seq;
use rusqlite::{Connection, params};
use tokio::sync::{mpsc, watch};

use crate::{Append, Error, Followers, RoomId, Size};

use super::{
    Faults,
    checkpoint::{Checkpointer, checkpoint},
    faults::is_about,
    job::{Job, Outcome},
    reader,
    row::Row,
};

/// The number of rooms in the writer's cache, which is then a few megabytes.
const KNOWN_ROOMS_MAX: usize = 65_536;

/// A failed transaction. The error applies to all its jobs.
enum Failure {
    /// The transaction was rolled back.
    RolledBack(Error),
    /// The commit failed, so that the outcome is unknown: the transaction may reappear after a crash.
    Unknown(Error),
}

pub(super) struct Writer {
    connection: Connection,
    checkpointer: Checkpointer,
    /// Rows written in the current transaction.
    rows: usize,
    /// A cache of the last entry of each room. It stays valid because only this thread writes. The ids are copied, because
    /// shared ones would keep the memory of other threads from being freed.
    known: HashMap<Box<str>, Seq>,
    /// The rooms known to be damaged, which take no more entries.
    damaged: HashMap<RoomId, Error>,
    /// Updated with every commit, so that reading it never waits.
    size: watch::Sender<Size>,
    page_bytes: u64,
    followers: Followers,
    faults: Faults,
}

impl Writer {
    pub(super) fn new(
        connection: Connection,
        checkpointer: Checkpointer,
        (size, page_bytes): (watch::Sender<Size>, u64),
        followers: Followers,
        faults: Faults,
    ) -> Self {
        Self {
            connection,
            checkpointer,
            rows: 0,
            known: HashMap::new(),
            damaged: HashMap::new(),
            size,
            page_bytes,
            followers,
            faults,
        }
    }

    /// Processes jobs until the queue is closed.
    pub(super) fn run(mut self, mut queue: mpsc::Receiver<Job>) {
        let mut jobs = Vec::new();
        while queue.blocking_recv_many(&mut jobs, usize::MAX) > 0 {
            self.work(mem::take(&mut jobs));
        }
        if self.faults.answers_early {
            self.execute("COMMIT").ok();
        }
    }

    /// Processes jobs in one transaction and answers them. If the transaction fails, retries each job in its own: an
    /// append that finds no space must not block deletions.
    fn work(&mut self, jobs: Vec<Job>) {
        assert!(!is_about(&jobs, self.faults.ends_on), "deliberate fault");
        match self.transact(&jobs) {
            Err(Failure::RolledBack(_)) if jobs.len() > 1 => {
                for job in jobs {
                    self.work(vec![job]);
                }
            }
            Err(Failure::RolledBack(error)) => jobs.into_iter().for_each(|job| job.fail(&error)),
            Err(Failure::Unknown(error)) => {
                for job in jobs {
                    // The jobs may have been committed, and no other append would notify the followers.
                    if let Some(room) = job.room()
                        && let Ok(last) = self.last(room)
                    {
                        self.followers.notify(room, last);
                    }
                    job.fail_unknown(&error);
                }
            }
            Ok(outcomes) => {
                for (job, outcome) in jobs.into_iter().zip(outcomes) {
                    if let Some((room, last)) = job.changed(&outcome) {
                        self.followers.notify(room, last);
                    }
                    job.answer(outcome);
                }
                let rows = mem::take(&mut self.rows);
                self.checkpointer.committed(rows, &self.connection);
            }
        }
    }

    /// Processes jobs in one transaction. A panic before the commit is treated as an error, because a rollback undoes
    /// everything.
    fn transact(&mut self, jobs: &[Job]) -> Result<Vec<Outcome>, Failure> {
        let prepared = catch_unwind(AssertUnwindSafe(|| self.prepare(jobs)))
            .unwrap_or_else(|_| Err(Error::Unavailable("the writer panicked".to_owned())));
        let committed = prepared.map_err(Failure::RolledBack).and_then(|prepared| {
            self.commit(jobs).map_err(|error| match error {
                // SQLite found no space while writing the log, before flushing it: the transaction is incomplete.
                Error::Full => Failure::RolledBack(error),
                error => Failure::Unknown(error),
            })?;
            Ok(prepared)
        });
        match committed {
            Ok((outcomes, size)) => {
                self.size.send_replace(size);
                Ok(outcomes)
            }
            Err(failure) => {
                self.roll_back(jobs);
                Err(failure)
            }
        }
    }

    /// Processes jobs up to the commit.
    fn prepare(&mut self, jobs: &[Job]) -> Result<(Vec<Outcome>, Size), Error> {
        self.begin()?;
        let outcomes = jobs.iter().map(|job| self.outcome(job));
        let outcomes = outcomes.collect::<Result<_, _>>()?;
        let size = reader::size(&self.connection, self.page_bytes)?;
        Ok((outcomes, size))
    }

    fn outcome(&mut self, job: &Job) -> Result<Outcome, Error> {
        match job {
            Job::Append {
                room,
                expected,
                rows,
                ..
            } => match self.append(room, *expected, rows) {
                Err(error) if error.is_store_wide() => Err(error),
                appended => Ok(Outcome::Appended(appended)),
            },
            Job::Delete { room, .. } => self.delete(room).map(Outcome::Deleted),
            Job::Probe { .. } => self.probe().map(|()| Outcome::Done),
            Job::Suspect(room, seq) => {
                self.suspect(room, *seq);
                Ok(Outcome::Done)
            }
        }
    }

    fn append(&mut self, room: &RoomId, expected: Seq, rows: &[Row]) -> Result<Append, Error> {
        assert_ne!(
            self.faults.panics_on,
            Some(room.as_str()),
            "deliberate fault"
        );
        let last = self.last(room)?;
        if last != expected {
            // On a conflict, `Disk` reads the missed entries.
            return Ok(Append::Behind { last });
        }
        self.insert(room, rows)?;
        self.rows += rows.len();
        self.know(room, last + rows.len() as Seq);
        Ok(Append::Done)
    }

    /// The last entry of a room, unless the room is damaged.
    ///
    /// Checks only the first entry, which has the format, and the last. A host reads all entries before it appends, and
    /// all other rooms would have to wait here.
    fn last(&mut self, room: &RoomId) -> Result<Seq, Error> {
        if let Some(last) = self.known.get(room.as_str()) {
            return Ok(*last);
        }
        if let Some(damage) = self.damaged.get(room) {
            return Err(damage.clone());
        }
        let last = reader::last(&self.connection, room)?;
        if last > 0 {
            reader::read_page(&self.connection, room, last, 1)?;
        }
        self.know(room, last);
        Ok(last)
    }

    /// Checks an entry that a reader has found damaged, because the room may have been deleted and created again since.
    fn suspect(&mut self, room: &RoomId, seq: Seq) {
        if let Err(damage @ Error::Damaged { .. }) =
            reader::read_page(&self.connection, room, seq, 1)
        {
            self.known.remove(room.as_str());
            self.damaged.insert(room.clone(), damage);
        }
    }

    fn know(&mut self, room: &RoomId, last: Seq) {
        if let Some(known) = self.known.get_mut(room.as_str()) {
            *known = last;
            return;
        }
        if self.known.len() >= KNOWN_ROOMS_MAX {
            // Rooms in use are soon cached again.
            self.known.clear();
        }
        self.known.insert(room.as_str().into(), last);
    }

    fn insert(&self, room: &RoomId, rows: &[Row]) -> rusqlite::Result<()> {
        let mut statement = self.connection.prepare_cached(
            "INSERT INTO entry (room, seq, content, checksum) VALUES (?1, ?2, ?3, ?4)",
        )?;
        for row in rows {
            statement.execute(params![room.as_str(), row.seq, &*row.content, row.checksum])?;
        }
        Ok(())
    }

    fn delete(&mut self, room: &RoomId) -> Result<bool, Error> {
        // With `+`, SQLite plans it once: see `reader`.
        let sql = "DELETE FROM entry WHERE room = +?1";
        let rows = self
            .connection
            .prepare_cached(sql)?
            .execute([room.as_str()])?;
        self.rows += rows;
        self.known.remove(room.as_str());
        self.damaged.remove(room);
        Ok(rows > 0)
    }

    /// Writes and deletes a row that takes a page of its own, under a name that is not a room id.
    fn probe(&self) -> Result<(), Error> {
        self.execute("INSERT INTO entry VALUES ('', 0, hex(zeroblob(4096)), 0)")?;
        self.execute("DELETE FROM entry WHERE room = ''")
    }

    fn begin(&self) -> Result<(), Error> {
        if self.faults.answers_early && !self.connection.is_autocommit() {
            return Ok(());
        }
        self.execute("BEGIN IMMEDIATE")
    }

    fn commit(&self, jobs: &[Job]) -> Result<(), Error> {
        if self.faults.answers_early {
            return Ok(());
        }
        self.execute("COMMIT")?;
        if is_about(jobs, self.faults.loses_answers_on) {
            return Err(Error::Unavailable("deliberate fault".to_owned()));
        }
        Ok(())
    }

    /// Rolls the transaction back, and drops the rooms of its jobs from the cache.
    fn roll_back(&mut self, jobs: &[Job]) {
        for room in jobs.iter().filter_map(Job::room) {
            self.known.remove(room.as_str());
        }
        self.rows = 0;
        // SQLite rolls back on its own after some errors.
        if !self.connection.is_autocommit() {
            // If this fails, too, the next `BEGIN` fails and its callers get the error.
            self.execute("ROLLBACK").ok();
        }
        // If the disk is full, a checkpoint may still succeed and free space in the log.
        checkpoint(&self.connection);
    }

    fn execute(&self, sql: &str) -> Result<(), Error> {
        self.connection.prepare_cached(sql)?.execute([])?;
        Ok(())
    }
}
