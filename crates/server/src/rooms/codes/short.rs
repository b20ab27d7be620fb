//! Codes of six characters, as people read them out, on a single node.

use std::collections::{HashMap, VecDeque};

use raum_journal::RoomId;
use tokio::time::Instant;

use super::SHORT_CODE_LIFE;

/// Short codes at once, at some hundred bytes each. Rooms opened beyond that have only their id. Even then, one guess in ten
/// thousand finds a room, and wrong ones are throttled like wrong ids.
const SHORT_CODES_MAX: usize = 100_000;

/// Which room each short code stands for.
#[derive(Default)]
pub(super) struct ShortCodes {
    rooms: HashMap<RoomId, RoomId>,
    codes: HashMap<RoomId, RoomId>,
    /// When each code expires, in the order in which they were issued.
    expiries: VecDeque<(Instant, RoomId)>,
}

impl ShortCodes {
    pub(super) fn room(&mut self, code: &RoomId, now: Instant) -> Option<RoomId> {
        self.expire(now);
        self.rooms.get(code).cloned()
    }

    pub(super) fn code(&mut self, room: &RoomId, now: Instant) -> Option<RoomId> {
        self.expire(now);
        self.codes.get(room).cloned()
    }

    /// Returns whether the code was free.
    pub(super) fn issue(&mut self, code: &RoomId, room: &RoomId, now: Instant) -> bool {
        self.expire(now);
        if self.rooms.contains_key(code) || self.expiries.len() >= SHORT_CODES_MAX {
            return false;
        }
        self.rooms.insert(code.clone(), room.clone());
        self.codes.insert(room.clone(), code.clone());
        self.expiries
            .push_back((now + SHORT_CODE_LIFE, code.clone()));
        true
    }

    pub(super) fn release(&mut self, room: &RoomId) {
        if let Some(code) = self.codes.remove(room) {
            self.rooms.remove(&code);
            self.expiries.retain(|(_, each)| *each != code);
        }
    }

    #[cfg(test)]
    pub(super) fn is_empty(&self) -> bool {
        self.expiries.is_empty() && self.rooms.is_empty() && self.codes.is_empty()
    }

    fn expire(&mut self, now: Instant) {
        while let Some((_, code)) = self.expiries.pop_front_if(|(until, _)| *until <= now) {
            if let Some(room) = self.rooms.remove(&code) {
                self.codes.remove(&room);
            }
        }
    }
}

/// The short code that a person means who types it: in groups, in small letters, with look-alikes.
pub(super) fn typed_code(typed: &str) -> Option<RoomId> {
    let meant = typed.chars().filter(|char| !matches!(char, ' ' | '-'));
    let meant = meant.map(|char| match char.to_ascii_uppercase() {
        'O' => '0',
        'I' | 'L' => '1',
        char => char,
    });
    let meant: String = meant.take(RoomId::SHORT_CHARS + 1).collect();
    (meant.chars().count() == RoomId::SHORT_CHARS)
        .then(|| meant.parse().ok())
        .flatten()
}
