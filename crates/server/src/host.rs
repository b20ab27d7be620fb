//! The task that owns one room: it decides, waits until the journal has it, applies, and tells everyone.

mod outbox;
mod sessions;

use std::{collections::HashMap, sync::Arc};

use axum::extract::ws::Utf8Bytes;
use raum_journal::{Append, RoomId, Store};
use raum_room::{
    Answers, By, Command, Context, Entry, Event, HostCommand, MemberId, Millis, Phase, Private,
    Room, Seq,
};
use raum_wire::native::{self, Away, Close, Presence, ServerFrame};
use tokio::{
    sync::{mpsc, oneshot},
    time::{Instant, sleep_until},
};
use tokio_util::sync::CancellationToken;

use crate::{
    limits::{
        PRESENCE_INTERVAL, REPLAY_BYTES_MAX, REPLAY_FRAME_BYTES_MAX, RETRY, ROOM_IDLE,
        ROOM_SESSIONS_MAX,
    },
    secrets::{random_number, same_hash},
    time::NodeClock,
};

pub(crate) use outbox::{Outbox, Outgoing, outbox};
pub(crate) use sessions::SessionId;
use sessions::{Session, Sessions};

/// What a connection wants of a host.
pub(crate) enum Ask {
    /// What a connection must know before it can come in.
    Door(oneshot::Sender<Result<Door, Close>>),
    /// To come in.
    Join(Box<Join>, oneshot::Sender<Result<Joined, Close>>),
    /// Some of the entries after one.
    Replay(SessionId, Seq, oneshot::Sender<Result<Replay, Close>>),
    /// Something of the room.
    Command {
        session: SessionId,
        number: u64,
        command: Command,
    },
    /// To go.
    Gone(SessionId),
}

/// What a connection must know before it can come in.
pub(crate) struct Door {
    /// The hash of the pass key, where the room has one.
    pub(crate) pass_key_hash: Option<String>,
}

/// Someone who wants to come in.
pub(crate) struct Join {
    pub(crate) token_hash: String,
    /// The token itself, where it is new to the client.
    pub(crate) new_token: Option<String>,
    pub(crate) key_shown: bool,
    pub(crate) after: Seq,
    pub(crate) outbox: Outbox,
}

/// Somebody who has come in.
pub(crate) struct Joined {
    pub(crate) session: SessionId,
    pub(crate) welcome: Utf8Bytes,
}

/// Entries that a connection lacks, as many as it may hold at once.
pub(crate) struct Replay {
    pub(crate) frames: Vec<Utf8Bytes>,
    /// The last of them, if there are more. Without it, whatever happens from now on comes by itself.
    pub(crate) more_after: Option<Seq>,
}

/// What every host needs.
#[derive(Clone)]
pub(crate) struct Surroundings {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) clock: NodeClock,
    /// Cancelled when the server ends.
    pub(crate) ending: CancellationToken,
}

/// A room with everyone who is connected to it.
pub(crate) struct Host {
    id: RoomId,
    surroundings: Surroundings,
    room: Room,
    /// The entries without their private parts, as JSON, from the first.
    log: Vec<Box<str>>,
    pass_key_hash: Option<String>,
    token_hashes: HashMap<MemberId, String>,
    sessions: Sessions,
    away_since: HashMap<MemberId, Millis>,
    /// When everyone may be told again who is here.
    presence_not_before: Instant,
    /// When everyone is to be told who is here, if that has changed.
    presence_due: Option<Instant>,
    idle_since: Instant,
    /// When the host may act by itself again.
    not_before: Instant,
}

/// The journal did not take an entry, or does not fit the room any more.
struct JournalFailed {
    /// Whether somebody else has written to the room, so that this host must not go on.
    superseded: bool,
}

