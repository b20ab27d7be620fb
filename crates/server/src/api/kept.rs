//! A room as its journal has it: read to show what happened, without a host.

use raum_room::{Bout, Entry, Event, Millis, Room, Start};
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

    /// Whether somebody who shows this token, or none, may see what is played here. Where everybody may
    /// watch, everybody may; elsewhere those in the seats.
    pub(super) fn shows_games_to(&self, token: Option<&str>) -> bool {
        let rules = self.room.rules();
        let for_everybody = rules.spectators && !rules.pass_key;
        for_everybody || token.is_some_and(|token| self.owns_seat(&token_hash(token)))
    }

    fn owns_seat(&self, token_hash: &str) -> bool {
        let mut owners = Owners::default();
        for entry in &self.entries {
            owners.remember(entry);
        }
        owners.owner_of(&self.room, token_hash).is_some()
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
        Some(KeptGame {
            start,
            started_at: entries.first()?.at,
            bout: Room::replay(entries)?.bout()?.clone(),
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
