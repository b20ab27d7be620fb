//! Position text: five levels of five ranks of five files, the side to move, and two counters.

use std::{fmt, str::FromStr};

use super::{
    Space,
    board::Board,
    cells::{EDGE, index},
    pawns::PROMOTION,
};
use crate::{
    Cell, Game, PositionError, Role, Side,
    position_text::{
        check_king, fields, parts, read_clocks, read_rank, read_turn, turn_letter, write_rank,
    },
};

const START: &str =
    "5/5/5/PPPPP/RNKNR|5/5/5/PPPPP/BUQBU|5/5/5/5/5|ubqub/ppppp/5/5/5|rnknr/ppppp/5/5/5 w 0 1";

impl Default for Space {
    /// Cannot fail: the text is a constant, and a test reads it. `expect` would add 1 kB of error messages to the
    /// WebAssembly module.
    fn default() -> Self {
        let start = START.parse();
        start.unwrap_or_else(|_| unreachable!("the start position is valid"))
    }
}

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for z in 0..EDGE {
            for y in (0..EDGE).rev() {
                write_rank(f, (0..EDGE).map(|x| self.piece(Cell::new(x, y, z))))?;
                match (y, z) {
                    (1.., _) => f.write_str("/")?,
                    (0, 4) => {}
                    (0, _) => f.write_str("|")?,
                }
            }
        }
        let turn = turn_letter(self.turn);
        write!(
            f,
            " {turn} {} {}",
            self.halfmove_clock, self.fullmove_number
        )
    }
}

impl FromStr for Space {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        let [board, turn, halfmove, fullmove] = fields(text)?;
        let (halfmove_clock, fullmove_number) = read_clocks(halfmove, fullmove)?;
        let game = Self {
            board: read_board(board)?,
            turn: read_turn(turn)?,
            halfmove_clock,
            fullmove_number,
        };
        game.validate()?;
        Ok(game)
    }
}

impl Space {
    fn validate(&self) -> Result<(), PositionError> {
        for side in Side::BOTH {
            let kings = self.board.pieces(side, Role::King);
            check_king::<Self>(side, kings.count_ones() as usize)?;
            if self.board.pieces(side, Role::Pawn) & PROMOTION[side.index()] != 0 {
                return Err(PositionError::PawnPlace);
            }
        }
        if self.in_check(!self.turn) {
            return Err(PositionError::OpponentInCheck);
        }
        Ok(())
    }
}

fn read_board(text: &str) -> Result<Board, PositionError> {
    let edge = usize::from(EDGE);
    let mut board = Board::default();
    for (z, level) in (0..).zip(parts(text, '|', "levels", edge)?) {
        for (y, rank) in (0..EDGE)
            .rev()
            .zip(parts(level, '/', "ranks in each level", edge)?)
        {
            read_rank(rank, EDGE, |x, piece| {
                board.put(index(Cell::new(x, y, z)), piece);
            })?;
        }
    }
    Ok(board)
}
