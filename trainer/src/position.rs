//! A position in few bytes: pieces and the side to move, without counters.

use std::fmt::Write as _;

use raum_engine::net::Board;
use raum_rules::{Piece, PositionError, Role, Rules, Side};

/// The most pieces of a position: no game has more than at its start.
pub const PIECES_MAX: usize = 40;

/// The bytes of a position in a file.
pub const POSITION_BYTES: usize = 16 + PIECES_MAX / 2 + 1;

const CELLS: usize = 125;

const ROLES: [Role; 7] = [
    Role::King,
    Role::Queen,
    Role::Rook,
    Role::Bishop,
    Role::Knight,
    Role::Unicorn,
    Role::Pawn,
];

/// A position of space chess or chess with at most [`PIECES_MAX`] pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// A bit for each occupied cell.
    cells: [u64; 2],
    /// Side (bit 3) and role of each piece, in the order of their cells, two in a byte, the low half first. The rest is zero.
    pieces: [u8; PIECES_MAX / 2],
    turn: Side,
}

impl Position {
    /// The position of a game; none if it has too many pieces.
    pub fn new<G: Rules>(game: &G) -> Option<Self> {
        let cells = (0..).zip(G::FACTS.extent.cells());
        let pieces = cells.filter_map(|(number, cell)| {
            let Piece { side, role } = game.piece(cell)?;
            Some((side, role, number))
        });
        Self::of_pieces(pieces, game.turn())
    }

    fn of_pieces(pieces: impl Iterator<Item = (Side, Role, u8)>, turn: Side) -> Option<Self> {
        let mut board = [None; CELLS];
        for (side, role, cell) in pieces {
            board[usize::from(cell)] = Some((side as u8) << 3 | role as u8);
        }
        let mut position = Self {
            cells: [0; 2],
            pieces: [0; PIECES_MAX / 2],
            turn,
        };
        let codes = board.iter().enumerate();
        let occupied = codes.filter_map(|(cell, code)| Some((cell, (*code)?)));
        for (number, (cell, code)) in occupied.enumerate() {
            position.cells[cell / 64] |= 1 << (cell % 64);
            *position.pieces.get_mut(number / 2)? |= code << (4 * (number % 2));
        }
        Some(position)
    }

    /// The side to move.
    pub fn turn(&self) -> Side {
        self.turn
    }

    /// The number of pieces.
    pub fn count(&self) -> usize {
        (self.cells[0].count_ones() + self.cells[1].count_ones()) as usize
    }

    /// The pieces with their cells.
    #[inline]
    pub fn pieces(&self) -> impl Iterator<Item = (Side, Role, u8)> {
        let mut cells = u128::from(self.cells[0]) | u128::from(self.cells[1]) << 64;
        (0..self.count()).map(move |number| {
            let cell = cells.trailing_zeros() as usize;
            cells &= cells.wrapping_sub(1);
            let code = self.pieces[number / 2] >> (4 * (number % 2));
            let side = Side::BOTH[usize::from(code >> 3 & 1)];
            // Positions are checked when they are made: no code is beyond the roles.
            let role = ROLES[usize::from(code & 7) % ROLES.len()];
            (side, role, cell as u8)
        })
    }

    /// This position under a symmetry of its board.
    #[must_use]
    pub fn turned<B: Board>(&self, symmetry: usize) -> Self {
        let pieces = self.pieces();
        let pieces = pieces.map(|(side, role, cell)| (side, role, B::turned(symmetry, cell)));
        Self::of_pieces(pieces, self.turn).unwrap_or(*self)
    }

    /// The position as the rules know it, without castling rights. Fails if no game can reach it.
    pub fn game<G: Rules>(&self) -> Result<G, PositionError> {
        let mut board = [None; CELLS];
        for (side, role, cell) in self.pieces() {
            board[usize::from(cell)] = Piece { side, role }.letter();
        }
        let [width, ranks, levels] =
            [G::FACTS.extent.x, G::FACTS.extent.y, G::FACTS.extent.z].map(usize::from);
        let mut text = String::with_capacity(160);
        for level in 0..levels {
            for rank in (0..ranks).rev() {
                let mut empty = 0;
                for cell in &board[width * (rank + ranks * level)..][..width] {
                    if cell.is_none() {
                        empty += 1;
                        continue;
                    }
                    write_empty(&mut text, &mut empty);
                    text.extend(cell);
                }
                write_empty(&mut text, &mut empty);
                text.push(if rank > 0 { '/' } else { '|' });
            }
        }
        text.pop();
        text.push_str(match self.turn {
            Side::First => " w",
            Side::Second => " b",
        });
        // Chess has castling rights and an en passant target as well.
        text.push_str(if levels == 1 { " - - 0 1" } else { " 0 1" });
        text.parse()
    }

    /// The position as a file stores it: the cells (a bit each, little-endian), the pieces, the side to move.
    pub fn to_bytes(&self) -> [u8; POSITION_BYTES] {
        let mut bytes = [0; POSITION_BYTES];
        bytes[..8].copy_from_slice(&self.cells[0].to_le_bytes());
        bytes[8..16].copy_from_slice(&self.cells[1].to_le_bytes());
        bytes[16..36].copy_from_slice(&self.pieces);
        bytes[36] = self.turn as u8;
        bytes
    }

    /// Reads a position; none if the bytes cannot be one.
    pub fn from_bytes(bytes: &[u8; POSITION_BYTES]) -> Option<Self> {
        let mut halves = [[0; 8]; 2];
        halves[0].copy_from_slice(&bytes[..8]);
        halves[1].copy_from_slice(&bytes[8..16]);
        let mut position = Self {
            cells: halves.map(u64::from_le_bytes),
            pieces: [0; PIECES_MAX / 2],
            turn: *Side::BOTH.get(usize::from(bytes[36]))?,
        };
        position.pieces.copy_from_slice(&bytes[16..36]);
        let count = position.count();
        let fits = position.cells[1] >> (CELLS - 64) == 0 && count <= PIECES_MAX;
        let code = |number: usize| position.pieces[number / 2] >> (4 * (number % 2)) & 15;
        let is_good = fits
            && (0..count).all(|number| usize::from(code(number) & 7) < ROLES.len())
            && (count..PIECES_MAX).all(|number| code(number) == 0)
            && [0, 8].map(|king| (0..count).filter(|at| code(*at) == king).count()) == [1, 1];
        is_good.then_some(position)
    }
}

/// Writes how many empty cells came before, if any.
fn write_empty(text: &mut String, empty: &mut u32) {
    if *empty > 0 {
        // Writing to a string cannot fail.
        write!(text, "{empty}").ok();
        *empty = 0;
    }
}
