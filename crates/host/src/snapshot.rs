//! A room at one moment: the state that its entries lead to, without the entries.

use std::sync::Arc;

use raum_room::{Bout, Entry, Event, MemberId, Millis, Room, Seated, Start};

use crate::owners::Owners;

/// A room at one moment.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// The room.
    pub room: Room,
    pub(crate) owners: Owners,
    opened_at: Millis,
    /// How and when the latest game started, which [`Room`] does not record.
    game: Option<(Arc<Start>, Millis)>,
}

/// The latest game of a room, at one moment.
#[derive(Clone, Debug)]
pub struct GameSnapshot {
    /// How it started.
    pub start: Arc<Start>,
    /// When it started.
    pub started_at: Millis,
    /// The game.
    pub bout: Bout,
    /// The players with their current names, first side first.
    pub seats: [Seated; 2],
}

impl Snapshot {
    /// The room after its first entry, or `None` if that entry does not open a room.
    pub fn begin(entry: &Entry) -> Option<Self> {
        let mut snapshot = Self {
            room: Room::begin(entry)?,
            owners: Owners::default(),
            opened_at: 0,
            game: None,
        };
        snapshot.remember(entry);
        Some(snapshot)
    }

    /// Applies the next entry.
    pub fn apply(&mut self, entry: &Entry) {
        self.room.apply(entry);
        self.remember(entry);
    }

    fn remember(&mut self, entry: &Entry) {
        self.owners.remember(entry);
        match &entry.event {
            Event::RoomOpened(_) => self.opened_at = entry.at,
            Event::GameStarted(start) => self.game = Some((Arc::new(start.clone()), entry.at)),
            _ => {}
        }
    }

    /// Applies more entries. Without a snapshot they are the room's first ones.
    pub fn fold(before: Option<Self>, entries: &[Entry]) -> Option<Self> {
        let mut entries = entries.iter();
        let mut snapshot = match before {
            Some(snapshot) => snapshot,
            None => Self::begin(entries.next()?)?,
        };
        for entry in entries {
            snapshot.apply(entry);
        }
        Some(snapshot)
    }

    /// When the room was opened.
    pub fn opened_at(&self) -> Millis {
        self.opened_at
    }

    /// When the latest game started, if one has.
    pub fn started_at(&self) -> Option<Millis> {
        let (_, started_at) = self.game.as_ref()?;
        Some(*started_at)
    }

    /// Whether everyone may see this room's games. If not, only its members may.
    pub fn shows_games(&self) -> bool {
        let rules = self.room.rules();
        rules.spectators && !rules.pass_key
    }

    /// The seated member whose seat the token with this hash owns.
    pub fn owner_of(&self, token_hash: &str) -> Option<MemberId> {
        self.owners.owner_of(&self.room, token_hash)
    }

    /// The number of the latest game, if one has started.
    pub fn game_number(&self) -> Option<u32> {
        let (start, _) = self.game.as_ref()?;
        Some(start.number)
    }

    /// The latest game, if one has started.
    pub fn game(&self) -> Option<GameSnapshot> {
        let (start, started_at) = self.game.clone()?;
        let named = |seated: &Seated| {
            let mut seats = self.room.seats().iter();
            let seat = seats.find(|seat| seat.member == seated.member);
            // A member whose seat was freed keeps the name from the start of the game.
            let name = seat.map_or(&seated.name, |seat| &seat.name);
            Seated {
                name: name.clone(),
                ..*seated
            }
        };
        Some(GameSnapshot {
            bout: self.room.bout()?.clone(),
            seats: start.seats.each_ref().map(named),
            start,
            started_at,
        })
    }

    /// An estimate of its memory.
    pub fn bytes(&self) -> usize {
        const ROOM_BYTES: usize = 4 * 1024;
        // A position, its key and the text of a move.
        const PLY_BYTES: usize = 512;
        let bout = self.room.bout();
        let plies = bout.map_or(0, |bout| bout.ply() + bout.redo_line().len());
        let start = self.game.as_ref();
        let moves = start.map_or(0, |(start, _)| start.moves.len());
        ROOM_BYTES + PLY_BYTES * (plies + moves)
    }
}
