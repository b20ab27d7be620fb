//! What chooses the moves of a player.

use std::{
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use raum_engine::{greedy_move, random_move};
use raum_rules::{AnyGame, Kind, Move, Record};

use super::{
    engine::Raum,
    player::{Mind, Player},
    random::Random,
};
use crate::modes::uci::{Budget, Choice, Clocks, Failure, Running};

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
        Mind::Program(program) => Box::new(Running::start(program.clone(), kind, budget, grace)?),
    })
}

impl Mover for Running {
    fn begin(&mut self, _seed: u64) -> Result<(), Failure> {
        Self::begin(self)
    }

    fn choose(
        &mut self,
        record: &Record<AnyGame>,
        clocks: Option<Clocks>,
    ) -> Result<Choice, Failure> {
        Self::choose(self, record, clocks, &AtomicBool::new(false))
    }

    fn cpu(&self) -> Option<Duration> {
        Self::cpu(self)
    }
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
