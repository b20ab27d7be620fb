//! The inputs of a host.

use raum_room::{Command, Entry, MemberId, Millis, Seq};
use raum_wire::narrow::{Dialect, Request};

use crate::AppendOutcome;

/// A connection's number at its host. The driver gives each a greater one than the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SessionId(pub u64);

/// Where a connection comes from. Connections of one origin share what an origin may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Origin(pub u128);

/// An input of a host.
#[derive(Clone, Debug)]
pub enum Input {
    /// A session wants to enter.
    Enter(Box<Enter>),
    /// A session in the native dialect asks for the entries after one.
    CatchUp(SessionId, Seq),
    /// A session asks for something.
    Act(SessionId, Action),
    /// A session has ended.
    Disconnect(SessionId),
    /// The append that the host asked for has ended.
    Appended(AppendOutcome),
    /// What the journal has behind the room's last entry; nothing if it cannot be read.
    Read(Option<Vec<Entry>>),
    /// Another host has appended these.
    Followed(Vec<Entry>),
    /// The time that the host waited for has come.
    Wake,
    /// Who is in the room on other nodes. Before this, a host takes nobody for absent.
    OtherNodes(OtherNodes),
}

/// A session that wants to enter.
#[derive(Clone, Debug)]
pub struct Enter {
    /// The session.
    pub session: SessionId,
    /// Where it comes from.
    pub origin: Origin,
    /// Whether it has shown the room's pass key.
    pub key_shown: bool,
    /// What it speaks.
    pub handshake: Handshake,
}

/// What a session speaks, with what it shows on entering.
#[derive(Clone, Debug)]
pub enum Handshake {
    /// The native dialect.
    Native {
        /// The hash of its token.
        token_hash: String,
        /// The token itself, where it is new to the client.
        new_token: Option<String>,
        /// The hash of a code that takes a seat over from another device.
        transfer_hash: Option<String>,
        /// The last entry that the client has.
        after: Seq,
        /// The mark of that entry as the client shows it, and as the journal has it where the host
        /// [does not know it](crate::Host::knows_mark).
        marks: [Option<String>; 2],
    },
    /// A narrow dialect.
    Narrow {
        /// Which.
        dialect: Dialect,
        /// What the client is called.
        name: String,
        /// A random number, by which a seat that the session takes is recognised in the journal.
        nonce: u64,
    },
}

/// What a session asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// In the native dialect: the client's number for it, and what.
    Command(u64, Command),
    /// In a narrow dialect.
    Request(Request),
}

/// Who is in the room on other nodes, all of them together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OtherNodes {
    /// Who is here on them.
    pub presence: NodePresence,
    /// Whether no node has served the room since its last entry: a member who cannot come back is gone.
    pub unattended: bool,
}

/// Who is in the room on a node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodePresence {
    /// The members with a session.
    pub members: Vec<PresentMember>,
    /// How many watch.
    pub spectators: usize,
    /// The names of the spectators who have given one.
    pub watchers: Vec<String>,
}

/// A member with a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PresentMember {
    /// Who.
    pub member: MemberId,
    /// Since when, and on which node: the newest connection drives the seat.
    pub since: (Millis, u64),
    /// Whether their dialect can follow a game that goes back.
    pub follows_takebacks: bool,
}
