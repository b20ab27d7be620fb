//! The one writer of the files. Jobs queue up while it waits for the disk; it then takes all of them into the
//! intake with one sync (group commit), and answers. [`super::writing`] has its queue, and the threads that run it.
//!
//! It changes the table first, within a transaction that stays open over many batches of jobs: so an append that finds no
//! space fails before it is in the intake. The transaction ends when readers have to see what it has changed, and at least
//! once a second. What a rollback undoes is in the intake, and is repeated: see [`transaction`].

mod transaction;

use std::{
    collections::HashMap,
    panic::{AssertUnwindSafe, catch_unwind},
    time::Instant,
};

use raum_room::Seq;
use rusqlite::Connection;
use tokio::sync::watch;

use crate::{Append, Error, Followers, RoomId, Size};

use super::{
    Faults,
    checkpoint::Checkpointer,
    faults::is_about,
    file,
    intake::{Change, Intake, Refused},
    job::{Job, Outcome},
    reader,
    row::Row,
    table,
    unpublished::Unpublished,
};

pub(super) use transaction::Repeat;

/// The number of rooms in the writer's cache, which is then a few megabytes.
const KNOWN_ROOMS_MAX: usize = 65_536;

/// The most rows in a transaction. Its commit blocks the writer for some milliseconds.
const PUBLISH_ROWS_MAX: usize = 4000;

/// A failed transaction. The error applies to all its jobs.
enum Failure {
    /// The jobs have changed nothing.
    RolledBack(Error),
    /// The intake failed, so that the outcome is unknown: the jobs may reappear after a crash.
    Unknown(Error),
}

pub(super) struct Writer {
    connection: Connection,
    intake: Intake,
    checkpointer: Checkpointer,
    /// Rows written in the current transaction.
    rows: usize,
    /// When to end the current transaction.
    publish_at: Option<Instant>,
    unpublished: Unpublished,
    /// Why the last transaction could not be committed. No append is accepted until it can be.
    failing: Option<Error>,
    /// Whether the open transaction lacks changes in the intake, because a rollback has undone them, or a crash.
    lacks_intake: bool,
    /// Whether the file says that the intake counts.
    is_marked: bool,
    /// A cache of the last entry of each room. It stays valid because nothing else writes. The ids are copied, because
    /// shared ones would keep the memory of other threads from being freed.
    known: HashMap<Box<str>, Seq>,
    /// The rooms known to be damaged, which take no more entries.
    damaged: HashMap<RoomId, Error>,
    /// Updated with every new room and at the end of a transaction, so that reading it never waits.
    size: watch::Sender<Size>,
    page_bytes: u64,
    followers: Followers,
    faults: Faults,
}

impl Writer {
    /// Begins with what a crash has left in the intake.
    pub(super) fn new(
        connection: Connection,
        intake: Intake,
        checkpointer: Checkpointer,
        unpublished: Unpublished,
        (size, page_bytes): (watch::Sender<Size>, u64),
        followers: Followers,
        faults: Faults,
    ) -> Result<Self, Repeat> {
        let mut writer = Self {
            connection,
            intake,
            checkpointer,
            rows: 0,
            publish_at: None,
            unpublished,
            failing: None,
            lacks_intake: true,
            is_marked: false,
            known: HashMap::new(),
            damaged: HashMap::new(),
            size,
            page_bytes,
            followers,
            faults,
        };
        writer.repeat()?;
        // If this fails, for instance because the disk is full, the store opens for reading.
        writer.publish().ok();
        Ok(writer)
    }

    /// Limits the size of the table.
    pub(super) fn bound(&self, bytes_max: u64) -> rusqlite::Result<()> {
        file::bound(&self.connection, bytes_max)
    }

    /// When to end the open transaction, if there is one.
    pub(super) fn publish_at(&self) -> Option<Instant> {
        self.publish_at
    }

    /// Whether it is time to end the open transaction, or it has too many rows.
    pub(super) fn must_publish(&self) -> bool {
        let is_full = self.rows >= PUBLISH_ROWS_MAX && self.failing.is_none();
        is_full || self.publish_at.is_some_and(|at| at <= Instant::now())
    }

    /// Completes the files. What cannot be completed stays in the intake.
    pub(super) fn complete(mut self) {
        if self.publish().is_ok() && self.checkpointer.sync().is_ok() {
            file::complete(&self.connection, self.intake).ok();
        }
    }

    /// Processes jobs in one transaction and answers them. If that fails, retries each job on its own: an append that
    /// finds no space must not block deletions.
    pub(super) fn work(&mut self, jobs: Vec<Job>) {
        if jobs.is_empty() {
            return;
        }
        assert!(!is_about(&jobs, self.faults.ends_on), "deliberate fault");
        if let Some(error) = self.still_failing(&jobs) {
            return jobs.into_iter().for_each(|job| job.fail(&error));
        }
        match self.transact(&jobs) {
            Err(Failure::RolledBack(_)) if jobs.len() > 1 => {
                for job in jobs {
                    self.work(vec![job]);
                }
            }
            Err(Failure::RolledBack(error)) => jobs.into_iter().for_each(|job| job.fail(&error)),
            Err(Failure::Unknown(error)) => {
                for job in jobs {
                    // The jobs may be durable, and no other append would notify the followers.
                    if let Some(room) = job.room()
                        && let Ok(last) = self.last(room)
                    {
                        self.followers.notify(room, last);
                    }
                    job.fail_unknown(&error);
                }
            }
            Ok(outcomes) => {
                let mut publishing = Vec::new();
                for (job, outcome) in jobs.into_iter().zip(outcomes) {
                    if let Some((room, last)) = job.changed(&outcome) {
                        self.followers.notify(room, last);
                    }
                    if job.publishes() {
                        publishing.push((job, outcome));
                    } else {
                        job.answer(outcome);
                    }
                }
                if !publishing.is_empty() {
                    let published = self.publish();
                    for (job, outcome) in publishing {
                        match &published {
                            Ok(()) => job.answer(outcome),
                            Err(error) => job.fail(error),
                        }
                    }
                }
            }
        }
    }

