//! What chooses the moves of a player.

use std::{
    fmt,
    time::{Duration, Instant},
};

use raum_engine::{greedy_move, random_move};
use raum_rules::{AnyGame, Kind, Move, Record};

use super::{
    budget::{Budget, Clocks},
    engine::Raum,
    player::{Mind, Player},
    program::Running,
    random::Random,
};

/// Chooses the moves of one player, game after game.
pub(super) trait Mover {
    /// Begins a new game. The seed decides everything that is left to chance.
    fn begin(&mut self, seed: u64) -> Result<(), Failure>;

    /// Chooses a move. The game is not over.
    fn choose(
        &mut self,
        record: &Record<AnyGame>,
        clocks: Option<Clocks>,
    ) -> Result<Choice, Failure>;

    /// The processor time spent so far, where the system tells.
    fn cpu(&self) -> Option<Duration>;
}

/// A chosen move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    pub(super) mv: Move,
    /// In hundredths of a pawn, from the mover's view.
    pub(super) score: Option<i32>,
    /// The positions entered.
    pub(super) nodes: Option<u64>,
}

/// Why a player has no move to show.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Failure {
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

/// Starts a player. `grace` is how long a program may take beyond its budget.
pub(super) fn start(
    player: &Player,
    kind: Kind,
    budget: Budget,
    grace: Duration,
) -> anyhow::Result<Box<dyn Mover>> {
    Ok(match &player.mind {
        Mind::Raum(setup) => Box::new(Raum::new(kind, *setup, budget)?),
        Mind::Greedy => Box::new(Simple::new(greedy_move)),
        Mind::Random => Box::new(Simple::new(random_move)),
        Mind::Program(program) => Box::new(Running::start(program, kind, budget, grace)?),
    })
}

/// A player that looks at nothing but the position.
struct Simple {
    choose: fn(&AnyGame, u64) -> Option<Move>,
    random: Random,
    spent: Duration,
}

impl Simple {
    fn new(choose: fn(&AnyGame, u64) -> Option<Move>) -> Self {
        Self {
            choose,
            random: Random::new(0),
            spent: Duration::ZERO,
        }
    }
}

impl Mover for Simple {
    fn begin(&mut self, seed: u64) -> Result<(), Failure> {
        self.random = Random::new(seed);
        Ok(())
    }

    fn choose(&mut self, record: &Record<AnyGame>, _: Option<Clocks>) -> Result<Choice, Failure> {
        // It does not wait for anything, so the time that passes is the time it computes.
        let asked = Instant::now();
        let mv = (self.choose)(record.game(), self.random.next());
        self.spent += asked.elapsed();
        let mv = mv.ok_or_else(|| Failure::Illegal("(none)".to_owned()))?;
        Ok(Choice {
            mv,
            score: None,
            nodes: None,
        })
    }

    fn cpu(&self) -> Option<Duration> {
        Some(self.spent)
    }
}
