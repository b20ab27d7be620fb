//! What a member asks of a room.

use raum_rules::Side;
use serde::{Deserialize, Serialize};

use crate::{AnyMove, MemberId, Millis, words::maybe_word};

/// What somebody asks.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Command {
    /// Take a seat; in a solo room, the other seat too; after leaving, one's own again.
    TakeSeat {
        /// What to be called.
        name: String,
        /// The side, where it is a matter of choice.
        #[serde(default, with = "maybe_word", skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schemars(with = "Option<crate::words::SideWord>"))]
        #[cfg_attr(feature = "typescript", ts(optional, type = "\"first\" | \"second\""))]
        side: Option<Side>,
    },
    /// Watch.
    Watch {
        /// What to be called among those who watch.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        name: Option<String>,
    },
    /// Be called something else, in a seat.
    Rename {
        /// What to be called from now on.
        name: String,
    },
    /// Make a move.
    Play {
        /// The move.
        #[serde(rename = "move")]
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        #[cfg_attr(feature = "typescript", ts(type = "string"))]
        mv: AnyMove,
        /// The plies made before it, so that a move meant for another position is recognised.
        ply: usize,
    },
    /// Give the game up.
    Resign,
    /// Offer a draw.
    OfferDraw,
    /// Accept the opponent's draw offer.
    AcceptDraw,
    /// Decline the opponent's draw offer.
    DeclineDraw,
    /// Claim a draw by repetition or by fifty moves.
    ClaimDraw,
    /// Claim the game because the opponent is away.
    ClaimAbsence {
        /// A win, or only a draw.
        result: AbsenceResult,
    },
    /// Ask to take one's last move back.
    AskTakeback,
    /// Let the opponent take their move back.
    AcceptTakeback,
    /// Insist on the opponent's move.
    DeclineTakeback,
    /// Ask for another game.
    AskRematch,
    /// Go back, as one person in both seats.
    Undo {
        /// To the position after this many plies.
        ply: usize,
    },
    /// Go forward again, as one person in both seats.
    Redo {
        /// To the position after this many plies.
        ply: usize,
    },
    /// Say something.
    Say {
        /// What to be called, without a seat.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        name: Option<String>,
        /// What to say.
        text: String,
    },
    /// Leave.
    Leave,
}

/// What is claimed from an opponent who is away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum AbsenceResult {
    /// The game is won.
    Win,
    /// The game is drawn.
    Draw,
}

/// Who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// The holder of a seat.
    Member(MemberId),
    /// Somebody without a seat.
    Guest,
}

/// What a room cannot know by itself when it decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Context {
    /// The time, not before the last entry's.
    pub now: Millis,
    /// A random number, for what is drawn by lot.
    pub chance: u64,
    /// Whether the asker has shown the right pass key, in a room that has one.
    pub key_shown: bool,
    /// Since when the first and the second side have been away.
    pub away_since: [Option<Millis>; 2],
    /// Whether everyone in a seat could follow a game that goes back.
    pub can_go_back: bool,
}

/// What the room's host asks by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostCommand {
    /// A side's time is up.
    EndByTime,
    /// The room is loaded again after its server was down.
    ResumeClock,
    /// The server restarted, and this member cannot reconnect.
    RemoveLost(MemberId),
    /// The room has outlived its purpose.
    Close,
}
