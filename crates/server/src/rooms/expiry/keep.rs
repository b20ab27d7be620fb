//! How long rooms are kept, and how old a room is.

use clap::{Args, builder::BoolishValueParser};
use raum_room::Millis;

pub(super) const HOUR_MILLIS: Millis = 60 * 60 * 1000;

/// How much of the time between the newest entry and the start counts: the program may have been idle or
/// stopped for that long. A clock that was set forward between two runs looks like a longer stop.
const UNSEEN_MILLIS_MAX: Millis = HOUR_MILLIS;

/// How long rooms are kept, counted from their last entry.
#[derive(Args, Clone, Copy)]
#[command(next_help_heading = "Rooms")]
pub(crate) struct Keep {
    /// How long to keep a room that nobody has ever entered, from its last entry
    #[arg(
        long = "keep-unentered-hours",
        env = "RAUM_KEEP_UNENTERED_HOURS",
        value_name = "HOURS",
        default_value_t = Self::default().unentered_hours
    )]
    pub(super) unentered_hours: u32,

    /// How long to keep a room whose game is over, from its last entry
    #[arg(
        long = "keep-finished-days",
        env = "RAUM_KEEP_FINISHED_DAYS",
        value_name = "DAYS",
        default_value_t = Self::default().finished_days
    )]
    pub(super) finished_days: u32,

    /// How long to keep a room whose game is not over, from its last entry
    #[arg(
        long = "keep-unfinished-days",
        env = "RAUM_KEEP_UNFINISHED_DAYS",
        value_name = "DAYS",
        default_value_t = Self::default().unfinished_days
    )]
    pub(super) unfinished_days: u32,

    /// Delete rooms whose time is over also if they are most rooms, or if the clock seems to have been set
    /// forward
    #[arg(
        long = "sweep-anyway",
        env = "RAUM_SWEEP_ANYWAY",
        value_parser = BoolishValueParser::new()
    )]
    pub(super) sweep_anyway: bool,
}

impl Default for Keep {
    fn default() -> Self {
        Self {
            unentered_hours: 24,
            finished_days: 30,
            unfinished_days: 365,
            sweep_anyway: false,
        }
    }
}

/// What a room is to the sweep. Its words are a label of the metrics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Unentered,
    Finished,
    Unfinished,
}

impl State {
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Unentered => "unentered",
            Self::Finished => "finished",
            Self::Unfinished => "unfinished",
        }
    }
}

impl Keep {
    pub(super) fn millis(self, state: State) -> Millis {
        match state {
            State::Unentered => Millis::from(self.unentered_hours) * HOUR_MILLIS,
            State::Finished => Millis::from(self.finished_days) * 24 * HOUR_MILLIS,
            State::Unfinished => Millis::from(self.unfinished_days) * 24 * HOUR_MILLIS,
        }
    }
}

/// What is known about the time before the program started.
#[derive(Clone, Copy, Debug)]
pub(super) struct Past {
    pub(super) start: Millis,
    /// The time before the start that no room gets older by.
    pub(super) unseen_millis: Millis,
}

impl Past {
    /// By the newest entry of all rooms from before the start.
    pub(super) fn new(start: Millis, newest: Option<Millis>) -> Self {
        let stopped = newest.map_or(0, |newest| start.saturating_sub(newest));
        Self {
            start,
            unseen_millis: stopped.saturating_sub(UNSEEN_MILLIS_MAX),
        }
    }

    /// How long ago an entry happened, as far as time counts.
    pub(super) fn age(self, at: Millis, now: Millis) -> Millis {
        let age = now.saturating_sub(at);
        if at < self.start {
            age.saturating_sub(self.unseen_millis)
        } else {
            age
        }
    }
}
