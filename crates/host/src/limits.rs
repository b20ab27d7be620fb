//! The limits of a room.

use raum_room::Millis;

/// What the operator allows in one room.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Sessions in a room, members included.
    pub sessions_per_room_max: usize,
    /// Guests from one network.
    pub sessions_per_room_and_address_max: usize,
    /// Changes of one type by one speaker per minute.
    pub changes_per_minute: usize,
    /// Entries of one member per game, not counting moves and messages.
    pub entries_per_game_max: u64,
    /// Entries of a room after which it starts no more games.
    pub entries_per_room_max: u64,
    /// Characters of a message.
    pub message_chars_max: usize,
    /// Messages of one speaker per minute.
    pub messages_per_minute: usize,
    /// Messages of one member per game, and of all spectators together.
    pub messages_per_game_max: u64,
    /// How long a transfer code is valid.
    pub transfer_millis: Millis,
    /// Whether members may seat computers.
    pub machines: bool,
    /// Whether clocks stop while no node serves the room.
    pub clock_stops_unattended: bool,
}

/// The largest log of a loaded room. Most games are shorter.
pub(crate) const LOG_BYTES_MAX: usize = 64 * 1024;

/// The largest part of a backlog that a connection buffers at once.
pub(crate) const BACKLOG_BYTES_MAX: usize = 32 * 1024;

/// The largest frame of entries in a backlog, unless a single entry is longer. A connection's buffer never shrinks, so it
/// stays as large as its largest frame.
pub(crate) const BACKLOG_FRAME_BYTES_MAX: usize = 1024;

/// The least number of networks that share the spectators' message quota.
pub(crate) const GUESTS_PER_CHAT: u64 = 4;

/// The most devices that may own a seat. The oldest loses it to a new one.
pub(crate) const TOKENS_PER_MEMBER_MAX: usize = 8;

/// The most valid transfer codes of a seat. A new code replaces the oldest.
pub(crate) const TRANSFERS_PER_MEMBER_MAX: usize = 4;

/// The most spectators named in a presence update, which goes to every session.
pub(crate) const WATCHERS_NAMED_MAX: usize = 30;

/// The shortest interval between presence updates.
pub(crate) const PRESENCE_INTERVAL_MILLIS: Millis = 250;

/// The delay before the host retries what failed.
pub(crate) const RETRY_MILLIS: Millis = 1_000;

pub(crate) const MINUTE_MILLIS: Millis = 60_000;
