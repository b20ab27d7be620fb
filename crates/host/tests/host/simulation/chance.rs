//! Chance that can be repeated: splitmix64.

use raum_room::Millis;

/// All chance of a run, which follows from its seed.
#[derive(Debug)]
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % end as u64).unwrap()
    }

    /// True so many times in a thousand.
    pub(crate) fn per_mille(&mut self, times: usize) -> bool {
        self.below(1_000) < times
    }

    pub(crate) fn pick<T: Clone>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())].clone()
    }

    /// A span of time. Most are short, and some are ten times as long.
    pub(crate) fn delay(&mut self, usual: Millis) -> Millis {
        let max = if self.per_mille(50) {
            10 * usual
        } else {
            usual
        };
        1 + self.next() % max
    }
}
