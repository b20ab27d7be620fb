//! The one thread that changes the file. While it waits for the disk, jobs gather; then it does them
//! all in one transaction, so that one fsync serves everybody.

use std::{collections::HashMap, mem};

use raum_room::Seq;
use rusqlite::{Connection, params};
use tokio::sync::{mpsc, oneshot};

use crate::{Append, Error, RoomId};

use super::{
    checkpoint::Checkpointer,
    reader,
    row::{Row, store_error},
};

/// How many rooms the writer remembers: some megabytes.
const KNOWN_ROOMS_MAX: usize = 65_536;

/// What the writer is asked.
pub(super) enum Job {
    Append {
        room: RoomId,
        expected: Seq,
        rows: Vec<Row>,
        answer: oneshot::Sender<Result<Append, Error>>,
    },
    Delete {
        room: RoomId,
        answer: oneshot::Sender<Result<bool, Error>>,
    },
    /// The room is damaged: look at it again before anything is appended to it.
    Distrust(RoomId),
}

/// An answer that waits to hear whether the transaction was committed.
type Answer = Box<dyn FnOnce(Result<(), Error>)>;

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
            self.work(jobs.drain(..));
        }
        #[cfg(feature = "fault-injection")]
        self.commit_late();
    }

    /// Does jobs in one transaction, and answers them when it is over.
    fn work(&mut self, jobs: impl Iterator<Item = Job>) {
        let mut done = self.begin();
        let mut answers: Vec<Answer> = Vec::new();
        for job in jobs {
            match job {
                Job::Append {
                    room,
                    expected,
                    rows,
                    answer,
                } => {
                    let appended = done
                        .clone()
                        .and_then(|()| self.append(&room, expected, &rows));
                    answers.push(waiting(answer, appended, &mut done));
                }
                Job::Delete { room, answer } => {
                    let deleted = done.clone().and_then(|()| self.delete(&room));
                    answers.push(waiting(answer, deleted, &mut done));
                }
                Job::Distrust(room) => {
                    self.known.remove(&room);
                }
            }
        }
        let committed = done.and_then(|()| self.commit());
        if committed.is_err() {
            self.roll_back();
        }
        for answer in answers {
            answer(committed.clone());
        }
        let rows = mem::take(&mut self.rows);
        if committed.is_ok() {
            self.checkpointer.committed(rows, &self.connection);
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
        let entries = reader::read(&self.connection, room, 1)?;
        let last = entries.last().map_or(0, |entry| entry.seq);
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
        // SQLite ends the transaction by itself after some errors.
        if !self.connection.is_autocommit() {
            // If even this fails, so does the next `BEGIN`, and whoever asks hears of it.
            self.execute("ROLLBACK").ok();
        }
    }

    fn execute(&self, sql: &str) -> Result<(), Error> {
        self.connection
            .prepare_cached(sql)
            .and_then(|mut statement| statement.execute([]))
            .map(drop)
            .map_err(|error| store_error(&error))
    }
}

/// The answer to a job that has been done in a transaction. An error of the store fails all of it.
fn waiting<T: 'static>(
    answer: oneshot::Sender<Result<T, Error>>,
    result: Result<T, Error>,
    done: &mut Result<(), Error>,
) -> Answer {
    if let Err(error) = &result
        && error.is_of_store()
    {
        *done = Err(error.clone());
    }
    Box::new(move |committed| {
        // Whoever asked may have gone.
        answer.send(committed.and(result)).ok();
    })
}

#[cfg(feature = "fault-injection")]
impl Writer {
    pub(super) fn faulty(self, faults: super::Faults) -> Self {
        if let Some(pages_max) = faults.pages_max {
            // Where it does not hold, the test that wants it fails.
            self.connection
                .pragma_update(None, "max_page_count", pages_max)
                .ok();
        }
        Self { faults, ..self }
    }

    fn commit_late(&self) {
        if !self.connection.is_autocommit() {
            self.execute("COMMIT").ok();
        }
    }
}
