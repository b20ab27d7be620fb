//! The pieces as sets of cells, and how a step changes them.

use super::{
    attacks::Attacks,
    cells::{Set, bit, each, first},
};
use crate::{Piece, Role, Side};

/// A move of space chess, legal in some position: a [`Move`](crate::Move) in four bytes, with the role of the piece.
///
/// ```
/// use raum_rules::{Role, node::Node as _, space::{Node, Space, SpaceStep}};
///
/// let mut steps: Vec<SpaceStep> = Vec::new();
/// Node::new(&Space::default()).list(&mut steps);
/// assert!(steps.into_iter().any(|step| Node::role(step) == Role::Unicorn));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpaceStep {
    pub(super) from: u8,
    pub(super) to: u8,
    pub(super) role: Role,
    pub(super) promotion: Option<Role>,
}

/// The pieces on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Board {
    /// The cells of each side.
    sides: [Set; 2],
    /// The cells of each role, both sides together, in the order of [`Role`].
    roles: [Set; 7],
}

impl Board {
    pub(super) fn occupied(&self) -> Set {
        self.sides[0] | self.sides[1]
    }

    pub(super) fn side(&self, side: Side) -> Set {
        self.sides[side.index()]
    }

    /// The cells of a role, both sides together.
    pub(super) fn role(&self, role: Role) -> Set {
        self.roles[role as usize]
    }

    pub(super) fn pieces(&self, side: Side, role: Role) -> Set {
        self.side(side) & self.role(role)
    }

    /// The cell of a side's king. Every valid position has one.
    pub(super) fn king(&self, side: Side) -> u8 {
        first(self.pieces(side, Role::King))
    }

    pub(super) fn piece(&self, index: u8) -> Option<Piece> {
        let here = |set: Set| set & bit(index) != 0;
        let mut roles = Role::LETTERS.into_iter().map(|(role, _)| role);
        Some(Piece {
            side: Side::BOTH.into_iter().find(|side| here(self.side(*side)))?,
            role: roles.find(|role| here(self.role(*role)))?,
        })
    }

    /// All pieces with their cells, in no particular order.
    pub(super) fn pieces_by_cell(&self) -> impl Iterator<Item = (u8, Piece)> {
        let pieces = Role::LETTERS.into_iter().flat_map(move |(role, _)| {
            let sides = Side::BOTH.into_iter();
            sides.map(move |side| (self.pieces(side, role), Piece { side, role }))
        });
        pieces.flat_map(|(set, piece)| each(set).map(move |index| (index, piece)))
    }

    pub(super) fn put(&mut self, index: u8, piece: Piece) {
        self.sides[piece.side.index()] |= bit(index);
        self.roles[piece.role as usize] |= bit(index);
    }

    /// The board without a piece of a side.
    pub(super) fn without(mut self, side: Side, index: u8) -> Self {
        self.sides[side.index()] &= !bit(index);
        self
    }

    /// Makes a step, capture and promotion included. Returns whether it captured.
    #[inline(always)]
    pub(super) fn make(&mut self, side: Side, step: SpaceStep) -> bool {
        let [from, to] = [bit(step.from), bit(step.to)];
        let captures = self.side(!side) & to != 0;
        if captures {
            self.sides[(!side).index()] &= !to;
            for role in &mut self.roles {
                *role &= !to;
            }
        }
        self.sides[side.index()] ^= from | to;
        self.roles[step.role as usize] ^= from;
        self.roles[step.promotion.unwrap_or(step.role) as usize] |= to;
        captures
    }

    /// Whether a side attacks a cell, given the cells that block lines.
    #[inline(always)]
    pub(super) fn attacks(&self, tables: &Attacks, by: Side, at: u8, occupied: Set) -> bool {
        let from = usize::from(at);
        let pawns = tables.pawn[(!by).index()][from] & self.role(Role::Pawn);
        let steppers = pawns
            | tables.knight[from] & self.role(Role::Knight)
            | tables.king[from] & self.role(Role::King);
        let attackers = self.side(by);
        if steppers & attackers != 0 {
            return true;
        }
        let slides = |role, lines| {
            let sliders = (self.role(role) | self.role(Role::Queen)) & attackers;
            lines & sliders != 0 && tables.of(role, at, occupied) & sliders != 0
        };
        let [straight, diagonal, spatial] = tables.lines(at);
        slides(Role::Rook, straight)
            || slides(Role::Bishop, diagonal)
            || slides(Role::Unicorn, spatial)
    }
}
