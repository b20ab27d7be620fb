//! The options that a client can set.

use std::time::Duration;

use raum_engine::Level;
use raum_rules::Kind;

use super::{clock::OVERHEAD, command::quoted};

/// Mebibytes of hash that `Hash` accepts.
const HASH_MAX: usize = 4096;
/// Threads that `Threads` accepts.
const THREADS_MAX: usize = 64;
/// Lines that `MultiPV` accepts: more than any position has moves.
const LINES_MAX: usize = 500;
/// Milliseconds that `Move Overhead` accepts.
const OVERHEAD_MAX: usize = 5000;
/// The highest level, which plays as well as it can.
const LEVEL_MAX: usize = 8;
/// About how strong each level is at chess, for `UCI_Elo`.
const ELO: [usize; LEVEL_MAX] = [600, 850, 1100, 1350, 1600, 1850, 2100, 2400];

/// The values of the options.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Options {
    pub(super) kind: Kind,
    pub(super) hash: usize,
    pub(super) threads: usize,
    pub(super) lines: usize,
    /// What the client may take to hear an answer.
    pub(super) overhead: Duration,
    level: usize,
    limits_strength: bool,
    elo: usize,
}

/// What the engine has to do about a new value.
#[derive(Debug, PartialEq)]
pub(super) enum Change {
    /// Nothing before the next search.
    Later,
    Kind,
    Hash,
    Threads,
    ClearHash,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            kind: Kind::Chess,
            hash: 16,
            threads: 1,
            lines: 1,
            overhead: OVERHEAD,
            level: LEVEL_MAX,
            limits_strength: false,
            elo: ELO[LEVEL_MAX - 1],
        }
    }
}

impl Options {
    /// The answer to `uci` that lists the options, a line for each.
    pub(super) fn list() -> String {
        use std::fmt::Write;

        let Self {
            kind,
            hash,
            threads,
            lines,
            overhead,
            level,
            elo,
            ..
        } = Self::default();
        let mut list = format!("option name UCI_Variant type combo default {kind}");
        for kind in Kind::ALL {
            // Writing to a string cannot fail.
            write!(list, " var {kind}").ok();
        }
        let spins = [
            ("Hash", hash, 1, HASH_MAX),
            ("Threads", threads, 1, THREADS_MAX),
            ("Level", level, 1, LEVEL_MAX),
            ("MultiPV", lines, 1, LINES_MAX),
            (
                "Move Overhead",
                overhead.as_millis() as usize,
                0,
                OVERHEAD_MAX,
            ),
            ("UCI_Elo", elo, ELO[0], ELO[LEVEL_MAX - 1]),
        ];
        for (name, default, min, max) in spins {
            write!(
                list,
                "\noption name {name} type spin default {default} min {min} max {max}"
            )
            .ok();
        }
        list + "\noption name UCI_LimitStrength type check default false\noption name Clear Hash type button"
    }

    /// Sets an option by its name, in any case. An error is a sentence for the client.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<Change, String> {
        let spin = |min, max| read_spin(name, value, min, max);
        match &*name.to_ascii_lowercase() {
            "uci_variant" => {
                let kind = value.parse::<Kind>();
                self.kind = kind.map_err(|error| format!("{}: {error}", quoted(value)))?;
                return Ok(Change::Kind);
            }
            "hash" => {
                self.hash = spin(1, HASH_MAX)?;
                return Ok(Change::Hash);
            }
            "threads" => {
                self.threads = spin(1, THREADS_MAX)?;
                return Ok(Change::Threads);
            }
            "clear hash" => return Ok(Change::ClearHash),
            "level" => self.level = spin(1, LEVEL_MAX)?,
            "multipv" => self.lines = spin(1, LINES_MAX)?,
            "move overhead" => {
                self.overhead = Duration::from_millis(spin(0, OVERHEAD_MAX)? as u64);
            }
            "uci_elo" => self.elo = spin(ELO[0], ELO[LEVEL_MAX - 1])?,
            "uci_limitstrength" => {
                self.limits_strength = match value {
                    "true" => true,
                    "false" => false,
                    _ => {
                        let value = quoted(value);
                        return Err(format!("UCI_LimitStrength is true or false, not {value}"));
                    }
                };
            }
            _ => return Err(format!("unknown option {}", quoted(name))),
        }
        Ok(Change::Later)
    }

    /// The level to play at; `None` for the engine at its best. With `UCI_LimitStrength`, `UCI_Elo` chooses the level of
    /// chess that is nearest in strength.
    pub(super) fn level(&self) -> Option<Level> {
        let number = if self.limits_strength && self.kind == Kind::Chess {
            (1..=LEVEL_MAX).min_by_key(|level| ELO[level - 1].abs_diff(self.elo))?
        } else {
            self.level
        };
        if number == LEVEL_MAX {
            return None;
        }
        // Tic-tac-toe has fewer levels.
        let last = Level::last(self.kind);
        Some(Level::new(self.kind, number).unwrap_or(last))
    }
}

fn read_spin(name: &str, value: &str, min: usize, max: usize) -> Result<usize, String> {
    let number = value.parse().ok();
    number
        .filter(|number| (min..=max).contains(number))
        .ok_or_else(|| format!("{name} is from {min} to {max}, not {}", quoted(value)))
}

#[cfg(test)]
mod tests;
