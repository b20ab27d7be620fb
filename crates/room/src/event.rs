//! Events, and entries: events with their number and time.

use raum_rules::{Kind, Side};
use serde::{Deserialize, Serialize};

use crate::{
    AnyMove, Ending, HouseRules, Machine,
    format::FORMAT_OF_MACHINES,
    words::{MaybeWord, Word},
};

/// Milliseconds: a Unix time, or a duration.
pub type Millis = u64;

/// The number of an entry in its room, from 1.
pub type Seq = u64;

/// The holder of a seat, numbered within the room in order of arrival.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct MemberId(pub u32);

/// An event with its number and time. A room is the fold of its entries.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Entry {
    /// Its number, from 1 without gaps.
    pub seq: Seq,
    /// When it happened; never before the previous entry.
    pub at: Millis,
    /// The format that a reader needs, if format 1 is not enough.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<u32>,
    /// The command that it answers. Identifies a command that is sent again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answers: Option<Answers>,
    /// What happened.
    pub event: Event,
    /// Stored in the journal and never sent. The room folds to the same state without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(skip))]
    pub private: Option<Private>,
}

/// A member's command, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Answers {
    /// The sender.
    pub member: MemberId,
    /// The number that the member gave the command.
    pub number: u64,
}

/// Hashes of the secrets that belong to an entry, and its nonce.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Private {
    /// The hash of the room's pass key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pass_key_hash: Option<String>,
    /// The hash of the token that owns a seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token_hash: Option<String>,
    /// A random number by which a host recognises the entries that it proposed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nonce: Option<u64>,
}

/// A change in a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Event {
    /// The room was opened: the first entry of every room.
    RoomOpened(Opening),
    /// A member took a seat, or returned to it after leaving.
    SeatTaken {
        /// The member.
        member: MemberId,
        /// The member's name.
        name: String,
        /// The member's side, if it is assigned already.
        #[serde(with = "MaybeWord::<Side>")]
        side: Option<Side>,
        /// The machine, if the member is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        machine: Option<Machine>,
    },
    /// A member changed their name.
    Renamed {
        /// The member.
        member: MemberId,
        /// The member's name.
        name: String,
    },
    /// A game started. Self-contained, so replay may start here.
    GameStarted(Start),
    /// The side to move played a move.
    MovePlayed {
        /// The move.
        #[serde(rename = "move")]
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        mv: AnyMove,
    },
    /// A side offered a draw.
    DrawOffered {
        /// The side that offered.
        #[serde(with = "Word::<Side>")]
        side: Side,
    },
    /// A side declined the other's draw offer.
    DrawDeclined {
        /// The side that declined.
        #[serde(with = "Word::<Side>")]
        side: Side,
    },
    /// A side asked for a takeback.
    TakebackAsked {
        /// The side that asked.
        #[serde(with = "Word::<Side>")]
        side: Side,
        /// The ply to go back to.
        ply: usize,
    },
    /// A side declined a takeback.
    TakebackDeclined {
        /// The side that declined.
        #[serde(with = "Word::<Side>")]
        side: Side,
    },
    /// Moves were undone.
    Undone {
        /// The ply that the game went back to.
        ply: usize,
    },
    /// Moves were redone.
    Redone {
        /// The ply that the game went forward to.
        ply: usize,
    },
    /// The game ended.
    GameEnded(Ending),
    /// A member asked for a rematch.
    RematchAsked {
        /// The member.
        member: MemberId,
    },
    /// The level of a machine changed.
    LevelChanged {
        /// The machine's member.
        member: MemberId,
        /// The new level.
        level: u8,
    },
    /// A chat message was sent.
    Said {
        /// The sender, if it has a seat.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        member: Option<MemberId>,
        /// The sender's name.
        name: String,
        /// The message.
        text: String,
    },
    /// A member added a device, which owns the seat too.
    DeviceAdded {
        /// The member.
        member: MemberId,
    },
    /// A member left their seat.
    SeatLeft {
        /// The member.
        member: MemberId,
    },
    /// The server was down: no clock ran since the previous entry.
    ClockResumed,
    /// The room was closed: the last entry.
    RoomClosed,
}

/// The data of a room when it is opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Opening {
    /// The format of the journal.
    pub format: u32,
    /// The kind of game.
    #[serde(with = "Word::<Kind>")]
    pub kind: Kind,
    /// The room's policy.
    pub rules: HouseRules,
    /// The position text at which the first game starts.
    pub start: String,
    /// The moves already played from there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub moves: Vec<AnyMove>,
}

impl From<Opening> for Event {
    fn from(opening: Opening) -> Self {
        Self::RoomOpened(opening)
    }
}

/// The data of a game when it starts, and of the room around it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Start {
    /// The kind of game.
    #[serde(with = "Word::<Kind>")]
    pub kind: Kind,
    /// The room's policy.
    pub rules: HouseRules,
    /// The number of the game in its room, from 1.
    pub number: u32,
    /// The id of the next new member.
    pub next_member: MemberId,
    /// The members of the first and the second side.
    pub seats: [Seated; 2],
    /// The position text at which the game starts.
    pub start: String,
    /// The moves already played from there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub moves: Vec<AnyMove>,
}

/// A member with their name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Seated {
    /// The member.
    pub member: MemberId,
    /// The member's name.
    pub name: String,
    /// The machine, if the member is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub machine: Option<Machine>,
}

impl Event {
    /// The format that a reader needs, if format 1 is not enough: a version without machines would take one for a
    /// person.
    pub fn format(&self) -> Option<u32> {
        let has_machine = match self {
            Self::SeatTaken { machine, .. } => machine.is_some(),
            Self::GameStarted(start) => start.seats.iter().any(|seat| seat.machine.is_some()),
            Self::LevelChanged { .. } => true,
            _ => false,
        };
        let of_rules = match self {
            Self::GameStarted(start) => start.rules.format(),
            _ => None,
        };
        has_machine.then_some(FORMAT_OF_MACHINES).max(of_rules)
    }
}
