//! A room inside the page: one person plays both sides, or one of them against a machine.

use raum_host::Stamp;
use raum_room::{
    Bout, By, ClockRule, Command, Context, Entry, Event, HostCommand, HouseRules, MemberId, Millis,
    Opening, Refusal, Room, ThoughtKey,
};
use raum_rules::{AnyGame, Move, Pgn};
use raum_wire::native::Presence;
use wasm_bindgen::prelude::*;

use crate::{
    decode,
    json::{json, millis},
    record::game,
    table::Table,
    thought,
    value::BadJson,
    view::{Refused, View, Viewpoint},
};

/// A table on one device. It decides every command itself, so no command is ever pending.
#[wasm_bindgen]
pub struct LocalTable {
    table: Table,
    /// The entries, one line of JSON each.
    journal: String,
    refused: Option<Refused>,
}

/// The person at the table. A machine has another number.
const MEMBER: MemberId = MemberId(1);

#[wasm_bindgen]
impl LocalTable {
    /// Opens a table for a member with this name. The game starts at a position text, or at the start position of its
    /// kind. It has a clock if both times are given.
    #[wasm_bindgen(constructor)]
    pub fn new(
        kind: &str,
        name: &str,
        position: Option<String>,
        initial_millis: Option<f64>,
        increment_millis: Option<f64>,
        now: f64,
    ) -> Result<Self, JsError> {
        let start = game(kind, position)?;
        let clock = initial_millis.zip(increment_millis);
        let rules = HouseRules {
            clock: clock.map(|(initial, increment)| ClockRule {
                initial_millis: millis(initial),
                increment_millis: millis(increment),
            }),
            ..HouseRules::solo(start.kind())
        };
        Self::open(rules, &start, [], name, millis(now))
    }

    /// Opens a table for a member with this name and continues the game of a PGN.
    pub fn import(pgn: &str, name: &str, now: f64) -> Result<Self, JsError> {
        let pgn: Pgn = pgn.parse()?;
        let (record, rules) = (pgn.record(), HouseRules::solo(pgn.record().game().kind()));
        let moves = record.moves().iter().copied();
        Self::open(rules, record.start(), moves, name, millis(now))
    }

    /// Loads a table from the journal that `save` returned. The clock did not run in the meantime.
    pub fn load(journal: &str, now: f64) -> Result<Self, JsError> {
        let mut table = Self::read(journal)?;
        table.decide_for_host(HostCommand::ResumeClock, millis(now));
        Ok(table)
    }

    /// Returns the journal: one line of JSON per entry.
    pub fn save(&self) -> String {
        self.journal.clone()
    }

    /// Executes a command, given as JSON of `Command`. The next view shows a refusal.
    pub fn ask(&mut self, command: &str, now: f64, chance: u32) -> Result<(), JsError> {
        let command = decode::command(command)?;
        self.pass(now);
        let decided = self.decide(By::Member(MEMBER), &command, millis(now), chance.into());
        self.refused = decided.err().map(Refused::from);
        Ok(())
    }

    /// What the machine has to think about now, as JSON of `Thought`; `undefined` if it has nothing to do.
    pub fn thought(&self, now: f64) -> Option<String> {
        let thought = self.table.room.thought(millis(now))?;
        Some(thought::write(&thought))
    }

    /// Executes a command of the machine, given as JSON of `Command`, and returns whether it did. The first command of an
    /// answer comes with the key of its thought: an answer to an earlier situation is void. The others follow from the first.
    pub fn ask_machine(
        &mut self,
        key: Option<f64>,
        command: &str,
        now: f64,
    ) -> Result<bool, JsError> {
        let command = decode::command(command)?;
        self.pass(now);
        let room = &self.table.room;
        let key_now = room.thought_key().map(ThoughtKey::number);
        let is_current = key.is_none_or(|key| key_now == Some(millis(key)));
        Ok(match room.machine_seat().map(|seat| seat.member) {
            Some(machine) if is_current => self
                .decide(By::Member(machine), &command, millis(now), 0)
                .is_ok(),
            _ => false,
        })
    }

    /// Ends the game if the time of the side to move has run out.
    pub fn pass(&mut self, now: f64) {
        self.decide_for_host(HostCommand::EndByTime, millis(now));
    }

    /// Everything that the screen shows, as JSON of `View`.
    pub fn view(&self, now: f64) -> String {
        json(&View::of(
            &self.table,
            &Viewpoint {
                member: Some(MEMBER),
                now: millis(now),
                key_shown: false,
                presence: &Presence::default(),
                unanswered: 0,
                pending: None,
                refused: self.refused.as_ref(),
            },
        ))
    }

