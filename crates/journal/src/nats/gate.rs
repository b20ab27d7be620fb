//! Limits how many reads run at once, by priority: JetStream has no priorities, so the less urgent reads get fewer places.

use std::{
    sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed},
    time::{Duration, Instant},
};

use tokio::sync::{Semaphore, SemaphorePermit};

use crate::{Priority, Reads};

/// How many reads of each priority run at once.
const READS_MAX: [usize; 3] = [256, 16, 4];

#[derive(Debug)]
pub(super) struct Gate {
    places: [Semaphore; 3],
    waiting: [AtomicUsize; 3],
    served: AtomicU64,
    skipped: AtomicU64,
    waited_micros: AtomicU64,
    busy_micros: AtomicU64,
}

impl Default for Gate {
    fn default() -> Self {
        Self {
            places: READS_MAX.map(Semaphore::new),
            waiting: Default::default(),
            served: AtomicU64::default(),
            skipped: AtomicU64::default(),
            waited_micros: AtomicU64::default(),
            busy_micros: AtomicU64::default(),
        }
    }
}

impl Gate {
    /// Waits for a place, and runs a read in it.
    pub(super) async fn run<T>(&self, priority: Priority, read: impl Future<Output = T>) -> T {
        let begin = Instant::now();
        let waiting = Waiting::new(self, priority);
        // The semaphore is never closed; without a place the read still runs.
        let place: Option<SemaphorePermit<'_>> =
            self.places[priority as usize].acquire().await.ok();
        waiting.end();
        let started = Instant::now();
        let result = read.await;
        drop(place);
        self.served.fetch_add(1, Relaxed);
        self.waited_micros
            .fetch_add(micros(started - begin), Relaxed);
        self.busy_micros
            .fetch_add(micros(started.elapsed()), Relaxed);
        result
    }

    pub(super) fn statistics(&self) -> Reads {
        Reads {
            waiting: self.waiting.each_ref().map(|waiting| waiting.load(Relaxed)),
            served: self.served.load(Relaxed),
            skipped: self.skipped.load(Relaxed),
            waited: Duration::from_micros(self.waited_micros.load(Relaxed)),
            busy: Duration::from_micros(self.busy_micros.load(Relaxed)),
        }
    }
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

/// Counts a read as waiting. If its caller stops waiting, counts it as skipped.
struct Waiting<'a> {
    gate: &'a Gate,
    priority: Priority,
    is_skipped: bool,
}

impl<'a> Waiting<'a> {
    fn new(gate: &'a Gate, priority: Priority) -> Self {
        gate.waiting[priority as usize].fetch_add(1, Relaxed);
        Self {
            gate,
            priority,
            is_skipped: true,
        }
    }

    fn end(mut self) {
        self.is_skipped = false;
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.gate.waiting[self.priority as usize].fetch_sub(1, Relaxed);
        if self.is_skipped {
            self.gate.skipped.fetch_add(1, Relaxed);
        }
    }
}
