//! What a player may spend on a move.

use std::{fmt, str::FromStr, time::Duration};

/// The limits of a search. The first one reached ends it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Budget {
    /// The deepest iteration.
    pub(super) depth: Option<u32>,
    /// The positions entered for one move.
    pub(super) nodes: Option<u64>,
    /// The time for one move.
    pub(super) movetime: Option<Duration>,
    /// The time for the game.
    pub(super) control: Option<Control>,
}

impl Budget {
    /// The limit that applies if the command line sets none: the same on every machine.
    pub(super) const DEFAULT: Self = Self {
        depth: None,
        nodes: Some(20_000),
        movetime: None,
        control: None,
    };

    pub(super) fn is_unlimited(&self) -> bool {
        *self == Self::default()
    }
}

/// A clock for the game: a time, and what each move adds to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Control {
    pub(super) time: Duration,
    pub(super) increment: Duration,
}

impl FromStr for Control {
    type Err = String;

    /// Reads seconds, such as `10+0.1` or `60`.
    fn from_str(text: &str) -> Result<Self, String> {
        let (time, increment) = text.split_once('+').unwrap_or((text, "0"));
        let seconds = |text: &str| {
            let seconds = text.parse::<f64>().ok()?;
            Duration::try_from_secs_f64(seconds).ok()
        };
        match (seconds(time), seconds(increment)) {
            (Some(time), Some(increment)) if !time.is_zero() => Ok(Self { time, increment }),
            _ => Err(format!(
                "{text:?} is not a time control: expected seconds, such as 10+0.1"
            )),
        }
    }
}

impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}+{}",
            self.time.as_secs_f64(),
            self.increment.as_secs_f64()
        )
    }
}

/// The time that both sides have left, in a game with clocks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Clocks {
    /// By side.
    pub(super) left: [Duration; 2],
    /// By side.
    pub(super) increment: [Duration; 2],
}
