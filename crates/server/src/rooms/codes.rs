//! Codes that stand for rooms: those that Chessata clients choose, until the room closes, and the short ones that raum issues
//! to rooms that wait for an opponent.

use std::{
    collections::{HashMap, VecDeque},
    sync::Mutex,
    time::Duration,
};

use raum_journal::RoomId;
use tokio::time::Instant;

use super::keyed_locks::KeyedLocks;
use crate::lock::lock;

/// How long a short code lasts, if nobody comes.
const SHORT_CODE_LIFE: Duration = Duration::from_hours(24);

/// Short codes at once, at some hundred bytes each. Rooms opened beyond that have only their id. Even then, one guess in ten
/// thousand finds a room, and wrong ones are throttled like wrong ids.
const SHORT_CODES_MAX: usize = 100_000;

/// Which room each code stands for. Codes do not survive a restart: a Chessata client that enters by a code cannot resume its
/// seat, so it has no use for a room from before; a room with a short code also has its id.
#[derive(Default)]
pub(crate) struct Codes {
    rooms: Mutex<HashMap<String, RoomId>>,
    short: Mutex<ShortCodes>,
    /// Serializes clients that enter by the same code, so that two that arrive together meet in one room.
    pub(super) entering: KeyedLocks,
}

/// Codes of six characters, as people read them out.
#[derive(Default)]
struct ShortCodes {
    rooms: HashMap<RoomId, RoomId>,
    codes: HashMap<RoomId, RoomId>,
    /// When each code expires, in the order in which they were issued.
    expiries: VecDeque<(Instant, RoomId)>,
}

impl Codes {
    /// The room that a code stands for.
    pub(crate) fn room(&self, code: &str) -> Option<RoomId> {
        let chosen = lock(&self.rooms).get(code).cloned();
        chosen.or_else(|| lock(&self.short).room(&short(code)?))
    }

    pub(crate) fn bind(&self, code: &str, room: RoomId) {
        lock(&self.rooms).insert(code.to_owned(), room);
    }

    /// Frees the codes of a closed room.
    pub(crate) fn release(&self, room: &RoomId) {
        lock(&self.rooms).retain(|_, known| known != room);
        self.release_short(room);
    }

    /// Issues this code to a room. Returns whether it was free.
    pub(crate) fn issue(&self, code: RoomId, room: &RoomId) -> bool {
        lock(&self.short).issue(code, room, Instant::now())
    }

    /// The short code of a room, if it has one.
    pub(crate) fn short_code(&self, room: &RoomId) -> Option<RoomId> {
        let mut short = lock(&self.short);
        short.expire(Instant::now());
        short.codes.get(room).cloned()
    }

    /// Whether a text is the short code of a room, rather than a code that a client chose or an id.
    pub(crate) fn is_short(&self, code: &str) -> bool {
        let is_chosen = lock(&self.rooms).contains_key(code);
        let mut known = lock(&self.short);
        !is_chosen && short(code).is_some_and(|code| known.room(&code).is_some())
    }

    /// Frees the short code of a room whose game has started.
    pub(crate) fn release_short(&self, room: &RoomId) {
        lock(&self.short).release(room);
    }
}

impl ShortCodes {
    fn room(&mut self, code: &RoomId) -> Option<RoomId> {
        self.expire(Instant::now());
        self.rooms.get(code).cloned()
    }

    fn issue(&mut self, code: RoomId, room: &RoomId, now: Instant) -> bool {
        self.expire(now);
        if self.rooms.contains_key(&code) || self.expiries.len() >= SHORT_CODES_MAX {
            return false;
        }
        self.rooms.insert(code.clone(), room.clone());
        self.codes.insert(room.clone(), code.clone());
        self.expiries.push_back((now + SHORT_CODE_LIFE, code));
        true
    }

    fn release(&mut self, room: &RoomId) {
        if let Some(code) = self.codes.remove(room) {
            self.rooms.remove(&code);
            self.expiries.retain(|(_, each)| *each != code);
        }
    }

    fn expire(&mut self, now: Instant) {
        while let Some((_, code)) = self.expiries.pop_front_if(|(until, _)| *until <= now) {
            if let Some(room) = self.rooms.remove(&code) {
                self.codes.remove(&room);
            }
        }
    }
}

/// What a person means who types a short code: in groups, in small letters, with look-alikes.
fn short(typed: &str) -> Option<RoomId> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_short_code_stands_for_its_room_until_it_is_released_or_expires() {
        let codes = Codes::default();
        let [one, other] = [1, 2].map(RoomId::from_bits);
        let code: RoomId = "K7M2Q1".parse().unwrap();
        assert!(codes.issue(code.clone(), &one));
        assert!(!codes.issue(code.clone(), &other), "it is taken");
        for typed in ["K7M2Q1", "k7m-2ql", " K7M 2QI"] {
            assert_eq!(codes.room(typed), Some(one.clone()), "{typed}");
            assert!(codes.is_short(typed));
        }
        assert_eq!(codes.room("K7M2Q"), None);
        assert_eq!(codes.short_code(&one), Some(code.clone()));
        codes.release_short(&one);
        assert_eq!((codes.room("K7M2Q1"), codes.short_code(&one)), (None, None));

        assert!(codes.issue(code, &other));
        tokio::time::advance(SHORT_CODE_LIFE).await;
        assert_eq!(codes.room("K7M2Q1"), None);
        assert!(lock(&codes.short).expiries.is_empty());
    }

    #[test]
    fn a_code_that_a_client_chose_wins() {
        let codes = Codes::default();
        let [one, other] = [1, 2].map(RoomId::from_bits);
        assert!(codes.issue("K7M2QX".parse().unwrap(), &one));
        codes.bind("K7M2QX", other.clone());
        assert_eq!(codes.room("K7M2QX"), Some(other));
        assert!(!codes.is_short("K7M2QX"));
    }
}