impl Host {
    /// Loads a room. Its members are away from now on, and no clock ran while it was not loaded.
    pub(crate) async fn load(id: RoomId, surroundings: Surroundings) -> Result<Self, Close> {
        let entries = surroundings.store.read(&id, 1).await;
        let entries = entries.map_err(|_| Close::Journal)?;
        let room = Room::replay(&entries).ok_or(Close::NoRoom)?;
        let now = surroundings.clock.now();
        let members = room.seats().iter().map(|seat| seat.member);
        let mut host = Self {
            id,
            away_since: members.map(|member| (member, now)).collect(),
            surroundings,
            room,
            log: Vec::new(),
            pass_key_hash: None,
            token_hashes: HashMap::new(),
            sessions: Sessions::default(),
            presence_not_before: Instant::now(),
            presence_due: None,
            idle_since: Instant::now(),
            not_before: Instant::now(),
        };
        for entry in &entries {
            host.remember(entry);
        }
        host.host_command(HostCommand::ResumeClock).await;
        Ok(host)
    }

    /// Answers until the server ends or the room is idle. `may_go` is asked before an idle host ends.
    pub(crate) async fn run(
        mut self,
        mailbox: &mut mpsc::Receiver<Ask>,
        mut may_go: impl FnMut(&mpsc::Receiver<Ask>) -> bool,
    ) {
        let ending = self.surroundings.ending.clone();
        loop {
            let wake = self.next_wake();
            let presence_due = self.presence_due;
            tokio::select! {
                () = ending.cancelled() => {
                    self.sessions.close_all(Close::Restart);
                    return;
                }
                Some(ask) = mailbox.recv() => {
                    if self.answer(ask).await.is_err() {
                        self.sessions.close_all(Close::Journal);
                        return;
                    }
                }
                () = sleep_until(presence_due.unwrap_or(wake)), if presence_due.is_some() => {
                    self.tell_presence();
                }
                () = sleep_until(wake) => {
                    if self.wake().await && may_go(mailbox) {
                        return;
                    }
                }
            }
        }
    }

    /// When there is something to do without being asked: a flag falls, or the room has been idle for
    /// long. A running clock keeps the room loaded.
    fn next_wake(&self) -> Instant {
        let deadline = self.room.bout().and_then(|bout| bout.clock()?.deadline());
        let wake = match deadline {
            Some(at) => self.surroundings.clock.instant(at),
            None if self.sessions.is_empty() => self.idle_since + ROOM_IDLE,
            None => Instant::now() + ROOM_IDLE,
        };
        wake.max(self.not_before)
    }

    /// Does what is due. Tells whether the room is idle.
    async fn wake(&mut self) -> bool {
        // What cannot be done now is tried again in a while, and not at once.
        self.not_before = Instant::now() + RETRY;
        self.host_command(HostCommand::EndByTime).await;
        let running = self.room.bout().and_then(|bout| bout.clock()?.running());
        self.sessions.is_empty() && running.is_none() && self.idle_since.elapsed() >= ROOM_IDLE
    }

    /// The error ends the host: the journal has gone on without it.
    async fn answer(&mut self, ask: Ask) -> Result<(), JournalFailed> {
        match ask {
            Ask::Door(reply) => {
                let pass_key_hash = self.pass_key_hash.clone();
                // Who asked may be gone already.
                reply.send(Ok(Door { pass_key_hash })).ok();
            }
            Ask::Join(join, reply) => {
                let joined = self.join(*join);
                reply.send(joined).ok();
            }
            Ask::Replay(session, after, reply) => {
                reply.send(Ok(self.replay(session, after))).ok();
            }
            Ask::Command {
                session,
                number,
                command,
            } => return self.command(session, number, &command).await,
            Ask::Gone(session) => self.gone(session),
        }
        Ok(())
    }

    fn join(&mut self, join: Join) -> Result<Joined, Close> {
        if join.after > self.room.seq() {
            return Err(Close::Cursor);
        }
        let member = self.owner_of(&join.token_hash);
        if member.is_none() {
            self.admit_guest(join.key_shown)?;
        }
        if let Some(older) = member.and_then(|member| self.sessions.of(member)) {
            self.sessions.close(older, Close::Replaced);
        }
        let welcome = ServerFrame::Welcome {
            version: native::VERSION,
            room: self.id.to_string(),
            member,
            token: join.new_token,
            last: self.room.seq(),
            now: self.surroundings.clock.now(),
        };
        let session = self.sessions.add(Session {
            member,
            token_hash: join.token_hash,
            key_shown: join.key_shown,
            caught_up: false,
            outbox: join.outbox,
        });
        if let Some(member) = member {
            self.away_since.remove(&member);
        }
        Ok(Joined {
            session,
            welcome: native::write(&welcome).into(),
        })
    }

