//! A room elsewhere, followed through the native dialect. Clauses in `docs/dialects/raum.md`.

use std::{error, fmt, mem};

use raum_room::{AnyMove, Command, Entry, MemberId, Millis, Seq};
use raum_rules::Side;
use raum_wire::native::{self, ClientFrame, Presence, ServerFrame};
use wasm_bindgen::prelude::*;

use crate::{
    decode,
    json::json,
    table::Table,
    time::millis,
    value::BadJson,
    view::{Refused, View, Viewpoint},
};

/// A copy of a room, kept by the frames that come from its server. It has no socket: whoever has one
/// hands every frame in, and sends the frames that come out.
#[wasm_bindgen]
pub struct Replica {
    token: Option<String>,
    key: Option<String>,
    /// The code that takes a seat over from another device, until it has.
    transfer: Option<String>,
    member: Option<MemberId>,
    /// The mark of the last entry that has come, where the server tells marks.
    mark: Option<String>,
    /// None until the first entry has come.
    table: Option<Table>,
    entries: Vec<Entry>,
    presence: Presence,
    link: Link,
    /// What to add to the time here to get the server's.
    ahead_millis: i64,
    /// The last number that this member has given to a command, on this page or on another.
    number: u64,
    /// What has been sent, by its number, and has not been answered.
    sent: Vec<(u64, Command)>,
    /// What is to be sent once the link is live. It has no numbers yet: those used before are only known
    /// when the replay is complete.
    waiting: Vec<Command>,
    refused: Option<Refused>,
    is_outdated: bool,
    changed: bool,
}

/// A smaller difference between the server's time and the time here is the network's.
const CLOCK_SET_MILLIS: u64 = 250;

/// How far a connection has come.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Link {
    /// The server has not answered the hello.
    Greeting,
    /// The entries up to this one are on their way.
    Replaying(Seq),
    Live,
}

#[wasm_bindgen]
impl Replica {
    /// A replica that knows nothing yet, for the owner of a seat's token, of a pass key and of a transfer
    /// code, if any.
    #[wasm_bindgen(constructor)]
    pub fn new(token: Option<String>, key: Option<String>, transfer: Option<String>) -> Self {
        Self {
            token,
            key,
            transfer,
            member: None,
            mark: None,
            table: None,
            entries: Vec::new(),
            presence: Presence::default(),
            link: Link::Greeting,
            ahead_millis: 0,
            number: 0,
            sent: Vec::new(),
            waiting: Vec::new(),
            refused: None,
            is_outdated: false,
            changed: true,
        }
    }

    /// The token of the member's seat, or of the one to be taken: to be kept as soon as it is there.
    pub fn token(&self) -> Option<String> {
        self.token.clone()
    }

    /// Whether all that happened has come, over the connection there is.
    pub fn is_live(&self) -> bool {
        self.link == Link::Live
    }

    /// Whether the last frame had an entry of a newer raum than this one.
    pub fn is_outdated(&self) -> bool {
        self.is_outdated
    }

    /// Whether a view would differ from the last one, even if no time had passed.
    pub fn has_changed(&self) -> bool {
        self.changed
    }

    /// The first frame of a new connection (clause 1).
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

    /// Takes a frame in, and tells what to send. After an error nothing has changed, and only a new
    /// connection helps.
    pub fn receive(&mut self, frame: &str, now: f64) -> Result<Vec<String>, JsError> {
        let frame = decode::server_frame(frame);
        self.is_outdated = matches!(frame, Err(BadJson::Newer));
        Ok(self.take(frame?, millis(now))?)
    }

    /// Asks for something by the JSON of a `Command`, and tells what to send now. What is not answered
    /// is sent again over the next connection.
    pub fn ask(&mut self, command: &str) -> Result<Vec<String>, JsError> {
        self.waiting.push(decode::command(command)?);
        self.refused = None;
        self.changed = true;
        Ok(match self.link {
            Link::Live => self.send_waiting(),
            Link::Greeting | Link::Replaying(_) => Vec::new(),
        })
    }

    /// All that the member's screen shows, as JSON of `View`; nothing until the room is known.
    pub fn view(&mut self, now: f64) -> Option<String> {
        let view = self.view_of(self.table.as_ref()?, millis(now));
        self.changed = false;
        Some(view)
    }

    /// The position after so many moves, as JSON of `Position`; nothing if there are fewer.
    pub fn position(&self, ply: usize) -> Option<String> {
        let position = self.table.as_ref()?.position(ply);
        position.as_ref().map(json)
    }

    /// The game as PGN, with its result, the names of those who play and the day it is told.
    pub fn pgn(&self, date: &str) -> Option<String> {
        let table = self.table.as_ref()?;
        let mut pgn = table.pgn(date)?;
        for (tag, side) in [("White", Side::First), ("Black", Side::Second)] {
            if let Some(seat) = table.room.seat_of(side) {
                pgn.set_tag(tag, &seat.name);
            }
        }
        Some(pgn.to_string())
    }

    /// The journal as far as it has come: its entries as lines of JSON.
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

    /// The move for the position now that is not answered yet.
    fn pending(&self, table: &Table) -> Option<&AnyMove> {
        let ply_now = table.record().moves().len();
        let sent = self.sent.iter().map(|(_, command)| command);
        sent.chain(&self.waiting).find_map(|command| match command {
            Command::Play { mv, ply } if *ply == ply_now => Some(mv),
            _ => None,
        })
    }

    /// The last entry that has come; 0 for none.
    fn seq(&self) -> Seq {
        self.table.as_ref().map_or(0, |table| table.room.seq())
    }

    fn take(&mut self, frame: ServerFrame, here: Millis) -> Result<Vec<String>, BadFrame> {
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
                // A server that tells no marks does not know them in a hello either.
                self.mark = self.mark.take().filter(|_| mark.is_some());
                // A code is good once.
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
                self.forget(number);
                Ok(Vec::new())
            }
            ServerFrame::Refused {
                number,
                code,
                message,
            } => {
                self.forget(number);
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
                // The clocks of a view go on by the time here: it holds until either clock is set.
                let ahead_millis = ahead_millis(now, here);
                if self.ahead_millis.abs_diff(ahead_millis) >= CLOCK_SET_MILLIS {
                    self.ahead_millis = ahead_millis;
                    self.changed = true;
                }
                Ok(vec![json(&ClientFrame::Pong { id })])
            }
        }
    }

    /// Folds entries in, all or none.
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
                self.forget(answers.number);
            }
        }
        self.entries.extend(entries);
        Ok(())
    }

    /// Once the replay is complete: what to send, the unanswered again (clause 9).
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

    /// A command has been answered.
    fn forget(&mut self, number: u64) {
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

/// A frame that does not follow from those before it.
#[derive(Debug, PartialEq, Eq)]
enum BadFrame {
    Version(u32),
    Gap { after: Seq },
}

impl fmt::Display for BadFrame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Version(version) => write!(f, "the server speaks the unknown version {version}"),
            Self::Gap { after } => write!(f, "the entries do not follow entry {after}"),
        }
    }
}

impl error::Error for BadFrame {}

#[cfg(test)]
mod laws;
#[cfg(test)]
mod tests;
