//! What can be wrong with the text of a game.

use std::{error, fmt};

use crate::{NotationError, PositionError};

/// Why a text is not one game, and where.
///
/// ```
/// use raum_rules::Pgn;
///
/// let error = "[White \"Ann\"]\n\n1. e4 e5 2. Ke3".parse::<Pgn>().unwrap_err();
/// assert_eq!(error.to_string(), "line 3: \"Ke3\" fits no legal move");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnError {
    /// The line of the text, from 1.
    pub line: usize,
    /// What is wrong there.
    pub problem: PgnProblem,
}

/// What can be wrong with the text of a game.
///
/// ```
/// use raum_rules::{Pgn, PgnProblem};
///
/// let problem = |text: &str| text.parse::<Pgn>().unwrap_err().problem;
/// assert_eq!(problem(""), PgnProblem::Empty);
/// assert_eq!(problem("1. e4 {no end"), PgnProblem::OpenComment);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PgnProblem {
    /// No tag and no move.
    Empty,
    /// A tag that is not `[Name "value"]` on one line.
    Tag,
    /// The same tag twice.
    RepeatedTag(String),
    /// A kind that raum does not know.
    Variant(String),
    /// A start that is not a position.
    Start(PositionError),
    /// A result that is none of `1-0`, `0-1`, `1/2-1/2`, `*`.
    Result(String),
    /// A comment without an end.
    OpenComment,
    /// A variation without an end.
    OpenVariation,
    /// The end of a variation that has not begun.
    CloseVariation,
    /// A move that cannot be made.
    Move(NotationError),
    /// The `Result` tag and the end of the moves do not say the same.
    TwoResults,
    /// Something after the result.
    AfterResult,
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

impl error::Error for PgnError {}

impl fmt::Display for PgnProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("there is no game"),
            Self::Tag => f.write_str("a tag is written [Name \"value\"]"),
            Self::RepeatedTag(name) => write!(f, "the tag {name} is there twice"),
            Self::Variant(found) => write!(f, "the variant {found:?} is not known"),
            Self::Start(error) => write!(f, "the start is not a position: {error}"),
            Self::Result(found) => {
                write!(f, "{found:?} is not a result (1-0, 0-1, 1/2-1/2 or *)")
            }
            Self::OpenComment => f.write_str("a comment has no end"),
            Self::OpenVariation => f.write_str("a variation has no end"),
            Self::CloseVariation => f.write_str("a variation ends that has not begun"),
            Self::Move(error) => error.fmt(f),
            Self::TwoResults => f.write_str("the Result tag says something else"),
            Self::AfterResult => f.write_str("something follows the result: one game at a time"),
        }
    }
}
