//! raum's own dialect: JSON objects in text frames. Clauses in `docs/dialects/raum.md`.

use raum_room::{Command, Entry, MemberId, Millis, Refusal, Seq};
use serde::{Deserialize, Serialize};

/// The version of the dialect that this program supports.
pub const VERSION: u32 = 1;

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
        /// The last entry that the client has; 0 for none.
        #[serde(default)]
        after: Seq,
        /// The mark of that entry, as the server sent it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mark: Option<String>,
        /// The token that owns the client's seat, or will own the seat that it takes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        token: Option<String>,
        /// The room's pass key.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<String>,
        /// The transfer code that adds this device to a seat.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        transfer: Option<String>,
    },
    /// A command to the room.
    Command {
        /// The client's number for the command, incremented each time.
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

/// A frame from the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(
    tag = "type",
    rename_all = "kebab-case",
    rename_all_fields = "camelCase"
)]
pub enum ServerFrame {
    /// The answer to a hello. The entries that the client lacks follow.
    Welcome {
        /// The version that the server supports.
        version: u32,
        /// The room's id.
        room: String,
        /// The client's seat, if its token owns one.
        member: Option<MemberId>,
        /// The token that will own the seat that the client takes, if it sent none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        token: Option<String>,
        /// The last entry of the room.
        last: Seq,
        /// The mark of that entry.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mark: Option<String>,
        /// The server's time.
        now: Millis,
    },
    /// New entries, in order and without gaps.
    Entries {
        /// The entries, without their private parts.
        entries: Vec<Entry>,
        /// The mark of the last entry.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mark: Option<String>,
    },
    /// A command was applied.
    Applied {
        /// The client's number for the command.
        number: u64,
        /// The entry that answers it; the room's last entry if it caused none.
        seq: Seq,
        /// The client's seat after the command.
        member: Option<MemberId>,
    },
    /// A command was refused and changed nothing. With the code `outcome-unknown` it may have been applied.
    Refused {
        /// The client's number for the command.
        number: u64,
        /// The refusal's stable code.
        code: String,
        /// A message for people.
        message: String,
    },
    /// Who is connected.
    Presence(Presence),
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

/// Who is connected to the room. Not part of the journal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Presence {
    /// The members who are disconnected.
    pub away: Vec<Away>,
    /// The number of spectators.
    pub spectators: usize,
    /// The names of the spectators who gave one, up to a limit.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub watchers: Vec<String>,
}

/// A member who is disconnected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Away {
    /// The member.
    pub member: MemberId,
    /// When the member disconnected.
    pub since: Millis,
}

/// Defines [`Close`] from one line per close code.
macro_rules! close_codes {
    ($($name:ident = $code:literal $reason:literal)*) => {
        /// Why the server closes a connection: the code and the reason of the WebSocket's close frame.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u16)]
        pub enum Close {
            $(#[doc = concat!("`", $code, "`: ", $reason, ".")] $name = $code,)*
        }

        impl Close {
            /// Every close code, in ascending order.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The code of the close frame.
            pub const fn code(self) -> u16 {
                self as u16
            }

            /// The reason of the close frame.
            pub const fn reason(self) -> &'static str {
                match self {
                    $(Self::$name => $reason,)*
                }
            }
        }
    };
}

close_codes! {
    RoomClosed = 1000 "the room is closed"
    TooBig = 1009 "the frame is too long"
    Restart = 1012 "the server is restarting"
    BadFrame = 4000 "the frame is not part of this dialect"
    NoHello = 4001 "the first frame was not a hello, or came too late"
    Version = 4002 "the server speaks another version"
    NoRoom = 4003 "the room does not exist"
    Forbidden = 4004 "the room does not admit the client"
    Slow = 4005 "the connection cannot keep up"
    Replaced = 4006 "a newer connection controls the seat"
    Silent = 4007 "pings were not answered"
    Flood = 4008 "too many requests"
    Cursor = 4009 "the cursor does not belong to this room's history"
    Journal = 4010 "the room's journal is unavailable"
    Full = 4011 "the server is full"
    Newer = 4012 "the room was written by a newer raum"
}

impl Close {
    /// Whether the server sends the waiting frames before it closes.
    pub const fn is_orderly(self) -> bool {
        matches!(self, Self::Restart | Self::RoomClosed)
    }
}

/// An invalid frame.
#[derive(Debug, thiserror::Error)]
#[error("not a frame of this dialect: {0}")]
pub struct BadFrame(#[from] serde_json::Error);

/// Reads a frame from a client.
pub fn read(text: &str) -> Result<ClientFrame, BadFrame> {
    serde_json::from_str(text).map_err(BadFrame)
}

/// Encodes a frame from the server.
pub fn write(frame: &ServerFrame) -> String {
    // Cannot fail: the types have no maps with non-string keys.
    serde_json::to_string(frame).unwrap_or_default()
}

/// The frame for a refusal.
pub fn refused(number: u64, refusal: Refusal) -> ServerFrame {
    ServerFrame::Refused {
        number,
        code: refusal.code().to_owned(),
        message: refusal.to_string(),
    }
}

/// A frame of entries that are already encoded, with the mark of the last one. Each entry is encoded once for all
/// connections. A mark is hexadecimal.
pub fn entries_frame(entries: &[impl AsRef<str>], mark: &str) -> String {
    let entries: Vec<&str> = entries.iter().map(AsRef::as_ref).collect();
    let entries = entries.join(",");
    format!(r#"{{"type":"entries","entries":[{entries}],"mark":"{mark}"}}"#)
}
