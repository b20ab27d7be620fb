//! One move type for every kind.

use std::{error, fmt};

use crate::{Cell, Role};

/// A move of any kind. Castling is the king's two-cell move; what else a move does is the difference
/// of the two positions.
///
/// How a move is written is its kind's affair: see [`Rules::move_text`](crate::Rules::move_text) and
/// [`Game::notation`](crate::Game::notation).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// Where the piece stood; `None` where it is put on the board.
    pub from: Option<Cell>,
    /// Where it goes.
    pub to: Cell,
    /// What a pawn becomes.
    pub promotion: Option<Role>,
}

impl Move {
    /// A piece goes from one cell to another.
    pub const fn step(from: Cell, to: Cell, promotion: Option<Role>) -> Self {
        Self {
            from: Some(from),
            to,
            promotion,
        }
    }

    /// A piece is put on a cell.
    pub const fn put(to: Cell) -> Self {
        Self {
            from: None,
            to,
            promotion: None,
        }
    }
}

/// The move is not legal in this position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Illegal;

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the move is not legal in this position")
    }
}

impl error::Error for Illegal {}

/// A text does not have the form of a move of its kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveTextError {
    text: String,
    form: &'static str,
}

impl MoveTextError {
    /// `text` does not have the `form` that the kind's moves have.
    pub fn new(text: &str, form: &'static str) -> Self {
        Self {
            text: excerpt(text),
            form,
        }
    }
}

impl fmt::Display for MoveTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not a move: expected {}", self.text, self.form)
    }
}

impl error::Error for MoveTextError {}

/// Why a human notation names no move of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotationError {
    /// It does not have the form of a notation of this kind.
    Syntax(String),
    /// It has the form, but no legal move fits.
    Illegal(String),
    /// Several legal moves fit.
    Ambiguous(String),
}

impl NotationError {
    /// The text does not have the form of a notation.
    pub fn syntax(text: &str) -> Self {
        Self::Syntax(excerpt(text))
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(text) => write!(f, "{text:?} is not a move in this notation"),
            Self::Illegal(text) => write!(f, "{text:?} fits no legal move"),
            Self::Ambiguous(text) => write!(f, "{text:?} fits several legal moves"),
        }
    }
}

impl error::Error for NotationError {}

/// As much of a text as an error message should repeat.
pub(crate) fn excerpt(text: &str) -> String {
    const CHARS_MAX: usize = 40;
    match text.char_indices().nth(CHARS_MAX) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}
