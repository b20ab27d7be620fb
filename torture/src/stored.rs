//! Reads and writes rooms in a data folder while no server is running.

use std::{path::Path, time::SystemTime};

use anyhow::Context;
use raum_journal::{Append, Disk, RoomId, Store, Upkeep};
use raum_room::{
    AnyMove, By, Command, Context as RoomContext, EncodedEntry, Entry, Event, HouseRules, MemberId,
    Millis, Room,
};
use raum_rules::{AnyGame, Game, Kind, Move, Side};

use crate::narrow::Chance;

/// Rooms per page of the list.
const PAGE_ROOMS: usize = 1000;

/// The current time of the wall clock.
pub fn now() -> Millis {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis().try_into().unwrap_or_default())
}

/// All entries of a room.
pub async fn read(folder: &Path, room: &str) -> anyhow::Result<Vec<Entry>> {
    let store = Disk::open_existing(folder)?;
    Ok(store.read(&room.parse()?, 1).await?)
}

/// The ids of all rooms.
pub async fn rooms(folder: &Path) -> anyhow::Result<Vec<RoomId>> {
    let store = Disk::open_existing(folder)?;
    let mut rooms: Vec<RoomId> = Vec::new();
    loop {
        let page = store.list(rooms.last(), PAGE_ROOMS).await?;
        if page.is_empty() {
            return Ok(rooms);
        }
        rooms.extend(page.into_iter().map(|listed| listed.room));
    }
}

/// Stores a room's entries.
pub async fn write(folder: &Path, room: &RoomId, entries: &[Entry]) -> anyhow::Result<()> {
    let store = Disk::open(folder)?;
    // In parts, to avoid one huge transaction.
    for part in entries.chunks(10_000) {
        let part: Vec<_> = part.iter().cloned().map(EncodedEntry::new).collect();
        let appended = store.append(room, &part).await?;
        anyhow::ensure!(appended == Append::Done, "{appended:?}");
    }
    Ok(())
}

/// The moves of all games in these entries, in order.
pub fn moves(entries: &[Entry]) -> Vec<String> {
    let moves = entries.iter().filter_map(|entry| match &entry.event {
        Event::MovePlayed { mv } => Some(mv.text()),
        _ => None,
    });
    moves.collect()
}

/// Builds a room from commands, as a host would.
pub struct Growing {
    room: Room,
    entries: Vec<Entry>,
}

impl Growing {
    /// Opens a room in which some moves have been made, and seats Ann and Ben.
    pub fn open(
        kind: Kind,
        rules: HouseRules,
        moves: usize,
        chance: &mut Chance,
    ) -> anyhow::Result<Self> {
        let mut game = kind.start();
        let mut made = Vec::new();
        while made.len() < moves {
            let mv = quiet_move(&game, chance)?;
            game = game.play(mv)?;
            made.push(mv);
        }
        let event = Room::open(kind, rules, &kind.start(), made).into();
        let entry = Entry {
            seq: 1,
            at: now(),
            format: None,
            answers: None,
            event,
            private: None,
        };
        let room = Room::begin(&entry).context("the first entry does not open a room")?;
        let mut growing = Self {
            room,
            entries: vec![entry],
        };
        for name in ["Ann", "Ben"] {
            let name = name.to_owned();
            growing.ask(By::Guest, &Command::TakeSeat { name, side: None })?;
        }
        Ok(growing)
    }

    /// Decides a command and applies its events.
    pub fn ask(&mut self, by: By, command: &Command) -> anyhow::Result<()> {
        let context = RoomContext {
            now: now().max(self.room.at()),
            chance: 0,
            key_shown: true,
            away_since: [None; 2],
            can_go_back: true,
        };
        let events = self.room.decide(by, command, &context);
        let events = events.map_err(|refusal| anyhow::anyhow!("{command:?}: {refusal:?}"))?;
        for event in events {
            let entry = Entry {
                seq: self.room.seq() + 1,
                at: context.now,
                format: None,
                answers: None,
                event,
                private: None,
            };
            self.room.apply(&entry);
            self.entries.push(entry);
        }
        Ok(())
    }

    /// The member to move and the opponent.
    pub fn members(&self) -> Option<[MemberId; 2]> {
        let turn = self.room.bout()?.turn();
        let of = |side: Side| {
            let mut seats = self.room.seats().iter();
            seats
                .find(|seat| seat.side == Some(side))
                .map(|seat| seat.member)
        };
        let [first, second] = [of(Side::First)?, of(Side::Second)?];
        Some(if turn == Side::First {
            [first, second]
        } else {
            [second, first]
        })
    }

    /// Plays a move that does not end the game.
    pub fn play(&mut self, chance: &mut Chance) -> anyhow::Result<()> {
        let [mover, _] = self.members().context("no game")?;
        let bout = self.room.bout().context("no game")?;
        let game = bout.record().game();
        let mv = AnyMove::Known(game.kind(), quiet_move(game, chance)?);
        let ply = bout.ply();
        self.ask(By::Member(mover), &Command::Play { mv, ply })
    }

    /// Takes back the last move and plays another.
    pub fn take_back(&mut self, chance: &mut Chance) -> anyhow::Result<()> {
        let [to_move, other] = self.members().context("no game")?;
        self.ask(By::Member(other), &Command::AskTakeback)?;
        self.ask(By::Member(to_move), &Command::AcceptTakeback)?;
        self.play(chance)
    }

    /// Renames a member until the room has this many entries.
    pub fn rename_until(&mut self, entries: usize) -> anyhow::Result<()> {
        let [member, _] = self.members().context("no game")?;
        let names = ["Ann", "Anna"].map(String::from);
        for name in names.iter().cycle() {
            if self.entries.len() >= entries {
                break;
            }
            let name = name.clone();
            self.ask(By::Member(member), &Command::Rename { name })?;
        }
        Ok(())
    }

    /// All entries.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }
}

/// A random move for games of thousands of plies: pawn moves and captures come just often enough for the
/// seventy-five-move rule.
fn quiet_move(game: &AnyGame, chance: &mut Chance) -> anyhow::Result<Move> {
    let clock = |game: &AnyGame| -> Option<u32> {
        let text = game.to_string();
        text.rsplit(' ').nth(1)?.parse().ok()
    };
    let wants_progress = clock(game) > Some(90);
    let mut fallback = None;
    for _ in 0..200 {
        let mv = chance.legal(game).context("the game is over")?;
        let next = game.play(mv)?;
        if next.outcome().is_none() {
            if (clock(&next) == Some(0)) == wants_progress {
                return Ok(mv);
            }
            fallback = Some(mv);
        }
    }
    fallback.context("every move ends the game")
}
