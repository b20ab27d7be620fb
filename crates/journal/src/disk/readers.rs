//! The threads that read: the most urgent read first, and none whose asker has gone.

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

/// How many reads of one priority may wait. An asker beyond that waits to ask.
const QUEUE_READS_MAX: usize = 4096;

const PRIORITIES: usize = 3;

/// Reads with a connection, and returns false if its asker had gone.
type Read = Box<dyn FnOnce(&Connection) -> bool + Send>;

/// Threads with a connection each, which serve one queue until this is dropped.
#[derive(Debug)]
pub(super) struct Readers {
    queue: Arc<Queue>,
    /// The free places in the queue, by priority: a flood of one leaves those of the others free.
    places: [Arc<Semaphore>; PRIORITIES],
    threads: Vec<thread::JoinHandle<()>>,
}

#[derive(Debug, Default)]
struct Queue {
    state: Mutex<State>,
    /// Notified when there is another read, or none will follow.
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// By priority, the most urgent first.
    waiting: [VecDeque<Waiting>; PRIORITIES],
    is_closed: bool,
    reads: Reads,
}

struct Waiting {
    read: Read,
    since: Instant,
    _place: OwnedSemaphorePermit,
}

impl Readers {
    /// Starts a thread for each connection. The first serves all priorities, the others loads alone: queries and
    /// upkeep keep one core busy at most, and no load waits for them.
    pub(super) fn start(connections: Vec<Connection>) -> io::Result<Self> {
        let mut readers = Self {
            queue: Arc::default(),
            places: [(); PRIORITIES].map(|()| Arc::new(Semaphore::new(QUEUE_READS_MAX))),
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

    /// Has a reader answer a question. A panic is the question's, and leaves the reader as it was.
    pub(super) fn ask<T: Send + 'static>(
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
            let place = self.places[priority as usize].clone();
            let place = place.acquire_owned().await.map_err(|_| panicked())?;
            self.queue.push(priority, read, place);
            answered.await.map_err(|_| panicked())?
        })
    }

    /// What the readers have done so far, and what waits for them.
    pub(super) fn reads(&self) -> Reads {
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
        for thread in self.threads.drain(..) {
            // Readers catch every panic, and there is no asker left to tell.
            thread.join().ok();
        }
    }
}

impl Queue {
    /// No change of the state can be left half done, so a panic elsewhere has broken nothing.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn push(&self, priority: Priority, read: Read, place: OwnedSemaphorePermit) {
        self.state().waiting[priority as usize].push_back(Waiting {
            read,
            since: Instant::now(),
            _place: place,
        });
        // All of them, for not every thread serves every priority.
        self.changed.notify_all();
    }

    /// Serves reads of the most urgent priorities, so many of them, until there will be no more.
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

    /// The next read, or none when there will be no more.
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
            state = self
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl std::fmt::Debug for Waiting {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Waiting").finish_non_exhaustive()
    }
}

