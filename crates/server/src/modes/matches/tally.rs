//! The results of a match, from the first player's view.

use std::collections::BTreeMap;

use raum_rules::{Game, Side};

use super::{
    game::{Effort, End, Played},
    statistics::Pairs,
};

/// How many failures the report describes.
const FAILURES_SHOWN_MAX: usize = 5;

/// Two games from one opening. The first player moves first in the first one.
pub(super) type Pair = [Played; 2];

/// Games won, drawn and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Results {
    pub(super) wins: u32,
    pub(super) draws: u32,
    pub(super) losses: u32,
}

/// All that is counted.
#[derive(Debug, Default)]
pub(super) struct Tally {
    /// By the side that the first player had.
    pub(super) by_side: [Results; 2],
    pub(super) pairs: Pairs,
    /// How often games ended for each reason.
    pub(super) reasons: BTreeMap<&'static str, u32>,
    /// By player.
    pub(super) efforts: [Effort; 2],
    /// By player: games lost on time.
    pub(super) forfeits: [u32; 2],
    /// By player: illegal moves, deaths and missing answers.
    pub(super) failures: [u32; 2],
    /// The player and what it did, for the first failures.
    pub(super) examples: Vec<(usize, String)>,
}

impl Results {
    pub(super) fn games(self) -> u32 {
        self.wins + self.draws + self.losses
    }

    pub(super) fn plus(self, other: Self) -> Self {
        Self {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }
}

impl Tally {
    pub(super) fn total(&self) -> Results {
        self.by_side[0].plus(self.by_side[1])
    }

    pub(super) fn add(&mut self, pair: &Pair) {
        let mut halves = 0;
        for (played, first_has) in pair.iter().zip(Side::BOTH) {
            let results = &mut self.by_side[first_has.index()];
            match played.winner {
                None => {
                    results.draws += 1;
                    halves += 1;
                }
                Some(winner) if winner == first_has => {
                    results.wins += 1;
                    halves += 2;
                }
                Some(_) => results.losses += 1,
            }
            self.add_game(played, first_has);
        }
        self.pairs.0[halves] += 1;
    }

    fn add_game(&mut self, played: &Played, first_has: Side) {
        *self.reasons.entry(played.end.reason()).or_default() += 1;
        for side in Side::BOTH {
            let number = usize::from(side != first_has);
            self.efforts[number].add(&played.efforts[side.index()]);
        }
        let loser = match played.end {
            // Even if the opponent cannot win.
            End::Time => Some(played.record.game().turn()),
            _ => played.winner.map(|winner| !winner),
        };
        let Some(loser) = loser.map(|loser| usize::from(loser != first_has)) else {
            return;
        };
        match &played.end {
            End::Time => self.forfeits[loser] += 1,
            End::Failure(failure) => {
                self.failures[loser] += 1;
                if self.examples.len() < FAILURES_SHOWN_MAX {
                    let position = played.record.game();
                    let example = format!("{failure} in position {position}");
                    self.examples.push((loser, example));
                }
            }
            End::Rules(_) | End::Adjudication => {}
        }
    }
}
