//! How games end in a room: by the rules, or by a player's action.

use raum_rules::{Claim, Draw, Outcome, Side, Win};
use serde::{Deserialize, Serialize};

use crate::words::MaybeWord;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ending {
    /// The winner; absent for a draw and for a game without a result.
    #[serde(with = "MaybeWord::<Side>")]
    pub winner: Option<Side>,
    /// Why it ended.
    pub reason: Reason,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[expect(
    missing_docs,
    reason = "the names say it, and raum-rules documents the outcomes of the rules"
)]
pub enum Reason {
    Checkmate,
    Line,
    Stalemate,
    DeadPosition,
    FivefoldRepetition,
    SeventyFiveMoves,
    FullBoard,
    ThreefoldRepetition,
    FiftyMoves,
    Agreement,
    Resignation,
    Time,
    Absence,
    Leaving,
    /// The server restarted and a member could not reconnect: the game has no result.
    Interrupted,
    /// A player ended the game before both sides had moved: the game has no result.
    Aborted,
    /// A side did not make its first move in time: the game has no result.
    NoFirstMove,
}

impl Ending {
    /// The ending of a game that a restart interrupted: neither a win nor a draw.
    pub(crate) const INTERRUPTED: Self = Self {
        winner: None,
        reason: Reason::Interrupted,
    };

    /// The ending of a game that a player aborted: neither a win nor a draw.
    pub(crate) const ABORTED: Self = Self {
        winner: None,
        reason: Reason::Aborted,
    };

    /// The ending of a game in which a side did not make its first move: neither a win nor a draw.
    pub(crate) const NO_FIRST_MOVE: Self = Self {
        winner: None,
        reason: Reason::NoFirstMove,
    };

    /// Whether the game is drawn.
    pub const fn is_draw(self) -> bool {
        self.winner.is_none()
            && !matches!(
                self.reason,
                Reason::Interrupted | Reason::Aborted | Reason::NoFirstMove
            )
    }

    /// A win for a side.
    pub(crate) const fn win(winner: Side, reason: Reason) -> Self {
        Self {
            winner: Some(winner),
            reason,
        }
    }

    /// A draw.
    pub(crate) const fn draw(reason: Reason) -> Self {
        Self {
            winner: None,
            reason,
        }
    }
}

impl Reason {
    /// Whether undoing moves reopens the game in a solo room: after an end by position, an agreement or a claim,
    /// but not after a resignation or a loss on time.
    pub(crate) const fn is_undoable(self) -> bool {
        self.is_by_position()
            || matches!(
                self,
                Self::Agreement | Self::ThreefoldRepetition | Self::FiftyMoves
            )
    }

    /// Whether the position alone ends the game.
    pub(crate) const fn is_by_position(self) -> bool {
        matches!(
            self,
            Self::Checkmate
                | Self::Line
                | Self::Stalemate
                | Self::DeadPosition
                | Self::FivefoldRepetition
                | Self::SeventyFiveMoves
                | Self::FullBoard
        )
    }
}

impl From<Outcome> for Ending {
    fn from(outcome: Outcome) -> Self {
        let reason = match outcome {
            Outcome::Win { by: Win::Line, .. } => Reason::Line,
            Outcome::Win { .. } => Reason::Checkmate,
            Outcome::Draw(Draw::Stalemate) => Reason::Stalemate,
            Outcome::Draw(Draw::DeadPosition) => Reason::DeadPosition,
            Outcome::Draw(Draw::FivefoldRepetition) => Reason::FivefoldRepetition,
            Outcome::Draw(Draw::SeventyFiveMoves) => Reason::SeventyFiveMoves,
            Outcome::Draw(Draw::FullBoard) => Reason::FullBoard,
        };
        let winner = outcome.winner();
        Self { winner, reason }
    }
}

impl From<Claim> for Ending {
    fn from(claim: Claim) -> Self {
        Self::draw(match claim {
            Claim::ThreefoldRepetition => Reason::ThreefoldRepetition,
            Claim::FiftyMoves => Reason::FiftyMoves,
        })
    }
}
