//! A copy of a room on a server, updated through the native dialect. Clauses are in `docs/dialects/raum.md`.

use raum_room::{BadEntry, Command, Entry, MemberId, Millis, Room, Seq};
use raum_wire::native::{self, ClientFrame, ServerFrame};
use serde::Deserialize;
use serde_json::value::RawValue;

/// A copy of a room, and the commands on their way to it. It has no socket: its owner passes every received frame to
/// [`Self::receive`], and sends the frames that the methods return.
#[derive(Default)]
pub(super) struct Replica {
    token: Option<String>,
    key: Option<String>,
    /// Whether the token came from the server and has not been stored yet.
    is_token_new: bool,
    member: Option<MemberId>,
    mark: Option<String>,
    /// `None` until the first entry.
    room: Option<Room>,
    link: Progress,
    /// The server's time minus the local time.
    ahead_millis: i64,
    /// The round-trip time of the last ping.
    lag_millis: Millis,
    /// The last command number that this member has used, in this process or an earlier one.
    number: u64,
    /// The commands that have no answer yet.
    sent: Vec<(u64, Command)>,
    refused: Option<Refused>,
}

/// How far a connection is.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Progress {
    /// Waiting for the answer to the hello.
    #[default]
    Greeting,
    /// Waiting for the entries up to this one.
    Replaying(Seq),
    Live,
}

/// A refused command, and the room's last entry at that time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Refused {
    pub(super) command: Command,
    pub(super) message: String,
    pub(super) at: Seq,
}

/// Why a frame cannot be used.
#[derive(Debug, thiserror::Error)]
pub(super) enum Unusable {
    #[error("the server speaks version {0} of the native dialect: this raum speaks {own}", own = native::VERSION)]
    Version(u32),
    #[error("the room was written by a newer raum: update this one")]
    Newer,
    #[error("the server sent a frame that is not part of the native dialect: {0}")]
    Frame(serde_json::Error),
    #[error("the server sent entries that do not follow entry {0}")]
    Gap(Seq),
    /// The server does not know whether it stored a command. The next connection sends it again.
    #[error("the server does not know whether a command was stored")]
    UnknownOutcome,
}

/// The part that all frames have.
#[derive(Deserialize)]
struct Head {
    r#type: String,
}

/// A frame of entries, which are read one by one, because a newer raum may have written them.
#[derive(Deserialize)]
struct EntriesFrame {
    entries: Vec<Box<RawValue>>,
    mark: Option<String>,
}

impl Replica {
    /// An empty copy for a client with this seat token and pass key.
    pub(super) fn new(token: Option<String>, key: Option<String>) -> Self {
        Self {
            token,
            key,
            ..Self::default()
        }
    }

    /// Starts a new connection and returns its first frame (clause 1).
    pub(super) fn hello(&mut self) -> String {
        self.link = Progress::Greeting;
        encode(&ClientFrame::Hello {
            version: native::VERSION,
            after: self.seq(),
            mark: self.mark.clone(),
            token: self.token.clone(),
            key: self.key.clone(),
            transfer: None,
        })
    }

    /// Forgets the entries: they do not belong to the room's history (clause 3).
    pub(super) fn start_over(&mut self) {
        self.room = None;
        self.mark = None;
        self.refused = None;
        self.sent.clear();
    }

