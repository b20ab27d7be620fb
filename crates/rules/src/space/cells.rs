//! Sets of cells of the 5×5×5 board, a bit each: cell (x, y, z) is bit x + 5y + 25z.

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

/// The lowest cell of a set that is not empty.
pub(super) fn first(set: Set) -> u8 {
    // At most 128, so it fits.
    set.trailing_zeros() as u8
}

/// Calls `visit` with each cell of a set. Two loops over halves are quicker than one over 128 bits.
#[inline(always)]
pub(super) fn each(set: Set, mut visit: impl FnMut(u8)) {
    let halves = [(set as u64, 0), ((set >> 64) as u64, 64)];
    for (mut half, base) in halves {
        while half != 0 {
            visit(base + half.trailing_zeros() as u8);
            half &= half - 1;
        }
    }
}