    /// While transactions cannot be committed, why not. Appends do not try again, because that repeats everything in the
    /// intake.
    fn still_failing(&mut self, jobs: &[Job]) -> Option<Error> {
        self.failing.as_ref()?;
        if jobs.iter().all(Job::is_append) {
            self.failing.clone()
        } else {
            self.publish().err()
        }
    }

    /// Processes jobs and takes their changes in. A panic before that is treated as an error, because a rollback undoes
    /// everything.
    fn transact(&mut self, jobs: &[Job]) -> Result<Vec<Outcome>, Failure> {
        let prepared = catch_unwind(AssertUnwindSafe(|| self.prepare(jobs)))
            .unwrap_or_else(|_| Err(Error::Unavailable("the writer panicked".to_owned())));
        let taken = prepared
            .map_err(Failure::RolledBack)
            .and_then(|outcomes| self.take_in(jobs, outcomes));
        match &taken {
            // New rooms are refused by size.
            Ok(_) if jobs.iter().any(Job::opens_room) => self.measure(),
            Ok(_) => {}
            Err(_) => self.roll_back(jobs),
        }
        taken
    }

    /// Updates the size of the table. Not done for every move, because SQLite parses these queries each time.
    fn measure(&self) {
        if let Ok(size) = reader::size(&self.connection, self.page_bytes) {
            self.size.send_replace(size);
        }
    }

    /// Changes the table. Entries are inserted together, after the decision on all appends up to a job of another kind.
    fn prepare(&mut self, jobs: &[Job]) -> Result<Vec<Outcome>, Error> {
        if self.known.len() >= KNOWN_ROOMS_MAX {
            // Rooms in use are soon cached again. Not done in the middle, because the table lacks what is decided there.
            self.known.clear();
        }
        let mut outcomes = Vec::with_capacity(jobs.len());
        for run in jobs.chunk_by(|one, next| one.is_append() && next.is_append()) {
            let first = outcomes.len();
            for job in run {
                outcomes.push(self.outcome(job)?);
            }
            self.insert(run, &outcomes[first..])?;
        }
        Ok(outcomes)
    }

    /// Inserts the entries of accepted appends.
    fn insert(&mut self, jobs: &[Job], outcomes: &[Outcome]) -> Result<(), Error> {
        let changes = jobs.iter().zip(outcomes);
        let appends: Vec<_> = changes
            .filter_map(|(job, outcome)| match job.change(outcome)? {
                Change::Append(room, rows) => Some((room, rows)),
                Change::Delete(_) => None,
            })
            .collect();
        if appends.is_empty() {
            return Ok(());
        }
        self.begin()?;
        table::insert(&self.connection, &appends)?;
        for (room, rows) in appends {
            self.changed(room, rows.len());
        }
        Ok(())
    }

    /// Makes the changes durable.
    fn take_in(&mut self, jobs: &[Job], outcomes: Vec<Outcome>) -> Result<Vec<Outcome>, Failure> {
        let changes = jobs.iter().zip(&outcomes);
        let changes = changes.filter_map(|(job, outcome)| job.change(outcome));
        if self.faults.answers_early {
            return Ok(outcomes);
        }
        if let Some(fault) = self.faults.before_sync {
            fault();
        }
        self.intake.take(changes).map_err(|refused| match refused {
            Refused::NotWritten(error) => Failure::RolledBack(error.into()),
            Refused::NotSynced(error) => Failure::Unknown(error.into()),
        })?;
        if is_about(jobs, self.faults.loses_answers_on) {
            let fault = Error::Unavailable("deliberate fault".to_owned());
            return Err(Failure::Unknown(fault));
        }
        Ok(outcomes)
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
            Job::Publish { .. } => Ok(Outcome::Done),
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
        self.known.insert(room.as_str().into(), last);
    }

    fn delete(&mut self, room: &RoomId) -> Result<bool, Error> {
        self.begin()?;
        let rows = table::delete(&self.connection, room.as_str())?;
        self.changed(room.as_str(), rows);
        self.known.remove(room.as_str());
        self.damaged.remove(room);
        Ok(rows > 0)
    }

    /// Notes a change that readers do not see yet.
    fn changed(&mut self, room: &str, rows: usize) {
        self.rows += rows;
        self.unpublished.add(room);
    }

    /// Writes and deletes a row that takes a page of its own, under a name that is not a room id.
    fn probe(&mut self) -> Result<(), Error> {
        self.begin()?;
        self.execute("INSERT INTO entry VALUES ('', 0, hex(zeroblob(4096)), 0)")?;
        self.execute("DELETE FROM entry WHERE room = ''")?;
        Ok(())
    }

    fn execute(&self, sql: &str) -> rusqlite::Result<()> {
        self.connection.prepare_cached(sql)?.execute([])?;
        Ok(())
    }
}
