//! Commands to a room: from clients and from its host.

use raum_rules::Side;
use serde::{Deserialize, Serialize};

use crate::{AnyMove, MemberId, Millis, words::MaybeWord};

/// A command from a client.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Command {
    /// Take a seat: in a solo room both seats, after leaving the same seat again.
    TakeSeat {
        /// The member's name.
        name: String,
        /// The preferred side, if the room lets members choose.
        #[serde(
            default,
            with = "MaybeWord::<Side>",
            skip_serializing_if = "Option::is_none"
        )]
        #[cfg_attr(feature = "typescript", ts(optional, type = "\"first\" | \"second\""))]
        side: Option<Side>,
    },
    /// Watch as a spectator.
    Watch {
        /// The spectator's name.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        name: Option<String>,
    },
    /// Change the member's name.
    Rename {
        /// The new name.
        name: String,
    },
    /// Play a move.
    Play {
        /// The move.
        #[serde(rename = "move")]
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        #[cfg_attr(feature = "typescript", ts(type = "string"))]
        mv: AnyMove,
        /// The number of moves before it. A move for another position is refused.
        ply: usize,
    },
    /// Resign the game.
    Resign,
    /// End the game without a result, before both sides have moved.
    Abort,
    /// Offer a draw.
    OfferDraw,
    /// Accept the opponent's draw offer.
    AcceptDraw,
    /// Decline the opponent's draw offer.
    DeclineDraw,
    /// Claim a draw by threefold repetition or the fifty-move rule.
    ClaimDraw,
    /// Claim the game because the opponent has been away too long.
    ClaimAbsence {
        /// The result to claim.
        result: AbsenceResult,
    },
    /// Ask the opponent for a takeback.
    AskTakeback,
    /// Accept the opponent's takeback.
    AcceptTakeback,
    /// Decline the opponent's takeback.
    DeclineTakeback,
    /// Ask for a rematch.
    AskRematch,
    /// Undo moves in a solo room.
    Undo {
        /// The ply to go back to.
        ply: usize,
    },
    /// Redo moves in a solo room.
    Redo {
        /// The ply to go forward to.
        ply: usize,
    },
    /// Send a chat message.
    Say {
        /// The sender's name, if it has no seat.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        name: Option<String>,
        /// The message.
        text: String,
    },
    /// Seat a machine: in the free seat, or on one of the sides of a person who plays on one device.
    SeatMachine {
        /// Its level, from 1.
        level: u8,
        /// Its side, if there is a choice.
        #[serde(
            default,
            with = "MaybeWord::<Side>",
            skip_serializing_if = "Option::is_none"
        )]
        #[cfg_attr(feature = "typescript", ts(optional, type = "\"first\" | \"second\""))]
        side: Option<Side>,
        /// Whether it moves as soon as it can.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
        instant: bool,
    },
    /// Take the machine's seat over, on one device.
    TakeOver,
    /// Change the level of the machine.
    SetLevel {
        /// The new level.
        level: u8,
    },
    /// Leave the seat.
    Leave,
}

/// A result to claim from an absent opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum AbsenceResult {
    /// A win.
    Win,
    /// A draw.
    Draw,
}

/// The sender of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// The holder of a seat.
    Member(MemberId),
    /// A sender without a seat.
    Guest,
}

/// The input to a decision that is not part of the room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Context {
    /// The current time, not before the last entry's.
    pub now: Millis,
    /// A random number, for assigning sides and for the seed of a machine.
    pub chance: u64,
    /// Whether the sender has presented the room's pass key.
    pub key_shown: bool,
    /// When the first and the second side disconnected, if they are away.
    pub away_since: [Option<Millis>; 2],
    /// Whether the clients of both members support takebacks.
    pub can_go_back: bool,
}

/// A command from the room's host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostCommand {
    /// End the game: a side has run out of time.
    EndByTime,
    /// Skip the time since the last entry: the server was down.
    ResumeClock,
    /// Remove a member who cannot reconnect after a restart.
    RemoveLost(MemberId),
    /// Seat a machine in a room that was just opened, so that the game starts when the first person sits down.
    SeatMachine {
        /// Its level, from 1.
        level: u8,
        /// Its side; assigned by the house rules or at random if absent.
        side: Option<Side>,
        /// Whether it moves as soon as it can.
        instant: bool,
    },
}
