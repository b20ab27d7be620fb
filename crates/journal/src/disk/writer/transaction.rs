//! The writer's transaction: it stays open over many batches of jobs, readers see it when it ends, and a rollback repeats
//! what is in the intake.

use std::{
    io,
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use super::{
    super::{checkpoint::checkpoint, file, intake::Change, job::Job, table},
    Writer,
};
use crate::Error;

/// How long readers of the file other than this store may miss changes.
const PUBLISH_AFTER: Duration = Duration::from_secs(1);

/// Why the intake's changes cannot be repeated in the table.
#[derive(Debug, thiserror::Error)]
pub(in super::super) enum Repeat {
    #[error("the intake cannot be read: {0}")]
    Intake(io::Error),
    #[error("the table cannot be changed: {0}")]
    Table(#[from] rusqlite::Error),
    #[error("the intake continues another table")]
    Foreign,
}

impl From<Repeat> for Error {
    fn from(error: Repeat) -> Self {
        match error {
            Repeat::Intake(error) => error.into(),
            Repeat::Table(error) => error.into(),
            Repeat::Foreign => Self::Unavailable(error.to_string()),
        }
    }
}

impl Writer {
    /// Begins a transaction, unless one is open.
    pub(super) fn begin(&mut self) -> rusqlite::Result<()> {
        if self.connection.is_autocommit() {
            self.execute("BEGIN IMMEDIATE")?;
            self.publish_at = Some(Instant::now() + PUBLISH_AFTER);
        }
        Ok(())
    }

    /// Ends the open transaction, if there is one, so that readers see its changes. That need not wait for the disk,
    /// because the intake has them.
    pub(super) fn publish(&mut self) -> Result<(), Error> {
        if self.lacks_intake
            && let Err(error) = self.repeat()
        {
            return Err(self.fail(error.into()));
        }
        let is_open = !self.connection.is_autocommit();
        if is_open && let Err(error) = self.commit() {
            self.undo();
            return Err(self.fail(error));
        }
        self.failing = None;
        self.publish_at = None;
        if !is_open {
            return Ok(());
        }
        self.measure();
        self.intake.published();
        self.unpublished.clear();
        self.rows = 0;
        if self.checkpointer.committed(&self.connection) {
            self.intake.rewind();
        }
        Ok(())
    }

    /// Accepts no more appends, and tries to publish again after a while.
    fn fail(&mut self, error: Error) -> Error {
        self.publish_at = Some(Instant::now() + PUBLISH_AFTER);
        self.failing = Some(error.clone());
        error
    }

    /// Publishes without a caller that waits for it.
    pub(in super::super) fn publish_if_possible(&mut self) {
        // If it fails, appends get the error.
        self.publish().ok();
    }

    fn commit(&mut self) -> Result<(), Error> {
        let is_set =
            |fault: Option<&AtomicBool>| fault.is_some_and(|it| it.load(Ordering::Relaxed));
        assert!(!is_set(self.faults.panics_on_commit), "deliberate fault");
        if is_set(self.faults.cannot_commit) {
            return Err(Error::Unavailable("deliberate fault".to_owned()));
        }
        self.execute("COMMIT")?;
        if !self.is_marked {
            file::rely_on_intake(&self.connection)?;
            self.is_marked = true;
        }
        Ok(())
    }

    /// Undoes what these jobs have changed, and drops their rooms from the cache.
    pub(super) fn roll_back(&mut self, jobs: &[Job]) {
        for room in jobs.iter().filter_map(Job::room) {
            self.known.remove(room.as_str());
        }
        self.undo();
        // So that the next failure has nothing to repeat.
        self.publish_if_possible();
    }

    /// Rolls the open transaction back, and begins it again with what is in the intake.
    fn undo(&mut self) {
        // SQLite rolls back on its own after some errors.
        if !self.connection.is_autocommit() {
            // If this fails, the next `BEGIN` fails.
            self.execute("ROLLBACK").ok();
        }
        // If the disk is full, a checkpoint may still succeed and free space in the log.
        checkpoint(&self.connection);
        if let Err(error) = self.repeat() {
            self.fail(error.into());
        }
    }

    /// Begins a transaction with what the intake has and the table lacks.
    pub(super) fn repeat(&mut self) -> Result<(), Repeat> {
        self.lacks_intake = true;
        let changes = self.intake.unpublished().map_err(Repeat::Intake)?;
        self.rows = 0;
        self.publish_at = None;
        if self.is_marked && changes.is_empty() {
            self.unpublished.clear();
        } else {
            self.begin()?;
            if !self.is_marked {
                file::mark(&self.connection)?;
            }
            for change in &changes {
                match change {
                    Change::Append(room, rows) => self.changed(room, rows.len()),
                    Change::Delete(room) => self.changed(room, 1),
                }
            }
            if !table::repeat(&self.connection, &changes)? {
                return Err(Repeat::Foreign);
            }
        }
        self.lacks_intake = false;
        Ok(())
    }
}
