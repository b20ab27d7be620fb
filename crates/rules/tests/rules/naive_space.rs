//! A naive space chess: an array of 125 cells, pieces that walk step by step, and legality by making the move and
//! testing for check.
//!
//! Slow and obvious on purpose; shares only the vocabulary (`Cell`, `Piece`, `Move`) with the rules. Comments cite the
//! specification of space chess, section 2, and the design's list of dead positions.

use raum_rules::{Cell, Move, Piece, Role, Side};
use std::{collections::BTreeSet, sync::LazyLock};

mod outcome;
pub(crate) mod text;

/// An offset: files, ranks, levels.
type Step = (i8, i8, i8);

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Naive {
    cells: [Option<Piece>; 125],
    pub(crate) turn: Side,
    pub(crate) halfmove_clock: u32,
    fullmove_number: u32,
}

/// 2.4: the directions of rook, bishop, unicorn and knight, and of queen and king.
static ROOK: LazyLock<Vec<Step>> = LazyLock::new(|| steps([0, 0, 1]));
static BISHOP: LazyLock<Vec<Step>> = LazyLock::new(|| steps([0, 1, 1]));
static UNICORN: LazyLock<Vec<Step>> = LazyLock::new(|| steps([1, 1, 1]));
static KNIGHT: LazyLock<Vec<Step>> = LazyLock::new(|| steps([0, 1, 2]));
static QUEEN: LazyLock<Vec<Step>> =
    LazyLock::new(|| [steps([0, 0, 1]), steps([0, 1, 1]), steps([1, 1, 1])].concat());

/// 2.4: the directions of a piece, and how far it moves.
fn walk(role: Role) -> (&'static [Step], u8) {
    match role {
        Role::Rook => (&ROOK, 4),
        Role::Bishop => (&BISHOP, 4),
        Role::Unicorn => (&UNICORN, 4),
        Role::Knight => (&KNIGHT, 1),
        Role::Queen => (&QUEEN, 4),
        Role::King => (&QUEEN, 1),
        Role::Pawn | Role::Mark => (&[], 0),
    }
}

/// Every step whose absolute components are a permutation of the sorted pattern.
fn steps(pattern: [i8; 3]) -> Vec<Step> {
    let mut found = Vec::new();
    for x in -2..=2i8 {
        for y in -2..=2i8 {
            for z in -2..=2i8 {
                let mut sizes = [x.abs(), y.abs(), z.abs()];
                sizes.sort_unstable();
                if sizes == pattern {
                    found.push((x, y, z));
                }
            }
        }
    }
    found
}

/// 2.5, for White: forward is +y, up is +z.
const PAWN_MOVES: [Step; 2] = [(0, 1, 0), (0, 0, 1)];
const PAWN_CAPTURES: [Step; 5] = [(0, 1, 1), (-1, 1, 0), (1, 1, 0), (-1, 0, 1), (1, 0, 1)];

/// 2.5: the roles a pawn can promote to.
const PROMOTIONS: [Role; 5] = [
    Role::Queen,
    Role::Rook,
    Role::Bishop,
    Role::Knight,
    Role::Unicorn,
];

/// 2.5: Black is reversed.
fn for_side(side: Side, (x, y, z): Step) -> Step {
    match side {
        Side::First => (x, y, z),
        Side::Second => (-x, -y, -z),
    }
}

/// 2.5: where both coordinates are maximal for White, minimal for Black.
pub(crate) fn promotes(side: Side, cell: Cell) -> bool {
    match side {
        Side::First => cell.y == 4 && cell.z == 4,
        Side::Second => cell.y == 0 && cell.z == 0,
    }
}

fn after(cell: Cell, step: Step) -> Option<Cell> {
    let go = |from: u8, by: i8| from.checked_add_signed(by).filter(|to| *to < 5);
    Some(Cell::new(
        go(cell.x, step.0)?,
        go(cell.y, step.1)?,
        go(cell.z, step.2)?,
    ))
}

fn index(cell: Cell) -> usize {
    usize::from(cell.z) * 25 + usize::from(cell.y) * 5 + usize::from(cell.x)
}

pub(crate) fn all_cells() -> impl Iterator<Item = Cell> {
    (0..125u8).map(|index| Cell::new(index % 5, index / 5 % 5, index / 25))
}

impl Naive {
    pub(crate) fn empty(turn: Side) -> Self {
        Self {
            cells: [None; 125],
            turn,
            halfmove_clock: 0,
            fullmove_number: 1,
        }
    }

    pub(crate) fn at(&self, cell: Cell) -> Option<Piece> {
        self.cells[index(cell)]
    }

