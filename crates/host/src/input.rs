//! The inputs of a host.

use raum_room::{Command, Entry, MemberId, Millis, Seq, ThoughtKey};
use raum_wire::narrow::{Dialect, Request};

use crate::AppendOutcome;

/// A connection's number at its host. The driver numbers connections in ascending order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SessionId(pub u64);

/// The client network that a connection comes from: connections from one network share its limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Network(pub u128);

/// An input of a host.
#[derive(Clone, Debug)]
pub enum Input {
    /// A session asks to enter.
    Enter(Box<Enter>),
    /// A native session asks for the entries after this one.
    CatchUp(SessionId, Seq),
    /// A session sends a command or a request.
    Act(SessionId, Action),
    /// The answer to [`Effect::Think`](crate::Effect::Think), with the key of its thought: what the machine does.
    Thought(ThoughtKey, Vec<Command>),
    /// A session has ended.
    Disconnect(SessionId),
    /// The outcome of [`Effect::Append`](crate::Effect::Append).
    Appended(AppendOutcome),
    /// The result of [`Effect::Read`](crate::Effect::Read): the journal's entries after the room's last one, or `None`
    /// if the read failed.
    Read(Option<Vec<Entry>>),
    /// Entries that another host has appended.
    Followed(Vec<Entry>),
    /// The time of [`Effect::WakeAt`](crate::Effect::WakeAt) has come.
    Wake,
    /// Who is connected to other nodes. Until the first of these, the host counts no member as away.
    OtherNodes(OtherNodes),
}

/// A session that asks to enter.
#[derive(Clone, Debug)]
pub struct Enter {
    /// The session.
    pub session: SessionId,
    /// The network that it comes from.
    pub network: Network,
    /// Whether the client has proved that it knows the room's pass key.
    pub key_shown: bool,
    /// The rest depends on the protocol.
    pub handshake: Handshake,
}

/// What a client sends when it enters.
#[derive(Clone, Debug)]
pub enum Handshake {
    /// In the native dialect.
    Native(NativeHandshake),
    /// In a narrow dialect.
    Narrow(NarrowHandshake),
}

/// What a native client sends when it enters.
#[derive(Clone, Debug)]
pub struct NativeHandshake {
    /// The hash of the client's token.
    pub token_hash: String,
    /// The token, if the server has just issued it.
    pub new_token: Option<String>,
    /// The hash of a transfer code.
    pub transfer_hash: Option<String>,
    /// The client's cursor: the last entry that it has.
    pub after: Seq,
    /// The mark of that entry according to the client, and according to the journal if the host
    /// [does not know it](crate::Host::knows_mark).
    pub marks: [Option<String>; 2],
}

/// What a client of a narrow dialect sends when it enters.
#[derive(Clone, Debug)]
pub struct NarrowHandshake {
    /// The dialect.
    pub dialect: Dialect,
    /// The client's name.
    pub name: String,
    /// A random number that identifies this session's seat in the journal.
    pub nonce: u64,
}

/// A command or request of a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// A command in the native dialect, with the client's number for it.
    Command(u64, Command),
    /// A request in a narrow dialect.
    Request(Request),
}

/// Who is connected to the room on all other nodes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OtherNodes {
    /// Their sessions.
    pub presence: NodePresence,
    /// Since when other nodes have counted members as away. Only counts when the host learns of other nodes for the first
    /// time: from then on it sees for itself.
    pub away_since: Vec<(MemberId, Millis)>,
    /// Whether no node has served the room since its last entry, or a node that served it has ended. A member who is on no
    /// node and cannot reconnect is then gone.
    pub unattended: bool,
}

/// Who is connected to the room on a node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodePresence {
    /// The members with a session.
    pub members: Vec<PresentMember>,
    /// The number of spectators.
    pub spectators: usize,
    /// The names of spectators who gave one.
    pub watchers: Vec<String>,
    /// The spectators whom narrow dialects report, by number and name.
    pub visitors: Vec<(u64, String)>,
}

/// A member with a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PresentMember {
    /// The member.
    pub member: MemberId,
    /// When the session entered, and on which node: the newest session controls the seat.
    pub since: (Millis, u64),
}
