//! The clocks of a game: what each side has left, and whose time is running.

use raum_rules::Side;
use serde::Serialize;

use crate::{ClockRule, Millis, words::maybe_word};

/// Both clocks of a game at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Clocks {
    /// The time that the first and the second side have left.
    pub left_millis: [Millis; 2],
    /// The side whose clock is running.
    #[serde(with = "maybe_word")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::words::SideWord>"))]
    pub running: Option<Side>,
}

/// What each side has left, and whose time is running. Reading it needs the time; it has none of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    rule: ClockRule,
    left_millis: [Millis; 2],
    running: Option<Running>,
}

/// A side whose time has been running since then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Running {
    side: Side,
    since: Millis,
}

impl Clock {
    /// Both sides have all their time, and it stands still until the first move.
    pub(crate) const fn new(rule: ClockRule) -> Self {
        Self {
            rule,
            left_millis: [rule.initial_millis; 2],
            running: None,
        }
    }

    /// What a side has left at a time.
    pub fn left_millis(&self, side: Side, now: Millis) -> Millis {
        let used = match self.running {
            Some(running) if running.side == side => now.saturating_sub(running.since),
            _ => 0,
        };
        self.left_millis[side.index()].saturating_sub(used)
    }

    /// Both clocks at a time.
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

    /// When the running side's time will be up.
    pub fn deadline(&self) -> Option<Millis> {
        let Running { side, since } = self.running?;
        Some(since.saturating_add(self.left_millis[side.index()]))
    }

    /// The side whose time is up.
    pub(crate) fn flagged(&self, now: Millis) -> Option<Side> {
        self.running()
            .filter(|_| self.deadline().is_some_and(|deadline| deadline <= now))
    }

    /// A side has moved: its time stops, the other's runs. The first move costs no time and earns none.
    pub(crate) fn moved(&mut self, side: Side, at: Millis) {
        if self.running.is_some() {
            self.stop(at);
            let left = &mut self.left_millis[side.index()];
            *left = left.saturating_add(self.rule.increment_millis);
        }
        self.run(!side, at);
    }

    /// Nobody's time runs any more.
    pub(crate) fn stop(&mut self, at: Millis) {
        if let Some(Running { side, .. }) = self.running {
            self.left_millis[side.index()] = self.left_millis(side, at);
            self.running = None;
        }
    }

    /// A side's time runs from now on.
    pub(crate) const fn run(&mut self, side: Side, at: Millis) {
        self.running = Some(Running { side, since: at });
    }

    /// The time between two moments counts for nobody.
    pub(crate) fn skip(&mut self, from: Millis, to: Millis) {
        if let Some(side) = self.running() {
            self.stop(from);
            self.run(side, to);
        }
    }
}
