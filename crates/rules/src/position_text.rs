//! Shared parsing of position texts, and its errors.

use std::{error, fmt};

use crate::{
    Piece, Rules, Side,
    moves::{Quoted, excerpt},
};

/// Why a text is not a valid position of its kind.
///
/// ```
/// use raum_rules::{PositionError, tic_tac_toe::TicTacToe};
///
/// let error = "XXX...... O".parse::<TicTacToe>().unwrap_err();
/// assert_eq!(error, PositionError::MarkCount);
/// assert_eq!(error.to_string(), "the number of marks does not match the side to move");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionError {
    /// The wrong number of fields separated by single spaces.
    Fields {
        /// The right number.
        expected: usize,
        /// The number found.
        found: usize,
    },
    /// The wrong number of levels, ranks or cells.
    Board {
        /// What is counted.
        what: &'static str,
        /// The right number.
        expected: usize,
        /// The number found.
        found: usize,
    },
    /// A character that does not belong in the board.
    Character(char),
    /// Two adjacent counts of empty cells in a rank.
    AdjacentNumbers(String),
    /// An unknown side to move.
    Turn(String),
    /// Castling rights other than `-` or letters of `KQkq` in this order.
    Castling(String),
    /// A castling right whose king or rook is not on its home cell.
    CastlingWithoutRook,
    /// An en passant target that no pawn can have just passed.
    EnPassant(String),
    /// A half-move clock or move number that is not a plain number in range.
    Number {
        /// Which number.
        what: &'static str,
        /// The text found.
        found: String,
    },
    /// A side without exactly one king.
    Kings {
        /// The side's name.
        side: &'static str,
        /// How many kings it has.
        found: usize,
    },
    /// A pawn on a cell where pawns cannot stand.
    PawnPlace,
    /// The side to move could capture the king.
    OpponentInCheck,
    /// A check that no legal move could have given.
    ImpossibleCheck,
    /// More pieces than promotions can explain.
    TooManyPieces,
    /// Marks that do not match the side to move.
    MarkCount,
    /// The side to move already has a line.
    LineOfSideToMove,
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fields { expected, found } => write!(
                f,
                "expected {expected} fields with one space between them, found {found}"
            ),
            Self::Board {
                what,
                expected,
                found,
            } => write!(f, "expected {expected} {what}, found {found}"),
            Self::Character(character) => {
                let character = character.escape_default();
                write!(f, "unexpected '{character}' on the board")
            }
            Self::AdjacentNumbers(rank) => write!(f, "adjacent numbers in rank {}", Quoted(rank)),
            Self::Turn(found) => write!(f, "unknown side to move: {}", Quoted(found)),
            Self::Castling(found) => write!(
                f,
                "invalid castling rights {}: expected \"-\" or letters of \"KQkq\" in this order",
                Quoted(found)
            ),
            Self::CastlingWithoutRook => {
                f.write_str("a castling right without king and rook on their home squares")
            }
            Self::EnPassant(found) => write!(
                f,
                "no pawn has just passed the en passant target {}",
                Quoted(found)
            ),
            Self::Number { what, found } => write!(f, "invalid {what}: {}", Quoted(found)),
            Self::Kings { side, found } => {
                write!(f, "{side} has {found} kings; it needs exactly one")
            }
            Self::PawnPlace => f.write_str("a pawn stands where no pawn can be"),
            Self::OpponentInCheck => f.write_str("the side not to move is in check"),
            Self::ImpossibleCheck => f.write_str("no legal move leads to this check"),
            Self::TooManyPieces => f.write_str("a side has more pieces than promotions allow"),
            Self::MarkCount => f.write_str("the number of marks does not match the side to move"),
            Self::LineOfSideToMove => f.write_str("the side to move already has a line"),
        }
    }
}

impl error::Error for PositionError {}

