//! Where machines think: threads of their own at low priority, apart from those that serve sockets and from
//! [`Workers`](super::Workers).
//!
//! Addresses take turns, and so do the rooms of an address. The more addresses wait, and the more rooms of its own address,
//! the fewer nodes a thought gets: a busy server plays worse, but it always plays.

mod budget;
mod pending;
mod thread;

use std::{
    io,
    sync::{Arc, Condvar, Mutex, atomic::AtomicBool},
    thread::{Builder, available_parallelism},
    time::Duration,
};

use raum_room::{Command, Thought};
use tokio::{sync::oneshot, time::Instant};
use tracing::warn;

use super::{Owner, turns::Turns};
use crate::{lock::lock, meters, time::NodeClock};
use budget::Speed;
pub(crate) use pending::Pending;

/// A search that goes deep needs more than the default.
const STACK_BYTES: usize = 16 * 1024 * 1024;

/// How long a thread other than the first waits for work. Each holds some megabytes for every kind that it has played.
const IDLE_MAX: Duration = Duration::from_mins(1);

/// The threads on which machines think. Clones share them; they end with the last clone.
#[derive(Clone)]
pub(crate) struct Thinking(Option<Arc<Threads>>);

/// Closes the pool when it is dropped, so that its threads end.
struct Threads(Arc<Pool>);

struct Pool {
    threads_max: usize,
    state: Mutex<State>,
    /// Notified when a thought is added or the pool is closed.
    changed: Condvar,
    speed: Speed,
}

struct State {
    waiting: Turns<Owner, Job>,
    waiting_count: usize,
    threads: usize,
    idle: usize,
    is_closed: bool,
}

/// A thought in the queue.
struct Job {
    thought: Box<Thought>,
    since: Instant,
    /// Set when the thought has to end, or nothing waits for it any more.
    hurry: Arc<AtomicBool>,
    answer: oneshot::Sender<Vec<Command>>,
    _waiting: meters::Share,
}

impl Thinking {
    /// Machines think on at most this many threads at once. The first one starts now, others when they are needed. Without
    /// threads there are no machines.
    pub(crate) fn new(threads_max: usize) -> io::Result<Self> {
        if threads_max == 0 {
            return Ok(Self(None));
        }
        let pool = Arc::new(Pool {
            threads_max,
            state: Mutex::new(State {
                waiting: Turns::new(usize::MAX),
                waiting_count: 0,
                threads: 0,
                idle: 0,
                is_closed: false,
            }),
            changed: Condvar::new(),
            speed: Speed::default(),
        });
        pool.start_thread(&mut lock(&pool.state))?;
        Ok(Self(Some(Arc::new(Threads(pool)))))
    }

    /// All cores but one, which is left to the sockets.
    pub(crate) fn threads_by_default() -> usize {
        let cores = available_parallelism().map_or(1, usize::from);
        cores.saturating_sub(1).max(1)
    }

    /// Whether there are machines on this server.
    pub(crate) fn is_on(&self) -> bool {
        self.0.is_some()
    }

    /// Begins a thought for a room of this address. Its times are those of the room's clock. Without threads, none.
    pub(crate) fn begin(
        &self,
        owner: Owner,
        thought: Box<Thought>,
        clock: &NodeClock,
    ) -> Option<Pending> {
        let Self(Some(threads)) = self else {
            return None;
        };
        let (sender, answer) = oneshot::channel();
        let pending = Pending::new(&thought, answer, clock);
        threads.0.add(
            owner,
            Job {
                thought,
                since: Instant::now(),
                hurry: pending.hurry(),
                answer: sender,
                _waiting: meters::thoughts_waiting(1),
            },
        );
        Some(pending)
    }
}

impl Pool {
    fn add(self: &Arc<Self>, owner: Owner, job: Job) {
        let mut state = lock(&self.state);
        // The queue has no limit of its own: a room has one thought at a time, and rooms are limited.
        state.waiting.push(&owner, job);
        state.waiting_count += 1;
        if state.waiting_count > state.idle
            && state.threads < self.threads_max
            && let Err(error) = self.start_thread(&mut state)
        {
            // The first thread never ends, so the thought is not lost.
            warn!("cannot start a thread for computers: {error}");
        }
        self.changed.notify_one();
    }

    fn start_thread(self: &Arc<Self>, state: &mut State) -> io::Result<()> {
        let pool = self.clone();
        let is_first = state.threads == 0;
        Builder::new()
            .name("thinking".into())
            .stack_size(STACK_BYTES)
            .spawn(move || thread::run(&pool, is_first))?;
        state.threads += 1;
        Ok(())
    }

    /// Waits for the next thought, and decides how many nodes it gets. None when the thread is to end.
    fn next(&self, is_first: bool) -> Option<(Job, u64)> {
        let mut state = lock(&self.state);
        loop {
            if state.is_closed {
                return None;
            }
            let (owners, own) = state.waiting.crowd();
            if let Some(job) = state.waiting.pop() {
                state.waiting_count -= 1;
                // As if every address had as many thoughts: the many rooms of one address shorten only its own thoughts.
                let others = owners * own - 1;
                let nodes = self.speed.nodes(others, state.threads);
                return Some((job, nodes));
            }
            state.idle += 1;
            // A thread that panics holds no lock; see `lock`.
            let waited = self.changed.wait_timeout(state, IDLE_MAX);
            let (again, timeout) = waited.unwrap_or_else(std::sync::PoisonError::into_inner);
            state = again;
            state.idle -= 1;
            if timeout.timed_out() && !is_first && state.waiting_count == 0 {
                state.threads -= 1;
                return None;
            }
        }
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        lock(&self.0.state).is_closed = true;
        self.0.changed.notify_all();
    }
}

#[cfg(test)]
mod tests;