    /// Processes a frame and returns the frames to send. After an error, the client has to reconnect.
    pub(super) fn receive(&mut self, text: &str, here: Millis) -> Result<Vec<String>, Unusable> {
        let head: Head = serde_json::from_str(text).map_err(Unusable::Frame)?;
        if head.r#type == "entries" {
            let frame: EntriesFrame = serde_json::from_str(text).map_err(Unusable::Frame)?;
            self.apply(&frame.entries)?;
            self.mark = frame.mark;
            return Ok(self.go_live());
        }
        match serde_json::from_str(text).map_err(Unusable::Frame)? {
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
                    return Err(Unusable::Version(version));
                }
                self.member = member;
                if token.is_some() {
                    self.token = token;
                    self.is_token_new = true;
                }
                // A server that sends no marks does not expect one in a hello either.
                self.mark = self.mark.take().filter(|_| mark.is_some());
                self.ahead_millis = ahead(now, here);
                self.link = Progress::Replaying(last);
                return Ok(self.go_live());
            }
            ServerFrame::Applied { number, member, .. } => {
                self.member = member;
                self.sent.retain(|(sent, _)| *sent != number);
            }
            ServerFrame::Refused {
                number,
                code,
                message,
            } => self.refuse(number, &code, message)?,
            ServerFrame::Ping {
                id,
                now,
                lag_millis,
            } => {
                self.ahead_millis = ahead(now, here);
                self.lag_millis = lag_millis.unwrap_or(self.lag_millis);
                return Ok(vec![encode(&ClientFrame::Pong { id })]);
            }
            ServerFrame::Presence(_) | ServerFrame::Entries { .. } => {}
        }
        Ok(Vec::new())
    }

    /// Issues a command and returns its frame. Commands without an answer are sent again over the next connection.
    pub(super) fn ask(&mut self, command: Command) -> String {
        self.number = self.number.saturating_add(1);
        let frame = command_frame(self.number, &command);
        self.sent.push((self.number, command));
        frame
    }

    /// Applies all entries, or fails if one of them does not follow the previous ones.
    fn apply(&mut self, entries: &[Box<RawValue>]) -> Result<(), Unusable> {
        for text in entries {
            let after = self.seq();
            let entry = Entry::read(text.get()).map_err(|error| match error {
                BadEntry::Newer(_) => Unusable::Newer,
                BadEntry::Malformed(error) => Unusable::Frame(error),
            })?;
            if entry.seq != after + 1 {
                return Err(Unusable::Gap(after));
            }
            match &mut self.room {
                Some(room) => room.apply(&entry),
                None => self.room = Some(Room::begin(&entry).ok_or(Unusable::Gap(after))?),
            }
            if let Some(answers) = entry.answers
                && self.member == Some(answers.member)
            {
                self.number = self.number.max(answers.number);
                self.sent.retain(|(sent, _)| *sent != answers.number);
            }
        }
        Ok(())
    }

    /// If the replay is complete, goes live and returns the commands without an answer (clause 9).
    fn go_live(&mut self) -> Vec<String> {
        match self.link {
            Progress::Replaying(last) if self.seq() >= last => {}
            _ => return Vec::new(),
        }
        self.link = Progress::Live;
        let sent = self.sent.iter();
        sent.map(|(number, command)| command_frame(*number, command))
            .collect()
    }

    fn refuse(&mut self, number: u64, code: &str, message: String) -> Result<(), Unusable> {
        if code == "outcome-unknown" {
            return Err(Unusable::UnknownOutcome);
        }
        let at = self.seq();
        let place = self.sent.iter().position(|(sent, _)| *sent == number);
        if let Some(place) = place {
            let (_, command) = self.sent.remove(place);
            self.refused = Some(Refused {
                command,
                message,
                at,
            });
        }
        Ok(())
    }
}

/// Queries.
impl Replica {
    /// The room, once all its entries have come.
    pub(super) fn room(&self) -> Option<&Room> {
        self.room.as_ref().filter(|_| self.is_live())
    }

    /// Whether the current connection has delivered all entries.
    pub(super) fn is_live(&self) -> bool {
        self.link == Progress::Live
    }

    pub(super) fn member(&self) -> Option<MemberId> {
        self.member
    }

    /// The token that the server gave, once.
    pub(super) fn take_new_token(&mut self) -> Option<&str> {
        let is_new = std::mem::take(&mut self.is_token_new);
        self.token.as_deref().filter(|_| is_new)
    }

    pub(super) fn has_unanswered(&self) -> bool {
        !self.sent.is_empty()
    }

    /// The command that the room refused in its present state.
    pub(super) fn refused(&self) -> Option<&Refused> {
        self.refused
            .as_ref()
            .filter(|refused| refused.at == self.seq())
    }

    /// The room's time.
    pub(super) fn now(&self, here: Millis) -> Millis {
        here.saturating_add_signed(self.ahead_millis)
    }

    pub(super) fn lag_millis(&self) -> Millis {
        self.lag_millis
    }

    /// The number of the last entry; 0 if none.
    fn seq(&self) -> Seq {
        self.room.as_ref().map_or(0, Room::seq)
    }
}

fn ahead(there: Millis, here: Millis) -> i64 {
    there.wrapping_sub(here).cast_signed()
}

fn command_frame(number: u64, command: &Command) -> String {
    encode(&ClientFrame::Command {
        number,
        command: command.clone(),
    })
}

fn encode(frame: &ClientFrame) -> String {
    // Cannot fail: the types have no maps with non-string keys.
    serde_json::to_string(frame).unwrap_or_default()
}

#[cfg(test)]
mod tests;