    /// The position after `ply` moves, as JSON of `Position`; `undefined` if the game is shorter.
    pub fn position(&self, ply: usize) -> Option<String> {
        self.table.position(ply).as_ref().map(json)
    }

    /// The game as PGN, with its result and this date.
    pub fn pgn(&self, date: &str) -> Option<String> {
        Some(self.table.pgn(date)?.to_string())
    }
}

impl LocalTable {
    fn open(
        rules: HouseRules,
        start: &AnyGame,
        moves: impl IntoIterator<Item = Move>,
        name: &str,
        now: Millis,
    ) -> Result<Self, JsError> {
        let opened = Entry {
            seq: 1,
            at: now,
            format: None,
            answers: None,
            event: Room::open(start.kind(), rules, start, moves).into(),
            private: None,
        };
        let mut table = Self::begin(&opened, &json(&opened))?;
        let seat = Command::TakeSeat {
            name: name.to_owned(),
            side: None,
        };
        table.decide(By::Guest, &seat, now, 0)?;
        Ok(table)
    }

    fn begin(entry: &Entry, text: &str) -> Result<Self, BadJournal> {
        let table = Table::begin(entry).ok_or(BadJournal::NotARoom)?;
        Ok(Self {
            table,
            journal: text.to_owned() + "\n",
            refused: None,
        })
    }

    fn apply(&mut self, entry: &Entry, text: &str) {
        self.table.apply(entry);
        self.journal.push_str(text);
        self.journal.push('\n');
    }

    fn decide(
        &mut self,
        by: By,
        command: &Command,
        now: Millis,
        chance: u64,
    ) -> Result<(), Refusal> {
        let room = &self.table.room;
        let events = room.decide(by, command, &self.context(now, chance))?;
        self.append(events, now);
        Ok(())
    }

    /// Executes a command of the host. A refusal is ignored.
    fn decide_for_host(&mut self, command: HostCommand, now: Millis) {
        let room = &self.table.room;
        let events = room.decide_for_host(command, &self.context(now, 0));
        self.append(events.unwrap_or_default(), now);
    }

    fn context(&self, now: Millis, chance: u64) -> Context {
        Context {
            now: now.max(self.table.room.at()),
            chance,
            key_shown: false,
            away_since: [None; 2],
            can_go_back: true,
        }
    }

    fn append(&mut self, events: Vec<Event>, now: Millis) {
        let mut stamp = Stamp::after(&self.table.room, now);
        for event in events {
            let entry = stamp.entry(event);
            self.apply(&entry, &json(&entry));
        }
    }

    /// Replays a journal and rejects entries that the room could not have produced.
    pub(crate) fn read(journal: &str) -> Result<Self, BadJournal> {
        let mut lines = (1..).zip(journal.lines());
        let (_, text) = lines.next().ok_or(BadJournal::NotARoom)?;
        let first = entry_of_line(1, text)?;
        let Event::RoomOpened(Opening { rules, .. }) = &first.event else {
            return Err(BadJournal::NotARoom);
        };
        if !rules.solo {
            return Err(BadJournal::NotSolo);
        }
        if first.seq != 1 {
            return Err(BadJournal::Misplaced { line: 1 });
        }
        let mut table = Self::begin(&first, text)?;
        for (line, text) in lines {
            let entry = entry_of_line(line, text)?;
            let room = &table.table.room;
            let in_order = entry.seq == room.seq() + 1 && entry.at >= room.at();
            let plies = table.plies();
            table.apply(&entry, text);
            let played = !matches!(entry.event, Event::MovePlayed { .. })
                || table.plies() == plies.map(|plies| plies + 1);
            let room = &table.table.room;
            let machine = room.machine_seat().and_then(|seat| seat.machine);
            let has_level = machine.is_none_or(|machine| machine.has_level_of(room.kind()));
            if !in_order || !played || !has_level {
                return Err(BadJournal::Misplaced { line });
            }
        }
        let room = &table.table.room;
        // The start of a game repeats the house rules, and may change them.
        if !room.rules().solo || !room.is_seated(MEMBER) {
            return Err(BadJournal::NotSolo);
        }
        Ok(table)
    }

    fn plies(&self) -> Option<usize> {
        self.table.room.bout().map(Bout::ply)
    }
}

fn entry_of_line(line: usize, text: &str) -> Result<Entry, BadJournal> {
    decode::entry(text).map_err(|error| BadJournal::Line { line, error })
}

/// Why a text is not the journal of a local table.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum BadJournal {
    #[error("the journal does not start with the opening of a room")]
    NotARoom,
    #[error("the journal is not from a table on one device")]
    NotSolo,
    #[error("line {line}: {error}")]
    Line { line: usize, error: BadJson },
    #[error("line {line}: the entry does not follow the previous one")]
    Misplaced { line: usize },
}
