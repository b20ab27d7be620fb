//! The channel of the lobby: open games, pairing, and games to watch. Clauses in `docs/dialects/lobby.md`.

use raum_room::{
    ClockRule, Millis,
    words::{MaybeWord, Word},
};
use raum_rules::{Kind, Side};
use serde::{Deserialize, Serialize};

use crate::native::BadFrame;

/// A frame from a client.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(
    tag = "type",
    rename_all = "kebab-case",
    rename_all_fields = "camelCase",
    deny_unknown_fields
)]
pub enum ClientFrame {
    /// The first frame of a connection.
    Hello {
        /// The version that the client supports.
        version: u32,
        /// The number of the state that the client has; 0 for none.
        #[serde(default)]
        after: u64,
        /// The mark of that state, as the server sent it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mark: Option<String>,
        /// The token that identifies the browser.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        token: Option<String>,
    },
    /// A command to the lobby.
    Command {
        /// The client's number for the command.
        number: u64,
        /// The command.
        command: Command,
    },
    /// The answer to a ping.
    Pong {
        /// The ping's number.
        id: u64,
    },
}

/// A command to the lobby.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "LobbyCommand"))]
#[serde(
    tag = "type",
    rename_all = "kebab-case",
    rename_all_fields = "camelCase",
    deny_unknown_fields
)]
// Variants without fields have braces, because serde accepts unknown fields beside the tag of a unit variant.
pub enum Command {
    /// Look for an opponent.
    Seek {
        /// The kind of game.
        kind: String,
        /// The time control; none if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<ClockRule>,
        /// The name to play under.
        name: String,
        /// Whether the game may be listed for others to watch.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        listed: bool,
    },
    /// Answer an offer: the person is there.
    Ready {},
    /// Look for an opponent no more.
    Withdraw {},
}

/// A frame from the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(
    tag = "type",
    rename_all = "kebab-case",
    rename_all_fields = "camelCase"
)]
pub enum ServerFrame {
    /// The answer to a hello. The state follows, or the changes that the client lacks.
    Welcome {
        /// The version that the server supports.
        version: u32,
        /// The token that identifies the browser from now on, if it sent none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        token: Option<String>,
        /// The server's time.
        now: Millis,
    },
    /// The whole state.
    Lobby(Lobby),
    /// The difference from the state before.
    Changes(Changes),
    /// A command was applied.
    Applied {
        /// The client's number for the command.
        number: u64,
    },
    /// A command was refused and changed nothing.
    Refused {
        /// The client's number for the command.
        number: u64,
        /// The refusal's stable code.
        code: String,
        /// A message for people.
        message: String,
    },
    /// How the client's seek stands.
    Seek(Progress),
    /// A heartbeat, to be answered with a pong.
    Ping {
        /// Its number.
        id: u64,
        /// The server's time.
        now: Millis,
        /// The round-trip time of the last ping.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        lag_millis: Option<Millis>,
    },
}

/// The state of the lobby.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Lobby {
    /// Its number, which increases by one with each change.
    pub number: u64,
    /// Identifies the history that the number belongs to.
    pub mark: String,
    /// The connections to the server.
    pub people: usize,
    /// What the server pairs people for, and how many look for it.
    pub seeks: Vec<SeekCount>,
    /// The listed rooms, newest first.
    pub rooms: Vec<ListedRoom>,
}

/// What changed between two states. A field is absent if nothing did.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Changes {
    /// The number of the new state.
    pub number: u64,
    /// The connections to the server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub people: Option<usize>,
    /// The pairings whose count has changed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seeks: Vec<SeekCount>,
    /// The rooms that are new or have changed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rooms: Vec<ListedRoom>,
    /// The rooms that are no longer listed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gone: Vec<String>,
}

/// How many people look for an opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeekCount {
    /// The kind of game.
    #[serde(with = "Word::<Kind>")]
    pub kind: Kind,
    /// The time control; none if null.
    pub clock: Option<ClockRule>,
    /// The number of people.
    pub count: usize,
}

/// A room in the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ListedRoom {
    /// The id.
    pub room: String,
    /// The kind of game.
    #[serde(with = "Word::<Kind>")]
    pub kind: Kind,
    /// The time control; none if null.
    pub clock: Option<ClockRule>,
    /// Since when the room waits, or the game is played.
    pub since: Millis,
    /// The taken seats: one while the room waits for an opponent, and two during a game, the first side's first.
    pub seats: Vec<ListedSeat>,
    /// The number of spectators.
    pub spectators: usize,
    /// The game; null while the room waits.
    pub game: Option<ListedGame>,
}

/// A seat of a listed room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ListedSeat {
    /// The side; null if it is assigned when the game starts.
    #[serde(with = "MaybeWord::<Side>")]
    pub side: Option<Side>,
    /// The member's name; null if the server does not show it in lists.
    pub name: Option<String>,
    /// The level of a computer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
}

/// The game of a listed room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ListedGame {
    /// The number of moves.
    pub ply: usize,
    /// The position as text.
    pub position: String,
    /// The last move; null before the first.
    pub last_move: Option<String>,
    /// The side to move.
    #[serde(with = "Word::<Side>")]
    pub turn: Side,
}

/// How a client's seek stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(
    tag = "state",
    rename_all = "kebab-case",
    rename_all_fields = "camelCase"
)]
pub enum Progress {
    /// The seek is in the queue.
    Waiting {
        /// Since when.
        since: Millis,
    },
    /// An opponent fits: is the person there?
    Offered {
        /// The client has to be ready before this time.
        until: Millis,
    },
    /// The game has begun.
    Paired {
        /// The room.
        room: String,
        /// The token that owns the client's seat.
        token: String,
    },
    /// The client was not ready in time: the seek has ended.
    Dropped,
    /// Another connection of the same browser has sent a seek.
    Replaced,
}

/// Defines [`LobbyRefusal`] with one line per refusal: variant, code and message.
macro_rules! refusals {
    ($($variant:ident $code:literal $message:literal)*) => {
        /// Why the lobby refuses a command: a stable code for programs and a message for people.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum LobbyRefusal {
            $(#[doc = $message] $variant,)*
        }

        impl LobbyRefusal {
            /// Every refusal.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// The stable code.
            pub const fn code(self) -> &'static str {
                match self {
                    $(Self::$variant => $code,)*
                }
            }

            /// The message for people.
            pub const fn message(self) -> &'static str {
                match self {
                    $(Self::$variant => $message,)*
                }
            }
        }
    };
}

refusals! {
    BadSeek "bad-seek" "This server doesn't pair people for that game and clock."
    BadName "bad-name" "A name is one line of 1 to 40 visible characters."
    BlockedName "blocked-name" "That name isn't allowed here. Choose another one."
    TooManySeeks "too-many-seeks" "You've looked for an opponent too often. Wait a minute."
}

/// Reads a frame from a client.
pub fn read(text: &str) -> Result<ClientFrame, BadFrame> {
    serde_json::from_str(text).map_err(BadFrame::from)
}

/// Encodes a frame from the server.
pub fn write(frame: &ServerFrame) -> String {
    // Cannot fail: the types have no maps with non-string keys.
    serde_json::to_string(frame).unwrap_or_default()
}

/// The frame for a refusal.
pub fn refused(number: u64, refusal: LobbyRefusal) -> ServerFrame {
    ServerFrame::Refused {
        number,
        code: refusal.code().to_owned(),
        message: refusal.message().to_owned(),
    }
}
