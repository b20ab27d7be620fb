//! What one client, one room or the server may use, in one place, with units in the names.

use std::{ops::RangeInclusive, time::Duration};

use raum_room::Millis;

/// The longest frame that a client may send.
pub(crate) const FRAME_BYTES_MAX: usize = 16 * 1024;

/// How much of a replay a connection holds at once.
pub(crate) const REPLAY_BYTES_MAX: usize = 32 * 1024;

/// The longest frame of entries in a replay; one entry alone may be longer. A connection's buffer stays as
/// big as the biggest frame that went through it, for as long as the connection lasts.
pub(crate) const REPLAY_FRAME_BYTES_MAX: usize = 1024;

/// How much is read from a connection in one go. A connection holds as much for as long as it lasts.
pub(crate) const READ_BYTES: usize = 512;

/// From when on frames are written to a connection, and not kept to go together with those that follow.
pub(crate) const WRITE_BYTES: usize = 512;

/// How many frames wait for a connection to take them before it is closed as too slow.
pub(crate) const OUTBOX_FRAMES_MAX: usize = 64;

/// How many questions wait for a host.
pub(crate) const MAILBOX_MAX: usize = 64;

/// How many connections one room takes.
pub(crate) const ROOM_SESSIONS_MAX: usize = 500;

/// How many commands of one connection are taken at once; they come back at [`COMMANDS_PER_SECOND`].
pub(crate) const COMMANDS_BURST: u32 = 40;

/// How many commands a second one connection may send for long.
pub(crate) const COMMANDS_PER_SECOND: u32 = 20;

/// How long a connection may take to say hello.
pub(crate) const HELLO_TIMEOUT: Duration = Duration::from_secs(10);

/// How often the connections of a room are told who is here, at most.
pub(crate) const PRESENCE_INTERVAL: Duration = Duration::from_millis(250);

/// How often a connection is pinged. Two unanswered pings end it.
pub(crate) const PING_INTERVAL: Duration = Duration::from_secs(20);

/// How long a connection may take to receive what is sent to it.
pub(crate) const SEND_TIMEOUT: Duration = Duration::from_secs(40);

/// How long a connection that is being closed may take to say so.
pub(crate) const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// How long a room without connections stays loaded: longer than the usual grace. In a room with a longer
/// one whoever is away is away anew once it is loaded again.
pub(crate) const ROOM_IDLE: Duration = Duration::from_mins(2);

/// How long a host waits before it tries again what it could not do by itself.
pub(crate) const RETRY: Duration = Duration::from_secs(1);

/// How many pass keys are tried at once: each takes a core and 19 MB for some milliseconds.
pub(crate) const PASS_KEY_CHECKS_MAX: usize = 2;

/// The longest body of a request: it has room for the moves of the longest games.
pub(crate) const REQUEST_BYTES_MAX: usize = 64 * 1024;

/// How many characters a pass key has.
pub(crate) const PASS_KEY_CHARS: RangeInclusive<usize> = 4..=64;

/// The time that a clock may give each side at the start: a second to a day.
pub(crate) const CLOCK_INITIAL_MILLIS: RangeInclusive<Millis> = 1_000..=24 * 60 * 60 * 1_000;

/// The most time that a clock may add after each move: an hour.
pub(crate) const CLOCK_INCREMENT_MILLIS_MAX: Millis = 60 * 60 * 1_000;

/// How long a room may have the opponent of somebody who is away wait: a second to an hour.
pub(crate) const GRACE_MILLIS: RangeInclusive<Millis> = 1_000..=60 * 60 * 1_000;
