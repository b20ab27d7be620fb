//! The one thread that changes the file. While it waits for the disk, jobs gather; then it does them
//! all in one transaction, so that one fsync serves everybody.

use std::{
    collections::HashMap,
    mem,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

use raum_room::Seq;
use rusqlite::{Connection, params};
use tokio::sync::mpsc;

use crate::{Append, Error, Followers, RoomId};

use super::{
    checkpoint::{Checkpointer, checkpoint},
    job::{Job, Outcome},
    reader,
    row::Row,
    space::{self, Bytes, Space},
};

/// How many rooms the writer remembers: some megabytes.
const KNOWN_ROOMS_MAX: usize = 65_536;

/// Why a transaction was not committed. The error is the store's, and concerns all jobs in it.
enum Failure {
    /// None of them is done.
    Undone(Error),
    /// The disk failed while it was being committed: it may be there after a crash.
    Unknown(Error),
}

pub(super) struct Writer {
    connection: Connection,
    checkpointer: Checkpointer,
    /// The rows of the transaction under way.
    rows: usize,
    /// The last entries of rooms. Only this thread writes, so they stay true, and an append needs to look
    /// for nothing. The ids are copies: those of the threads that ask would keep the memory around them.
    known: HashMap<Box<str>, Seq>,
    /// The rooms that are known to be damaged, and how. They take no entries.
    damaged: HashMap<RoomId, Error>,
    /// The size of the rooms, for `size()`.
    space: Arc<Space>,
    followers: Followers,
    #[cfg(feature = "fault-injection")]
    faults: super::Faults,
}

impl Writer {
    pub(super) fn new(
        connection: Connection,
        checkpointer: Checkpointer,
        space: Arc<Space>,
        followers: Followers,
    ) -> Self {
        Self {
            connection,
            checkpointer,
            rows: 0,
            known: HashMap::new(),
            damaged: HashMap::new(),
            space,
            followers,
            #[cfg(feature = "fault-injection")]
            faults: super::Faults::default(),
        }
    }

    /// Does jobs until nobody can ask any more.
    pub(super) fn run(mut self, mut queue: mpsc::Receiver<Job>) {
        let mut jobs = Vec::new();
        while queue.blocking_recv_many(&mut jobs, usize::MAX) > 0 {
            self.work(mem::take(&mut jobs));
        }
        #[cfg(feature = "fault-injection")]
        self.commit_late();
    }

    /// Does jobs in one transaction, and answers them when it is over. If that fails, each has one of its
    /// own: what finds no space must not keep others from being deleted.
    fn work(&mut self, jobs: Vec<Job>) {
        #[cfg(feature = "fault-injection")]
        self.end_on_purpose(&jobs);
        match self.transact(&jobs) {
            Err(Failure::Undone(_)) if jobs.len() > 1 => {
                for job in jobs {
                    self.work(vec![job]);
                }
            }
            Err(Failure::Undone(error)) => jobs.into_iter().for_each(|job| job.fail(&error)),
            Err(Failure::Unknown(error)) => {
                for job in jobs {
                    // Followers hear of it if it was done: nobody else tells them.
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

    /// Does jobs in one transaction. A panic before it is committed is an error like others: rolling back leaves
    /// nothing half done.
    fn transact(&mut self, jobs: &[Job]) -> Result<Vec<Outcome>, Failure> {
        let prepared = catch_unwind(AssertUnwindSafe(|| self.prepare(jobs)))
            .unwrap_or_else(|_| Err(Error::Unavailable("its writer has panicked".to_owned())));
        let committed = prepared.map_err(Failure::Undone).and_then(|prepared| {
            self.commit(jobs).map_err(|error| match error {
                // Writing the log comes before flushing it, and what is not written whole does not count.
                Error::Full => Failure::Undone(error),
                error => Failure::Unknown(error),
            })?;
            Ok(prepared)
        });
        match committed {
            Ok((outcomes, space)) => {
                self.space.set(space);
                Ok(outcomes)
            }
            Err(failure) => {
                self.roll_back(jobs);
                Err(failure)
            }
        }
    }

    /// Does everything but commit.
    fn prepare(&mut self, jobs: &[Job]) -> Result<(Vec<Outcome>, Bytes), Error> {
        self.begin()?;
        let outcomes = jobs.iter().map(|job| self.outcome(job));
        let outcomes = outcomes.collect::<Result<_, _>>()?;
        let space = space::bytes(&self.connection)?;
        Ok((outcomes, space))
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
        #[cfg(feature = "fault-injection")]
        assert_ne!(self.faults.panics_on, Some(room.as_str()), "on purpose");
        let last = self.last(room)?;
        if last != expected {
            // What a writer ahead of this one has appended is read elsewhere.
            return Ok(Append::Behind { last });
        }
        self.insert(room, rows)?;
        self.rows += rows.len();
        self.know(room, last + rows.len() as Seq);
        Ok(Append::Done)
    }

    /// The last entry of a room that is not known to be damaged.
    ///
    /// Looks at the first entry, which has the format, and at the last. Those between are for readers to
    /// check: a host has read them all before it appends, and all other rooms would wait here.
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

    /// Looks at an entry that a reader has found damaged: the room may have been deleted and opened anew
    /// since then.
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
            // Those still in use come back soon.
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
        let sql = "DELETE FROM entry WHERE room = ?1";
        let rows = self
            .connection
            .prepare_cached(sql)?
            .execute([room.as_str()])?;
        self.rows += rows;
        self.known.remove(room.as_str());
        self.damaged.remove(room);
        Ok(rows > 0)
    }

    /// Writes a row that takes a page of its own, and takes it back: nobody ever sees it. Its name is no
    /// room's.
    fn probe(&self) -> Result<(), Error> {
        self.execute("INSERT INTO entry VALUES ('', 0, hex(zeroblob(4096)), 0)")?;
        self.execute("DELETE FROM entry WHERE room = ''")
    }

    fn begin(&self) -> Result<(), Error> {
        #[cfg(feature = "fault-injection")]
        if !self.connection.is_autocommit() {
            return Ok(());
        }
        self.execute("BEGIN IMMEDIATE")
    }

    #[cfg_attr(
        not(feature = "fault-injection"),
        expect(unused_variables, reason = "only faults depend on what is committed")
    )]
    fn commit(&self, jobs: &[Job]) -> Result<(), Error> {
        #[cfg(feature = "fault-injection")]
        if self.faults.answers_early {
            return Ok(());
        }
        self.execute("COMMIT")?;
        #[cfg(feature = "fault-injection")]
        if is_about(jobs, self.faults.loses_answers_on) {
            return Err(Error::Unavailable("on purpose".to_owned()));
        }
        Ok(())
    }

    /// Back to what the file has. What is known of the rooms of these jobs may be ahead of it.
    fn roll_back(&mut self, jobs: &[Job]) {
        for room in jobs.iter().filter_map(Job::room) {
            self.known.remove(room.as_str());
        }
        self.rows = 0;
        // SQLite ends the transaction by itself after some errors.
        if !self.connection.is_autocommit() {
            // If even this fails, so does the next `BEGIN`, and whoever asks hears of it.
            self.execute("ROLLBACK").ok();
        }
        // Where the disk is full, the log may still be emptied into the file, and then has space itself.
        checkpoint(&self.connection);
    }

    fn execute(&self, sql: &str) -> Result<(), Error> {
        self.connection.prepare_cached(sql)?.execute([])?;
        Ok(())
    }
}

#[cfg(feature = "fault-injection")]
impl Writer {
    pub(super) fn faulty(self, faults: super::Faults) -> Self {
        Self { faults, ..self }
    }

    fn end_on_purpose(&self, jobs: &[Job]) {
        assert!(!is_about(jobs, self.faults.ends_on), "on purpose");
    }

    fn commit_late(&self) {
        if !self.connection.is_autocommit() {
            self.execute("COMMIT").ok();
        }
    }
}

#[cfg(feature = "fault-injection")]
fn is_about(jobs: &[Job], room: Option<&str>) -> bool {
    let mut rooms = jobs.iter().filter_map(Job::room).map(RoomId::as_str);
    room.is_some_and(|room| rooms.any(|other| other == room))
}
