//! From a command to what everybody hears: decide, keep, apply, tell.

use raum_journal::Append;
use raum_room::{
    Answers, By, Command, Context, Entry, Event, HostCommand, MemberId, Phase, Private, Refusal,
    Seat, Seq, Written,
};
use raum_wire::{
    narrow::News,
    native::{self, Close, ServerFrame},
};
use tokio::time::Instant;

use super::{Host, SessionId, Speech, quota::Speaker, tail::entries_frame};
use crate::{meters, secrets::random_number};

impl Host {
    /// Answers a command.
    pub(super) async fn command(&mut self, session: SessionId, number: u64, command: &Command) {
        // A command that comes after the deadline must not find the game as if it had come before.
        self.host_command(HostCommand::EndByTime).await;
        let answer = match self.done_or_refused(session, number, command).await {
            None => return,
            Some(Ok(frame)) => frame,
            Some(Err(refusal)) => {
                meters::refused(refusal);
                native::refused(number, refusal)
            }
        };
        meters::command();
        self.sessions.send(session, native::write(&answer).into());
    }

    /// Does what a connection asks, if the room agrees; nothing if the connection is gone.
    async fn done_or_refused(
        &mut self,
        session: SessionId,
        number: u64,
        command: &Command,
    ) -> Option<Result<ServerFrame, Refusal>> {
        let (member, is_new_here) = self.seat_of_session(session)?;
        let answers = member.map(|member| Answers { member, number });
        let again = answers.and_then(|answers| self.room.answer_to(answers));
        // Another connection with the same token has taken the seat: that is the answer, and not a second seat.
        let is_here = |seat: &Seat| Some(seat.member) == member && seat.left_at.is_none();
        if is_new_here
            && matches!(command, Command::TakeSeat { .. })
            && self.room.seats().iter().any(is_here)
        {
            let seq = again.unwrap_or(self.room.seq());
            return Some(Ok(self.applied(number, seq, member)));
        }
        if let (Some(answers), Some(seq)) = (answers, again) {
            let is_other = self.numbers.belongs_to_another(answers, command);
            return Some(if is_other {
                Err(Refusal::NumberUsed)
            } else {
                Ok(self.applied(number, seq, member))
            });
        }
        let asker = self.sessions.get(session)?;
        let speaker = member.map_or(Speaker::Guest(asker.address), Speaker::Member);
        let limits = &self.surroundings.limits;
        let excess = self.used.excess(limits, self.room.seq(), speaker, command);
        if let Some(excess) = excess {
            return Some(Err(excess));
        }
        let (token_hash, context) = match &asker.speech {
            Speech::Native {
                token_hash,
                key_shown,
                ..
            } => (token_hash.clone(), self.context(*key_shown)),
            // Those who speak otherwise ask otherwise.
            Speech::Narrow { .. } => return None,
        };
        let by = member.map_or(By::Guest, By::Member);
        let events = match self.room.decide(by, command, &context) {
            Ok(events) => events,
            Err(refusal) => return Some(Err(refusal)),
        };
        if let Command::Watch { name } = command {
            self.sessions.name(session, name.clone());
            self.presence_changed();
        }
        let kept = self.commit(member, number, events, token_hash).await;
        Some(kept.map(|seq| {
            let member = member.or_else(|| self.seat_newcomer(session));
            if let Some(member) = member {
                self.numbers.remember(Answers { member, number }, command);
            }
            self.applied(number, seq, member)
        }))
    }

    /// The seat that a session speaks for, and whether it has just been bound to it, because its token has come to
    /// own the seat by another connection. The newest connection with a token drives the seat; an older one gets
    /// no answer, for it is closed.
    fn seat_of_session(&mut self, session: SessionId) -> Option<(Option<MemberId>, bool)> {
        let asker = self.sessions.get(session)?;
        // A member whose seat was freed on leaving is a guest again, and may take another seat.
        let bound = asker.member.filter(|member| self.room.is_seated(*member));
        let owned = match &asker.speech {
            Speech::Native { token_hash, .. } => self.owners.owner_of(&self.room, token_hash),
            Speech::Narrow { .. } => None,
        };
        let (None, Some(member)) = (bound, owned) else {
            return Some((bound, false));
        };
        match self.sessions.of(member) {
            Some(driver) if driver.is_newer_than(session) => {
                self.sessions.close(session, Close::Replaced);
                return None;
            }
            Some(older) => self.sessions.close(older, Close::Replaced),
            None => {}
        }
        self.bind(session, member);
        Some((Some(member), true))
    }

