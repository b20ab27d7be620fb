//! All limits on clients, rooms and the server, with units in their names.
//!
//! The operator sets [`Limits`]. The defaults let a school play behind one address, and stop one address from taking
//! over the server. The constants below them are tuning parameters.

use std::{ops::RangeInclusive, time::Duration};

use clap::{Args, builder::RangedU64ValueParser};
use raum_room::{MESSAGE_CHARS_MAX, Millis};

/// Defines [`Limits`] from one line each: the default, the range, and the environment variable.
macro_rules! limits {
    ($($(#[doc = $help:literal])+ $name:ident: $type:ty = $default:literal in $range:expr, $variable:literal;)+) => {
        /// The limits that the operator can set.
        #[derive(Args, Clone, Debug)]
        #[command(next_help_heading = "Limits")]
        pub(crate) struct Limits {
            $(
                $(#[doc = $help])+
                #[arg(
                    long,
                    env = $variable,
                    hide_short_help = true,
                    value_name = "N",
                    default_value_t = $default,
                    value_parser = RangedU64ValueParser::<$type>::new().range($range),
                )]
                pub(crate) $name: $type,
            )+
        }

        impl Default for Limits {
            fn default() -> Self {
                Self { $($name: $default,)+ }
            }
        }
    };
}

limits! {
    /// Connections in total
    connections_max: usize = 20_000 in 1.., "RAUM_CONNECTIONS_MAX";
    /// Connections per address; an IPv6 /64 network counts as one address
    connections_per_address_max: usize = 1_000 in 1.., "RAUM_CONNECTIONS_PER_ADDRESS_MAX";
    /// Timeout for an idle connection, and for receiving the head of a request
    idle_seconds_max: u64 = 30 in 1..=3600, "RAUM_IDLE_SECONDS_MAX";
    /// Timeout for a request, from its head to its response
    request_seconds_max: u64 = 20 in 1..=3600, "RAUM_REQUEST_SECONDS_MAX";
    /// Size limit of a request body
    body_bytes_max: usize = 65_536 in 1024..=16_777_216, "RAUM_BODY_BYTES_MAX";
    /// API requests per address and minute
    requests_per_minute: usize = 1_200 in 1..=100_000, "RAUM_REQUESTS_PER_MINUTE";

    /// Concurrent API responses per address
    answers_per_address_max: usize = 100 in 1..=100_000, "RAUM_ANSWERS_PER_ADDRESS_MAX";

    /// Sessions (WebSocket and Socket.IO) per address
    sessions_per_address_max: usize = 800 in 1.., "RAUM_SESSIONS_PER_ADDRESS_MAX";
    /// Size limit of a frame from a client
    frame_bytes_max: usize = 16_384 in 1024..=1_048_576, "RAUM_FRAME_BYTES_MAX";
    /// Commands per second and seat token, over all its connections, or per connection without a token; faster clients are slowed down
    commands_per_second: u32 = 50 in 1..=1_000_000, "RAUM_COMMANDS_PER_SECOND";
    /// Commands that a seat token may send in a burst
    commands_burst: u32 = 200 in 1..=1_000_000, "RAUM_COMMANDS_BURST";
    /// Commands per second and address, over all its connections; never less than for one seat token. Faster clients are slowed down
    address_commands_per_second: u32 = 150 in 1..=1_000_000, "RAUM_ADDRESS_COMMANDS_PER_SECOND";
    /// Commands that an address may send in a burst; never less than for one seat token
    address_commands_burst: u32 = 600 in 1..=1_000_000, "RAUM_ADDRESS_COMMANDS_BURST";
    /// How long a session may exceed its rate limit without a pause before it is closed
    flood_seconds_max: u64 = 30 in 1..=3600, "RAUM_FLOOD_SECONDS_MAX";
    /// New sessions per second and address; further ones wait
    address_sessions_per_second: u32 = 20 in 1..=1_000_000, "RAUM_ADDRESS_SESSIONS_PER_SECOND";
    /// New sessions that an address may open in a burst
    address_sessions_burst: u32 = 800 in 1..=1_000_000, "RAUM_ADDRESS_SESSIONS_BURST";
    /// Timeout for a client's hello
    hello_seconds_max: u64 = 10 in 1..=3600, "RAUM_HELLO_SECONDS_MAX";
    /// Interval of heartbeat pings; a session ends after two unanswered pings
    ping_seconds: u64 = 20 in 1..=3600, "RAUM_PING_SECONDS";
    /// Timeout for sending to a client that does not read
    send_seconds_max: u64 = 40 in 1..=3600, "RAUM_SEND_SECONDS_MAX";
    /// Frames queued for a client before its session is closed as too slow
    outbox_frames_max: usize = 64 in 8..=65_536, "RAUM_OUTBOX_FRAMES_MAX";

    /// Bytes of rooms in the data folder, plus some megabytes of log; at 90 % the server opens no more rooms
    data_bytes_max: u64 = 10_737_418_240 in 100_000.., "RAUM_DATA_BYTES_MAX";
    /// Bytes stored per address and hour; beyond that its clients are slowed down and it cannot open rooms
    address_bytes_per_hour: u32 = 25_165_824 in 65_536..=4_294_967_295, "RAUM_ADDRESS_BYTES_PER_HOUR";
    /// Entries stored per address and hour; beyond that its clients are slowed down and it cannot open rooms
    address_entries_per_hour: u32 = 100_000 in 100..=4_294_967_295, "RAUM_ADDRESS_ENTRIES_PER_HOUR";
    /// Rooms loaded at once
    rooms_max: usize = 20_000 in 1.., "RAUM_ROOMS_MAX";
    /// Rooms loaded at once per address; idle ones are unloaded for new ones
    rooms_per_address_max: usize = 2_000 in 1.., "RAUM_ROOMS_PER_ADDRESS_MAX";
    /// Rooms opened per address and hour
    rooms_per_hour: usize = 600 in 1..=100_000, "RAUM_ROOMS_PER_HOUR";
    /// Lookups of nonexistent rooms per address and minute
    unknown_rooms_per_minute: usize = 60 in 1..=100_000, "RAUM_UNKNOWN_ROOMS_PER_MINUTE";
    /// How long a room without sessions stays loaded
    room_idle_seconds: u64 = 120 in 1..=86_400, "RAUM_ROOM_IDLE_SECONDS";
    /// Sessions per room, including spectators
    sessions_per_room_max: usize = 500 in 2..=100_000, "RAUM_SESSIONS_PER_ROOM_MAX";
    /// Sessions without a seat per room and address
    sessions_per_room_and_address_max: usize = 100 in 1..=100_000, "RAUM_SESSIONS_PER_ROOM_AND_ADDRESS_MAX";
    /// Renames, seat changes, draw offers and takeback requests per member and minute, each counted separately
    changes_per_minute: usize = 60 in 1..=100_000, "RAUM_CHANGES_PER_MINUTE";
    /// Entries per member and game, without moves and messages; beyond that a member can only move, chat or end the game
    entries_per_game_max: u64 = 3_000 in 100..=1_000_000, "RAUM_ENTRIES_PER_GAME_MAX";
    /// Entries per room; beyond that no new game can start
    entries_per_room_max: u64 = 200_000 in 100..=10_000_000, "RAUM_ENTRIES_PER_ROOM_MAX";
    /// Characters per chat message
    message_chars_max: usize = 500 in 1..=MESSAGE_CHARS_MAX as u64, "RAUM_MESSAGE_CHARS_MAX";
    /// Chat messages per member or spectator and minute
    messages_per_minute: usize = 60 in 1..=10_000, "RAUM_MESSAGES_PER_MINUTE";
    /// Chat messages per member and game, and of all spectators together
    messages_per_game_max: u64 = 2_000 in 1..=1_000_000, "RAUM_MESSAGES_PER_GAME_MAX";

    /// Seeks of an opponent per browser and minute
    seeks_per_minute: usize = 30 in 1..=10_000, "RAUM_SEEKS_PER_MINUTE";
    /// Seeks of an opponent per address and minute
    address_seeks_per_minute: usize = 300 in 1..=100_000, "RAUM_ADDRESS_SEEKS_PER_MINUTE";
    /// Rooms of an address that the lobby lists at once
    listed_rooms_per_address_max: usize = 20 in 1..=100, "RAUM_LISTED_ROOMS_PER_ADDRESS_MAX";
    /// Reports of chat messages per address and hour
    reports_per_hour: usize = 60 in 1..=10_000, "RAUM_REPORTS_PER_HOUR";

    /// Wrong pass keys and transfer codes per room, address and minute
    wrong_keys_per_minute: usize = 10 in 1..=1_000, "RAUM_WRONG_KEYS_PER_MINUTE";
    /// Pass keys per address and minute, right or wrong: each costs a deliberately slow hash
    pass_keys_per_minute: usize = 300 in 1..=100_000, "RAUM_PASS_KEYS_PER_MINUTE";
    /// Pass keys hashed at once: each takes a core and 19 MB for some milliseconds
    pass_key_hashes_max: usize = 2 in 1..=1_024, "RAUM_PASS_KEY_HASHES_MAX";
    /// How long a transfer code for another device is valid
    transfer_seconds_max: u64 = 300 in 10..=3600, "RAUM_TRANSFER_SECONDS_MAX";
}

impl Limits {
    /// The limits that a room's host enforces, on a server with or without computers.
    pub(crate) fn of_a_room(&self, machines: bool) -> raum_host::Limits {
        raum_host::Limits {
            sessions_per_room_max: self.sessions_per_room_max,
            sessions_per_room_and_address_max: self.sessions_per_room_and_address_max,
            changes_per_minute: self.changes_per_minute,
            entries_per_game_max: self.entries_per_game_max,
            entries_per_room_max: self.entries_per_room_max,
            message_chars_max: self.message_chars_max,
            messages_per_minute: self.messages_per_minute,
            messages_per_game_max: self.messages_per_game_max,
            transfer_millis: self.transfer_seconds_max * 1_000,
            machines,
            clock_stops_unattended: true,
        }
    }
}

/// Entries per page when a replay reads from the journal because the host no longer has them in memory.
pub(crate) const REPLAY_PAGE_ENTRIES: usize = 32;

/// The read buffer of a connection, which it has for its whole life.
pub(crate) const READ_BYTES: usize = 512;

/// The write buffer of a connection: more is flushed at once.
pub(crate) const WRITE_BYTES: usize = 512;

/// The send buffer of a connection in the kernel, which would otherwise grow to 4 MB for a client that does not read.
pub(crate) const SEND_BUFFER_BYTES: u32 = 128 * 1024;

/// The backlog of the listener.
pub(crate) const CONNECTIONS_WAITING_MAX: u32 = 1024;

/// The size limit of a request head.
pub(crate) const HEAD_BYTES_MAX: usize = 16 * 1024;

/// How many rejected connections get a response at once. Further ones are closed without one.
pub(crate) const TURNED_AWAY_MAX: usize = 256;

/// How full the journal may be for a new room, in percent. The rest is reserved for open rooms.
pub(crate) const NEW_ROOMS_PERCENT_MAX: u64 = 90;

/// Unanswered commands per session before the next one is read. The answers always fit into the session's outbox, and
/// most of the host's mailbox is left to other sessions.
pub(crate) const COMMANDS_UNDER_WAY_MAX: usize = 4;

/// The longest that a new session waits for its turn before it is refused.
pub(crate) const SESSION_WAIT_MAX: Duration = Duration::from_secs(10);

/// Rooms with a running clock or an absent member that may be unloaded at once, at some hundred bytes each. Further ones
/// with a clock stay loaded; in the others, absences begin again when they are loaded.
pub(crate) const ROOMS_ASLEEP_MAX: usize = 200_000;

/// Sleeping rooms woken at once.
pub(crate) const WAKING_MAX: usize = 16;

/// Messages queued for a host.
pub(crate) const MAILBOX_MAX: usize = 64;

/// The size of the cache of rooms for HTTP.
pub(crate) const SNAPSHOTS_BYTES_MAX: usize = 16 * 1024 * 1024;

/// Entries of an export in memory at once, per connection.
pub(crate) const EXPORT_PAGE_ENTRIES: usize = 64;

/// Exported entries per address: the burst, and the rate per second beyond it. An entry costs about a microsecond, so
/// unlimited exports could keep every core busy.
pub(crate) const EXPORT_ENTRIES_BURST: u32 = 20_000;
pub(crate) const EXPORT_ENTRIES_PER_SECOND: u32 = 10_000;

/// Jobs of one address that may wait for a worker. Further ones are refused.
pub(crate) const WORK_PER_ADDRESS_MAX: usize = 64;

/// Rooms that one Socket.IO socket may be in at once.
pub(crate) const ROOMS_PER_SOCKET_MAX: usize = 16;

/// The timeout of the closing handshake.
pub(crate) const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// How long a host waits before it retries a failed task of its own.
pub(crate) const RETRY: Duration = Duration::from_secs(1);

/// The length of a pass key.
pub(crate) const PASS_KEY_CHARS: RangeInclusive<usize> = 4..=64;

/// The longest code that Chessata clients can choose for a room.
pub(crate) const CODE_CHARS_MAX: usize = 64;

/// The most moves that a room can be opened with: more than any real game, and cheap to check.
pub(crate) const OPENING_MOVES_MAX: usize = 2_000;

/// The initial time of a clock: a second to a day.
pub(crate) const CLOCK_INITIAL_MILLIS: RangeInclusive<Millis> = 1_000..=24 * 60 * 60 * 1_000;

/// The longest increment of a clock: an hour.
pub(crate) const CLOCK_INCREMENT_MILLIS_MAX: Millis = 60 * 60 * 1_000;

/// The time limit of first moves: a second to a day.
pub(crate) const FIRST_MOVE_MILLIS: RangeInclusive<Millis> = 1_000..=24 * 60 * 60 * 1_000;

/// The grace period before the opponent of an absent member may claim the game: a second to a day.
pub(crate) const GRACE_MILLIS: RangeInclusive<Millis> = 1_000..=24 * 60 * 60 * 1_000;
