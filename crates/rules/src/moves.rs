//! One move type for every kind.

use std::{error, fmt};

use crate::{Cell, Role};

/// A move of any kind. Castling is the king's two-cell move; what else a move does is the difference
/// of the two positions.
///
/// How a move is written is its kind's affair: see [`Rules::move_text`](crate::Rules::move_text) and
/// [`Game::notation`](crate::Game::notation).
///
/// ```
/// use raum_rules::{Cell, Kind, Move, Role};
///
/// let mv = Kind::Chess.read_move("e7e8q")?;
/// assert_eq!(mv.from, Some(Cell::flat(4, 6)));
/// assert_eq!(mv.to, Cell::flat(4, 7));
/// assert_eq!(mv.promotion, Some(Role::Queen));
/// # Ok::<(), raum_rules::MoveTextError>(())
/// ```
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
    ///
    /// ```
    /// use raum_rules::{Cell, Kind, Move};
    ///
    /// let mv = Move::step(Cell::flat(6, 0), Cell::flat(5, 2), None);
    /// assert_eq!(Kind::Chess.move_text(mv), "g1f3");
    /// ```
    pub const fn step(from: Cell, to: Cell, promotion: Option<Role>) -> Self {
        Self {
            from: Some(from),
            to,
            promotion,
        }
    }

    /// A piece is put on a cell.
    ///
    /// ```
    /// use raum_rules::{Cell, Kind, Move};
    ///
    /// assert_eq!(Kind::TicTacToe.move_text(Move::put(Cell::flat(1, 1))), "4");
    /// ```
    pub const fn put(to: Cell) -> Self {
        Self {
            from: None,
            to,
            promotion: None,
        }
    }
}

/// The move is not legal in this position.
///
/// ```
/// use raum_rules::{Game, Illegal, Kind};
///
/// let pawn_three_ahead = Kind::Chess.read_move("e2e5")?;
/// assert_eq!(Kind::Chess.start().play(pawn_three_ahead), Err(Illegal));
/// # Ok::<(), raum_rules::MoveTextError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Illegal;

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the move is not legal in this position")
    }
}

impl error::Error for Illegal {}

/// A text does not have the form of a move of its kind.
///
/// ```
/// use raum_rules::Kind;
///
/// let error = Kind::Chess.read_move("e4").unwrap_err();
/// assert_eq!(error.to_string(), "\"e4\" is not a move: expected UCI such as e2e4 or e7e8q");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveTextError {
    text: String,
    form: &'static str,
}

impl MoveTextError {
    /// `text` does not have the `form` that the kind's moves have.
    ///
    /// ```
    /// use raum_rules::MoveTextError;
    ///
    /// let error = MoveTextError::new("h9", "a cell from a1 to g6");
    /// assert_eq!(error.to_string(), "\"h9\" is not a move: expected a cell from a1 to g6");
    /// ```
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
///
/// ```
/// use raum_rules::{Game, Kind, NotationError};
///
/// let start = Kind::Chess.start();
/// let read = |text| start.read_notation(text).unwrap_err();
/// assert_eq!(read("hello"), NotationError::Syntax("hello".to_owned()));
/// assert_eq!(read("Qh5"), NotationError::Illegal("Qh5".to_owned()));
/// ```
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
    ///
    /// ```
    /// use raum_rules::NotationError;
    ///
    /// assert_eq!(
    ///     NotationError::syntax("hello").to_string(),
    ///     "\"hello\" is not a move in this notation",
    /// );
    /// ```
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
