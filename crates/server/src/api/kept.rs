//! A room as its journal has it: read to show what happened, without a host.

use raum_room::{Bout, Entry, Event, MemberId, Millis, Room, Seated, Start};
use raum_rules::AnyGame;

use crate::{host::Owners, secrets::token_hash};

/// A room with all its entries.
pub(super) struct Kept {
    entries: Vec<Entry>,
    room: Room,
}

/// One game of a room, as far as it came.
pub(super) struct KeptGame<'a> {
    pub(super) start: &'a Start,
    pub(super) started_at: Millis,
    pub(super) bout: Bout,
    /// Who plays, as they are called now: the first side, then the second.
    pub(super) seats: [Seated; 2],
}

impl Kept {
    /// None if the entries do not begin as a room.
    pub(super) fn new(entries: Vec<Entry>) -> Option<Self> {
        let room = Room::replay(&entries)?;
        Some(Self { entries, room })
    }

    pub(super) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    pub(super) fn room(&self) -> &Room {
        &self.room
    }

    pub(super) fn opened_at(&self) -> Millis {
        self.entries.first().map_or(0, |entry| entry.at)
    }

    /// Whether everybody may see what is played here: where everybody may watch. Elsewhere those in the
    /// seats may.
    pub(super) fn shows_games(&self) -> bool {
        let rules = self.room.rules();
        rules.spectators && !rules.pass_key
    }

    /// Whose seat a token owns.
    pub(super) fn member_of(&self, token: Option<&str>) -> Option<MemberId> {
        let token_hash = token_hash(token?);
        let mut owners = Owners::default();
        for entry in &self.entries {
            owners.remember(entry);
        }
        owners.owner_of(&self.room, &token_hash)
    }

    /// The game of this number, or the latest.
    pub(super) fn game(&self, number: Option<u32>) -> Option<KeptGame<'_>> {
        let mut starts = self.entries.iter().enumerate().filter_map(started);
        let (place, start) = match number {
            Some(number) => starts.find(|(_, start)| start.number == number)?,
            None => starts.by_ref().last()?,
        };
        // What comes after the next start is another game, and a start is as good as a room's beginning.
        let end = starts.next().map_or(self.entries.len(), |(next, _)| next);
        let entries = &self.entries[place..end];
        let room = Room::replay(entries)?;
        let named = |seated: &Seated| {
            let mut seats = room.seats().iter();
            let seat = seats.find(|seat| seat.member == seated.member);
            // Whoever has left a seat that is free then is called as before.
            let name = seat.map_or(&seated.name, |seat| &seat.name);
            Seated {
                name: name.clone(),
                ..*seated
            }
        };
        Some(KeptGame {
            start,
            started_at: entries.first()?.at,
            bout: room.bout()?.clone(),
            seats: start.seats.each_ref().map(named),
        })
    }
}

fn started((place, entry): (usize, &Entry)) -> Option<(usize, &Start)> {
    match &entry.event {
        Event::GameStarted(start) => Some((place, start)),
        _ => None,
    }
}

impl KeptGame<'_> {
    /// The position after this many plies of the moves in effect.
    pub(super) fn position(&self, ply: usize) -> Option<AnyGame> {
        let record = self.bout.record();
        let mut moves = record.moves().get(..ply)?.iter();
        moves.try_fold(record.start().clone(), |game, mv| {
            raum_rules::Game::play(&game, *mv).ok()
        })
    }
}
