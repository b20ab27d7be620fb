//! The one way from a task to the journal and back: decide, append, apply, tell.

use raum_room::{Answers, By, Command, EncodedEntry, Event, HostCommand, Phase, Private, Refusal};
use raum_wire::{
    narrow::{Audience, Dialect, News},
    native::Close,
};

use crate::{
    Context, Denied, Effect, Handshake, Host, SessionId, Stamp, Verdict, host::Task,
    log::entries_frame,
};

/// How many denied sessions are remembered whose entries may still turn up.
const GHOSTS_MAX: usize = 64;

/// Events that a task wants in the journal.
#[derive(Debug, Default)]
pub(crate) struct Proposal {
    pub(crate) events: Vec<Event>,
    pub(crate) answers: Option<Answers>,
    pub(crate) private: Option<Private>,
}

impl From<Vec<Event>> for Proposal {
    fn from(events: Vec<Event>) -> Self {
        Self {
            events,
            ..Self::default()
        }
    }
}

impl Host {
    /// Does what is to be done, until something waits for the journal.
    pub(crate) fn work(&mut self, context: &Context<'_>) {
        while self.current.is_none() && !self.is_reading && !self.has_stopped {
            let Some(task) = self.tasks.pop_front() else {
                self.is_unreadable = false;
                return;
            };
            if self.ledger.is_uncertain() && !self.is_unreadable {
                self.tasks.push_front(task);
                self.read();
                return;
            }
            self.attempt(task, 0, context);
        }
    }

    fn read(&mut self) {
        self.is_reading = true;
        let seq = self.room().seq();
        self.effects.push(Effect::Read(seq));
    }

    /// Decides a task on the newest state, and has the journal asked where something follows from it.
    fn attempt(&mut self, task: Task, tries: u8, context: &Context<'_>) {
        if tries == 0 && self.is_behind(&task) {
            self.current = Some((task, tries));
            return self.read();
        }
        if self.ledger.is_uncertain() && matches!(task, Task::Act(..)) {
            // What was asked may be what the journal has and the room has not.
            return self.give_up(task, Refusal::OutcomeUnknown);
        }
        let Some(proposal) = self.decide(&task, tries, context) else {
            return;
        };
        if proposal.events.is_empty() {
            return self.done(task, &[], context);
        }
        if self.ledger.is_uncertain() {
            return self.give_up(task, Refusal::JournalUnavailable);
        }
        let stamp = Stamp {
            answers: proposal.answers,
            private: proposal.private,
            ..Stamp::after(&self.room, context.now)
        };
        self.ledger.propose(proposal.events, stamp, tries);
        self.append(&task);
        self.current = Some((task, tries));
    }

    fn append(&mut self, task: &Task) {
        let payer = match task {
            Task::Enter(enter) => Some(enter.session),
            Task::Act(session, _) | Task::Leave(_, session) => Some(*session),
            _ => None,
        };
        let entries = self.ledger.proposed().to_vec();
        self.effects.push(Effect::Append { entries, payer });
    }

    /// What a task wants in the journal; nothing if it is dealt with already.
    fn decide(&mut self, task: &Task, tries: u8, context: &Context<'_>) -> Option<Proposal> {
        match task {
            Task::Enter(enter) => self.decide_enter(enter, tries, context),
            Task::Act(session, asked) => self.decide_ask(*session, asked, tries, context),
            Task::Leave(member, _) => {
                self.decide_quietly(By::Member(*member), &Command::Leave, context)
            }
            Task::ForHost(command) => {
                let context = self.room_context(false, context);
                let decided = self.room().decide_for_host(*command, &context);
                decided.ok().map(Proposal::from)
            }
            Task::EndAbsence => self.decide_absence(context),
            Task::CatchUp(session, after) => {
                self.replay(*session, *after);
                None
            }
            Task::Disconnect(session) => {
                self.go(*session, context);
                None
            }
            Task::Followed(entries) => {
                self.follow(entries);
                None
            }
            Task::OtherNodes(elsewhere) => {
                self.hear_elsewhere(elsewhere.clone(), context);
                None
            }
        }
    }

    /// Decides what no session waits for: what the room refuses is not done.
    pub(crate) fn decide_quietly(
        &self,
        by: By,
        command: &Command,
        context: &Context<'_>,
    ) -> Option<Proposal> {
        let context = self.room_context(false, context);
        let decided = self.room().decide(by, command, &context);
        decided.ok().map(Proposal::from)
    }

    /// Takes what became of the proposal, or of a reading without one.
    pub(crate) fn settle(&mut self, verdict: Verdict, context: &Context<'_>) {
        match verdict {
            Verdict::AppendAgain => {
                if let Some((task, tries)) = self.current.take() {
                    self.append(&task);
                    self.current = Some((task, tries));
                }
            }
            Verdict::ReadJournal => self.read(),
            Verdict::Stop => self.stop(),
            Verdict::Durable(entries) => {
                if let Some((task, _)) = self.current.take() {
                    self.done(task, &entries, context);
                }
            }
            Verdict::DecideAgain(others) => {
                self.take_in(&others);
                if let Some((task, tries)) = self.current.take() {
                    self.attempt(task, tries + 1, context);
                }
            }
            Verdict::GiveUp(why, others) => {
                self.take_in(&others);
                match self.current.take() {
                    Some((task, _)) => self.give_up(task, why),
                    None => self.is_unreadable = true,
                }
            }
        }
    }

