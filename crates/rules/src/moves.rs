//! One move type for every kind.

use std::{error, fmt};

use crate::{Cell, Role};

/// A move of any kind. Castling is the king's two-cell move; the other effects of a move follow from the
/// positions before and after it.
///
/// Each kind has its own text for moves: see [`Rules::move_text`](crate::Rules::move_text) and
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
    /// The cell the piece leaves; `None` if it is placed on the board.
    pub from: Option<Cell>,
    /// The cell it enters.
    pub to: Cell,
    /// The role a pawn promotes to.
    pub promotion: Option<Role>,
}

impl Move {
    /// Moves a piece from one cell to another.
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

    /// Places a piece on an empty cell.
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

/// A text that is not a move of its kind.
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
    /// Reports that `text` does not have the `form` of the kind's moves.
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
        let (text, form) = (Quoted(&self.text), self.form);
        write!(f, "{text} is not a move: expected {form}")
    }
}

impl error::Error for MoveTextError {}

/// Why a notation names no legal move.
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
    /// Not in this kind's notation.
    Syntax(String),
    /// Well formed, but matches no legal move.
    Illegal(String),
    /// Matches several legal moves.
    Ambiguous(String),
}

impl NotationError {
    /// A syntax error that quotes the start of the text.
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
            Self::Syntax(text) => write!(f, "{} is not a move in this notation", Quoted(text)),
            Self::Illegal(text) => write!(f, "{} is not a legal move", Quoted(text)),
            Self::Ambiguous(text) => write!(f, "{} matches several legal moves", Quoted(text)),
        }
    }
}

impl error::Error for NotationError {}

/// Displays a text in quotes, escaped to printable ASCII. `{:?}` would escape less, but its tables add 3 kB gzip to the
/// page.
pub(crate) struct Quoted<'a>(pub(crate) &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.0.escape_default())
    }
}

/// The start of a text, short enough to quote in an error message.
pub(crate) fn excerpt(text: &str) -> String {
    const CHARS_MAX: usize = 40;
    match text.char_indices().nth(CHARS_MAX) {
        None => text.to_owned(),
        Some((end, _)) => text.get(..end).unwrap_or(text).to_owned() + "...",
    }
}
