//! What `go` asks for.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use raum_engine::{Level, Limits, MATE, Report};
use raum_rules::{AnyGame, Game, Record, Side};

use super::{
    clock::{Allotment, Clock, Pace, allot, within},
    command::{Go, quoted},
    options::Options,
};

/// How much deeper than a mate its search goes, before it gives up: reductions hide some moves of a line at first.
const MATE_EXTRA_PLIES: i64 = 6;

/// One search.
#[derive(Clone)]
pub(super) struct Search {
    pub(super) record: Arc<Record<AnyGame>>,
    pub(super) limits: Limits,
    /// The level to play at; `None` for the engine at its best.
    pub(super) level: Option<Level>,
    /// End as soon as the side to move mates within so many plies.
    mate_plies: Option<i32>,
    time: Option<Time>,
    /// Whether only `stop` ends it, even after `ponderhit`.
    pub(super) is_endless: bool,
    /// Whether its clock waits for `ponderhit`.
    pub(super) is_pondering: bool,
    pub(super) asked_at: Instant,
}

#[derive(Clone, Copy)]
enum Time {
    Fixed(Duration),
    Clock(Allotment),
}

impl Search {
    /// Reads the arguments of `go`; also returns what is wrong with them. Whatever is wrong, a client waits for an answer:
    /// what cannot be used is ignored, and without any limit that can be used the search is short.
    pub(super) fn new(
        go: &Go,
        record: &Arc<Record<AnyGame>>,
        options: &Options,
        asked_at: Instant,
    ) -> (Self, Vec<String>) {
        let mut faults = go.faults.clone();
        let mut limits = Limits {
            lines: options.lines,
            ..Limits::default()
        };
        let level = options.level();
        let kind = record.game().kind();
        let legal = record.game().legal();
        for text in &go.only {
            match kind.read_move(text).ok().filter(|mv| legal.contains(mv)) {
                Some(mv) => limits.only.push(mv),
                None => faults.push(format!("{} is not a legal move", quoted(text))),
            }
        }
        // One sentence is enough to find a mistake.
        faults.truncate(1);
        let mut depth = go.depth;
        if let Some(moves) = go.mate {
            let enough = moves.saturating_mul(2).saturating_add(MATE_EXTRA_PLIES);
            depth = Some(depth.unwrap_or(i64::MAX).min(enough));
        }
        if !go.has_limit() && !faults.is_empty() && !go.infinite {
            depth = Some(1);
        }
        if let Some(depth) = depth {
            let deepest = i64::from(limits.depth);
            limits.depth = i32::try_from(depth.clamp(1, deepest)).unwrap_or(1);
        }
        if let Some(nodes) = go.nodes {
            limits.nodes = u64::try_from(nodes).unwrap_or(0).max(1);
        }
        let time = time(go, record.game().turn(), options.overhead);
        // A clock does not help to choose from one move.
        if legal.len() == 1 && matches!(time, Some(Time::Clock(_))) {
            limits.depth = 1;
        }
        let search = Self {
            record: Arc::clone(record),
            limits,
            level,
            mate_plies: go
                .mate
                .map(|moves| i32::try_from(moves.clamp(1, 1000) * 2 - 1).unwrap_or(i32::MAX)),
            time,
            is_endless: depth.is_none()
                && go.nodes.is_none()
                && time.is_none()
                && (go.infinite || level.is_none()),
            is_pondering: go.ponder,
            asked_at,
        };
        (search, faults)
    }

    /// How long it may take.
    pub(super) fn time(&self) -> Option<Duration> {
        self.time.map(|time| match time {
            Time::Fixed(time) => time,
            Time::Clock(allotment) => allotment.hard,
        })
    }

    /// Decides how long to go on by the clock, if there is one.
    pub(super) fn pace(&self) -> Option<Pace> {
        match self.time? {
            Time::Fixed(_) => None,
            Time::Clock(allotment) => Some(Pace::new(allotment)),
        }
    }

    /// Whether the mate that it looks for is found.
    pub(super) fn has_found_mate(&self, report: &Report) -> bool {
        let best = report.lines.first();
        self.mate_plies
            .zip(best)
            .is_some_and(|(plies, best)| best.score >= MATE - plies)
    }
}

/// The time for a move: the fixed one, or the share of the clock, or what is shorter.
fn time(go: &Go, turn: Side, overhead: Duration) -> Option<Time> {
    let fixed = go.move_ms.map(|ms| within(millis(ms), overhead));
    let [first, second] = go.left_ms;
    // A client that sends only one clock means it for the side to move.
    let left = match turn {
        Side::First => first.or(second),
        Side::Second => second.or(first),
    };
    let allotment = left.map(|left| {
        allot(&Clock {
            left: millis(left),
            increment: millis(go.increment_ms[turn.index()].unwrap_or(0)),
            moves_to_go: go
                .moves_left
                .filter(|moves| *moves > 0)
                .map(|moves| u32::try_from(moves).unwrap_or(u32::MAX)),
            overhead,
        })
    });
    match (fixed, allotment) {
        (Some(fixed), Some(allotment)) if allotment.hard < fixed => Some(Time::Clock(allotment)),
        (Some(fixed), _) => Some(Time::Fixed(fixed)),
        (None, allotment) => allotment.map(Time::Clock),
    }
}

/// A time; none if it is negative.
fn millis(ms: i64) -> Duration {
    Duration::from_millis(u64::try_from(ms).unwrap_or(0))
}
