//! A room in the page itself, with one person in both seats.

use std::{error, fmt};

use raum_host::Stamp;
use raum_room::{
    By, ClockRule, Command, Context, Entry, Event, HostCommand, HouseRules, MemberId, Millis,
    Opening, Refusal, Room,
};
use raum_rules::{AnyGame, Move, Pgn};
use raum_wire::native::Presence;
use wasm_bindgen::prelude::*;

use crate::{
    decode,
    json::json,
    record::game,
    table::Table,
    time::millis,
    value::BadJson,
    view::{Refused, View, Viewpoint},
};

/// A table at one device. It decides by itself, so that nothing on it ever waits for an answer.
#[wasm_bindgen]
pub struct LocalTable {
    table: Table,
    /// The entries, each a line of JSON.
    journal: String,
    refused: Option<Refused>,
}

/// Both seats belong to whoever came first.
const MEMBER: MemberId = MemberId(1);

#[wasm_bindgen]
impl LocalTable {
    /// A table for somebody of that name. The game begins at a position text, or at the start of its
    /// kind, and has a clock if both its times are given.
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

    /// A table for somebody of that name, with the game of a PGN, which goes on where its moves end.
    pub fn import(pgn: &str, name: &str, now: f64) -> Result<Self, JsError> {
        let pgn: Pgn = pgn.parse()?;
        let (record, rules) = (pgn.record(), HouseRules::solo(pgn.record().game().kind()));
        let moves = record.moves().iter().copied();
        Self::open(rules, record.start(), moves, name, millis(now))
    }

    /// The table whose journal `save` wrote. No clock has run since.
    pub fn load(journal: &str, now: f64) -> Result<Self, JsError> {
        let mut table = Self::read(journal)?;
        table.decide_for_host(HostCommand::ResumeClock, millis(now));
        Ok(table)
    }

    /// The journal: its entries as lines of JSON.
    pub fn save(&self) -> String {
        self.journal.clone()
    }

    /// Asks for something by the JSON of a `Command`. A view tells if it was refused.
    pub fn ask(&mut self, command: &str, now: f64, chance: u32) -> Result<(), JsError> {
        let command = decode::command(command)?;
        self.pass(now);
        let decided = self.decide(By::Member(MEMBER), &command, millis(now), chance.into());
        self.refused = decided.err().map(Refused::from);
        Ok(())
    }

    /// Lets time pass: if a side's is up, the game ends.
    pub fn pass(&mut self, now: f64) {
        self.decide_for_host(HostCommand::EndByTime, millis(now));
    }

    /// All that the screen shows, as JSON of `View`.
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

    /// The position after so many moves, as JSON of `Position`; nothing if there are fewer.
    pub fn position(&self, ply: usize) -> Option<String> {
        self.table.position(ply).as_ref().map(json)
    }

    /// The game as PGN, with its result and the day it is told.
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
        let events = self
            .table
            .room
            .decide(by, command, &self.context(now, chance))?;
        self.enter(events, now);
        Ok(())
    }

    /// What nobody asked for is done if it can be.
    fn decide_for_host(&mut self, command: HostCommand, now: Millis) {
        let room = &self.table.room;
        let events = room.decide_for_host(command, &self.context(now, 0));
        self.enter(events.unwrap_or_default(), now);
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

    fn enter(&mut self, events: Vec<Event>, now: Millis) {
        let mut stamp = Stamp::after(&self.table.room, now);
        for event in events {
            let entry = stamp.entry(event);
            self.apply(&entry, &json(&entry));
        }
    }

    /// Replays a journal, and trusts it no further than a room would have.
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
            let before = table.progress();
            table.apply(&entry, text);
            let after = table.progress();
            let in_order = entry.seq == before.seq + 1 && entry.at >= before.at;
            let played = !matches!(entry.event, Event::MovePlayed { .. })
                || after.plies == before.plies.map(|plies| plies + 1);
            if !in_order || !played {
                return Err(BadJournal::Misplaced { line });
            }
        }
        let room = &table.table.room;
        // The start of a game tells the house rules again.
        if !room.rules().solo || !room.is_seated(MEMBER) {
            return Err(BadJournal::NotSolo);
        }
        Ok(table)
    }

    fn progress(&self) -> Progress {
        let room = &self.table.room;
        Progress {
            seq: room.seq(),
            at: room.at(),
            plies: room.bout().map(raum_room::Bout::ply),
        }
    }
}

/// How far a room has come, to tell whether an entry follows.
struct Progress {
    seq: raum_room::Seq,
    at: Millis,
    plies: Option<usize>,
}

fn entry_of_line(line: usize, text: &str) -> Result<Entry, BadJournal> {
    decode::entry(text).map_err(|error| BadJournal::Line { line, error })
}

/// Why a text is not the journal of a local table.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum BadJournal {
    NotARoom,
    NotSolo,
    Line { line: usize, error: BadJson },
    Misplaced { line: usize },
}

impl fmt::Display for BadJournal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotARoom => f.write_str("the journal does not begin with the opening of a room"),
            Self::NotSolo => f.write_str("the journal is not that of a table for one device"),
            Self::Line { line, error } => write!(f, "line {line}: {error}"),
            Self::Misplaced { line } => {
                write!(
                    f,
                    "line {line}: the entry does not follow from those before it"
                )
            }
        }
    }
}

impl error::Error for BadJournal {}