/// Splits a text at single spaces into exactly `N` fields.
pub(crate) fn fields<const N: usize>(text: &str) -> Result<[&str; N], PositionError> {
    let fields: Vec<_> = text.split(' ').collect();
    let (expected, found) = (N, fields.len());
    let fields = fields.try_into();
    fields.map_err(|_| PositionError::Fields { expected, found })
}

/// Splits a part of the board into exactly `expected` smaller parts.
pub(crate) fn parts<'a>(
    text: &'a str,
    separator: char,
    what: &'static str,
    expected: usize,
) -> Result<Vec<&'a str>, PositionError> {
    let parts: Vec<_> = text.split(separator).collect();
    check_count(what, expected, parts.len())?;
    Ok(parts)
}

/// Checks the number of parts of the board.
pub(crate) fn check_count(
    what: &'static str,
    expected: usize,
    found: usize,
) -> Result<(), PositionError> {
    if found == expected {
        return Ok(());
    }
    Err(PositionError::Board {
        what,
        expected,
        found,
    })
}

/// Checks that a side has one king.
pub(crate) fn check_king<G: Rules>(side: Side, found: usize) -> Result<(), PositionError> {
    if found == 1 {
        return Ok(());
    }
    let side = G::FACTS.sides[side.index()];
    Err(PositionError::Kings { side, found })
}

/// Reads one rank of `files` cells and passes each piece with its file to `put`.
pub(crate) fn read_rank(
    text: &str,
    files: u8,
    mut put: impl FnMut(u8, Piece),
) -> Result<(), PositionError> {
    let mut x = 0usize;
    let mut after_number = false;
    for character in text.chars() {
        if let Some(empty) = character.to_digit(10).filter(|empty| *empty > 0) {
            if after_number {
                return Err(PositionError::AdjacentNumbers(excerpt(text)));
            }
            x += empty as usize;
            after_number = true;
        } else {
            let piece = Piece::from_letter(character).ok_or(PositionError::Character(character))?;
            if let Some(file) = u8::try_from(x).ok().filter(|file| *file < files) {
                put(file, piece);
            }
            x += 1;
            after_number = false;
        }
    }
    check_count("cells in each rank", files.into(), x)
}

/// Writes one rank from the pieces on its cells.
pub(crate) fn write_rank(
    f: &mut fmt::Formatter<'_>,
    cells: impl Iterator<Item = Option<Piece>>,
) -> fmt::Result {
    let mut empty = 0;
    for letter in cells.map(|piece| piece.and_then(Piece::letter)) {
        match letter {
            None => empty += 1,
            Some(letter) => {
                if empty > 0 {
                    write!(f, "{empty}")?;
                }
                write!(f, "{letter}")?;
                empty = 0;
            }
        }
    }
    if empty > 0 {
        write!(f, "{empty}")?;
    }
    Ok(())
}

/// Reads the side to move of chess and space chess: `w` or `b`.
pub(crate) fn read_turn(text: &str) -> Result<Side, PositionError> {
    match text {
        "w" => Ok(Side::First),
        "b" => Ok(Side::Second),
        _ => Err(PositionError::Turn(excerpt(text))),
    }
}

/// The letter of the side to move in chess and space chess.
pub(crate) const fn turn_letter(side: Side) -> char {
    match side {
        Side::First => 'w',
        Side::Second => 'b',
    }
}

/// Reads the half-move clock and the move number of chess and space chess.
pub(crate) fn read_clocks(halfmove: &str, fullmove: &str) -> Result<(u32, u32), PositionError> {
    Ok((
        read_number(halfmove, "half-move clock", 0)?,
        read_number(fullmove, "full-move number", 1)?,
    ))
}

/// Reads a number without sign or leading zeros.
fn read_number(text: &str, what: &'static str, min: u32) -> Result<u32, PositionError> {
    let plain =
        text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    let number = text.parse().ok();
    let number = number.filter(|number| plain && *number >= min);
    let found = excerpt(text);
    number.ok_or(PositionError::Number { what, found })
}
