//! The answer of a player that was asked for a move.

use std::{fmt, time::Duration};

use raum_rules::Move;

/// A chosen move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    pub(crate) mv: Move,
    /// In hundredths of a pawn, from the mover's view.
    pub(crate) score: Option<i32>,
    /// The positions entered.
    pub(crate) nodes: Option<u64>,
}

/// Why a player has no move to show.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Failure {
    /// This is not a legal move, or no move at all.
    Illegal(String),
    /// The program ended, or the engine panicked.
    Died,
    /// There was no answer for so long.
    Silent(Duration),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Illegal(text) => write!(f, "played the illegal move {text:?}"),
            Self::Died => f.write_str("died"),
            Self::Silent(time) => {
                write!(f, "did not answer within {} s", time.as_secs_f64())
            }
        }
    }
}
