//! What the position texts of the kinds have in common, and what can be wrong with them.

use std::{error, fmt};

use crate::{Piece, Side, moves::excerpt};

/// Why a text is not a position of its kind.
///
/// ```
/// use raum_rules::{PositionError, tic_tac_toe::TicTacToe};
///
/// let error = "XXX...... O".parse::<TicTacToe>().unwrap_err();
/// assert_eq!(error, PositionError::MarkCount);
/// assert_eq!(error.to_string(), "the numbers of marks do not fit the side to move");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionError {
    /// Not the right number of fields, with one space between them.
    Fields {
        /// How many there should be.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// Not the right number of levels, of ranks, or of cells in the board.
    Board {
        /// What there should be a number of.
        what: &'static str,
        /// How many there should be.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// A character of the board that stands for nothing there.
    Character(char),
    /// Two numbers of empty cells side by side in a rank.
    AdjacentNumbers(String),
    /// A side to move that the kind does not have.
    Turn(String),
    /// Castling rights that are not `-` or some of `KQkq` in this order.
    Castling(String),
    /// Castling rights without the king and the rook at home.
    CastlingWithoutRook,
    /// An en passant target that no pawn has just passed over.
    EnPassant(String),
    /// A half-move clock or move number that is not a number as it should be.
    Number {
        /// Which number.
        what: &'static str,
        /// What stands in its place.
        found: String,
    },
    /// A side that has not exactly one king.
    Kings {
        /// The side's name.
        side: &'static str,
        /// How many kings it has.
        found: usize,
    },
    /// A pawn where none can stand.
    PawnPlace,
    /// The side that is not to move is in check, so its king could be captured.
    OpponentInCheck,
    /// A check that no move can have given.
    ImpossibleCheck,
    /// More pieces than promotions can explain.
    TooManyPieces,
    /// More marks of a side than its turns.
    MarkCount,
    /// A line of the side that is to move.
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
                write!(f, "{character:?} has no meaning on this board")
            }
            Self::AdjacentNumbers(rank) => {
                write!(f, "two numbers side by side in rank {rank:?}: add them up")
            }
            Self::Turn(found) => write!(f, "{found:?} is not a side to move"),
            Self::Castling(found) => write!(
                f,
                "castling rights {found:?} are not \"-\" or some of \"KQkq\" in this order"
            ),
            Self::CastlingWithoutRook => {
                f.write_str("a castling right without the king and the rook at home")
            }
            Self::EnPassant(found) => write!(
                f,
                "en passant target {found:?} is not a square that a pawn has just passed over"
            ),
            Self::Number { what, found } => write!(f, "{found:?} is not a {what}"),
            Self::Kings { side, found } => {
                write!(f, "{side} has {found} kings instead of one")
            }
            Self::PawnPlace => f.write_str("a pawn stands where none can"),
            Self::OpponentInCheck => f.write_str("the side that is not to move is in check"),
            Self::ImpossibleCheck => f.write_str("the check cannot have come from any move"),
            Self::TooManyPieces => {
                f.write_str("a side has more pieces than promotions can explain")
            }
            Self::MarkCount => f.write_str("the numbers of marks do not fit the side to move"),
            Self::LineOfSideToMove => f.write_str("the side to move has a line already"),
        }
    }
}

impl error::Error for PositionError {}

/// Splits a text at its single spaces into exactly `N` fields.
pub(crate) fn fields<const N: usize>(text: &str) -> Result<[&str; N], PositionError> {
    let fields: Vec<_> = text.split(' ').collect();
    fields
        .try_into()
        .map_err(|fields: Vec<_>| PositionError::Fields {
            expected: N,
            found: fields.len(),
        })
}

/// Splits a part of the board into exactly `expected` smaller parts.
pub(crate) fn parts<'a>(
    text: &'a str,
    separator: char,
    what: &'static str,
    expected: usize,
) -> Result<Vec<&'a str>, PositionError> {
    let parts: Vec<_> = text.split(separator).collect();
    if parts.len() == expected {
        Ok(parts)
    } else {
        Err(PositionError::Board {
            what,
            expected,
            found: parts.len(),
        })
    }
}

/// Reads one rank of `files` cells and puts its pieces, file by file.
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
    if x == usize::from(files) {
        Ok(())
    } else {
        Err(PositionError::Board {
            what: "cells in each rank",
            expected: files.into(),
            found: x,
        })
    }
}

/// Writes one rank, given what stands on its cells.
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

/// Reads the side to move of the two chesses: `w` or `b`.
pub(crate) fn read_turn(text: &str) -> Result<Side, PositionError> {
    match text {
        "w" => Ok(Side::First),
        "b" => Ok(Side::Second),
        _ => Err(PositionError::Turn(excerpt(text))),
    }
}

/// Writes the side to move of the two chesses.
pub(crate) const fn turn_letter(side: Side) -> char {
    match side {
        Side::First => 'w',
        Side::Second => 'b',
    }
}

/// Reads the two numbers at the end of a position of the two chesses.
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
    text.parse()
        .ok()
        .filter(|number| plain && *number >= min)
        .ok_or_else(|| PositionError::Number {
            what,
            found: excerpt(text),
        })
}
