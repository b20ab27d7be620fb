//! Checkpoints: moves SQLite's write-ahead log into the table. That takes many writes and an fsync, so a thread does most
//! of it while the writer continues.

use std::{
    fs::File,
    io,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use rusqlite::Connection;

use super::worker::Worker;

/// The number of rows between checkpoints: at most 32 MB of log, if each is of another room. The final sync of the table
/// blocks the writer for about 4 ms, however much was moved.
const ROWS_MAX: usize = 8000;

pub(super) struct Checkpointer {
    worker: Worker<()>,
    /// SQLite's log.
    log: File,
    /// Rows committed since the last checkpoint began.
    rows: usize,
    under_way: bool,
    bulk_is_done: Arc<AtomicBool>,
}

impl Checkpointer {
    pub(super) fn start(connection: Connection, log: File) -> io::Result<Self> {
        let bulk_is_done = Arc::new(AtomicBool::new(false));
        let is_done = bulk_is_done.clone();
        let worker = Worker::start("journal-log", move |mut queue| {
            while let Some(()) = queue.blocking_recv() {
                // After a panic, too: otherwise no checkpoint would ever follow, and the log would grow forever.
                catch_unwind(AssertUnwindSafe(|| checkpoint(&connection))).ok();
                is_done.store(true, Ordering::Release);
            }
        })?;
        Ok(Self {
            worker,
            log,
            rows: 0,
            under_way: false,
            bulk_is_done,
        })
    }

    /// Called by the writer between two transactions, after it has committed rows. Returns whether everything committed so
    /// far is durable.
    ///
    /// SQLite restarts its log only when all of it has been moved. Under load that happens only here, where the writer
    /// moves the little that was committed while the thread was at work.
    pub(super) fn committed(&mut self, rows: usize, connection: &Connection) -> bool {
        self.rows += rows;
        let is_due = if self.under_way {
            self.bulk_is_done.swap(false, Ordering::Acquire)
        } else if self.rows >= ROWS_MAX {
            self.rows = 0;
            self.under_way = self.worker.try_send(());
            !self.under_way
        } else {
            false
        };
        if !is_due {
            return false;
        }
        self.under_way = false;
        let is_durable = self.sync().is_ok();
        checkpoint(connection);
        is_durable
    }

    /// Makes everything committed so far durable.
    pub(super) fn sync(&self) -> io::Result<()> {
        self.log.sync_data()
    }
}

/// Moves as much as possible without waiting for other connections. Rows that stay in the log are just as durable, and
/// the next checkpoint moves them.
pub(super) fn checkpoint(connection: &Connection) {
    connection
        .query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()))
        .ok();
}
