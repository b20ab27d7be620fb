//! Time management: how long a search may take.

use std::time::Duration;

use raum_engine::Report;
use raum_rules::Move;

/// The clock of the side to move.
#[derive(Clone, Copy, Debug)]
pub(in crate::modes) struct Clock {
    pub(in crate::modes) left: Duration,
    /// What each move adds.
    pub(in crate::modes) increment: Duration,
    /// Moves until more time is added, this one included.
    pub(in crate::modes) moves_to_go: Option<u32>,
    /// What an answer may take to arrive.
    pub(in crate::modes) overhead: Duration,
}

/// How long a search may take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::modes) struct Allotment {
    /// What an ordinary move takes. [`Pace`] stretches it up to the hard limit.
    pub(in crate::modes) soft: Duration,
    /// When the search must end.
    pub(in crate::modes) hard: Duration,
}

/// What an answer takes to arrive, unless a client says otherwise: a process on the same machine may have to wait for a core.
pub(in crate::modes) const OVERHEAD: Duration = Duration::from_millis(5);
/// The part of a fixed time that the overhead takes at most.
const OVERHEAD_PART: u32 = 4;

/// The part of the clock that pays for what happens outside the search, and its bounds.
const MARGIN_PART: u32 = 20;
const MARGIN_MIN: Duration = Duration::from_millis(1);
const MARGIN_MAX: Duration = Duration::from_millis(50);

/// How many moves the clock must last if it does not say. Games are longer, but end faster as the engine spends a part
/// of what is left.
const MOVES_TO_GO: u32 = 28;
/// The hard limit in soft ones.
const STRETCH: u32 = 4;

/// A clock that counts days leaves time for any search, and deeper ones find little more.
const CORRESPONDENCE: Duration = Duration::from_hours(24);
const CORRESPONDENCE_SOFT: Duration = Duration::from_secs(30);

/// Divides the clock among the moves that it must last for. Never allots more than is left.
pub(in crate::modes) fn allot(clock: &Clock) -> Allotment {
    let Clock {
        left,
        increment,
        overhead,
        ..
    } = *clock;
    let margin = (left / MARGIN_PART).clamp(MARGIN_MIN, MARGIN_MAX);
    let margin = margin.max(overhead.min(left / OVERHEAD_PART));
    let usable = left.saturating_sub(margin);
    let moves = clock
        .moves_to_go
        .unwrap_or(MOVES_TO_GO)
        .clamp(1, MOVES_TO_GO * 2);
    // The increment of this move arrives too late for it, so a part stays in reserve.
    let share = (usable / moves).saturating_add(increment / 4 * 3);
    let mut soft = share.min(usable / 4 * 3);
    // Before the last move of a period everything can go; otherwise most must stay.
    let mut hard = soft.saturating_mul(STRETCH).min(match moves {
        1 => usable,
        2..5 => usable / 2,
        _ => usable / 3,
    });
    if left >= CORRESPONDENCE {
        soft = soft.min(CORRESPONDENCE_SOFT);
        hard = hard.min(CORRESPONDENCE_SOFT * STRETCH);
    }
    Allotment {
        soft: soft.min(hard),
        hard,
    }
}

/// A fixed time for a move, less what the answer takes to arrive.
pub(in crate::modes) fn within(time: Duration, overhead: Duration) -> Duration {
    time.saturating_sub(overhead.min(time / OVERHEAD_PART))
}

/// Decides after each iteration whether the clock allows another one: a best move that stays the same needs less time, one
/// that changes or loses value needs more.
pub(in crate::modes) struct Pace {
    allotment: Allotment,
    best: Option<Move>,
    score: i32,
    /// How many iterations agree on the best move.
    agreed: u32,
    /// How unsettled the best move has been, in percent of one change; halves with each iteration.
    unrest: u32,
}

impl Pace {
    pub(in crate::modes) fn new(allotment: Allotment) -> Self {
        Self {
            allotment,
            best: None,
            score: 0,
            agreed: 0,
            unrest: 0,
        }
    }

    /// Whether to begin another iteration.
    pub(in crate::modes) fn goes_on(&mut self, spent: Duration, report: &Report) -> bool {
        let Some(line) = report.lines.first() else {
            return false;
        };
        let best = line.moves.first().copied();
        self.unrest /= 2;
        if best == self.best {
            self.agreed += 1;
        } else {
            self.agreed = 0;
            if self.best.is_some() {
                self.unrest += 100;
            }
        }
        let lost = if self.best.is_some() {
            u32::try_from(self.score - line.score).unwrap_or(0).min(200)
        } else {
            0
        };
        self.best = best;
        self.score = line.score;
        // From 60 % for a move that has long been best to 300 % for new moves and falling scores.
        let calm = 100 - 8 * self.agreed.min(5);
        let percent = calm + self.unrest * 3 / 4 + lost;
        // An iteration takes about as long as all before it, so half of the time is the last moment to begin one.
        let latest =
            (self.allotment.soft.saturating_mul(percent) / 100).min(self.allotment.hard) / 2;
        spent < latest
    }
}

#[cfg(test)]
mod tests;
