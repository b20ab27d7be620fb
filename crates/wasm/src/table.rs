//! A room with what the screen shows of it and the room itself forgets.

use raum_room::{Entry, Event, Opening, Room};
use raum_rules::{AnyGame, Illegal, Kind, Pgn, Record};

use crate::{json::json, position::Position};

/// A room, what was said in it, and the position to show while it waits for its first game.
pub(crate) struct Table {
    pub(crate) room: Room,
    pub(crate) said: Vec<Entry>,
    /// The entries, each a line of JSON.
    pub(crate) journal: String,
    opening: Record<AnyGame>,
}

impl Table {
    /// The table after an entry that can begin a room; none after another.
    pub(crate) fn begin(entry: &Entry) -> Option<Self> {
        let room = Room::begin(entry)?;
        let opening = match &entry.event {
            Event::RoomOpened(opening) => opened(opening),
            _ => Record::new(room.kind().start()),
        };
        let mut table = Self {
            room,
            said: Vec::new(),
            journal: String::new(),
            opening,
        };
        table.write_down(entry);
        Some(table)
    }

    /// Folds the next entry in.
    pub(crate) fn apply(&mut self, entry: &Entry) {
        self.room.apply(entry);
        self.write_down(entry);
        if let Event::Said { .. } = entry.event {
            self.said.push(entry.clone());
        }
    }

    fn write_down(&mut self, entry: &Entry) {
        self.journal.push_str(&json(entry));
        self.journal.push('\n');
    }

    /// The game under way or the last one as PGN, with its result and the day it is told.
    pub(crate) fn pgn(&self, date: &str) -> Option<Pgn> {
        let mut pgn = self.room.bout()?.pgn();
        pgn.set_tag("Date", date);
        Some(pgn)
    }

    /// The game under way or the last one; before the first, where it will begin.
    pub(crate) fn record(&self) -> &Record<AnyGame> {
        self.room.bout().map_or(&self.opening, |bout| bout.record())
    }

    /// The position after so many moves of that game, for looking at; none if it has fewer.
    pub(crate) fn position(&self, ply: usize) -> Option<Result<Position, Illegal>> {
        let record = self.record();
        let mut earlier = Record::new(record.start().clone());
        for mv in record.moves().get(..ply)? {
            if let Err(illegal) = earlier.play(*mv) {
                return Some(Err(illegal));
            }
        }
        Some(Position::of(&earlier, false))
    }
}

/// The moves that a room was opened with, as far as they can be played.
fn opened(opening: &Opening) -> Record<AnyGame> {
    let kind: Kind = opening.kind;
    let start = kind.read_position(&opening.start);
    let mut record = Record::new(start.unwrap_or_else(|_| kind.start()));
    for mv in opening.moves.iter().map_while(|mv| mv.of_kind(kind)) {
        if record.play(mv).is_err() {
            break;
        }
    }
    record
}