    fn owner_of(&self, token_hash: &str) -> Option<MemberId> {
        self.token_hashes
            .iter()
            .find(|(member, hash)| self.room.is_seated(**member) && same_hash(hash, token_hash))
            .map(|(member, _)| *member)
    }

    fn admit_guest(&self, key_shown: bool) -> Result<(), Close> {
        let rules = self.room.rules();
        let may_sit = self.room.phase() == Phase::Waiting;
        let locked = rules.pass_key && !key_shown;
        if locked || !(rules.spectators || may_sit) {
            return Err(Close::Forbidden);
        }
        if self.sessions.len() >= ROOM_SESSIONS_MAX {
            return Err(Close::Flood);
        }
        Ok(())
    }

    /// The next entries for a connection. With the last of them it has caught up.
    fn replay(&mut self, session: SessionId, after: Seq) -> Replay {
        let after = usize::try_from(after).unwrap_or(usize::MAX);
        let missing = self.log.get(after..).unwrap_or_default();
        let (now, later) = missing.split_at(fitting(missing, REPLAY_BYTES_MAX));
        let mut frames = Vec::new();
        let mut rest = now;
        while !rest.is_empty() {
            let (frame, others) = rest.split_at(fitting(rest, REPLAY_FRAME_BYTES_MAX));
            frames.push(entries_frame(frame));
            rest = others;
        }
        let more_after = (!later.is_empty()).then_some((after + now.len()) as Seq);
        if more_after.is_none() {
            if let Some(session) = self.sessions.get_mut(session) {
                session.caught_up = true;
            }
            self.presence_changed();
        }
        Replay { frames, more_after }
    }

    fn gone(&mut self, session: SessionId) {
        let Some(Session { member, .. }) = self.sessions.remove(session) else {
            return;
        };
        if let Some(member) = member
            && self.sessions.of(member).is_none()
        {
            self.away_since
                .insert(member, self.surroundings.clock.now());
        }
        self.idle_since = Instant::now();
        self.presence_changed();
    }

    /// Has everyone told soon. Of many who come or go together they hear at once, for each of them would
    /// else be told of each.
    fn presence_changed(&mut self) {
        self.presence_due.get_or_insert(self.presence_not_before);
    }

    fn tell_presence(&mut self) {
        self.presence_not_before = Instant::now() + PRESENCE_INTERVAL;
        self.presence_due = None;
        let mut away: Vec<_> = self
            .away_since
            .iter()
            .filter(|(member, _)| self.room.is_seated(**member))
            .map(|(member, since)| Away {
                member: *member,
                since: *since,
            })
            .collect();
        away.sort_unstable_by_key(|away| away.member);
        let presence = Presence {
            away,
            spectators: self.sessions.spectators(),
        };
        let frame = native::write(&ServerFrame::Presence(presence));
        self.sessions.send_all(&frame.into());
    }

    async fn command(
        &mut self,
        session: SessionId,
        number: u64,
        command: &Command,
    ) -> Result<(), JournalFailed> {
        let Some(asker) = self.sessions.get(session) else {
            return Ok(());
        };
        let (member, token_hash) = (asker.member, asker.token_hash.clone());
        let again = member.and_then(|member| self.room.answer_to(Answers { member, number }));
        let answer = match again {
            Some(seq) => self.applied(number, seq, member),
            None => {
                let by = member.map_or(By::Guest, By::Member);
                let context = self.context(asker.key_shown);
                match self.room.decide(by, command, &context) {
                    Err(refusal) => native::refused(number, refusal),
                    Ok(events) => {
                        let done = self.commit(member, number, events, token_hash).await;
                        match done {
                            Err(failed) if failed.superseded => return Err(failed),
                            Err(_) => not_kept(number),
                            Ok(seq) => {
                                let member = member.or_else(|| self.seat_newcomer(session));
                                self.applied(number, seq, member)
                            }
                        }
                    }
                }
            }
        };
        self.sessions.send(session, native::write(&answer).into());
        Ok(())
    }

    fn applied(&self, number: u64, seq: Seq, member: Option<MemberId>) -> ServerFrame {
        ServerFrame::Applied {
            number,
            seq: seq.max(1).min(self.room.seq()),
            member,
        }
    }

