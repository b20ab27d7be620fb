//! Sets of cells of the 5×5×5 board, one bit per cell: cell (x, y, z) is bit x + 5y + 25z.

use crate::Cell;

/// The number of cells along each axis.
pub(super) const EDGE: u8 = 5;
/// The number of cells.
pub(super) const CELLS: usize = 125;

/// A set of cells.
pub(super) type Set = u128;

/// A cell's bit number.
pub(super) const fn index(cell: Cell) -> u8 {
    cell.x + EDGE * cell.y + EDGE * EDGE * cell.z
}

/// The cell with this bit number.
pub(super) const fn cell(index: u8) -> Cell {
    Cell::new(index % EDGE, index / EDGE % EDGE, index / (EDGE * EDGE))
}

/// The set of one cell.
pub(super) const fn bit(index: u8) -> Set {
    1 << index
}

/// The lowest cell of a non-empty set.
pub(super) fn first(set: Set) -> u8 {
    // At most 128, so it fits.
    set.trailing_zeros() as u8
}

/// Iterates over the cells of a set. Two 64-bit halves are faster than 128 bits.
#[inline(always)]
pub(super) fn each(set: Set) -> Each {
    Each {
        lower: set as u64,
        upper: (set >> 64) as u64,
    }
}

/// The cells that remain in an iteration.
pub(super) struct Each {
    lower: u64,
    upper: u64,
}

impl Iterator for Each {
    type Item = u8;

    #[inline(always)]
    fn next(&mut self) -> Option<u8> {
        if self.lower != 0 {
            let index = self.lower.trailing_zeros() as u8;
            self.lower &= self.lower - 1;
            Some(index)
        } else if self.upper != 0 {
            let index = self.upper.trailing_zeros() as u8;
            self.upper &= self.upper - 1;
            Some(64 + index)
        } else {
            None
        }
    }
}

/// The number of cells in a set. Without a popcount instruction, adding the halves before the last steps
/// is faster than counting each half.
#[inline(always)]
pub(super) fn count(set: Set) -> u64 {
    let fours = |half: u64| {
        let twos = half - (half >> 1 & 0x5555_5555_5555_5555);
        (twos & 0x3333_3333_3333_3333) + (twos >> 2 & 0x3333_3333_3333_3333)
    };
    let sums = fours(set as u64) + fours((set >> 64) as u64);
    let bytes = (sums & 0x0f0f_0f0f_0f0f_0f0f) + (sums >> 4 & 0x0f0f_0f0f_0f0f_0f0f);
    bytes.wrapping_mul(0x0101_0101_0101_0101) >> 56
}
