//! What a host wants done.

use raum_room::{EncodedEntry, Millis, Refusal, Seq};
use raum_wire::native::Close;

use crate::{Origin, SessionId};

/// What a host wants done. The driver does it in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Append these entries, and tell what became of it. Nothing else is decided meanwhile.
    Append {
        /// They follow the room's last entry.
        entries: Vec<EncodedEntry>,
        /// The session whose doing they are, if it is anybody's.
        payer: Option<SessionId>,
    },
    /// Read what the journal has after this entry, and tell.
    Read(Seq),
    /// Send a frame. It is encoded once for all who get it.
    Send {
        /// The sessions, in the order of their numbers.
        to: Vec<SessionId>,
        /// The frame.
        frame: String,
    },
    /// Close a session. It says that it has gone in its own time.
    Close(SessionId, Close),
    /// A session has entered. In the native dialect it gets this frame first.
    Entered(SessionId, Option<String>),
    /// A session does not enter.
    Denied(SessionId, Denied),
    /// The next entries for a session that catches up.
    Backlog(SessionId, Backlog),
    /// A session's command was done, or refused.
    Answered(SessionId, Option<Refusal>),
    /// A client of this origin hit a limit.
    LimitHit(&'static str, Option<Origin>),
    /// Tell the host when it is this time, and not before.
    WakeAt(Option<Millis>),
    /// [`Host::presence`](crate::Host::presence) has changed: other nodes want to know.
    PresenceChanged,
    /// The journal has lost what the host knows: drop the host.
    Stop,
}

/// Entries that a session lacks, as many as it may hold at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Backlog {
    /// The next ones.
    Recent {
        /// In frames.
        frames: Vec<String>,
        /// The last of them, if there are more. Without it, whatever happens from now on comes by itself.
        more_after: Option<Seq>,
    },
    /// The host does not have them any more: the journal does.
    Trimmed,
}

/// Why a client does not come in, or does not get what it asks for. Each dialect, and HTTP, has its own words for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Denied {
    /// There is no such room.
    NoRoom,
    /// The room cannot be played in the dialect.
    NotServed,
    /// The room does not let the client in.
    Forbidden,
    /// The client's cursor is not of this room's history.
    Cursor,
    /// There is no place for another session, or for another loaded room.
    Full,
    /// The journal has no space for another room.
    NoSpace,
    /// The address has too much waiting.
    Busy,
    /// The client asks too often: it may ask again after this long.
    TooMany(Millis),
    /// The journal cannot be read or written.
    Unavailable,
    /// The room's journal is damaged.
    Damaged,
    /// A newer version has written the room's journal.
    Newer,
    /// The server restarts.
    Restart,
    /// The room refuses.
    Refused(Refusal),
}
