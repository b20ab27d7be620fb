//! Checkpoints: moves SQLite's write-ahead log into the table. That takes many writes and an fsync, so a thread does most
//! of it while the writer continues.

use std::{
    io,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use rusqlite::Connection;

use super::worker::Worker;

/// The number of rows between checkpoints: about 16 MB of log. The final sync of the table blocks the writer for about
/// 4 ms, however much was moved.
const ROWS_MAX: usize = 4000;

pub(super) struct Checkpointer {
    worker: Worker<()>,
    /// Rows committed since the last checkpoint began.
    rows: usize,
    under_way: bool,
    bulk_is_done: Arc<AtomicBool>,
}

impl Checkpointer {
    pub(super) fn start(connection: Connection) -> io::Result<Self> {
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
            rows: 0,
            under_way: false,
            bulk_is_done,
        })
    }

    /// Called by the writer between two transactions, after it has committed rows.
    ///
    /// SQLite restarts its log only when all of it has been moved. Under load that happens only here, where the writer
    /// moves the little that was committed while the thread was at work.
    pub(super) fn committed(&mut self, rows: usize, connection: &Connection) {
        self.rows += rows;
        if self.under_way {
            if self.bulk_is_done.swap(false, Ordering::Acquire) {
                checkpoint(connection);
                self.under_way = false;
            }
        } else if self.rows >= ROWS_MAX {
            self.rows = 0;
            self.under_way = self.worker.try_send(());
            if !self.under_way {
                checkpoint(connection);
            }
        }
    }
}

/// Moves as much as possible without waiting for other connections. Rows that stay in the log are just as durable, and
/// the next checkpoint moves them.
pub(super) fn checkpoint(connection: &Connection) {
    connection
        .query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()))
        .ok();
}
