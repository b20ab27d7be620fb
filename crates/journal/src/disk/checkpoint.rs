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

/// How long the log gets before a checkpoint. A page that changes often is moved once per checkpoint, and the final sync of
/// the table blocks the writer however much was moved: so checkpoints are rare, but the files stay small.
pub(super) const LOG_BYTES_MAX: u32 = 32 << 20;

pub(super) struct Checkpointer {
    /// Asks the thread for a checkpoint. Both are `None` only while this is dropped.
    requests: Option<SyncSender<()>>,
    thread: Option<thread::JoinHandle<()>>,
    /// SQLite's log.
    log: File,
    log_bytes_max: u32,
    under_way: bool,
    bulk_is_done: Arc<AtomicBool>,
}

impl Checkpointer {
    pub(super) fn start(connection: Connection, log: File, log_bytes_max: u32) -> io::Result<Self> {
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
            log_bytes_max,
            under_way: false,
            bulk_is_done,
        })
    }

    /// Called by the writer between two transactions, after it has committed one. Returns whether everything committed so
    /// far is durable.
    ///
    /// SQLite restarts its log only when all of it has been moved. Under load that happens only here, where the writer
    /// moves the little that was committed while the thread was at work.
    pub(super) fn committed(&mut self, connection: &Connection) -> bool {
        let is_due = if self.under_way {
            self.bulk_is_done.swap(false, Ordering::Acquire)
        } else if self.log_is_long() {
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

    /// Whether the log has grown too long since it started over: the first commit after that truncates it.
    fn log_is_long(&self) -> bool {
        let log = self.log.metadata();
        log.is_ok_and(|log| log.len() > self.log_bytes_max.into())
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