fn panicked() -> Error {
    Error::Unavailable("a read has panicked".to_owned())
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use tokio::{
        task::JoinSet,
        time::{Duration, timeout},
    };

    use super::*;

    /// One reader that is busy until the returned sender is used or dropped.
    async fn busy_reader() -> (Arc<Readers>, mpsc::Sender<()>, JoinSet<()>) {
        let connection = Connection::open_in_memory().unwrap();
        let readers = Arc::new(Readers::start(vec![connection]).unwrap());
        let (release, released) = mpsc::channel::<()>();
        let (busy, is_busy) = oneshot::channel();
        let mut tasks = JoinSet::new();
        ask(&mut tasks, &readers, Priority::Upkeep, move || {
            busy.send(()).unwrap();
            released.recv().ok();
        });
        is_busy.await.unwrap();
        (readers, release, tasks)
    }

    fn ask(
        tasks: &mut JoinSet<()>,
        readers: &Arc<Readers>,
        priority: Priority,
        read: impl FnOnce() + Send + 'static,
    ) -> tokio::task::AbortHandle {
        let readers = readers.clone();
        tasks.spawn(async move {
            let read = readers.ask(priority, move |_| {
                read();
                Ok(())
            });
            read.await.unwrap();
        })
    }

    async fn until_waiting(readers: &Readers, count: usize) {
        until(|| readers.reads().waiting.iter().sum::<usize>() >= count).await;
    }

    async fn until(holds: impl Fn() -> bool) {
        let waiting = async {
            while !holds() {
                tokio::task::yield_now().await;
            }
        };
        timeout(Duration::from_mins(1), waiting).await.unwrap();
    }

    #[tokio::test]
    async fn urgent_reads_come_first_and_each_priority_in_its_order() {
        let (readers, release, mut tasks) = busy_reader().await;
        let (tell, told) = mpsc::channel();
        let asked = [
            (Priority::Upkeep, 1),
            (Priority::Query, 2),
            (Priority::Load, 3),
            (Priority::Upkeep, 4),
            (Priority::Query, 5),
            (Priority::Load, 6),
        ];
        for (count, (priority, number)) in asked.into_iter().enumerate() {
            let tell = tell.clone();
            ask(&mut tasks, &readers, priority, move || {
                tell.send(number).unwrap();
            });
            until_waiting(&readers, count + 1).await;
        }
        assert_eq!(readers.reads().waiting, [2, 2, 2]);
        drop((release, tell));
        tasks.join_all().await;
        assert_eq!(told.iter().collect::<Vec<_>>(), [3, 6, 2, 5, 1, 4]);
    }

    #[tokio::test]
    async fn a_query_that_takes_long_delays_no_load() {
        let connections = [(); 2].map(|()| Connection::open_in_memory().unwrap());
        let readers = Arc::new(Readers::start(connections.into()).unwrap());
        let mut tasks = JoinSet::new();
        let (release, released) = mpsc::channel::<()>();
        let released = Arc::new(Mutex::new(released));
        for _ in 0..4 {
            let released = released.clone();
            ask(&mut tasks, &readers, Priority::Query, move || {
                released.lock().unwrap().recv().ok();
            });
        }
        until_waiting(&readers, 3).await;
        let load = readers.ask(Priority::Load, |_| Ok(7));
        assert_eq!(timeout(Duration::from_mins(1), load).await.unwrap(), Ok(7));
        drop(release);
        tasks.join_all().await;
    }

    #[tokio::test]
    async fn a_read_whose_asker_has_gone_is_skipped() {
        let (readers, release, mut tasks) = busy_reader().await;
        let (tell, told) = mpsc::channel();
        for number in [1, 2] {
            let tell = tell.clone();
            let asker = ask(&mut tasks, &readers, Priority::Load, move || {
                tell.send(number).unwrap();
            });
            until_waiting(&readers, number).await;
            if number == 1 {
                asker.abort();
            }
        }
        assert!(tasks.join_next().await.unwrap().unwrap_err().is_cancelled());
        drop((release, tell));
        tasks.join_all().await;
        assert_eq!(told.iter().collect::<Vec<_>>(), [2]);
        drop(told);
        // A reader counts a read once it is over, which is after its answer.
        until(|| readers.reads().served == 2).await;
        assert_eq!(readers.reads().skipped, 1);
    }

    #[tokio::test]
    async fn a_read_that_panics_is_an_error_and_the_next_is_served() {
        let connection = Connection::open_in_memory().unwrap();
        let readers = Readers::start(vec![connection]).unwrap();
        for _ in 0..3 {
            let read = readers.ask::<()>(Priority::Load, |_| panic!("on purpose"));
            let error = timeout(Duration::from_mins(1), read).await.unwrap();
            assert_eq!(error, Err(panicked()));
        }
        let read = readers.ask(Priority::Load, |_| Ok(7));
        assert_eq!(timeout(Duration::from_mins(1), read).await.unwrap(), Ok(7));
    }
}
