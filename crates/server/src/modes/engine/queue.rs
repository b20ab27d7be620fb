//! The jobs that wait for the engine, in order, and the ways to cut them short: `stop`, a deadline, the next `go`.

use std::{
    collections::VecDeque,
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use raum_rules::Kind;

use crate::lock::lock;

use super::search::Search;

/// How many jobs may wait. A client that sends more has every search cut short until there is room.
const WAITING_MAX: usize = 64;

/// Something for the engine's thread to do.
pub(super) enum Job {
    Search(Search, Arc<Progress>),
    /// Forget everything: a new game of this kind begins.
    NewGame(Kind),
    ClearHash,
    /// Take a hash table of so many mebibytes.
    Hash(usize),
    Threads(usize),
    /// Answer `isready`.
    Ready,
    Bench,
}

/// What the outside knows and changes about one search.
pub(super) struct Progress {
    /// Ends the search.
    pub(super) stop: AtomicBool,
    /// Whether the answer has to wait for `stop`, or for `ponderhit`.
    is_held: AtomicBool,
    /// Whether only `stop` ends the search.
    is_endless: bool,
    /// How long the search may take.
    time: Option<Duration>,
    begun: Mutex<Instant>,
}

impl Progress {
    pub(super) fn new(search: &Search) -> Self {
        Self {
            stop: AtomicBool::new(false),
            is_held: AtomicBool::new(search.is_endless || search.is_pondering),
            is_endless: search.is_endless,
            time: search.time(),
            begun: Mutex::new(search.asked_at),
        }
    }

    /// The time since `go` or `ponderhit`.
    pub(super) fn spent(&self) -> Duration {
        lock(&self.begun).elapsed()
    }

    pub(super) fn is_held(&self) -> bool {
        self.is_held.load(Relaxed)
    }

    fn deadline(&self) -> Option<Instant> {
        if self.is_held() {
            return None;
        }
        lock(&self.begun).checked_add(self.time?)
    }
}

/// The jobs, shared by the thread that reads commands, the engine's and the timer's.
#[derive(Default)]
pub(super) struct Queue {
    state: Mutex<State>,
    changed: Condvar,
    /// Wakes the timer, which looks at the search that runs.
    timing: Condvar,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Job>,
    /// Whether the engine's thread has a job in hand.
    is_working: bool,
    running: Option<Arc<Progress>>,
    /// When the engine's thread was last free.
    free_at: Option<Instant>,
    is_closed: bool,
}

impl State {
    /// Every search that has not been answered.
    fn searches(&self) -> impl Iterator<Item = &Arc<Progress>> {
        let waiting = self.waiting.iter().filter_map(|job| match job {
            Job::Search(_, progress) => Some(progress),
            _ => None,
        });
        self.running.iter().chain(waiting)
    }

    fn stop_all(&self) {
        for progress in self.searches() {
            progress.stop.store(true, Relaxed);
        }
    }

    fn stop_endless(&self) {
        for progress in self.searches().filter(|progress| progress.is_held()) {
            progress.stop.store(true, Relaxed);
        }
    }
}

impl Queue {
    /// Adds a job. A search that would never end gives way to the next one.
    pub(super) fn add(&self, job: Job) {
        let mut state = lock(&self.state);
        if matches!(job, Job::Search(..) | Job::Bench) {
            state.stop_endless();
            self.changed.notify_all();
        }
        if state.waiting.len() >= WAITING_MAX {
            state.stop_all();
            self.changed.notify_all();
            while state.waiting.len() >= WAITING_MAX {
                state = self.wait(state);
            }
        }
        state.waiting.push_back(job);
        self.changed.notify_all();
    }

    /// Whether a search is under way or waits: `isready` is then answered at once.
    pub(super) fn is_searching(&self) -> bool {
        lock(&self.state).searches().next().is_some()
    }

    /// Ends every search.
    pub(super) fn stop(&self) {
        lock(&self.state).stop_all();
        self.changed.notify_all();
    }

    /// The opponent made the move that the search expected: its clock runs from now on.
    pub(super) fn ponder_hit(&self) {
        let state = lock(&self.state);
        for progress in state.searches().filter(|progress| !progress.is_endless) {
            if progress.is_held.swap(false, Relaxed) {
                *lock(&progress.begun) = Instant::now();
            }
        }
        self.timing.notify_all();
        self.changed.notify_all();
    }

    /// Accepts no more jobs; searches that would never end are stopped.
    pub(super) fn close(&self) {
        let mut state = lock(&self.state);
        state.is_closed = true;
        state.stop_endless();
        self.changed.notify_all();
    }

    /// The next job, for the engine's thread; `None` when all are done and no more can come.
    pub(super) fn next(&self) -> Option<Job> {
        let mut state = lock(&self.state);
        state.is_working = false;
        if state.running.take().is_some() {
            state.free_at = Some(Instant::now());
        }
        loop {
            if let Some(job) = state.waiting.pop_front() {
                state.is_working = true;
                if let Job::Search(_, progress) = &job {
                    // The clock of a search that had to wait for another one starts now.
                    let mut begun = lock(&progress.begun);
                    *begun = state.free_at.map_or(*begun, |free_at| free_at.max(*begun));
                    drop(begun);
                    state.running = Some(Arc::clone(progress));
                    if progress.time.is_some() {
                        self.timing.notify_all();
                    }
                }
                // The reader may wait for room.
                self.changed.notify_all();
                return Some(job);
            }
            if state.is_closed {
                self.timing.notify_all();
                return None;
            }
            state = self.wait(state);
        }
    }

    /// Waits until a search may be answered.
    pub(super) fn wait_until_released(&self, progress: &Progress) {
        let mut state = lock(&self.state);
        while progress.is_held() && !progress.stop.load(Relaxed) {
            state = self.wait(state);
        }
    }

    /// Stops searches at their deadlines, until the queue is closed and empty.
    pub(super) fn keep_time(&self) {
        let mut state = lock(&self.state);
        while !(state.is_closed && state.waiting.is_empty() && !state.is_working) {
            let running = state.running.as_ref();
            let next = running
                .filter(|progress| !progress.stop.load(Relaxed))
                .and_then(|progress| progress.deadline());
            let Some(deadline) = next else {
                state = self
                    .timing
                    .wait(state)
                    .unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                if let Some(progress) = &state.running {
                    progress.stop.store(true, Relaxed);
                }
                continue;
            }
            let (woken, _) = self
                .timing
                .wait_timeout(state, left)
                .unwrap_or_else(PoisonError::into_inner);
            state = woken;
        }
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        self.changed
            .wait(state)
            .unwrap_or_else(PoisonError::into_inner)
    }
}
