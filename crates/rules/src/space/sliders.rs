//! Attacks of sliding pieces by "magic" multiplication.
//!
//! Attacks depend on the few cells where a blocker matters. Multiplying each half of the board by a magic
//! factor gathers the bits of those cells into an index into the attack table. The 750 factors are found by
//! trying seeded random numbers, which takes some milliseconds.

use super::{
    cells::{CELLS, Set},
    geometry::{Direction, all_directions, table, walk, without_last},
};
use crate::node::next_random;

/// The tables of one sliding piece.
pub(super) struct Slider {
    /// The piece's lines on an empty board.
    pub(super) rays: [Set; CELLS],
    magics: [Magic; CELLS],
    attacks: Vec<Set>,
}

/// Maps the blockers around one cell to an index.
#[derive(Clone, Copy, Default)]
struct Magic {
    /// The cells where a blocker matters: every line without its last cell.
    mask: Set,
    /// The factors that gather the mask's bits of the lower and the upper 64 cells in the top bits.
    factors: [u64; 2],
    /// How far to shift the gathered bits down.
    shifts: [u32; 2],
    /// How many bits come from the lower half.
    lower_bits: u32,
    /// Where this cell's attacks start in the table.
    offset: usize,
}

impl Slider {
    /// The tables of the piece that moves along this many axes at once.
    pub(super) fn new(axes: usize) -> Self {
        let directions: Vec<Direction> = all_directions()
            .filter(|direction| direction.iter().filter(|step| **step != 0).count() == axes)
            .collect();
        let mut attacks = Vec::new();
        let magics = table(|from| {
            let mask = directions.iter().fold(0, |mask, direction| {
                mask | without_last(walk(from, *direction, 0), *direction)
            });
            let magic = Magic::new(mask, attacks.len());
            attacks.resize(attacks.len() + (1 << mask.count_ones()), 0);
            for blockers in subsets(mask) {
                attacks[magic.index(blockers)] = directions
                    .iter()
                    .fold(0, |set, direction| set | walk(from, *direction, blockers));
            }
            magic
        });
        Self {
            rays: table(|from| {
                directions
                    .iter()
                    .fold(0, |set, direction| set | walk(from, *direction, 0))
            }),
            magics,
            attacks,
        }
    }

    /// The cells attacked from a cell, up to the first blocker in each direction.
    #[inline(always)]
    pub(super) fn attacks(&self, from: u8, occupied: Set) -> Set {
        self.attacks[self.magics[usize::from(from)].index(occupied)]
    }
}

impl Magic {
    fn new(mask: Set, offset: usize) -> Self {
        let halves = [mask as u64, (mask >> 64) as u64];
        Self {
            mask,
            factors: halves.map(find_factor),
            shifts: halves.map(shift),
            lower_bits: halves[0].count_ones(),
            offset,
        }
    }

    #[inline(always)]
    fn index(&self, occupied: Set) -> usize {
        let blockers = occupied & self.mask;
        let lower = (blockers as u64).wrapping_mul(self.factors[0]) >> self.shifts[0];
        let upper = ((blockers >> 64) as u64).wrapping_mul(self.factors[1]) >> self.shifts[1];
        self.offset + (lower | upper << self.lower_bits) as usize
    }
}

/// The shift for the gathered bits of a mask. An empty mask gathers no bits, so any shift in range works.
fn shift(mask: u64) -> u32 {
    (64 - mask.count_ones()).min(63)
}

/// A factor that gathers the bits of a mask and gives every subset a unique number.
fn find_factor(mask: u64) -> u64 {
    let mut seed = 0;
    loop {
        // Sparse factors cause fewer carries, so three random numbers are combined by AND.
        let factor = next_random(&mut seed) & next_random(&mut seed) & next_random(&mut seed);
        let mut taken = [false; 256];
        let mut numbers = subsets(mask.into())
            .map(|subset| ((subset as u64).wrapping_mul(factor) >> shift(mask)) as usize);
        if numbers.all(|number| !std::mem::replace(&mut taken[number], true)) {
            return factor;
        }
    }
}

/// Every subset of a set, the empty one first.
fn subsets(set: Set) -> impl Iterator<Item = Set> {
    std::iter::successors(Some(0), move |subset: &Set| {
        Some(subset.wrapping_sub(set) & set).filter(|next| *next != 0)
    })
}
