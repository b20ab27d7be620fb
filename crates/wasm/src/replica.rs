//! A copy of a room on a server, updated through the native dialect. Clauses are in `docs/dialects/raum.md`.

use std::mem;

use raum_room::{AnyMove, Command, Entry, MemberId, Millis, Seq};
use raum_rules::Side;
use raum_wire::native::{self, ClientFrame, Presence, ServerFrame};
use wasm_bindgen::prelude::*;

use crate::{
    decode,
    json::{json, millis},
    table::Table,
    value::BadJson,
    view::{Refused, View, Viewpoint},
};

/// A copy of a room, built from the frames of its server. It has no socket: its owner passes every received frame to
/// `receive`, and sends the frames that the methods return.
#[wasm_bindgen]
#[derive(Default)]
pub struct Replica {
    token: Option<String>,
    key: Option<String>,
    /// The code that moves a seat to this device; cleared once it has been used.
    transfer: Option<String>,
    member: Option<MemberId>,
    /// The mark of the last received entry, if the server sends marks.
    mark: Option<String>,
    /// `None` until the first entry.
    table: Option<Table>,
    entries: Vec<Entry>,
    presence: Presence,
    link: Link,
    /// The server's time minus the local time.
    ahead_millis: i64,
    /// The last command number that this member has used, in this page or another.
    number: u64,
    /// The commands that were sent, with their numbers, and have no response yet.
    sent: Vec<(u64, Command)>,
    /// The commands to send once the link is live. They have no numbers yet: the last number in use is known only after
    /// the replay.
    waiting: Vec<Command>,
    refused: Option<Refused>,
    is_outdated: bool,
    changed: bool,
}

/// Smaller changes of the clock difference are network delay.
const CLOCK_SET_MILLIS: u64 = 250;

/// The state of a connection.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Link {
    /// Waiting for the response to the hello.
    #[default]
    Greeting,
    /// Waiting for the entries up to this one.
    Replaying(Seq),
    Live,
}

#[wasm_bindgen]
impl Replica {
    /// An empty replica for a client with this seat token, pass key and transfer code.
    #[wasm_bindgen(constructor)]
    pub fn new(token: Option<String>, key: Option<String>, transfer: Option<String>) -> Self {
        Self {
            token,
            key,
            transfer,
            changed: true,
            ..Self::default()
        }
    }

    /// The token of the member's seat, or of the seat to take. The page stores it as soon as it is known.
    pub fn token(&self) -> Option<String> {
        self.token.clone()
    }

    /// Whether the current connection has delivered all entries.
    pub fn is_live(&self) -> bool {
        self.link == Link::Live
    }

    /// Whether the last frame had an entry that a newer version of raum wrote.
    pub fn is_outdated(&self) -> bool {
        self.is_outdated
    }

    /// Whether the view has changed, apart from running clocks, since `view` was last called.
    pub fn has_changed(&self) -> bool {
        self.changed
    }

    /// Starts a new connection and returns its first frame (clause 1).
    pub fn hello(&mut self) -> String {
        self.link = Link::Greeting;
        json(&ClientFrame::Hello {
            version: native::VERSION,
            after: self.seq(),
            mark: self.mark.clone(),
            token: self.token.clone(),
            key: self.key.clone(),
            transfer: self.transfer.clone(),
        })
    }

    /// Processes a frame and returns the frames to send. After an error the replica is unchanged, and the client has to
    /// reconnect.
    pub fn receive(&mut self, frame: &str, now: f64) -> Result<Vec<String>, JsError> {
        let frame = decode::server_frame(frame);
        self.is_outdated = matches!(frame, Err(BadJson::Newer));
        Ok(self.process(frame?, millis(now))?)
    }

    /// Issues a command, given as JSON of `Command`, and returns the frames to send now. Commands without a response are
    /// sent again over the next connection.
    pub fn ask(&mut self, command: &str) -> Result<Vec<String>, JsError> {
        self.waiting.push(decode::command(command)?);
        self.refused = None;
        self.changed = true;
        Ok(match self.link {
            Link::Live => self.send_waiting(),
            Link::Greeting | Link::Replaying(_) => Vec::new(),
        })
    }

    /// Everything that the member's screen shows, as JSON of `View`; `undefined` before the first entry.
    pub fn view(&mut self, now: f64) -> Option<String> {
        let view = self.view_of(self.table.as_ref()?, millis(now));
        self.changed = false;
        Some(view)
    }

    /// The position after `ply` moves, as JSON of `Position`; `undefined` if the game is shorter.
    pub fn position(&self, ply: usize) -> Option<String> {
        let position = self.table.as_ref()?.position(ply);
        position.as_ref().map(json)
    }

    /// The game as PGN, with its result, the players' names, this date and this place.
    pub fn pgn(&self, date: &str, site: &str) -> Option<String> {
        let table = self.table.as_ref()?;
        let mut pgn = table.pgn(date)?;
        pgn.set_tag("Site", site);
        for (tag, side) in [("White", Side::First), ("Black", Side::Second)] {
            if let Some(seat) = table.room.seat_of(side) {
                pgn.set_tag(tag, &seat.name);
            }
        }
        Some(pgn.to_string())
    }

    /// The journal up to the last received entry: one line of JSON per entry.
    pub fn journal(&self) -> String {
        let entries = self.entries.iter();
        entries.map(|entry| json(entry) + "\n").collect()
    }
}

