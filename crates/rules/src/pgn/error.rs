//! Errors in the text of a game.

use std::{error, fmt};

use crate::{NotationError, PositionError, moves::Quoted};

/// Why a text is not a game, and on which line.
///
/// ```
/// use raum_rules::Pgn;
///
/// let error = "[White \"Ann\"]\n\n1. e4 e5 2. Ke3".parse::<Pgn>().unwrap_err();
/// assert_eq!(error.to_string(), "line 3: \"Ke3\" is not a legal move");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnError {
    /// The line of the text, from 1.
    pub line: usize,
    /// The problem on that line.
    pub problem: PgnProblem,
}

/// A problem in the text of a game.
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
    /// An unknown variant.
    Variant(String),
    /// A start position that cannot be read.
    Start(PositionError),
    /// A result other than `1-0`, `0-1`, `1/2-1/2` and `*`.
    Result(String),
    /// A comment without an end.
    OpenComment,
    /// A variation without an end.
    OpenVariation,
    /// A closing parenthesis without an opening one.
    CloseVariation,
    /// A move that cannot be played.
    Move(NotationError),
    /// The `Result` tag contradicts the result after the moves.
    TwoResults,
    /// Text after the result.
    AfterResult,
}

impl PgnProblem {
    pub(super) fn at(self, line: usize) -> PgnError {
        PgnError {
            line,
            problem: self,
        }
    }
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
            Self::Empty => f.write_str("no game found"),
            Self::Tag => f.write_str("a tag is written [Name \"value\"]"),
            Self::RepeatedTag(name) => write!(f, "the tag {name} appears twice"),
            Self::Variant(found) => write!(f, "unknown variant {}", Quoted(found)),
            Self::Start(error) => write!(f, "invalid start position: {error}"),
            Self::Result(found) => {
                let found = Quoted(found);
                write!(f, "{found} is not a result (1-0, 0-1, 1/2-1/2 or *)")
            }
            Self::OpenComment => f.write_str("unclosed comment"),
            Self::OpenVariation => f.write_str("unclosed variation"),
            Self::CloseVariation => f.write_str("\")\" without \"(\""),
            Self::Move(error) => error.fmt(f),
            Self::TwoResults => f.write_str("the result contradicts the Result tag"),
            Self::AfterResult => f.write_str("text after the result: only one game can be read"),
        }
    }
}