    fn bind(&mut self, session: SessionId, member: MemberId) {
        self.sessions.seat(session, member);
        self.away_since.remove(&member);
        self.presence_changed();
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
        let Speech::Native { token_hash, .. } = &self.sessions.get(session)?.speech else {
            return None;
        };
        let member = self.owners.owner_of(&self.room, token_hash)?;
        self.bind(session, member);
        Some(member)
    }

    pub(super) fn context(&self, key_shown: bool) -> Context {
        let away = |side| {
            let seat = self.room.seat_of(side)?;
            self.away_since.get(&seat.member).copied()
        };
        Context {
            now: self.clock.now(),
            chance: random_number(),
            key_shown,
            away_since: raum_rules::Side::BOTH.map(away),
            can_go_back: self.can_go_back(),
        }
    }

    /// Does what the host itself wants, if the room agrees.
    pub(super) async fn host_command(&mut self, command: HostCommand) {
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
    ) -> Result<Seq, Refusal> {
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
    pub(super) async fn append(
        &mut self,
        answers: Option<Answers>,
        events: Vec<Event>,
        private: Option<Private>,
    ) -> Result<Seq, Refusal> {
        let last = self.room.seq();
        if events.is_empty() {
            return Ok(last);
        }
        if self.is_uncertain {
            return Err(Refusal::JournalUnavailable);
        }
        let at = self.clock.now();
        let mut first = Some((answers, private));
        let entries: Vec<_> = (last + 1..)
            .zip(events)
            .map(|(seq, event)| {
                let (answers, private) = first.take().unwrap_or_default();
                Written::new(Entry {
                    seq,
                    at,
                    answers,
                    event,
                    private,
                })
            })
            .collect();
        let stored = match self.surroundings.store.append(&self.id, &entries).await {
            Ok(Append::Done) => entries,
            // Another writer came first. Its entries are taken in before anything else is decided.
            Ok(Append::Conflict { .. }) => {
                self.is_uncertain = true;
                return Err(Refusal::JournalUnavailable);
            }
            Ok(Append::Behind { .. }) => {
                self.superseded = true;
                return Err(Refusal::JournalUnavailable);
            }
            Ok(Append::Unknown(_)) => self.read_back(&entries).await?,
            Err(_) => return Err(Refusal::JournalUnavailable),
        };
        self.take_in(&stored);
        Ok(last + 1)
    }

    /// Applies entries that are durable, and tells everyone.
    pub(super) fn take_in(&mut self, entries: &[Written]) {
        if entries.is_empty() {
            return;
        }
        let durable_at = Instant::now();
        let before = self.room.seq();
        for written in entries {
            let entry = written.entry();
            let has_narrow = self.sessions.has_narrow();
            let seats_before = has_narrow.then(|| self.room.seats().to_vec());
            self.room.apply(entry);
            self.remember(written);
            if let Some(seats_before) = seats_before {
                self.sessions.tell(&News {
                    entry,
                    seats_before: &seats_before,
                    room: &self.room,
                });
            }
        }
        // Nothing is dropped of the log before it has been sent.
        let news = self.log.after(before).unwrap_or_default();
        if let Some(address) = self.payer {
            let bytes = news.iter().map(|entry| entry.len()).sum();
            let rates = &self.surroundings.rates;
            rates.stored(address, entries.len(), bytes);
        }
        self.sessions.send_all(&entries_frame(news));
        self.log.trim();
        if self.room.phase() == Phase::Closed {
            self.end_narrow();
        }
        meters::broadcast(durable_at.elapsed());
    }

    /// Keeps what the host needs of an entry beside the room itself.
    pub(super) fn remember(&mut self, written: &Written) {
        let entry = written.entry();
        if let Some(hash) = entry
            .private
            .as_ref()
            .and_then(|private| private.pass_key_hash.as_ref())
        {
            self.pass_key_hash = Some(hash.clone());
        }
        self.owners.remember(entry);
        self.beginnings.remember(entry);
        self.used.remember(entry);
        self.log.push(written);
    }
}