impl Replica {
    fn view_of(&self, table: &Table, now: Millis) -> String {
        json(&View::of(
            table,
            &Viewpoint {
                member: self.member,
                now: now.saturating_add_signed(self.ahead_millis),
                key_shown: self.key.is_some(),
                presence: &self.presence,
                unanswered: self.sent.len() + self.waiting.len(),
                pending: self.pending(table),
                refused: self.refused.as_ref(),
            },
        ))
    }

    /// The move for the current position that has no response yet.
    fn pending(&self, table: &Table) -> Option<&AnyMove> {
        let ply_now = table.record().moves().len();
        let sent = self.sent.iter().map(|(_, command)| command);
        sent.chain(&self.waiting).find_map(|command| match command {
            Command::Play { mv, ply } if *ply == ply_now => Some(mv),
            _ => None,
        })
    }

    /// The number of the last received entry; 0 if none.
    fn seq(&self) -> Seq {
        self.table.as_ref().map_or(0, |table| table.room.seq())
    }

    fn process(&mut self, frame: ServerFrame, here: Millis) -> Result<Vec<String>, BadFrame> {
        match frame {
            ServerFrame::Welcome {
                version,
                member,
                token,
                last,
                mark,
                now,
                ..
            } => {
                if version != native::VERSION {
                    return Err(BadFrame::Version(version));
                }
                self.member = member;
                self.token = token.or(self.token.take());
                // A server that sends no marks does not expect one in a hello either.
                self.mark = self.mark.take().filter(|_| mark.is_some());
                // A code works once.
                self.transfer = None;
                self.ahead_millis = ahead_millis(now, here);
                self.changed = true;
                self.link = Link::Replaying(last);
                Ok(self.go_live())
            }
            ServerFrame::Entries { entries, mark } => {
                self.apply(entries)?;
                self.changed = true;
                self.mark = mark;
                Ok(self.go_live())
            }
            ServerFrame::Applied { number, member, .. } => {
                self.changed |= self.member != member;
                self.member = member;
                self.settle(number);
                Ok(Vec::new())
            }
            ServerFrame::Refused {
                number,
                code,
                message,
            } => {
                self.settle(number);
                self.refused = Some(Refused { code, message });
                self.changed = true;
                Ok(Vec::new())
            }
            ServerFrame::Presence(presence) => {
                self.changed |= self.presence != presence;
                self.presence = presence;
                Ok(Vec::new())
            }
            ServerFrame::Ping { id, now, .. } => {
                // The page runs the clocks of a view by its local time, so the view is valid until either clock is set.
                let ahead_millis = ahead_millis(now, here);
                if self.ahead_millis.abs_diff(ahead_millis) >= CLOCK_SET_MILLIS {
                    self.ahead_millis = ahead_millis;
                    self.changed = true;
                }
                Ok(vec![json(&ClientFrame::Pong { id })])
            }
        }
    }

    /// Applies all entries, or none if they do not follow the previous ones.
    fn apply(&mut self, entries: Vec<Entry>) -> Result<(), BadFrame> {
        let after = self.seq();
        let in_order = (after + 1..)
            .zip(&entries)
            .all(|(seq, entry)| entry.seq == seq);
        if !in_order {
            return Err(BadFrame::Gap { after });
        }
        for entry in &entries {
            match &mut self.table {
                Some(table) => table.apply(entry),
                None => self.table = Some(Table::begin(entry).ok_or(BadFrame::Gap { after })?),
            }
            if let Some(answers) = entry.answers
                && self.member == Some(answers.member)
            {
                self.number = self.number.max(answers.number);
                self.settle(answers.number);
            }
        }
        self.entries.extend(entries);
        Ok(())
    }

    /// If the replay is complete, goes live and returns the commands to send, those without a response first (clause 9).
    fn go_live(&mut self) -> Vec<String> {
        match self.link {
            Link::Replaying(last) if self.seq() >= last => {}
            _ => return Vec::new(),
        }
        self.link = Link::Live;
        let mut frames: Vec<_> = self
            .sent
            .iter()
            .map(|(number, command)| command_frame(*number, command))
            .collect();
        frames.extend(self.send_waiting());
        frames
    }

    fn send_waiting(&mut self) -> Vec<String> {
        let mut frames = Vec::new();
        for command in mem::take(&mut self.waiting) {
            self.number = self.number.saturating_add(1);
            frames.push(command_frame(self.number, &command));
            self.sent.push((self.number, command));
        }
        frames
    }

    /// Removes a command that has a response.
    fn settle(&mut self, number: u64) {
        let unanswered = self.sent.len();
        self.sent.retain(|(sent, _)| *sent != number);
        self.changed |= self.sent.len() < unanswered;
    }
}

fn ahead_millis(there: Millis, here: Millis) -> i64 {
    there.wrapping_sub(here).cast_signed()
}

fn command_frame(number: u64, command: &Command) -> String {
    json(&ClientFrame::Command {
        number,
        command: command.clone(),
    })
}

/// Why a frame does not continue the previous ones.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
enum BadFrame {
    #[error("the server speaks the unknown version {0}")]
    Version(u32),
    #[error("the entries do not follow entry {after}")]
    Gap { after: Seq },
}

#[cfg(test)]
mod laws;
#[cfg(test)]
mod tests;
