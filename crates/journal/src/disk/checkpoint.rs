//! Checkpoints: moves SQLite's write-ahead log into the table. That takes many writes and an fsync, so a thread does most
//! of it while the writer continues.

use std::{
    fs::File,
    io,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{SyncSender, sync_channel},
    },
    thread,
};

use rusqlite::Connection;

/// The number of rows between checkpoints: at most 32 MB of log, if each is of another room. The final sync of the table
/// blocks the writer for about 4 ms, however much was moved.
const ROWS_MAX: usize = 8000;

pub(super) struct Checkpointer {
    /// Asks the thread for a checkpoint. Both are `None` only while this is dropped.
    requests: Option<SyncSender<()>>,
    thread: Option<thread::JoinHandle<()>>,
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
        let (requests, requested) = sync_channel(1);
        let thread = thread::Builder::new().name("journal-log".to_owned());
        let thread = thread.spawn(move || {
            for () in requested {
                // After a panic, too: otherwise no checkpoint would ever follow, and the log would grow forever.
                catch_unwind(AssertUnwindSafe(|| checkpoint(&connection))).ok();
                is_done.store(true, Ordering::Release);
            }
        })?;
        Ok(Self {
            requests: Some(requests),
            thread: Some(thread),
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
            let requests = self.requests.as_ref();
            self.under_way = requests.is_some_and(|requests| requests.try_send(()).is_ok());
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

impl Drop for Checkpointer {
    /// Waits for the checkpoint under way.
    fn drop(&mut self) {
        drop(self.requests.take());
        if let Some(thread) = self.thread.take() {
            // Panics are caught on the thread.
            thread.join().ok();
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
