//! What one room lets its members, its guests and their origins have.

use raum_room::Millis;

/// What the operator lets a room have, and how often a host acts.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Sessions in a room, members included.
    pub sessions_per_room_max: usize,
    /// Guests of one origin.
    pub sessions_per_room_and_address_max: usize,
    /// Changes of one kind by one speaker in a minute.
    pub changes_per_minute: usize,
    /// Entries of one member in one game, apart from moves and messages.
    pub entries_per_game_max: u64,
    /// Entries of a room that begins another game.
    pub entries_per_room_max: u64,
    /// Characters of a message.
    pub message_chars_max: usize,
    /// Messages of one speaker in a minute.
    pub messages_per_minute: usize,
    /// Messages of one member in a game, and of all spectators together.
    pub messages_per_game_max: u64,
    /// How long a transfer code is good.
    pub transfer_millis: Millis,
    /// Whether a clock stands while no node serves the room.
    pub clock_stops_unattended: bool,
}

/// How many bytes of its last entries a loaded room holds. Most games are shorter.
pub(crate) const LOG_BYTES_MAX: usize = 64 * 1024;

/// How much of a replay a connection holds at once.
pub(crate) const REPLAY_BYTES_MAX: usize = 32 * 1024;

/// The longest frame of entries in a replay; one entry alone may be longer. A connection's buffer stays as big as the
/// biggest frame that went through it, for as long as the connection lasts.
pub(crate) const REPLAY_FRAME_BYTES_MAX: usize = 1024;

/// How many origins at least share what spectators may say in a game.
pub(crate) const GUESTS_PER_CHAT: u64 = 4;

/// How many devices may hold one seat, the newest ones.
pub(crate) const TOKENS_PER_MEMBER_MAX: usize = 8;

/// How many transfer codes of one seat are good at once, the newest ones.
pub(crate) const TRANSFERS_PER_MEMBER_MAX: usize = 4;

/// How many spectators are named to everybody: everybody hears of every change.
pub(crate) const WATCHERS_NAMED_MAX: usize = 30;

/// How often the sessions of a room hear who is here, at most.
pub(crate) const PRESENCE_INTERVAL_MILLIS: Millis = 250;

/// How long a host waits before it tries again what it could not do by itself.
pub(crate) const RETRY_MILLIS: Millis = 1_000;

pub(crate) const MINUTE_MILLIS: Millis = 60_000;