    /// Binds a session to the seat that its token owns since a moment ago.
    fn seat_newcomer(&mut self, session: SessionId) -> Option<MemberId> {
        let token_hash = &self.sessions.get(session)?.token_hash;
        let member = self.owner_of(token_hash)?;
        self.sessions.seat(session, member);
        self.presence_changed();
        Some(member)
    }

    fn context(&self, key_shown: bool) -> Context {
        let away = |side| {
            let seat = self.room.seat_of(side)?;
            self.away_since.get(&seat.member).copied()
        };
        Context {
            now: self.surroundings.clock.now().max(self.room.at()),
            chance: random_number(),
            key_shown,
            away_since: raum_rules::Side::BOTH.map(away),
        }
    }

    /// Does what the host itself wants, if the room agrees.
    async fn host_command(&mut self, command: HostCommand) {
        let context = self.context(false);
        if let Ok(events) = self.room.decide_for_host(command, &context) {
            // What the journal does not take now is asked again at the next wake.
            self.append(None, events, None).await.ok();
        }
    }

    /// Keeps the events that answer a command. The answer to who took a seat is their own.
    async fn commit(
        &mut self,
        member: Option<MemberId>,
        number: u64,
        events: Vec<Event>,
        token_hash: String,
    ) -> Result<Seq, JournalFailed> {
        let newcomer = match events.first() {
            Some(Event::SeatTaken { member, .. }) => Some(*member),
            _ => None,
        };
        let private = newcomer.map(|_| Private {
            token_hash: Some(token_hash),
            ..Private::default()
        });
        let answers = member.or(newcomer).map(|member| Answers { member, number });
        self.append(answers, events, private).await
    }

    /// Appends, and once it is durable applies and tells everyone. The answer is the first entry's number.
    async fn append(
        &mut self,
        answers: Option<Answers>,
        events: Vec<Event>,
        private: Option<Private>,
    ) -> Result<Seq, JournalFailed> {
        let last = self.room.seq();
        if events.is_empty() {
            return Ok(last);
        }
        let at = self.surroundings.clock.now().max(self.room.at());
        let mut first = Some((answers, private));
        let entries: Vec<_> = (last + 1..)
            .zip(events)
            .map(|(seq, event)| {
                let (answers, private) = first.take().unwrap_or_default();
                Entry {
                    seq,
                    at,
                    answers,
                    event,
                    private,
                }
            })
            .collect();
        match self.surroundings.store.append(&self.id, &entries).await {
            Ok(Append::Done) => {}
            Ok(Append::Conflict { .. }) => return Err(JournalFailed { superseded: true }),
            Err(_) => return Err(JournalFailed { superseded: false }),
        }
        let news = self.log.len();
        for entry in &entries {
            self.room.apply(entry);
            self.remember(entry);
        }
        self.sessions.send_all(&entries_frame(&self.log[news..]));
        Ok(last + 1)
    }

    /// Keeps what the host needs of an entry beside the room itself.
    fn remember(&mut self, entry: &Entry) {
        if let Some(private) = &entry.private {
            if let Some(hash) = &private.pass_key_hash {
                self.pass_key_hash = Some(hash.clone());
            }
            if let (Some(hash), Event::SeatTaken { member, .. }) =
                (&private.token_hash, &entry.event)
            {
                self.token_hashes.insert(*member, hash.clone());
            }
        }
        self.log.push(native::write_entry(entry).into());
    }
}

/// How many of the first entries have no more than these bytes: one at least, if there are any.
fn fitting(entries: &[Box<str>], bytes_max: usize) -> usize {
    let mut bytes = 0;
    let fitting = entries.iter().take_while(|entry| {
        bytes += entry.len();
        bytes <= bytes_max
    });
    fitting.count().max(1).min(entries.len())
}

fn entries_frame(entries: &[Box<str>]) -> Utf8Bytes {
    native::entries_frame(entries).into()
}

/// The refusal of a command that the room would have done, had the journal taken it.
fn not_kept(number: u64) -> ServerFrame {
    ServerFrame::Refused {
        number,
        code: "journal-unavailable".to_owned(),
        message: "The server cannot keep that now. Nothing has changed: try again later."
            .to_owned(),
    }
}

#[cfg(test)]
mod tests;
