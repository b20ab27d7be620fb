//! A room at one moment: what its entries amount to, without the entries.

use std::sync::Arc;

use raum_room::{Entry, Event, Millis, Room, Start};

use crate::Owners;

/// A room at one moment.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// The room.
    pub room: Room,
    /// Whose token owns which seat.
    pub owners: Owners,
    /// How the room and its latest game began.
    pub beginnings: Beginnings,
}

/// How a room and its latest game began: what the room itself does not remember.
#[derive(Clone, Debug, Default)]
pub struct Beginnings {
    /// When the room was opened.
    pub opened_at: Millis,
    /// How the latest game began, and when; none before the first.
    pub game: Option<(Arc<Start>, Millis)>,
}

impl Beginnings {
    /// Takes an entry into account.
    pub fn remember(&mut self, entry: &Entry) {
        match &entry.event {
            Event::RoomOpened(_) => self.opened_at = entry.at,
            Event::GameStarted(start) => self.game = Some((Arc::new(start.clone()), entry.at)),
            _ => {}
        }
    }
}

impl Snapshot {
    /// The room after an entry that begins one; none if this entry does not.
    pub fn begin(entry: &Entry) -> Option<Self> {
        let mut snapshot = Self {
            room: Room::begin(entry)?,
            owners: Owners::default(),
            beginnings: Beginnings::default(),
        };
        snapshot.remember(entry);
        Some(snapshot)
    }

    /// Folds in the next entry.
    pub fn apply(&mut self, entry: &Entry) {
        self.room.apply(entry);
        self.remember(entry);
    }

    fn remember(&mut self, entry: &Entry) {
        self.owners.remember(entry);
        self.beginnings.remember(entry);
    }
}
