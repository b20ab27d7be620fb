//! Moves what SQLite's log has gathered into the table, which takes many writes and an fsync of its own:
//! a thread does the bulk of it while the writer goes on.

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

/// How many rows may gather before they are moved: about sixteen megabytes of log. The sync of the table at the end takes
/// the writer some four milliseconds, however much was moved, and every append waits meanwhile.
const ROWS_MAX: usize = 4000;

pub(super) struct Checkpointer {
    worker: Worker<()>,
    /// The rows since the last checkpoint was begun.
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
                // Also after a panic: the log would grow for ever if no checkpoint followed this one.
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

    /// The writer has committed rows and is between two transactions.
    ///
    /// SQLite begins its log anew when all of it has been moved, and under load that is only here: what
    /// came during the bulk is little.
    pub(super) fn committed(&mut self, rows: usize, connection: &Connection) {
        self.rows += rows;
        if self.under_way {
            if self.bulk_is_done.swap(false, Ordering::Acquire) {
                checkpoint(connection);
                self.under_way = false;
            }
        } else if self.rows >= ROWS_MAX {
            self.rows = 0;
            self.under_way = self.worker.try_tell(());
            if !self.under_way {
                checkpoint(connection);
            }
        }
    }
}

/// Moves as much as it can without waiting for anybody. Rows that stay in the log are as durable there,
/// and the next time will do.
pub(super) fn checkpoint(connection: &Connection) {
    connection
        .query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()))
        .ok();
}