    /// A task's entries are durable.
    fn done(&mut self, task: Task, entries: &[EncodedEntry], context: &Context<'_>) {
        match task {
            Task::Enter(enter) => self.entered(enter, entries, context),
            Task::Act(session, asked) => {
                self.take_in(entries);
                let first = entries.first().map(EncodedEntry::entry);
                self.answer(session, &asked, first);
            }
            _ => self.take_in(entries),
        }
    }

    /// A task's entries are not stored, or nobody knows. What no session waits for is tried again later.
    fn give_up(&mut self, task: Task, why: Refusal) {
        match task {
            Task::Enter(enter) => {
                if let (Refusal::OutcomeUnknown, Handshake::Narrow { nonce, .. }) =
                    (why, &enter.handshake)
                {
                    self.ghosts.truncate(GHOSTS_MAX - 1);
                    self.ghosts.insert(0, *nonce);
                }
                self.deny(enter.session, Denied::Unavailable);
            }
            Task::Act(session, asked) => self.refuse(session, &asked, why),
            // These are found again when the host wakes.
            Task::ForHost(HostCommand::EndByTime) | Task::EndAbsence => {}
            task => self.later.push(task),
        }
    }

    /// Whether a client knows more of the room than this host, who then has to read.
    fn is_behind(&self, task: &Task) -> bool {
        let Task::Enter(enter) = task else {
            return false;
        };
        matches!(enter.handshake, Handshake::Native { after, .. } if after > self.room().seq())
    }

    /// Takes in what another host has appended. What is missing in between is read first.
    fn follow(&mut self, entries: &[raum_room::Entry]) {
        let next = self.room().seq() + 1;
        let new: Vec<_> = entries.iter().filter(|entry| entry.seq >= next).collect();
        if new.iter().zip(next..).any(|(entry, seq)| entry.seq != seq) {
            return self.read();
        }
        let new: Vec<_> = new.into_iter().cloned().map(EncodedEntry::new).collect();
        self.take_in(&new);
    }

    /// Applies entries that are durable, and tells everyone.
    pub(crate) fn take_in(&mut self, entries: &[EncodedEntry]) {
        if entries.is_empty() {
            return;
        }
        let before = self.room().seq();
        for written in entries {
            let entry = written.entry();
            let has_narrow = self.sessions.narrow().next().is_some();
            let seats_before = has_narrow.then(|| self.room().seats().to_vec());
            self.room.apply(entry);
            self.remember(written);
            if let Some(seats_before) = seats_before {
                self.tell(written, &seats_before);
            }
            self.lay_ghost(entry);
        }
        let room = &self.room;
        self.away_since.retain(|member, _| room.is_seated(*member));
        let natives = self.sessions.natives();
        if !natives.is_empty() {
            // Nothing is dropped of the log before it has been sent.
            let news = self.log.after(before).unwrap_or_default();
            let frame = entries_frame(news);
            self.effects.push(Effect::Send { to: natives, frame });
        }
        self.log.trim();
        if self.room().phase() == Phase::Closed {
            for (session, _, _) in self.sessions.narrow() {
                self.effects.push(Effect::Close(session, Close::RoomClosed));
            }
        }
    }

    /// Removes a member whose session was denied because nobody knew whether the seat was taken.
    fn lay_ghost(&mut self, entry: &raum_room::Entry) {
        let nonce = entry.private.as_ref().and_then(|private| private.nonce);
        if let (Some(nonce), Event::SeatTaken { member, .. }) = (nonce, &entry.event)
            && let Some(place) = self.ghosts.iter().position(|ghost| *ghost == nonce)
        {
            self.ghosts.remove(place);
            self.away_since.insert(*member, entry.at);
            let command = HostCommand::RemoveLost(*member);
            self.tasks.push_front(Task::ForHost(command));
        }
    }

    /// Tells all narrow sessions what happened: encoded once for each dialect and audience.
    fn tell(&mut self, written: &EncodedEntry, seats_before: &[raum_room::Seat]) {
        let mut groups: Vec<((Dialect, Audience), Vec<SessionId>)> = Vec::new();
        for (id, dialect, session) in self.sessions.narrow() {
            let key = (dialect, session.audience());
            match groups.iter_mut().find(|(known, _)| *known == key) {
                Some((_, sessions)) => sessions.push(id),
                None => groups.push((key, vec![id])),
            }
        }
        let news = News {
            entry: written.entry(),
            seats_before,
            room: &self.room,
        };
        for ((dialect, audience), to) in groups {
            for frame in dialect.tell(&news, audience) {
                let to = to.clone();
                self.effects.push(Effect::Send { to, frame });
            }
        }
    }

    pub(crate) fn send(&mut self, session: SessionId, frame: String) {
        let to = vec![session];
        self.effects.push(Effect::Send { to, frame });
    }
}
