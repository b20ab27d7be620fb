//! Randomness that a seed repeats.

use fastrand::Rng;
use raum_room::Millis;

/// The randomness of a run.
#[derive(Debug)]
pub(crate) struct Chance(Rng);

impl Chance {
    pub(crate) fn new(seed: u64) -> Self {
        Self(Rng::with_seed(seed))
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0.u64(..)
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0.usize(..end)
    }

    /// True `times` times in a thousand.
    pub(crate) fn per_mille(&mut self, times: usize) -> bool {
        self.below(1_000) < times
    }

    pub(crate) fn pick<T: Clone>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())].clone()
    }

    /// A delay. Most are at most `usual`, some up to ten times as long.
    pub(crate) fn delay(&mut self, usual: Millis) -> Millis {
        let max = if self.per_mille(50) {
            10 * usual
        } else {
            usual
        };
        self.0.u64(1..=max)
    }
}
