//! How long rooms are stored, and how old a room is.

use clap::{Args, builder::BoolishValueParser};
use raum_room::Millis;

pub(super) const HOUR_MILLIS: Millis = 60 * 60 * 1000;

/// How much of the time between the newest entry and the start counts. For that long the server may have been idle or
/// stopped; a longer gap may also mean that the clock was set forward between two runs, so the rest does not count.
const UNSEEN_MILLIS_MAX: Millis = HOUR_MILLIS;

/// How long rooms are stored, from their last entry.
#[derive(Args, Clone, Copy)]
#[command(next_help_heading = "Rooms")]
pub(crate) struct Retention {
    /// How long to store a room that no player has entered, from its last entry
    #[arg(long, env = "RAUM_KEEP_UNENTERED_HOURS")]
    #[arg(value_name = "HOURS", default_value_t = 24)]
    pub(super) keep_unentered_hours: u32,

    /// How long to store a room whose game is over, from its last entry
    #[arg(long, env = "RAUM_KEEP_FINISHED_DAYS")]
    #[arg(value_name = "DAYS", default_value_t = 30)]
    pub(super) keep_finished_days: u32,

    /// How long to store a room whose game is not over, from its last entry
    #[arg(long, env = "RAUM_KEEP_UNFINISHED_DAYS")]
    #[arg(value_name = "DAYS", default_value_t = 365)]
    pub(super) keep_unfinished_days: u32,

    /// Delete expired rooms even if they are most rooms, or if the clock seems to have been set forward
    #[arg(long, env = "RAUM_SWEEP_ANYWAY")]
    #[arg(value_parser = BoolishValueParser::new())]
    pub(super) sweep_anyway: bool,
}

/// What a room is to the sweep. The words are a label of the metrics.
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

impl Retention {
    pub(super) fn millis(self, state: State) -> Millis {
        HOUR_MILLIS
            * match state {
                State::Unentered => Millis::from(self.keep_unentered_hours),
                State::Finished => Millis::from(self.keep_finished_days) * 24,
                State::Unfinished => Millis::from(self.keep_unfinished_days) * 24,
            }
    }
}

/// The time before the server started.
#[derive(Clone, Copy, Debug)]
pub(super) struct Past {
    pub(super) start: Millis,
    /// How much of it does not count for the age of rooms.
    pub(super) unseen_millis: Millis,
}

impl Past {
    /// Takes the time of the newest entry from before the start.
    pub(super) fn new(start: Millis, newest: Option<Millis>) -> Self {
        let stopped = newest.map_or(0, |newest| start.saturating_sub(newest));
        Self {
            start,
            unseen_millis: stopped.saturating_sub(UNSEEN_MILLIS_MAX),
        }
    }

    /// The age of an entry, without the time that does not count.
    pub(super) fn age(self, at: Millis, now: Millis) -> Millis {
        let age = now.saturating_sub(at);
        if at < self.start {
            age.saturating_sub(self.unseen_millis)
        } else {
            age
        }
    }
}
