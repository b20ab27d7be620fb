//! A room and what its screen shows beyond the room's own state.

use raum_room::{Entry, Event, Opening, Room};
use raum_rules::{AnyGame, Kind, Pgn, Record};

use crate::position::{MadeMove, Position, made};

/// A room, its chat and its notated moves.
pub(crate) struct Table {
    pub(crate) room: Room,
    pub(crate) said: Vec<Entry>,
    /// The moves of [`record`](Self::record). Each is notated once, when it is played: notating a whole game costs more
    /// than the rest of a view.
    pub(crate) made: Vec<MadeMove>,
    /// The position to show before the first game.
    opening: Record<AnyGame>,
}

impl Table {
    /// Starts a table from the first entry of a room, or from the start of a game.
    pub(crate) fn begin(entry: &Entry) -> Option<Self> {
        let room = Room::begin(entry)?;
        let opening = match &entry.event {
            Event::RoomOpened(opening) => opened(opening),
            _ => Record::new(room.kind().start()),
        };
        let mut table = Self {
            room,
            said: Vec::new(),
            made: Vec::new(),
            opening,
        };
        table.notate(table.record().start().clone());
        Some(table)
    }

    /// Applies the next entry.
    pub(crate) fn apply(&mut self, entry: &Entry) {
        let mut game = self.record().game().clone();
        self.room.apply(entry);
        match entry.event {
            Event::Said { .. } => self.said.push(entry.clone()),
            Event::GameStarted(_) => {
                self.made.clear();
                game = self.record().start().clone();
            }
            _ => {}
        }
        self.notate(game);
    }

    /// Drops the notation of moves that were taken back, and notates the new moves, played from `game`.
    fn notate(&mut self, game: AnyGame) {
        let record = self.room.bout().map_or(&self.opening, |bout| bout.record());
        let moves = record.moves();
        self.made.truncate(moves.len());
        self.made.extend(made(game, &moves[self.made.len()..]));
    }

    /// The current or last game as PGN, with its result and this date.
    pub(crate) fn pgn(&self, date: &str) -> Option<Pgn> {
        let mut pgn = self.room.bout()?.pgn();
        pgn.set_tag("Date", date);
        Some(pgn)
    }

    /// The current or last game; before the first, the position where it will start.
    pub(crate) fn record(&self) -> &Record<AnyGame> {
        self.room.bout().map_or(&self.opening, |bout| bout.record())
    }

    /// The position after `ply` moves of that game, without legal moves; `None` if the game is shorter.
    pub(crate) fn position(&self, ply: usize) -> Option<Position> {
        let record = self.record();
        let mut earlier = Record::new(record.start().clone());
        for mv in record.moves().get(..ply)? {
            earlier.play(*mv).ok()?;
        }
        Some(Position::of(&earlier, false))
    }
}

/// The game that a room was opened with, up to the first move that is illegal.
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

#[cfg(test)]
mod tests {
    use raum_room::{HouseRules, MemberId, Seated, Start};

    use super::*;

    /// Rooms start later games without moves today, but an entry may contain some.
    #[test]
    fn a_later_game_may_start_with_moves() {
        let started = |seq, moves: &[&str]| Entry {
            seq,
            at: 0,
            format: None,
            answers: None,
            event: Event::GameStarted(Start {
                kind: Kind::Chess,
                rules: HouseRules::native(Kind::Chess),
                number: 1,
                next_member: MemberId(3),
                seats: [1, 2].map(|member| Seated {
                    member: MemberId(member),
                    name: "Ann".to_owned(),
                    machine: None,
                }),
                start: Kind::Chess.start().to_string(),
                moves: moves.iter().map(|text| (*text).to_owned().into()).collect(),
            }),
            private: None,
        };
        let mut table = Table::begin(&started(1, &["e2e4", "e7e5"])).unwrap();
        table.apply(&started(2, &["g1f3"]));
        let made = serde_json::to_value(&table.made).unwrap();
        assert_eq!(
            made,
            serde_json::json!([{ "text": "g1f3", "notation": "Nf3", "captures": null }])
        );
    }
}
