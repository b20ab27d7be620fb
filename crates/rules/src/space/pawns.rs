//! Pawn moves. Only pawns have steps that depend on the side, and only pawns are generated as a set.

use super::{
    cells::{CELLS, EDGE, Set, cell},
    geometry::Direction,
};
use crate::Side;

/// White's pawn moves without capture: forward or up.
const PUSHES: [Direction; 2] = [[0, 1, 0], [0, 0, 1]];

/// White's pawn captures; Black's are the opposites.
pub(super) const CAPTURES: [Direction; 5] =
    [[0, 1, 1], [-1, 1, 0], [1, 1, 0], [-1, 0, 1], [1, 0, 1]];

/// Where each side's pawns promote: the edge from which they can move neither forward nor up.
pub(super) const PROMOTION: [Set; 2] = [0b11111 << 120, 0b11111];

/// The cells that pawns can enter with one type of step.
pub(super) struct Advance {
    /// The bit number of a target minus that of the pawn's cell.
    pub(super) offset: i8,
    /// The cells reached.
    pub(super) targets: Set,
}

/// Visits every step of some pawns of one side: pushes to `empty` cells, captures of `enemies`.
#[inline(always)]
pub(super) fn advances(
    side: Side,
    pawns: Set,
    empty: Set,
    enemies: Set,
    visit: impl FnMut(Advance),
) {
    match side {
        Side::First => advances_of::<1>(pawns, empty, enemies, visit),
        Side::Second => advances_of::<-1>(pawns, empty, enemies, visit),
    }
}

/// The cells that some pawns of one side attack.
#[inline(always)]
pub(super) fn attacks(side: Side, pawns: Set) -> Set {
    let steps = match side {
        Side::First => const { Step::all(CAPTURES, 1) },
        Side::Second => const { Step::all(CAPTURES, -1) },
    };
    steps.iter().fold(0, |set, step| set | step.from(pawns))
}

/// `AHEAD` is a const parameter, which makes every shift and mask below a constant.
#[inline(always)]
fn advances_of<const AHEAD: i8>(
    pawns: Set,
    empty: Set,
    enemies: Set,
    mut visit: impl FnMut(Advance),
) {
    let mut advance = |step: Step, open: Set| {
        let targets = step.from(pawns) & open;
        if targets != 0 {
            visit(Advance {
                offset: step.offset,
                targets,
            });
        }
    };
    let pushes = const { Step::all(PUSHES, AHEAD) };
    let captures = const { Step::all(CAPTURES, AHEAD) };
    for step in pushes {
        advance(step, empty);
    }
    for step in captures {
        advance(step, enemies);
    }
}

/// A step in one direction for a whole set of cells.
#[derive(Clone, Copy)]
struct Step {
    offset: i8,
    /// The cells from which the step stays on the board.
    stays: Set,
}

impl Step {
    const fn all<const N: usize>(directions: [Direction; N], ahead: i8) -> [Self; N] {
        let mut steps = [Self {
            offset: 0,
            stays: 0,
        }; N];
        let mut number = 0;
        while number < N {
            steps[number] = Self::new(directions[number], ahead);
            number += 1;
        }
        steps
    }

    const fn new([x, y, z]: Direction, ahead: i8) -> Self {
        let mut stays = 0;
        let mut from = 0;
        while from < CELLS {
            let at = cell(from as u8);
            if on_board(at.x, x * ahead) && on_board(at.y, y * ahead) && on_board(at.z, z * ahead) {
                stays |= 1 << from;
            }
            from += 1;
        }
        let edge = EDGE.cast_signed();
        Self {
            offset: (x + edge * y + edge * edge * z) * ahead,
            stays,
        }
    }

    #[inline(always)]
    fn from(self, set: Set) -> Set {
        let set = set & self.stays;
        if self.offset > 0 {
            set << self.offset.unsigned_abs()
        } else {
            set >> self.offset.unsigned_abs()
        }
    }
}

const fn on_board(coordinate: u8, step: i8) -> bool {
    let moved = coordinate.cast_signed() + step;
    moved >= 0 && moved < EDGE.cast_signed()
}
