//! Directions in space and the cells along them, from which the tables are built.

use super::cells::{CELLS, EDGE, Set, bit, cell, each, index};
use crate::Cell;

/// One step along each axis.
pub(super) type Direction = [i8; 3];

/// The 27 directions, with the zero direction in the middle.
pub(super) fn all_directions() -> impl Iterator<Item = Direction> {
    (0..27i8).map(|number| [number % 3 - 1, number / 3 % 3 - 1, number / 9 - 1])
}

/// The 24 jumps of a knight.
pub(super) fn knight_jumps() -> Vec<Direction> {
    let mut jumps = Vec::new();
    for long in 0..3 {
        for short in (0..3).filter(|axis| *axis != long) {
            for (two, one) in [(2, 1), (2, -1), (-2, 1), (-2, -1)] {
                let mut jump = [0; 3];
                jump[long] = two;
                jump[short] = one;
                jumps.push(jump);
            }
        }
    }
    jumps
}

/// The cell one step further, if it is on the board.
fn neighbour(from: u8, [x, y, z]: Direction) -> Option<u8> {
    let on_board = |coordinate: u8, step: i8| {
        coordinate
            .checked_add_signed(step)
            .filter(|moved| *moved < EDGE)
    };
    let from = cell(from);
    Some(index(Cell::new(
        on_board(from.x, x)?,
        on_board(from.y, y)?,
        on_board(from.z, z)?,
    )))
}

/// The cells beyond a cell in one direction, up to and including the first blocker.
pub(super) fn walk(from: u8, direction: Direction, blockers: Set) -> Set {
    let mut reached = 0;
    let mut at = from;
    while direction != [0; 3]
        && let Some(next) = neighbour(at, direction)
    {
        reached |= bit(next);
        if blockers & bit(next) != 0 {
            break;
        }
        at = next;
    }
    reached
}

/// A ray without its last cell.
pub(super) fn without_last(ray: Set, direction: Direction) -> Set {
    let mut inner = 0;
    for at in each(ray) {
        if neighbour(at, direction).is_some() {
            inner |= bit(at);
        }
    }
    inner
}

/// For each cell, the cells one step away.
pub(super) fn steps(directions: &[Direction]) -> [Set; CELLS] {
    table(|from| {
        directions
            .iter()
            .filter_map(|direction| neighbour(from, *direction))
            .fold(0, |set, to| set | bit(to))
    })
}

/// A table with one entry for each cell.
pub(super) fn table<T>(mut entry: impl FnMut(u8) -> T) -> [T; CELLS] {
    std::array::from_fn(|from| entry(from as u8))
}
