//! Dead positions: no sequence of legal moves leads to mate.

use super::{board::Board, cells::Set};
use crate::{Role, Side};

/// The cells of one colour; a bishop never changes colour.
const EVEN: Set = {
    let mut set = 0;
    let mut index = 0;
    while index < super::cells::CELLS {
        // The weights of the axes (1, 5, 25) are odd, so a bit number has the parity of x + y + z.
        if index % 2 == 0 {
            set |= 1 << index;
        }
        index += 1;
    }
    set
};

/// Whether the material rules out mate, as exhaustive retrograde analysis has shown: no pawn, no queen, and
/// at most one other piece per side, or a bare king against one of a few pairs.
pub(super) fn is_dead(board: &Board) -> bool {
    if board.role(Role::Pawn) | board.role(Role::Queen) != 0 {
        return false;
    }
    let counts = Side::BOTH.map(|side| board.side(side).count_ones() - 1);
    match counts {
        [0 | 1, 0 | 1] => true,
        [0, 2] => harmless_pair(board, Side::Second),
        [2, 0] => harmless_pair(board, Side::First),
        _ => false,
    }
}

/// A pair that cannot mate a bare king: a unicorn with anything, or two bishops of one colour.
fn harmless_pair(board: &Board, side: Side) -> bool {
    let bishops = board.pieces(side, Role::Bishop);
    let same_colour = bishops & EVEN == 0 || bishops & !EVEN == 0;
    board.pieces(side, Role::Unicorn) != 0 || bishops.count_ones() == 2 && same_colour
}
