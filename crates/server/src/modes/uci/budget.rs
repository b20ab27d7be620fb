//! What a player may spend on a move.

use std::{fmt, str::FromStr, time::Duration};

use super::number;

/// The limits of a search. The first one reached ends it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Budget {
    /// The deepest iteration.
    pub(crate) depth: Option<u32>,
    /// The positions entered for one move.
    pub(crate) nodes: Option<u64>,
    /// The time for one move.
    pub(crate) movetime: Option<Duration>,
    /// The time for the game.
    pub(crate) control: Option<Control>,
}

impl Budget {
    /// The limit that applies if the command line sets none: the same on every machine.
    pub(crate) const DEFAULT: Self = Self {
        depth: None,
        nodes: Some(20_000),
        movetime: None,
        control: None,
    };

    /// Sets the limit with this name. `false` if there is no such limit.
    pub(crate) fn set(&mut self, key: &str, value: &str) -> Result<bool, String> {
        match key {
            "depth" => self.depth = Some(number(key, value, 1, 100)?),
            "nodes" => self.nodes = Some(number(key, value, 1, u64::MAX)?),
            "movetime" => {
                let millis = number(key, value, 1, 86_400_000)?;
                self.movetime = Some(Duration::from_millis(millis));
            }
            "tc" => self.control = Some(value.parse()?),
            _ => return Ok(false),
        }
        Ok(true)
    }

    pub(crate) fn is_unlimited(&self) -> bool {
        *self == Self::default()
    }
}

/// A clock for the game: a time, and what each move adds to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Control {
    pub(crate) time: Duration,
    pub(crate) increment: Duration,
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
pub(crate) struct Clocks {
    /// By side.
    pub(crate) left: [Duration; 2],
    /// By side.
    pub(crate) increment: [Duration; 2],
}