    pub(crate) fn put(&mut self, cell: Cell, piece: Option<Piece>) {
        self.cells[index(cell)] = piece;
    }

    pub(crate) fn pieces(&self) -> impl Iterator<Item = (Cell, Piece)> {
        all_cells().filter_map(|cell| Some((cell, self.at(cell)?)))
    }

    /// The cells that the piece on a cell attacks.
    fn attacks(&self, from: Cell, piece: Piece) -> Vec<Cell> {
        if piece.role == Role::Pawn {
            return PAWN_CAPTURES
                .iter()
                .filter_map(|step| after(from, for_side(piece.side, *step)))
                .collect();
        }
        let (steps, distance) = walk(piece.role);
        let mut cells = Vec::new();
        for step in steps {
            let mut here = from;
            for _ in 0..distance {
                let Some(next) = after(here, *step) else {
                    break;
                };
                cells.push(next);
                if self.at(next).is_some() {
                    break;
                }
                here = next;
            }
        }
        cells
    }

    fn pseudo_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for (from, piece) in self.pieces().filter(|(_, piece)| piece.side == self.turn) {
            let attacked = self.attacks(from, piece).into_iter();
            if piece.role == Role::Pawn {
                let steps = PAWN_MOVES
                    .iter()
                    .filter_map(|step| after(from, for_side(self.turn, *step)))
                    .filter(|to| self.at(*to).is_none());
                let captures = attacked.filter(|to| self.is_enemy(*to));
                for to in steps.chain(captures) {
                    if promotes(self.turn, to) {
                        moves.extend(PROMOTIONS.map(|role| Move::step(from, to, Some(role))));
                    } else {
                        moves.push(Move::step(from, to, None));
                    }
                }
            } else {
                let free = attacked.filter(|to| self.at(*to).is_none() || self.is_enemy(*to));
                moves.extend(free.map(|to| Move::step(from, to, None)));
            }
        }
        moves
    }

    fn is_enemy(&self, cell: Cell) -> bool {
        self.at(cell).is_some_and(|piece| piece.side != self.turn)
    }

    pub(crate) fn king(&self, side: Side) -> Option<Cell> {
        let king = Piece {
            side,
            role: Role::King,
        };
        self.pieces()
            .find_map(|(cell, piece)| (piece == king).then_some(cell))
    }

    /// The cells that a side attacks.
    pub(crate) fn attacked(&self, by: Side) -> BTreeSet<Cell> {
        self.pieces()
            .filter(|(_, piece)| piece.side == by)
            .flat_map(|(from, piece)| self.attacks(from, piece))
            .collect()
    }

    pub(crate) fn is_attacked(&self, side: Side) -> bool {
        let king = self.king(side);
        king.is_some_and(|king| self.attacked(!side).contains(&king))
    }

    /// One king per side, no pawn on a promotion cell, and the side not to move is not in check.
    pub(crate) fn is_valid(&self) -> bool {
        let is = |piece: Piece, role| piece.role == role;
        Side::BOTH.iter().all(|side| {
            let own = || self.pieces().filter(|(_, piece)| piece.side == *side);
            own().filter(|(_, piece)| is(*piece, Role::King)).count() == 1
                && !own().any(|(cell, piece)| is(piece, Role::Pawn) && promotes(*side, cell))
        }) && !self.is_attacked(!self.turn)
    }

    /// The position after a move, legal or not.
    pub(crate) fn after(&self, mv: Move) -> Self {
        let mut next = self.clone();
        let from = mv.from.expect("an origin");
        let mut piece = self.at(from).expect("a piece to move");
        next.halfmove_clock = if piece.role == Role::Pawn || self.at(mv.to).is_some() {
            0
        } else {
            self.halfmove_clock + 1
        };
        next.fullmove_number += u32::from(self.turn == Side::Second);
        piece.role = mv.promotion.unwrap_or(piece.role);
        next.put(from, None);
        next.put(mv.to, Some(piece));
        next.turn = !self.turn;
        next
    }

    pub(crate) fn legal(&self) -> Vec<Move> {
        let mut moves = self.pseudo_moves();
        moves.retain(|mv| !self.after(*mv).is_attacked(self.turn));
        moves
    }

    pub(crate) fn check(&self) -> Option<Cell> {
        self.king(self.turn).filter(|_| self.is_attacked(self.turn))
    }

    pub(crate) fn perft(&self, depth: u32) -> u64 {
        let moves = self.legal();
        if depth == 1 {
            return moves.len() as u64;
        }
        moves
            .into_iter()
            .map(|mv| self.after(mv).perft(depth - 1))
            .sum()
    }
}
