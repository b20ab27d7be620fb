//! What nodes send each other. Fields that a version does not know are ignored, and missing ones have defaults, so that
//! nodes of two versions understand each other.

use raum_host::{NodePresence, PresentMember};
use raum_journal::RoomId;
use raum_lobby::{FromPool, PoolId, ToPool};
use raum_room::{MemberId, Millis};
use serde::{Deserialize, Serialize};

/// The topic that all nodes receive. The topic with a node's number is for that node alone.
pub(super) const ALL: &str = "all";

/// A message between nodes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub(super) enum Message {
    /// The node is alive.
    Beat {
        node: u64,
        /// The number of the last [`Message::Room`] that it has sent.
        number: u64,
    },
    /// The node ends.
    Bye { node: u64 },
    /// The node's part in a room has changed.
    Room {
        node: u64,
        /// Counts these messages: a gap shows that one was lost.
        number: u64,
        room: String,
        part: Option<Part>,
    },
    /// The node asks for others' parts in rooms.
    Ask { node: u64, rooms: Vec<String> },
    /// The node's parts in the rooms that another node has asked for.
    Answer {
        node: u64,
        /// The number of the last [`Message::Room`] before this answer.
        number: u64,
        rooms: Vec<(String, Option<Part>)>,
    },
    /// A message from the lobby of the node.
    Lobby { node: u64, message: LobbyMessage },
}

/// What the lobbies of nodes send each other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub(crate) enum LobbyMessage {
    /// What the node contributes to the lobby.
    Part {
        part: raum_lobby::Part,
        /// The term of its pool, if it has one.
        pool: Option<u64>,
    },
    /// From the node's desk to a pool.
    ToPool { pool: PoolId, message: ToPool },
    /// From the node's pool to the seek of a desk.
    FromPool {
        pool: PoolId,
        number: u64,
        message: FromPool,
    },
}

impl Message {
    /// The sender.
    pub(super) fn node(&self) -> u64 {
        match self {
            Self::Beat { node, .. }
            | Self::Bye { node }
            | Self::Room { node, .. }
            | Self::Ask { node, .. }
            | Self::Answer { node, .. }
            | Self::Lobby { node, .. } => *node,
        }
    }
}

/// A node's part in a room that it has loaded, or whose clock it watches.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Part {
    pub(super) members: Vec<Present>,
    pub(super) spectators: usize,
    pub(super) watchers: Vec<String>,
    pub(super) visitors: Vec<(u64, String)>,
    /// Since when it counts members as away.
    pub(super) away: Vec<(u32, Millis)>,
    /// Whether it can think for the room's machine.
    pub(super) thinks: bool,
}

/// A member with a session.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Present {
    member: u32,
    /// When the session entered. The node's number decides between two that entered at the same time.
    since: Millis,
    node: u64,
}

impl Part {
    pub(super) fn set_presence(&mut self, presence: NodePresence) {
        let present = |present: PresentMember| Present {
            member: present.member.0,
            since: present.since.0,
            node: present.since.1,
        };
        self.members = presence.members.into_iter().map(present).collect();
        self.spectators = presence.spectators;
        self.watchers = presence.watchers;
        self.visitors = presence.visitors;
    }

    pub(super) fn add_to(&self, presence: &mut NodePresence) {
        let present = |present: &Present| PresentMember {
            member: MemberId(present.member),
            since: (present.since, present.node),
        };
        presence.members.extend(self.members.iter().map(present));
        presence.spectators += self.spectators;
        presence.watchers.extend_from_slice(&self.watchers);
        presence.visitors.extend_from_slice(&self.visitors);
    }

    /// The time of the newest session.
    pub(super) fn newest(&self) -> Option<Millis> {
        self.members.iter().map(|present| present.since).max()
    }

    pub(super) fn has(&self, member: u32) -> bool {
        self.members.iter().any(|present| present.member == member)
    }
}

/// The room of a message, unless a newer version writes ids in another way.
pub(super) fn room_id(text: &str) -> Option<RoomId> {
    text.parse().ok()
}
