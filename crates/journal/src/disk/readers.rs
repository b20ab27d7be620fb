//! The reader threads: they serve reads by priority, and skip a read if its caller has stopped waiting.

use std::{
    collections::VecDeque,
    io,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread,
    time::Instant,
};

use rusqlite::Connection;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use crate::{Error, Pending, Priority, Reads};

/// The length of the queue of each priority. Callers wait while it is full.
const QUEUE_READS_MAX: usize = 4096;

const PRIORITIES: usize = 3;

/// A read. Returns false if its caller had stopped waiting.
type Read = Box<dyn FnOnce(&Connection) -> bool + Send>;

/// Threads with a connection each, which serve one queue until this is dropped.
pub(super) struct Readers {
    queue: Arc<Queue>,
    /// The free slots of the queue, by priority: a flood of one does not block the others.
    slots: [Arc<Semaphore>; PRIORITIES],
    threads: Vec<thread::JoinHandle<()>>,
}

#[derive(Default)]
struct Queue {
    state: Mutex<State>,
    /// Wakes the thread that serves all priorities: notified when a read is queued or the queue is closed.
    changed: Condvar,
    /// Wakes the threads that serve only loads.
    load_came: Condvar,
}

#[derive(Default)]
struct State {
    /// By priority, highest first.
    waiting: [VecDeque<Waiting>; PRIORITIES],
    is_closed: bool,
    reads: Reads,
}

struct Waiting {
    read: Read,
    since: Instant,
    _slot: OwnedSemaphorePermit,
}

impl Readers {
    /// Starts a thread for each connection. The first serves all priorities, the others only loads: queries and upkeep
    /// occupy at most one core, and loads never wait for them.
    pub(super) fn start(connections: Vec<Connection>) -> io::Result<Self> {
        let mut readers = Self {
            queue: Arc::default(),
            slots: [(); PRIORITIES].map(|()| Arc::new(Semaphore::new(QUEUE_READS_MAX))),
            threads: Vec::new(),
        };
        for (number, connection) in connections.into_iter().enumerate() {
            let queue = readers.queue.clone();
            let priorities = if number == 0 { PRIORITIES } else { 1 };
            let thread = thread::Builder::new()
                .name("journal-reader".to_owned())
                .spawn(move || queue.serve(&connection, priorities))?;
            readers.threads.push(thread);
        }
        Ok(readers)
    }

    /// Runs a read on one of the threads. If it panics, only its caller gets an error.
    pub(super) fn read<T: Send + 'static>(
        &self,
        priority: Priority,
        read: impl FnOnce(&Connection) -> Result<T, Error> + Send + 'static,
    ) -> Pending<'_, T> {
        Box::pin(async move {
            let (answer, answered) = oneshot::channel();
            let read = Box::new(move |connection: &Connection| {
                let is_wanted = !answer.is_closed();
                if is_wanted {
                    answer.send(read(connection)).ok();
                }
                is_wanted
            });
            let slot = self.slots[priority as usize].clone();
            let slot = slot.acquire_owned().await.map_err(|_| panicked())?;
            self.queue.push(priority, read, slot);
            answered.await.map_err(|_| panicked())?
        })
    }

    pub(super) fn statistics(&self) -> Reads {
        let state = self.queue.state();
        Reads {
            waiting: state.waiting.each_ref().map(VecDeque::len),
            ..state.reads
        }
    }
}

impl Drop for Readers {
    fn drop(&mut self) {
        self.queue.state().is_closed = true;
        self.queue.changed.notify_all();
        self.queue.load_came.notify_all();
        for thread in self.threads.drain(..) {
            // Readers catch all panics, and no caller is left.
            thread.join().ok();
        }
    }
}

impl Queue {
    /// Every change of the state is atomic, so a poisoned lock is still valid.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn push(&self, priority: Priority, read: Read, slot: OwnedSemaphorePermit) {
        self.state().waiting[priority as usize].push_back(Waiting {
            read,
            since: Instant::now(),
            _slot: slot,
        });
        // One of many loads may find every other thread busy, so it wakes all.
        self.changed.notify_one();
        if priority == Priority::Load {
            self.load_came.notify_all();
        }
    }

    /// Serves reads of the highest priorities, as many as given, until the queue is closed.
    fn serve(&self, connection: &Connection, priorities: usize) {
        while let Some(Waiting { read, since, .. }) = self.next(priorities) {
            let begun = Instant::now();
            let was_wanted = catch_unwind(AssertUnwindSafe(|| read(connection))).unwrap_or(true);
            let reads = &mut self.state().reads;
            if was_wanted {
                reads.served += 1;
                reads.waited += begun.duration_since(since);
                reads.busy += begun.elapsed();
            } else {
                reads.skipped += 1;
            }
        }
    }

    /// The next read, or `None` once the queue is closed and empty.
    fn next(&self, priorities: usize) -> Option<Waiting> {
        let mut state = self.state();
        loop {
            let mut served = state.waiting.iter_mut().take(priorities);
            if let Some(waiting) = served.find_map(VecDeque::pop_front) {
                return Some(waiting);
            }
            if state.is_closed {
                return None;
            }
            let changed = if priorities == PRIORITIES {
                &self.changed
            } else {
                &self.load_came
            };
            state = changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

fn panicked() -> Error {
    Error::Unavailable("a read panicked".to_owned())
}

#[cfg(test)]
mod tests;
