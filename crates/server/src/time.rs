//! The node's time.

use std::time::{SystemTime, UNIX_EPOCH};

use raum_room::Millis;
use tokio::time::Instant;

/// The wall clock as it was when the program started, carried on by the monotonic one: it never runs back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeClock {
    wall_at_start: Millis,
    start: Instant,
}

impl NodeClock {
    pub(crate) fn new() -> Self {
        let wall = SystemTime::now().duration_since(UNIX_EPOCH);
        Self {
            wall_at_start: wall.map_or(0, |since| since.as_millis().try_into().unwrap_or(0)),
            start: Instant::now(),
        }
    }

    pub(crate) fn now(&self) -> Millis {
        let since = self.start.elapsed().as_millis();
        self.wall_at_start
            .saturating_add(Millis::try_from(since).unwrap_or(Millis::MAX))
    }

    /// The moment at which [`now`](Self::now) will be this.
    pub(crate) fn instant(&self, at: Millis) -> Instant {
        let from_start = at.saturating_sub(self.wall_at_start);
        self.start + std::time::Duration::from_millis(from_start)
    }
}
