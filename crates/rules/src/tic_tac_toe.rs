//! Tic-tac-toe: the smallest kind, and the template for new ones.
//!
//! ```
//! use raum_rules::{Game, Rules, tic_tac_toe::TicTacToe};
//!
//! let centre = TicTacToe::read_move("4")?;
//! assert_eq!(TicTacToe::default().play(centre)?.to_string(), "....X.... O");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod node;

use std::{fmt, str::FromStr};

use crate::{
    Cell, Draw, Extent, Facts, Game, Illegal, Key, Move, MoveTextError, NotationError, Outcome,
    Piece, PositionError, Role, Rules, Side, Win,
    moves::excerpt,
    position_text::{check_count, fields},
};

pub use node::{Mark, Node};

/// A position of tic-tac-toe.
///
/// Cells are numbered row by row from the top left, 0 to 8.
///
/// ```
/// use raum_rules::{Game, Rules, Side, tic_tac_toe::TicTacToe};
///
/// let mut game = TicTacToe::starting(Side::Second);
/// assert_eq!(game.to_string(), "......... O");
/// for cell in ["4", "0", "2", "1", "6"] {
///     game = game.play(TicTacToe::read_move(cell)?)?;
/// }
/// assert_eq!(game.outcome().and_then(|outcome| outcome.winner()), Some(Side::Second));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TicTacToe {
    /// The cells of each side, one bit per cell.
    marks: [u16; 2],
    turn: Side,
}

/// The cells of every row, column and diagonal.
const LINES: [u16; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

/// Every cell.
const FULL: u16 = 0b111_111_111;

impl TicTacToe {
    /// The empty board with this side to move.
    ///
    /// ```
    /// use raum_rules::{Side, tic_tac_toe::TicTacToe};
    ///
    /// assert_eq!(TicTacToe::starting(Side::Second).to_string(), "......... O");
    /// ```
    pub const fn starting(turn: Side) -> Self {
        Self {
            marks: [0; 2],
            turn,
        }
    }

    fn empty(self) -> u16 {
        FULL & !(self.marks[0] | self.marks[1])
    }

    fn has_line(self, side: Side) -> bool {
        let marks = self.marks[side.index()];
        LINES.iter().any(|line| marks & line == *line)
    }

    /// The cells that can be marked: the empty cells, or none after a line.
    fn open(self) -> u16 {
        if self.has_line(!self.turn) {
            0
        } else {
            self.empty()
        }
    }
}

impl Default for TicTacToe {
    fn default() -> Self {
        Self::starting(Side::First)
    }
}

impl Game for TicTacToe {
    fn turn(&self) -> Side {
        self.turn
    }

    fn legal(&self) -> Vec<Move> {
        let open = self.open();
        let cells = Self::EXTENT.cells();
        let empty = cells.filter(|cell| open & bit(*cell) != 0);
        empty.map(Move::put).collect()
    }

    fn play(&self, mv: Move) -> Result<Self, Illegal> {
        if mv != Move::put(mv.to) || !Self::EXTENT.contains(mv.to) || self.open() & bit(mv.to) == 0
        {
            return Err(Illegal);
        }
        let mut next = *self;
        next.marks[self.turn.index()] |= bit(mv.to);
        next.turn = !self.turn;
        Ok(next)
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.has_line(!self.turn) {
            Some(Outcome::Win {
                winner: !self.turn,
                by: Win::Line,
            })
        } else if self.empty() == 0 {
            Some(Outcome::Draw(Draw::FullBoard))
        } else {
            None
        }
    }

    fn can_win(&self, _: Side) -> bool {
        true
    }

    fn piece(&self, cell: Cell) -> Option<Piece> {
        if !Self::EXTENT.contains(cell) {
            return None;
        }
        let has_mark = |side: &Side| self.marks[side.index()] & bit(cell) != 0;
        let side = Side::BOTH.into_iter().find(has_mark)?;
        let role = Role::Mark;
        Some(Piece { side, role })
    }

    fn key(&self) -> Key {
        Key::of(self, 0)
    }

    fn notation(&self, mv: Move) -> Result<String, Illegal> {
        self.play(mv).map(|_| Self::move_text(mv))
    }

    fn read_notation(&self, text: &str) -> Result<Move, NotationError> {
        let mv = Self::read_move(text).map_err(|_| NotationError::syntax(text))?;
        self.play(mv)
            .map(|_| mv)
            .map_err(|Illegal| NotationError::Illegal(text.to_owned()))
    }
}

impl Rules for TicTacToe {
    const FACTS: Facts = Facts {
        name: "tictactoe",
        title: "Tic-tac-toe",
        extent: Extent::new(3, 3, 1),
        sides: ["X", "O"],
        has_ranks: false,
        has_claims: false,
        position_format: None,
    };

    fn cell_name(cell: Cell) -> String {
        index(cell).to_string()
    }

    fn move_text(mv: Move) -> String {
        Self::cell_name(mv.to)
    }

    fn read_move(text: &str) -> Result<Move, MoveTextError> {
        match text.as_bytes() {
            [digit @ b'0'..=b'8'] => {
                let index = digit - b'0';
                Ok(Move::put(Cell::flat(index % 3, index / 3)))
            }
            _ => Err(MoveTextError::new(text, "a cell from 0 to 8")),
        }
    }
}

impl fmt::Display for TicTacToe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cell in Self::EXTENT.cells() {
            let mark = |piece: Piece| Self::FACTS.sides[piece.side.index()];
            f.write_str(self.piece(cell).map_or(".", mark))?;
        }
        write!(f, " {}", Self::FACTS.sides[self.turn.index()])
    }
}

impl FromStr for TicTacToe {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        let [board, turn] = fields(text)?;
        let turn = match turn {
            "X" => Side::First,
            "O" => Side::Second,
            _ => return Err(PositionError::Turn(excerpt(turn))),
        };
        check_count("cells", 9, board.chars().count())?;
        let mut game = Self::starting(turn);
        for (index, character) in board.chars().enumerate() {
            match character {
                'X' => game.marks[0] |= 1 << index,
                'O' => game.marks[1] |= 1 << index,
                '.' => {}
                other => return Err(PositionError::Character(other)),
            }
        }
        let [own, other] = [turn, !turn].map(|side| game.marks[side.index()].count_ones());
        // Either side may have started, so the side not to move has as many marks or one more.
        if other != own && other != own + 1 {
            return Err(PositionError::MarkCount);
        }
        if game.has_line(turn) {
            return Err(PositionError::LineOfSideToMove);
        }
        Ok(game)
    }
}

fn index(cell: Cell) -> u8 {
    cell.x.saturating_add(cell.y.saturating_mul(3))
}

fn bit(cell: Cell) -> u16 {
    1 << index(cell)
}
