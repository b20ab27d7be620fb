//! How much one game, one room and one speaker may add to the journal. What ends a game is never refused.

use raum_room::{Command, Entry, Event, MemberId};

use super::Host;
use crate::{
    address::Address,
    throttle::{Owner, Throttle},
};

/// Who says something: a member wherever they are, or somebody without a seat.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum Speaker {
    Member(MemberId),
    Guest(Address),
}

impl Owner for Speaker {
    fn address(&self) -> Option<Address> {
        match self {
            Self::Member(_) => None,
            Self::Guest(address) => Some(*address),
        }
    }
}

/// What has been used of the quotas.
pub(super) struct Used {
    /// Since the last game began.
    entries: u64,
    messages: u64,
    speakers: Throttle<Speaker>,
}

/// Why something is too much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Excess {
    MessageTooLong,
    TooManyMessages,
    ChatFull,
    GameTooLong,
    RoomFull,
}

impl Excess {
    pub(super) const fn code(self) -> &'static str {
        match self {
            Self::MessageTooLong => "message-too-long",
            Self::TooManyMessages => "too-many-messages",
            Self::ChatFull => "chat-full",
            Self::GameTooLong => "game-too-long",
            Self::RoomFull => "room-full",
        }
    }

    pub(super) const fn sentence(self) -> &'static str {
        match self {
            Self::MessageTooLong => "That message is too long.",
            Self::TooManyMessages => "You have said a lot in a minute: wait a little.",
            Self::ChatFull => "So much has been said in this game that no more is kept.",
            Self::GameTooLong => "This game has become so long that it can only be ended now.",
            Self::RoomFull => "This room is full of games: open another one.",
        }
    }
}

impl Used {
    pub(super) fn new(messages_per_minute: usize) -> Self {
        Self {
            entries: 0,
            messages: 0,
            speakers: Throttle::per_minute("messages-per-minute", messages_per_minute),
        }
    }

    pub(super) fn remember(&mut self, entry: &Entry) {
        match entry.event {
            Event::GameStarted(_) => (self.entries, self.messages) = (1, 0),
            Event::Said { .. } => self.messages += 1,
            _ => self.entries += 1,
        }
    }
}

impl Host {
    /// Whether a command would be too much, and why.
    pub(super) fn excess(&self, speaker: Speaker, command: &Command) -> Option<Excess> {
        let limits = &self.surroundings.limits;
        match command {
            Command::Say { text, .. } => {
                if text.chars().count() > limits.message_chars_max {
                    Some(Excess::MessageTooLong)
                } else if self.used.messages >= limits.messages_per_game_max {
                    Some(Excess::ChatFull)
                } else {
                    let taken = self.used.speakers.take(speaker);
                    taken.is_err().then_some(Excess::TooManyMessages)
                }
            }
            Command::AskRematch => {
                (self.room.seq() >= limits.entries_per_room_max).then_some(Excess::RoomFull)
            }
            Command::Resign
            | Command::AcceptDraw
            | Command::ClaimDraw
            | Command::ClaimAbsence { .. }
            | Command::Watch { .. }
            | Command::Leave => None,
            _ => (self.used.entries >= limits.entries_per_game_max).then_some(Excess::GameTooLong),
        }
    }
}
