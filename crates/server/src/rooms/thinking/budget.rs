//! How much a thought may cost: nodes by the length of the queue, time by the machine's clock.

use std::{
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::Duration,
};

use raum_room::Thought;

/// The queue is to be worked off in about this time.
const QUEUE_MAX: Duration = Duration::from_secs(1);

/// What every thought gets: a move that is not blind, in about a millisecond.
pub(super) const NODES_MIN: u64 = 500;

/// The first guess of the nodes per second of a thread.
const SPEED: u64 = 500_000;

/// Searches shorter than this say little about the speed.
const MEASURED_MIN: Duration = Duration::from_millis(5);

/// A thought takes at most this part of the time that the machine has left.
const CLOCK_PART: u32 = 20;

/// The nodes per second of a thread, measured as the machine does them: slower, the more else it has to do.
pub(super) struct Speed(AtomicU64);

impl Default for Speed {
    fn default() -> Self {
        Self(AtomicU64::new(SPEED))
    }
}

impl Speed {
    /// How many nodes a thought may take while so many wait for so many threads: no limit without a queue, and then ever
    /// fewer, so that the queue is worked off in about a second however long it is.
    pub(super) fn nodes(&self, waiting: usize, threads: usize) -> u64 {
        let (waiting, threads) = (waiting as u64, threads as u64);
        if waiting == 0 {
            return u64::MAX;
        }
        let in_time = self.0.load(Relaxed).saturating_mul(QUEUE_MAX.as_secs());
        (in_time.saturating_mul(threads) / waiting).max(NODES_MIN)
    }

    /// Takes the nodes of a search into account.
    pub(super) fn measured(&self, nodes: u64, took: Duration) {
        if took < MEASURED_MIN {
            return;
        }
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        let speed = nodes.saturating_mul(1_000_000) / micros;
        // Threads may overwrite each other's result: it is an average anyway.
        let before = self.0.load(Relaxed);
        self.0.store((before / 4 * 3 + speed / 4).max(1), Relaxed);
    }
}

/// How long a thought may take, waiting included, if the machine has a clock.
pub(super) fn time(thought: &Thought) -> Option<Duration> {
    let clock = thought.clock?;
    Some(Duration::from_millis(clock.left_millis) / CLOCK_PART)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_longer_queue_gives_each_thought_fewer_nodes() {
        let speed = Speed::default();
        assert_eq!(speed.nodes(0, 1), u64::MAX);
        let by_queue: Vec<_> = [1, 10, 100, 1_000, 100_000]
            .map(|waiting| speed.nodes(waiting, 1))
            .into();
        assert_eq!(by_queue, [500_000, 50_000, 5_000, 500, NODES_MIN]);
        assert_eq!(speed.nodes(100, 4), 20_000);
    }

    #[test]
    fn a_slower_machine_gives_fewer_nodes() {
        let speed = Speed::default();
        for _ in 0..40 {
            speed.measured(1_000, Duration::from_millis(100));
        }
        let slow = speed.nodes(1, 1);
        assert!((9_000..12_000).contains(&slow), "{slow}");
        // A search of no length says nothing.
        speed.measured(0, Duration::from_micros(1));
        assert_eq!(speed.nodes(1, 1), slow);
    }
}
