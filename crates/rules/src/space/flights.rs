//! Where a king can flee to, without making a move: what a search for mates asks before it tries one.

use super::{
    attacks::Attacks,
    board::{Board, SpaceStep},
    cells::{Set, bit, each},
    node::Node,
};
use crate::{Role, Side};

impl Node {
    /// The cells that the king of the side that is not to move could enter, if that side were to move.
    ///
    /// ```
    /// use raum_rules::{node::Node as _, space::{Node, Space}};
    ///
    /// assert_eq!(Node::new(&Space::default()).flights(), 0, "pieces stand all around the king");
    /// let game: Space = "5/5/5/5/K4|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|4k/5/5/5/1Q3 w 0 1".parse()?;
    /// assert_eq!(Node::new(&game).flights().count_ones(), 6, "the queen guards one of seven cells");
    /// # Ok::<(), raum_rules::PositionError>(())
    /// ```
    pub fn flights(&self) -> u128 {
        let (board, tables, side) = (&self.game.board, Attacks::get(), self.game.turn);
        let king = board.king(!side);
        // The king does not block attacks on the cells behind it.
        let occupied = board.occupied() & !bit(king);
        let near = tables.king[usize::from(king)] & !board.side(!side);
        let free = each(near).filter(|at| !attacks(board, side, *at, occupied));
        free.fold(0, |set, at| set | bit(at))
    }

    /// Which of the [flights](Self::flights) a step leaves, and the cell it enters, if the king can capture there. There
    /// may be more: the cells that the piece guarded before are not looked at.
    ///
    /// ```
    /// use raum_rules::{Role, node::Node as _, space::{Node, Space}};
    ///
    /// let game: Space = "5/5/5/5/K4|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|4k/5/5/5/1Q3 w 0 1".parse()?;
    /// let node = Node::new(&game);
    /// let mut steps = Vec::new();
    /// node.list(&mut steps);
    /// let flights = node.flights();
    /// let is_mate = |step: &_| node.flights_after(*step, flights) == 0;
    /// assert!(!steps.iter().any(is_mate), "a queen does not mate alone");
    /// # Ok::<(), raum_rules::PositionError>(())
    /// ```
    pub fn flights_after(&self, step: SpaceStep, flights: u128) -> u128 {
        let (board, tables, side) = (&self.game.board, Attacks::get(), self.game.turn);
        let SpaceStep { from, to, .. } = step;
        let king = board.king(!side);
        let occupied = (board.occupied() & !bit(from) | bit(to)) & !bit(king);
        let guarded = match step.promotion.unwrap_or(step.role) {
            Role::Pawn => tables.pawn[side.index()][usize::from(to)],
            role => tables.of(role, to, occupied),
        };
        // Another piece may guard a cell through the one that the step leaves.
        let is_free = |at: &u8| !attacks(board, side, *at, occupied);
        let left = each(flights & !guarded & !bit(to)).filter(is_free);
        let left: Set = left.fold(0, |set, at| set | bit(at));
        if tables.king[usize::from(king)] & bit(to) == 0 {
            return left;
        }
        let is_defended = attacks(&board.without(side, from), side, to, occupied);
        if is_defended { left } else { left | bit(to) }
    }
}

/// Not inlined: three copies would be larger, and no faster.
#[inline(never)]
fn attacks(board: &Board, by: Side, at: u8, occupied: Set) -> bool {
    board.attacks(Attacks::get(), by, at, occupied)
}
