//! The effects that a host asks its driver to perform.

use raum_room::{EncodedEntry, Millis, Refusal, Seq, Thought};
use raum_wire::native::Close;

use crate::{Network, SessionId};

/// An effect. The driver performs effects in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Append these entries and report the outcome. The host decides nothing until then.
    Append {
        /// Entries that follow the room's last one.
        entries: Vec<EncodedEntry>,
        /// The session whose rate limit pays for them, if a session caused them.
        payer: Option<SessionId>,
    },
    /// Read the journal after this entry and report the result.
    Read(Seq),
    /// Send a frame, which is encoded once for all its receivers.
    Send {
        /// The sessions, in ascending order.
        to: Vec<SessionId>,
        /// The frame.
        frame: String,
    },
    /// Close a session. The driver reports its end as [`Input::Disconnect`](crate::Input::Disconnect).
    Close(SessionId, Close),
    /// A session has entered. A native session gets this frame first.
    Entered(SessionId, Option<String>),
    /// A session may not enter.
    Denied(SessionId, Denied),
    /// The answer to [`Input::CatchUp`](crate::Input::CatchUp).
    Backlog(SessionId, Backlog),
    /// The host has answered an action: applied it, or refused it.
    Answered(SessionId, Option<Refusal>),
    /// A client of this network hit a limit.
    LimitHit(&'static str, Option<Network>),
    /// Send [`Input::Wake`](crate::Input::Wake) at this time. Replaces the time before.
    WakeAt(Option<Millis>),
    /// Think for a machine, and report the answer as [`Input::Thought`](crate::Input::Thought), not before the time that
    /// the thought names. The host asks once for each situation in which the machine has to act.
    Think(Box<Thought>),
    /// Stop thinking: the situation has changed, and an answer would be void.
    StopThinking,
    /// Publish [`Host::presence`](crate::Host::presence) to other nodes: it has changed.
    PresenceChanged,
    /// Drop the host: the journal has lost entries that the host has applied.
    Stop,
}

/// Entries that a session has missed, at most as many as it may buffer at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Backlog {
    /// The next entries, from the host's log.
    Recent {
        /// Frames with the entries.
        frames: Vec<String>,
        /// The cursor for the next part. Without one, the session has caught up and receives new entries as they happen.
        more_after: Option<Seq>,
    },
    /// The host's log has been trimmed: read these entries from the journal.
    Trimmed,
}

/// Why a client may not enter or does not get what it asked for. Each dialect, and HTTP, translates it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Denied {
    /// The room does not exist.
    NoRoom,
    /// The dialect does not support the room.
    NotServed,
    /// The room does not admit the client.
    Forbidden,
    /// The client's cursor is not part of this room's history.
    Cursor,
    /// The room, or the server, has reached its limit of sessions or loaded rooms.
    Full,
    /// The journal has no space for another room.
    NoSpace,
    /// Too much work of this address is queued.
    Busy,
    /// The client has hit a rate limit, and may retry after this time.
    TooMany(Millis),
    /// The journal cannot be read or written.
    Unavailable,
    /// The room's journal is damaged.
    Damaged,
    /// A newer version of raum has written the room's journal.
    Newer,
    /// The server is restarting.
    Restart,
    /// The room refuses the action.
    Refused(Refusal),
}
