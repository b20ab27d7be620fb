//! Sides, roles and pieces.

use std::ops::Not;

/// One of the two sides of a game. Each kind has its own names for them: White and Black, X and O.
///
/// ```
/// use raum_rules::{Kind, Side};
///
/// assert_eq!(Kind::Chess.side_name(Side::First), "white");
/// assert_eq!(Kind::TicTacToe.side_name(Side::First), "X");
/// assert_eq!(!Side::First, Side::Second);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// White, or X.
    First,
    /// Black, or O.
    Second,
}

impl Side {
    /// Both sides.
    ///
    /// ```
    /// use raum_rules::{Game, Kind, Side};
    ///
    /// let space = Kind::Space.start();
    /// assert_eq!(Side::BOTH.map(|side| space.can_win(side)), [true, true]);
    /// ```
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// This side's index in a pair: 0 or 1.
    ///
    /// ```
    /// use raum_rules::Side;
    ///
    /// let mut wins = [0, 0];
    /// wins[Side::Second.index()] += 1;
    /// assert_eq!(wins, [0, 1]);
    /// ```
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Not for Side {
    type Output = Self;

    /// The opponent.
    fn not(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// The type of a piece, independent of its side.
///
/// ```
/// use raum_rules::{Cell, Game, Kind, Role};
///
/// let here = |kind: Kind| kind.start().piece(Cell::flat(2, 0)).map(|piece| piece.role);
/// assert_eq!(here(Kind::Chess), Some(Role::Bishop));
/// assert_eq!(here(Kind::Space), Some(Role::King));
/// assert_eq!(here(Kind::TicTacToe), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// Moves one cell in any direction; its checkmate ends the game.
    King,
    /// Moves along every line.
    Queen,
    /// Moves along files, ranks and columns.
    Rook,
    /// Moves along diagonals within a plane.
    Bishop,
    /// Jumps two cells one way and one another.
    Knight,
    /// Moves along space diagonals.
    Unicorn,
    /// Moves forward, captures diagonally, promotes at the far end.
    Pawn,
    /// A mark of tic-tac-toe.
    Mark,
}

impl Role {
    /// The roles of chess and space chess with their letters.
    pub(crate) const LETTERS: [(Self, char); 7] = [
        (Self::King, 'K'),
        (Self::Queen, 'Q'),
        (Self::Rook, 'R'),
        (Self::Bishop, 'B'),
        (Self::Knight, 'N'),
        (Self::Unicorn, 'U'),
        (Self::Pawn, 'P'),
    ];

    /// The upper-case letter of a role of chess or space chess; `None` for a mark.
    ///
    /// ```
    /// use raum_rules::Role;
    ///
    /// assert_eq!(Role::Knight.letter(), Some('N'));
    /// assert_eq!(Role::Mark.letter(), None);
    /// ```
    pub fn letter(self) -> Option<char> {
        let mut letters = Self::LETTERS.into_iter();
        Some(letters.find(|(role, _)| *role == self)?.1)
    }

    /// The role for an upper-case letter.
    ///
    /// ```
    /// use raum_rules::Role;
    ///
    /// assert_eq!(Role::from_letter('U'), Some(Role::Unicorn));
    /// assert_eq!(Role::from_letter('u'), None);
    /// ```
    pub fn from_letter(letter: char) -> Option<Self> {
        let mut letters = Self::LETTERS.into_iter();
        Some(letters.find(|(_, capital)| *capital == letter)?.0)
    }
}

/// A side's piece.
///
/// ```
/// use raum_rules::{Piece, Role, Side};
///
/// let piece = Piece { side: Side::Second, role: Role::Queen };
/// assert_eq!(piece.letter(), Some('q'));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// The side that owns it.
    pub side: Side,
    /// Its type.
    pub role: Role,
}

impl Piece {
    /// The letter in position texts: upper case for the first side, lower case for the second.
    ///
    /// ```
    /// use raum_rules::{Piece, Role, Side};
    ///
    /// let letters = Side::BOTH.map(|side| Piece { side, role: Role::Rook }.letter());
    /// assert_eq!(letters, [Some('R'), Some('r')]);
    /// ```
    pub fn letter(self) -> Option<char> {
        let letter = self.role.letter()?;
        Some(match self.side {
            Side::First => letter,
            Side::Second => letter.to_ascii_lowercase(),
        })
    }

    /// The piece for a letter of a position text.
    ///
    /// ```
    /// use raum_rules::{Piece, Role, Side};
    ///
    /// let king = Piece { side: Side::Second, role: Role::King };
    /// assert_eq!(Piece::from_letter('k'), Some(king));
    /// assert_eq!(Piece::from_letter('x'), None);
    /// ```
    pub fn from_letter(letter: char) -> Option<Self> {
        let side = if letter.is_ascii_uppercase() {
            Side::First
        } else {
            Side::Second
        };
        Role::from_letter(letter.to_ascii_uppercase()).map(|role| Self { side, role })
    }
}
