//! What one client, one room and the server may use: all in one place, with units in the names.
//!
//! [`Limits`] are for whoever runs the server to choose. The defaults let a school play behind one address,
//! and keep one address from taking the server. The constants below them are how the program is tuned.

use std::{ops::RangeInclusive, time::Duration};

use clap::{Args, builder::RangedU64ValueParser};
use raum_room::{MESSAGE_CHARS_MAX, Millis};

/// Makes [`Limits`] from a line for each: its default, what it may be, and its environment variable.
macro_rules! limits {
    ($($(#[doc = $help:literal])+ $name:ident: $type:ty = $default:literal in $range:expr, $variable:literal;)+) => {
        /// What the server lets its clients have.
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
    /// Connections in all
    connections_max: usize = 20_000 in 1.., "RAUM_CONNECTIONS_MAX";
    /// Connections from one address; an IPv6 network of 64 bits counts as one
    connections_per_address_max: usize = 1_000 in 1.., "RAUM_CONNECTIONS_PER_ADDRESS_MAX";
    /// How long a connection may wait for its next request, or take to send the head of one
    idle_seconds_max: u64 = 30 in 1..=3600, "RAUM_IDLE_SECONDS_MAX";
    /// How long a request may take, from its head to its answer
    request_seconds_max: u64 = 20 in 1..=3600, "RAUM_REQUEST_SECONDS_MAX";
    /// The longest body of a request
    body_bytes_max: usize = 65_536 in 1024..=16_777_216, "RAUM_BODY_BYTES_MAX";
    /// Requests to the API from one address in a minute
    requests_per_minute: usize = 1_200 in 1..=100_000, "RAUM_REQUESTS_PER_MINUTE";

    /// Answers of the API to one address that are under way at once
    answers_per_address_max: usize = 100 in 1..=100_000, "RAUM_ANSWERS_PER_ADDRESS_MAX";

    /// WebSockets from one address
    sessions_per_address_max: usize = 800 in 1.., "RAUM_SESSIONS_PER_ADDRESS_MAX";
    /// The longest frame that a client may send
    frame_bytes_max: usize = 16_384 in 1024..=1_048_576, "RAUM_FRAME_BYTES_MAX";
    /// Commands in a second by one seat token, over all its connections; without a token, by one connection. Faster clients are slowed
    commands_per_second: u32 = 50 in 1..=1_000_000, "RAUM_COMMANDS_PER_SECOND";
    /// Commands by one seat token before it is slowed
    commands_burst: u32 = 200 in 1..=1_000_000, "RAUM_COMMANDS_BURST";
    /// Commands in a second from one address, over all its connections; at least those of one seat token. Faster clients are slowed
    address_commands_per_second: u32 = 150 in 1..=1_000_000, "RAUM_ADDRESS_COMMANDS_PER_SECOND";
    /// Commands from one address before it is slowed; at least those of one seat token
    address_commands_burst: u32 = 600 in 1..=1_000_000, "RAUM_ADDRESS_COMMANDS_BURST";
    /// How long a session may send faster than it is read, without a pause, before it is closed
    flood_seconds_max: u64 = 30 in 1..=3600, "RAUM_FLOOD_SECONDS_MAX";
    /// New sessions in a second from one address; more have to wait
    address_sessions_per_second: u32 = 20 in 1..=1_000_000, "RAUM_ADDRESS_SESSIONS_PER_SECOND";
    /// New sessions from one address before they have to wait
    address_sessions_burst: u32 = 800 in 1..=1_000_000, "RAUM_ADDRESS_SESSIONS_BURST";
    /// How long a client may take to say hello
    hello_seconds_max: u64 = 10 in 1..=3600, "RAUM_HELLO_SECONDS_MAX";
    /// How often a session is pinged; two unanswered pings end it
    ping_seconds: u64 = 20 in 1..=3600, "RAUM_PING_SECONDS";
    /// How long a client may take to receive what is sent to it
    send_seconds_max: u64 = 40 in 1..=3600, "RAUM_SEND_SECONDS_MAX";
    /// Frames that wait for a client before its session is closed as too slow
    outbox_frames_max: usize = 64 in 8..=65_536, "RAUM_OUTBOX_FRAMES_MAX";

    /// Bytes that rooms take in the data folder, some megabytes of log apart; from 90 % on no room is opened
    data_bytes_max: u64 = 10_737_418_240 in 100_000.., "RAUM_DATA_BYTES_MAX";
    /// Bytes that one address may have stored in an hour; then its clients are slowed, and it opens no rooms
    address_bytes_per_hour: u32 = 25_165_824 in 65_536..=4_294_967_295, "RAUM_ADDRESS_BYTES_PER_HOUR";
    /// Entries that one address may have stored in an hour; then its clients are slowed, and it opens no rooms
    address_entries_per_hour: u32 = 100_000 in 100..=4_294_967_295, "RAUM_ADDRESS_ENTRIES_PER_HOUR";
    /// Rooms that are loaded at once
    rooms_max: usize = 20_000 in 1.., "RAUM_ROOMS_MAX";
    /// Rooms that are loaded at once for one address; idle ones make room for others
    rooms_per_address_max: usize = 2_000 in 1.., "RAUM_ROOMS_PER_ADDRESS_MAX";
    /// Rooms opened from one address in an hour
    rooms_per_hour: usize = 600 in 1..=100_000, "RAUM_ROOMS_PER_HOUR";
    /// Rooms asked for that do not exist, from one address in a minute
    unknown_rooms_per_minute: usize = 60 in 1..=100_000, "RAUM_UNKNOWN_ROOMS_PER_MINUTE";
    /// How long a room without sessions stays loaded
    room_idle_seconds: u64 = 120 in 1..=86_400, "RAUM_ROOM_IDLE_SECONDS";
    /// Sessions in one room, spectators and all
    sessions_per_room_max: usize = 500 in 2..=100_000, "RAUM_SESSIONS_PER_ROOM_MAX";
    /// Sessions without a seat in one room from one address
    sessions_per_room_and_address_max: usize = 100 in 1..=100_000, "RAUM_SESSIONS_PER_ROOM_AND_ADDRESS_MAX";
    /// Times that one member may change their name, take a seat, offer a draw or ask for a takeback in a minute, each counted apart
    changes_per_minute: usize = 60 in 1..=100_000, "RAUM_CHANGES_PER_MINUTE";
    /// Entries of one member in one game, apart from moves and messages: a member who has them can only play on, talk or end the game
    entries_per_game_max: u64 = 3_000 in 100..=1_000_000, "RAUM_ENTRIES_PER_GAME_MAX";
    /// Entries of one room: a room that has them begins no other game
    entries_per_room_max: u64 = 200_000 in 100..=10_000_000, "RAUM_ENTRIES_PER_ROOM_MAX";
    /// The longest message in the chat
    message_chars_max: usize = 500 in 1..=MESSAGE_CHARS_MAX as u64, "RAUM_MESSAGE_CHARS_MAX";
    /// Messages of one speaker in a minute
    messages_per_minute: usize = 60 in 1..=10_000, "RAUM_MESSAGES_PER_MINUTE";
    /// Messages of one member in one game, and of all spectators together
    messages_per_game_max: u64 = 2_000 in 1..=1_000_000, "RAUM_MESSAGES_PER_GAME_MAX";

    /// Wrong pass keys and transfer codes for one room from one address in a minute
    wrong_keys_per_minute: usize = 10 in 1..=1_000, "RAUM_WRONG_KEYS_PER_MINUTE";
    /// Pass keys from one address in a minute, right or wrong: each costs a hash that is slow on purpose
    pass_keys_per_minute: usize = 300 in 1..=100_000, "RAUM_PASS_KEYS_PER_MINUTE";
    /// Pass keys that are hashed at once: each takes a core and 19 MB for some milliseconds
    pass_key_hashes_max: usize = 2 in 1..=1_024, "RAUM_PASS_KEY_HASHES_MAX";
    /// How long a code lasts that takes a seat to another device
    transfer_seconds_max: u64 = 300 in 10..=3600, "RAUM_TRANSFER_SECONDS_MAX";
}

impl Limits {
    /// What one room lets its sessions have.
    pub(crate) fn of_a_room(&self) -> raum_host::Limits {
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
            clock_stops_unattended: true,
        }
    }
}

/// How many entries of a replay are read from the journal at once, where the host no longer holds them.
pub(crate) const REPLAY_PAGE_ENTRIES: usize = 32;

/// How much is read from a connection in one go. A connection holds as much for as long as it lasts.
pub(crate) const READ_BYTES: usize = 512;

/// From when on frames are written to a connection, and not kept to go together with those that follow.
pub(crate) const WRITE_BYTES: usize = 512;

/// How many bytes the system holds for a client that does not read them. By itself it takes up to 4 MB for each.
pub(crate) const SEND_BUFFER_BYTES: u32 = 128 * 1024;

/// How many connections may wait to be accepted.
pub(crate) const CONNECTIONS_WAITING_MAX: u32 = 1024;

/// The longest head of a request.
pub(crate) const HEAD_BYTES_MAX: usize = 16 * 1024;

/// How many connections are told at once that there is no place for them; the others are just closed.
pub(crate) const TURNED_AWAY_MAX: usize = 256;

/// How full the journal may be, in percent, for another room to be opened. The rest is for games under way.
pub(crate) const NEW_ROOMS_PERCENT_MAX: u64 = 90;

/// How many commands of one session wait for their answers before the next one is read. So a session never has more
/// answers coming than its outbox holds, and leaves most of the host's mailbox to the others.
pub(crate) const COMMANDS_UNDER_WAY_MAX: usize = 4;

/// How long a new session may have to wait for its turn before it is refused.
pub(crate) const SESSION_WAIT_MAX: Duration = Duration::from_secs(10);

/// How many rooms may sleep at once while a clock runs in them: some hundred bytes each. Beyond that they stay loaded.
pub(crate) const ROOMS_ASLEEP_MAX: usize = 200_000;

/// How many sleeping rooms are woken at once.
pub(crate) const WAKING_MAX: usize = 16;

/// How many questions wait for a host.
pub(crate) const MAILBOX_MAX: usize = 64;

/// How many bytes of what HTTP has shown of rooms are kept, to be shown again.
pub(crate) const SNAPSHOTS_BYTES_MAX: usize = 16 * 1024 * 1024;

/// How many entries of an export a connection holds at once.
pub(crate) const EXPORT_PAGE_ENTRIES: usize = 64;

/// How many entries of exports an address gets at once, and how many a second beyond that: an entry costs about a
/// microsecond, and readers with all the time in the world would else keep every core busy.
pub(crate) const EXPORT_ENTRIES_BURST: u32 = 20_000;
pub(crate) const EXPORT_ENTRIES_PER_SECOND: u32 = 10_000;

/// How many jobs of one address wait for their turn. What comes then is refused.
pub(crate) const WORK_PER_ADDRESS_MAX: usize = 64;

/// How many rooms one socket of Socket.IO may be in at once.
pub(crate) const ROOMS_PER_SOCKET_MAX: usize = 16;

/// How long a connection that is being closed may take to say so.
pub(crate) const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// How long a host waits before it tries again what it could not do by itself.
pub(crate) const RETRY: Duration = Duration::from_secs(1);

/// How many characters a pass key has.
pub(crate) const PASS_KEY_CHARS: RangeInclusive<usize> = 4..=64;

/// How many characters a code that people choose for a room may have.
pub(crate) const CODE_CHARS_MAX: usize = 64;

/// How many moves a room may begin with: more than any game that people have played, and so few that it costs
/// little to check them.
pub(crate) const OPENING_MOVES_MAX: usize = 2_000;

/// The time that a clock may give each side at the start: a second to a day.
pub(crate) const CLOCK_INITIAL_MILLIS: RangeInclusive<Millis> = 1_000..=24 * 60 * 60 * 1_000;

/// The most time that a clock may add after each move: an hour.
pub(crate) const CLOCK_INCREMENT_MILLIS_MAX: Millis = 60 * 60 * 1_000;

/// How long a room may have the opponent of somebody who is away wait: a second to an hour.
pub(crate) const GRACE_MILLIS: RangeInclusive<Millis> = 1_000..=60 * 60 * 1_000;
