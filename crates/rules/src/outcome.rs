//! How a game ends by its rules.

use crate::Side;

/// The end of a game by its rules. Resignation, time and agreement belong to the room.
///
/// ```
/// use raum_rules::{Game, Kind, Outcome, Side, Win};
///
/// let won = Kind::TicTacToe.read_position("XXXOO.... O")?;
/// assert_eq!(won.outcome(), Some(Outcome::Win { winner: Side::First, by: Win::Line }));
/// # Ok::<(), raum_rules::PositionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// A side has won.
    Win {
        /// The side that won.
        winner: Side,
        /// How it won.
        by: Win,
    },
    /// The game is drawn.
    Draw(Draw),
}

/// How a game is won.
///
/// ```
/// use raum_rules::{Game, Outcome, Win, chess::Chess};
///
/// let mate: Chess = "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1".parse()?;
/// assert!(matches!(mate.outcome(), Some(Outcome::Win { by: Win::Checkmate, .. })));
/// # Ok::<(), raum_rules::PositionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Win {
    /// The king is in check and no move ends the check.
    Checkmate,
    /// A full line of one side's marks.
    Line,
}

/// How a game is drawn without a claim.
///
/// ```
/// use raum_rules::{Draw, Game, Outcome, chess::Chess};
///
/// let stalemate: Chess = "k7/2Q5/1K6/8/8/8/8/8 b - - 0 1".parse()?;
/// assert_eq!(stalemate.outcome(), Some(Outcome::Draw(Draw::Stalemate)));
/// let kings_alone: Chess = "k7/8/1K6/8/8/8/8/8 b - - 0 1".parse()?;
/// assert_eq!(kings_alone.outcome(), Some(Outcome::Draw(Draw::DeadPosition)));
/// # Ok::<(), raum_rules::PositionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Draw {
    /// No legal move, and the king is not in check.
    Stalemate,
    /// Neither side can checkmate by any sequence of legal moves.
    DeadPosition,
    /// The same position for the fifth time.
    FivefoldRepetition,
    /// Seventy-five moves by each side without a capture or a pawn move.
    SeventyFiveMoves,
    /// No cell is empty, and there is no line.
    FullBoard,
}

/// A draw that the side to move may claim.
///
/// ```
/// use raum_rules::{Claim, Game, chess::Chess};
///
/// let long: Chess = "k7/8/1K6/8/8/8/8/7R w - - 100 80".parse()?;
/// assert_eq!(long.claim(), Some(Claim::FiftyMoves));
/// # Ok::<(), raum_rules::PositionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// The same position for the third time.
    ThreefoldRepetition,
    /// Fifty moves by each side without a capture or a pawn move.
    FiftyMoves,
}

impl Outcome {
    /// The side that won; `None` for a draw.
    ///
    /// ```
    /// use raum_rules::{Draw, Outcome, Side, Win};
    ///
    /// let won = Outcome::Win { winner: Side::Second, by: Win::Line };
    /// assert_eq!(won.winner(), Some(Side::Second));
    /// assert_eq!(Outcome::Draw(Draw::FullBoard).winner(), None);
    /// ```
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::Win { winner, .. } => Some(winner),
            Self::Draw(_) => None,
        }
    }

    /// The stable word for the reason.
    ///
    /// ```
    /// use raum_rules::{Draw, Outcome};
    ///
    /// assert_eq!(Outcome::Draw(Draw::DeadPosition).reason(), "dead-position");
    /// ```
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Win { by: Win::Line, .. } => "line",
            Self::Win { .. } => "checkmate",
            Self::Draw(Draw::Stalemate) => "stalemate",
            Self::Draw(Draw::DeadPosition) => "dead-position",
            Self::Draw(Draw::FivefoldRepetition) => "fivefold-repetition",
            Self::Draw(Draw::SeventyFiveMoves) => "seventy-five-moves",
            Self::Draw(Draw::FullBoard) => "full-board",
        }
    }
}

impl Claim {
    /// The stable word for the claim.
    ///
    /// ```
    /// use raum_rules::Claim;
    ///
    /// assert_eq!(Claim::ThreefoldRepetition.reason(), "threefold-repetition");
    /// ```
    pub const fn reason(self) -> &'static str {
        match self {
            Self::ThreefoldRepetition => "threefold-repetition",
            Self::FiftyMoves => "fifty-moves",
        }
    }
}

/// The outcome of a position of chess or space chess: mate takes precedence over every draw.
pub(crate) fn chess_outcome(
    turn: Side,
    can_move: bool,
    in_check: bool,
    is_dead: bool,
    halfmove_clock: u32,
) -> Option<Outcome> {
    match (can_move, in_check) {
        (false, true) => Some(Outcome::Win {
            winner: !turn,
            by: Win::Checkmate,
        }),
        (false, false) => Some(Outcome::Draw(Draw::Stalemate)),
        (true, _) if is_dead => Some(Outcome::Draw(Draw::DeadPosition)),
        (true, _) if halfmove_clock >= 150 => Some(Outcome::Draw(Draw::SeventyFiveMoves)),
        (true, _) => None,
    }
}
