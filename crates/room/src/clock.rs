//! The clocks of a game.

use raum_rules::Side;
use serde::Serialize;

use crate::{ClockRule, Millis, words::MaybeWord};

/// Both clocks of a game at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Clocks {
    /// The time that the first and the second side have left.
    pub left_millis: [Millis; 2],
    /// The side whose clock is running.
    #[serde(with = "MaybeWord::<Side>")]
    pub running: Option<Side>,
}

/// The time that each side has left, and whose clock is running. The current time is an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    rule: ClockRule,
    left_millis: [Millis; 2],
    running: Option<Running>,
}

/// The side whose clock is running, and since when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Running {
    side: Side,
    since: Millis,
}

impl Clock {
    /// A clock with the full time for both sides, stopped until the first move.
    pub(crate) const fn new(rule: ClockRule) -> Self {
        Self {
            rule,
            left_millis: [rule.initial_millis; 2],
            running: None,
        }
    }

    /// The time that a side has left.
    pub fn left_millis(&self, side: Side, now: Millis) -> Millis {
        let used = match self.running {
            Some(running) if running.side == side => now.saturating_sub(running.since),
            _ => 0,
        };
        self.left_millis[side.index()].saturating_sub(used)
    }

    /// Reads both clocks.
    pub fn read(&self, now: Millis) -> Clocks {
        Clocks {
            left_millis: Side::BOTH.map(|side| self.left_millis(side, now)),
            running: self.running(),
        }
    }

    /// The side whose clock is running.
    pub fn running(&self) -> Option<Side> {
        self.running.map(|running| running.side)
    }

    /// When the running side runs out of time.
    pub fn deadline(&self) -> Option<Millis> {
        let Running { side, since } = self.running?;
        Some(since.saturating_add(self.left_millis[side.index()]))
    }

    /// The side that has run out of time.
    pub(crate) fn flagged(&self, now: Millis) -> Option<Side> {
        self.running()
            .filter(|_| self.deadline().is_some_and(|deadline| deadline <= now))
    }

    /// Stops the clock of the side that moved and starts the other. The first move is free and earns no increment.
    pub(crate) fn moved(&mut self, side: Side, at: Millis) {
        if self.running.is_some() {
            self.stop(at);
            let left = &mut self.left_millis[side.index()];
            *left = left.saturating_add(self.rule.increment_millis);
        }
        self.run(!side, at);
    }

    /// Stops both clocks.
    pub(crate) fn stop(&mut self, at: Millis) {
        if let Some(Running { side, .. }) = self.running {
            self.left_millis[side.index()] = self.left_millis(side, at);
            self.running = None;
        }
    }

    /// Starts a side's clock.
    pub(crate) const fn run(&mut self, side: Side, at: Millis) {
        self.running = Some(Running { side, since: at });
    }

    /// Leaves a span of time out of account.
    pub(crate) fn skip(&mut self, from: Millis, to: Millis) {
        if let Some(side) = self.running() {
            self.stop(from);
            self.run(side, to);
        }
    }
}
