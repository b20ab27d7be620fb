//! The one thread that changes the file. While it waits for the disk, jobs gather; then it does them
//! all in one transaction, so that one fsync serves everybody.

use std::{collections::HashMap, mem};

use raum_room::Seq;
use rusqlite::{Connection, params};
use tokio::sync::{mpsc, oneshot};

use crate::{Append, Error, RoomId};

use super::{
    checkpoint::{Checkpointer, checkpoint},
    reader,
    row::{Row, store_error},
};

/// How many rooms the writer remembers: some megabytes.
const KNOWN_ROOMS_MAX: usize = 65_536;

/// Where an answer goes. Whoever asked may have gone.
type Answer<T> = oneshot::Sender<Result<T, Error>>;

/// What the writer is asked.
pub(super) enum Job {
    Append {
        room: RoomId,
        expected: Seq,
        rows: Vec<Row>,
        answer: Answer<Append>,
    },
    Delete {
        room: RoomId,
        answer: Answer<bool>,
    },
    Probe {
        answer: Answer<()>,
    },
    /// The room is damaged: look at it again before anything is appended to it.
    Distrust(RoomId),
}

/// What became of a job, if the transaction that it was done in is committed.
enum Outcome {
    /// The error is the room's, and not the store's.
    Appended(Result<Append, Error>),
    Deleted(bool),
    Done,
}

pub(super) struct Writer {
    connection: Connection,
    checkpointer: Checkpointer,
    /// The rows of the transaction under way.
    rows: usize,
    /// The last entries of rooms that were read whole and found sound. Only this thread writes, so they
    /// stay true, and an append needs to look for nothing.
    known: HashMap<RoomId, Seq>,
    #[cfg(feature = "fault-injection")]
    faults: super::Faults,
}

impl Writer {
    pub(super) fn new(connection: Connection, checkpointer: Checkpointer) -> Self {
        Self {
            connection,
            checkpointer,
            rows: 0,
            known: HashMap::new(),
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
        match self.transact(&jobs) {
            Err(_) if jobs.len() > 1 => {
                for job in jobs {
                    self.work(vec![job]);
                }
            }
            Err(error) => jobs.into_iter().for_each(|job| job.fail(&error)),
            Ok(outcomes) => {
                for (job, outcome) in jobs.into_iter().zip(outcomes) {
                    job.answer(outcome);
                }
                let rows = mem::take(&mut self.rows);
                self.checkpointer.committed(rows, &self.connection);
            }
        }
    }

    /// Does jobs in one transaction. The error is the store's, and then none of them is done.
    fn transact(&mut self, jobs: &[Job]) -> Result<Vec<Outcome>, Error> {
        let outcomes = self.begin().and_then(|()| {
            let outcomes = jobs.iter().map(|job| self.outcome(job));
            outcomes.collect::<Result<_, _>>()
        });
        let committed = outcomes.and_then(|outcomes| self.commit().map(|()| outcomes));
        if committed.is_err() {
            self.roll_back();
        }
        committed
    }

    fn outcome(&mut self, job: &Job) -> Result<Outcome, Error> {
        match job {
            Job::Append {
                room,
                expected,
                rows,
                ..
            } => match self.append(room, *expected, rows) {
                Err(error) if error.is_of_store() => Err(error),
                appended => Ok(Outcome::Appended(appended)),
            },
            Job::Delete { room, .. } => self.delete(room).map(Outcome::Deleted),
            Job::Probe { .. } => self.probe().map(|()| Outcome::Done),
            Job::Distrust(room) => {
                self.known.remove(room);
                Ok(Outcome::Done)
            }
        }
    }

    fn append(&mut self, room: &RoomId, expected: Seq, rows: &[Row]) -> Result<Append, Error> {
        let last = self.last(room)?;
        if last != expected {
            return Ok(Append::Conflict { last });
        }
        self.insert(room, rows)
            .map_err(|error| store_error(&error))?;
        self.rows += rows.len();
        self.know(room, last + rows.len() as Seq);
        Ok(Append::Done)
    }

    /// The last entry of a room all of whose entries are sound.
    fn last(&mut self, room: &RoomId) -> Result<Seq, Error> {
        if let Some(last) = self.known.get(room) {
            return Ok(*last);
        }
        let mut page = reader::read_page(&self.connection, room, 1, usize::MAX)?;
        while let Some(next) = page.next {
            page = reader::read_page(&self.connection, room, next, usize::MAX)?;
        }
        let last = page.entries.last().map_or(0, |entry| entry.seq);
        self.know(room, last);
        Ok(last)
    }

    fn know(&mut self, room: &RoomId, last: Seq) {
        if let Some(known) = self.known.get_mut(room) {
            *known = last;
            return;
        }
        if self.known.len() >= KNOWN_ROOMS_MAX {
            // Those still in use come back soon.
            self.known.clear();
        }
        self.known.insert(room.clone(), last);
    }

    fn insert(&self, room: &RoomId, rows: &[Row]) -> rusqlite::Result<()> {
        let mut statement = self.connection.prepare_cached(
            "INSERT INTO entry (room, seq, content, checksum) VALUES (?1, ?2, ?3, ?4)",
        )?;
        for row in rows {
            statement.execute(params![room.as_str(), row.seq, row.content, row.checksum])?;
        }
        Ok(())
    }

    fn delete(&mut self, room: &RoomId) -> Result<bool, Error> {
        let rows = self
            .connection
            .prepare_cached("DELETE FROM entry WHERE room = ?1")
            .and_then(|mut statement| statement.execute([room.as_str()]))
            .map_err(|error| store_error(&error))?;
        self.rows += rows;
        self.known.remove(room);
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

    fn commit(&self) -> Result<(), Error> {
        #[cfg(feature = "fault-injection")]
        if self.faults.answers_early {
            return Ok(());
        }
        self.execute("COMMIT")
    }

    /// Back to what the file has. What was known of rooms may be ahead of it.
    fn roll_back(&mut self) {
        self.known.clear();
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
        self.connection
            .prepare_cached(sql)
            .and_then(|mut statement| statement.execute([]))
            .map(drop)
            .map_err(|error| store_error(&error))
    }
}

impl Job {
    fn answer(self, outcome: Outcome) {
        match (self, outcome) {
            (Self::Append { answer, .. }, Outcome::Appended(result)) => drop(answer.send(result)),
            (Self::Delete { answer, .. }, Outcome::Deleted(was)) => drop(answer.send(Ok(was))),
            (Self::Probe { answer }, _) => drop(answer.send(Ok(()))),
            // Who asks for it does not wait; and no job has another one's outcome.
            _ => {}
        }
    }

    fn fail(self, error: &Error) {
        let error = error.clone();
        match self {
            Self::Append { answer, .. } => drop(answer.send(Err(error))),
            Self::Delete { answer, .. } => drop(answer.send(Err(error))),
            Self::Probe { answer } => drop(answer.send(Err(error))),
            Self::Distrust(_) => {}
        }
    }
}

#[cfg(feature = "fault-injection")]
impl Writer {
    pub(super) fn faulty(self, faults: super::Faults) -> Self {
        Self { faults, ..self }
    }

    fn commit_late(&self) {
        if !self.connection.is_autocommit() {
            self.execute("COMMIT").ok();
        }
    }
}
