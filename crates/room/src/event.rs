//! What happened in a room: events, and entries, which are events in their place and time.

use raum_rules::{Kind, Side};
use serde::{Deserialize, Serialize};

use crate::{
    AnyMove, Ending, HouseRules,
    words::{maybe_word, word},
};

/// Milliseconds: a time since 1970, or a span.
pub type Millis = u64;

/// The number of an entry in its room, from 1.
pub type Seq = u64;

/// A seat's holder, numbered within the room in the order of their coming.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct MemberId(pub u32);

/// An event in its place and time. A room is the fold of its entries.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Entry {
    /// Its number, from 1 without gaps.
    pub seq: Seq,
    /// When it happened; never before the entry that precedes it.
    pub at: Millis,
    /// The command that it answers, so that a command sent again is recognised.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answers: Option<Answers>,
    /// What happened.
    pub event: Event,
    /// What stays in the journal and never travels: the room folds to the same without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(skip))]
    pub private: Option<Private>,
}

/// Which command of which member.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Answers {
    /// Who asked.
    pub member: MemberId,
    /// The member's own number for the command.
    pub number: u64,
}

/// Secrets that belong to an entry, as hashes.
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
    /// A random number, by which the host that proposed an entry recognises it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nonce: Option<u64>,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Event {
    /// The first entry of every room.
    RoomOpened(Opening),
    /// Somebody took a seat, or came back to it after leaving.
    SeatTaken {
        /// Who.
        member: MemberId,
        /// What they are called.
        name: String,
        /// Which side, where it is settled already.
        #[serde(with = "maybe_word")]
        #[cfg_attr(feature = "schema", schemars(with = "Option<crate::words::SideWord>"))]
        side: Option<Side>,
    },
    /// A member is called something else from now on.
    Renamed {
        /// Who.
        member: MemberId,
        /// What they are called.
        name: String,
    },
    /// A game began. It carries all that a newcomer needs: replay may begin here.
    GameStarted(Start),
    /// The side to move made a move.
    MovePlayed {
        /// The move.
        #[serde(rename = "move")]
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        mv: AnyMove,
    },
    /// A side offered a draw.
    DrawOffered {
        /// Which.
        #[serde(with = "word")]
        #[cfg_attr(feature = "schema", schemars(with = "crate::words::SideWord"))]
        side: Side,
    },
    /// A side declined the draw that the other had offered.
    DrawDeclined {
        /// Which.
        #[serde(with = "word")]
        #[cfg_attr(feature = "schema", schemars(with = "crate::words::SideWord"))]
        side: Side,
    },
    /// A side asked to go back.
    TakebackAsked {
        /// Which.
        #[serde(with = "word")]
        #[cfg_attr(feature = "schema", schemars(with = "crate::words::SideWord"))]
        side: Side,
        /// To the position after this many plies.
        ply: usize,
    },
    /// A side declined to go back.
    TakebackDeclined {
        /// Which.
        #[serde(with = "word")]
        #[cfg_attr(feature = "schema", schemars(with = "crate::words::SideWord"))]
        side: Side,
    },
    /// The game went back to the position after this many plies.
    Undone {
        /// How many.
        ply: usize,
    },
    /// The game went forward again to the position after this many plies.
    Redone {
        /// How many.
        ply: usize,
    },
    /// The game ended.
    GameEnded(Ending),
    /// A member wants another game.
    RematchAsked {
        /// Who.
        member: MemberId,
    },
    /// Somebody said something.
    Said {
        /// Who, if they have a seat.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        member: Option<MemberId>,
        /// What they are called.
        name: String,
        /// What they said.
        text: String,
    },
    /// A member goes on at another device, which owns the seat from now on as well.
    DeviceAdded {
        /// Who.
        member: MemberId,
    },
    /// A member left their seat.
    SeatLeft {
        /// Who.
        member: MemberId,
    },
    /// The room was loaded again after its server had been down: no clock ran since the entry before.
    ClockResumed,
    /// Nothing happens here any more.
    RoomClosed,
}

/// What a room is when it is opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Opening {
    /// The format of the journal.
    pub format: u32,
    /// Which game.
    #[serde(with = "word")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::words::KindWord"))]
    pub kind: Kind,
    /// The room's policy.
    pub rules: HouseRules,
    /// Where the first game begins.
    pub start: String,
    /// The moves already made in it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub moves: Vec<AnyMove>,
}

impl From<Opening> for Event {
    fn from(opening: Opening) -> Self {
        Self::RoomOpened(opening)
    }
}

/// All that a game is when it begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Start {
    /// Which game.
    #[serde(with = "word")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::words::KindWord"))]
    pub kind: Kind,
    /// The room's policy.
    pub rules: HouseRules,
    /// The number of the game in its room, from 1.
    pub number: u32,
    /// The number that the next newcomer gets.
    pub next_member: MemberId,
    /// Who has which side: the first side's holder, then the second's.
    pub seats: [Seated; 2],
    /// Where the game begins.
    pub start: String,
    /// The moves already made in it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub moves: Vec<AnyMove>,
}

/// Somebody in a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Seated {
    /// Who.
    pub member: MemberId,
    /// What they are called.
    pub name: String,
}
