//! The host's tasks, one at a time: decide, append, apply. A task is decided again if another host appended first.

use std::collections::VecDeque;

use raum_room::{
    Answers, By, Command, EncodedEntry, Entry, Event, HostCommand, MemberId, Private, Refusal, Seq,
    ThoughtKey,
};

use crate::{
    Action, Context, Denied, Effect, Enter, Handshake, Host, OtherNodes, SessionId, Stamp, Verdict,
};

/// The number of orphans that the host remembers.
const ORPHANS_MAX: usize = 64;

#[derive(Clone, Debug)]
pub(crate) enum Task {
    Enter(Box<Enter>),
    CatchUp(SessionId, Seq),
    Act(SessionId, Action),
    Disconnect(SessionId),
    /// A member leaves because this session has ended.
    Leave(MemberId, SessionId),
    Followed(Vec<Entry>),
    OtherNodes(OtherNodes),
    EndAbsence,
    ForHost(HostCommand),
    /// What a machine does in the situation with this key.
    Answer(ThoughtKey, Vec<Command>),
}

/// The tasks of a host.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tasks {
    pub(crate) queue: VecDeque<Task>,
    /// The task that waits for the journal, and how often it was decided before.
    current: Option<(Task, u8)>,
    pub(crate) is_reading: bool,
    /// Whether a required read has failed. Nothing is appended until the queue is empty.
    read_failed: bool,
    /// Failed tasks that no session waits for.
    pub(crate) retries: Vec<Task>,
    /// The nonces of denied sessions whose seats may still turn up in the journal.
    orphans: Vec<u64>,
}

impl Tasks {
    pub(crate) fn add(&mut self, task: Task) {
        self.queue.push_back(task);
    }

    /// Whether no task waits.
    pub(crate) fn is_idle(&self) -> bool {
        self.queue.is_empty() && self.current.is_none() && !self.is_reading
    }

    pub(crate) fn add_first(&mut self, task: Task) {
        self.queue.push_front(task);
    }
}

/// Events that a task wants to append.
#[derive(Debug, Default)]
pub(crate) struct Proposal {
    pub(crate) events: Vec<Event>,
    pub(crate) answers: Option<Answers>,
    pub(crate) token_hash: Option<String>,
    pub(crate) nonce: Option<u64>,
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
    /// Works through the queue until a task waits for the journal.
    pub(crate) fn work(&mut self, context: &Context<'_>) {
        while self.tasks.current.is_none() && !self.tasks.is_reading && !self.has_stopped {
            let Some(task) = self.tasks.queue.pop_front() else {
                self.tasks.read_failed = false;
                return;
            };
            if self.ledger.is_uncertain() && !self.tasks.read_failed {
                self.tasks.add_first(task);
                return self.read();
            }
            self.attempt(task, 0, context);
        }
    }

    fn read(&mut self) {
        self.tasks.is_reading = true;
        self.effects.push(Effect::Read(self.room().seq()));
    }

    /// Decides a task on the latest state, and appends the resulting entries.
    fn attempt(&mut self, task: Task, tries: u8, context: &Context<'_>) {
        if tries == 0 && self.is_behind(&task) {
            self.tasks.current = Some((task, tries));
            return self.read();
        }
        if self.ledger.is_uncertain() && matches!(task, Task::Act(..)) {
            // This may be a retry of an action that is already in the journal.
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
        let private = Private {
            pass_key_hash: None,
            token_hash: proposal.token_hash,
            nonce: proposal.nonce,
        };
        let stamp = Stamp {
            answers: proposal.answers,
            private: (private != Private::default()).then_some(private),
            ..Stamp::after(self.room(), context.now)
        };
        self.ledger.propose(proposal.events, stamp, tries);
        self.append(task, tries);
    }

    fn append(&mut self, task: Task, tries: u8) {
        let payer = match &task {
            Task::Enter(enter) => Some(enter.session),
            Task::Act(session, _) | Task::Leave(_, session) => Some(*session),
            _ => None,
        };
        let entries = self.ledger.proposed().to_vec();
        self.effects.push(Effect::Append { entries, payer });
        self.tasks.current = Some((task, tries));
    }

    /// Decides a task, and returns what it wants to append, or `None` if it is finished.
    fn decide(&mut self, task: &Task, tries: u8, context: &Context<'_>) -> Option<Proposal> {
        match task {
            Task::Enter(enter) => return self.decide_enter(enter, tries, context),
            Task::Act(session, action) => return self.decide_act(*session, action, tries, context),
            Task::Leave(member, _) => {
                return self.decide_unasked(By::Member(*member), &Command::Leave, context);
            }
            Task::ForHost(command) => {
                let context = self.room_context(false, context);
                let decided = self.room().decide_for_host(*command, &context);
                return decided.ok().map(Proposal::from);
            }
            Task::EndAbsence => return self.decide_absence(context),
            Task::Answer(key, commands) => return self.decide_answer(*key, commands, context),
            Task::CatchUp(session, after) => self.catch_up(*session, *after),
            Task::Disconnect(session) => self.disconnect(*session, context),
            Task::Followed(entries) => self.follow(entries),
            Task::OtherNodes(others) => self.set_other_nodes(others.clone(), context),
        }
        None
    }

    /// Decides a command that no session waits for. A refusal is dropped.
    pub(crate) fn decide_unasked(
        &self,
        by: By,
        command: &Command,
        context: &Context<'_>,
    ) -> Option<Proposal> {
        let context = self.room_context(false, context);
        let decided = self.room().decide(by, command, &context);
        decided.ok().map(Proposal::from)
    }

    /// Acts on the ledger's verdict on the current task, or on a read without one.
    pub(crate) fn settle(&mut self, verdict: Verdict, context: &Context<'_>) {
        match verdict {
            Verdict::AppendAgain => {
                if let Some((task, tries)) = self.tasks.current.take() {
                    self.append(task, tries);
                }
            }
            Verdict::ReadJournal => self.read(),
            Verdict::Stop => self.stop(),
            Verdict::Durable(entries) => {
                if let Some((task, _)) = self.tasks.current.take() {
                    self.done(task, &entries, context);
                }
            }
            Verdict::DecideAgain(others) => {
                self.apply(&others);
                if let Some((task, tries)) = self.tasks.current.take() {
                    self.attempt(task, tries + 1, context);
                }
            }
            Verdict::GiveUp(why, others) => {
                self.apply(&others);
                match self.tasks.current.take() {
                    Some((task, _)) => self.give_up(task, why),
                    None => self.tasks.read_failed = true,
                }
            }
        }
    }

    /// Finishes a task whose entries are durable.
    fn done(&mut self, task: Task, entries: &[EncodedEntry], context: &Context<'_>) {
        match task {
            Task::Enter(enter) => self.entered(enter, entries, context),
            Task::Act(session, action) => {
                self.apply(entries);
                let first = entries.first().map(EncodedEntry::entry);
                self.answer(session, &action, first);
            }
            _ => self.apply(entries),
        }
    }

    /// Gives up a task whose entries are not stored, or may not be. A task that no session waits for is retried later.
    fn give_up(&mut self, task: Task, why: Refusal) {
        match task {
            Task::Enter(enter) => {
                if let (Refusal::OutcomeUnknown, Handshake::Narrow(narrow)) =
                    (why, &enter.handshake)
                {
                    self.tasks.orphans.truncate(ORPHANS_MAX - 1);
                    self.tasks.orphans.insert(0, narrow.nonce);
                }
                self.deny(enter.session, Denied::Unavailable);
            }
            Task::Act(session, action) => self.refuse(session, &action, why),
            // The host finds these again when it wakes.
            Task::ForHost(HostCommand::EndByTime) | Task::EndAbsence => {}
            task => self.tasks.retries.push(task),
        }
    }

    /// Whether a client has entries that this host has not seen, so that the host has to read the journal first.
    fn is_behind(&self, task: &Task) -> bool {
        let Task::Enter(enter) = task else {
            return false;
        };
        matches!(&enter.handshake, Handshake::Native(native) if native.after > self.room().seq())
    }

    /// Applies entries of another host. A gap makes the host read the journal instead.
    fn follow(&mut self, entries: &[Entry]) {
        let next = self.room().seq() + 1;
        let new: Vec<_> = entries.iter().filter(|entry| entry.seq >= next).collect();
        if new.iter().zip(next..).any(|(entry, seq)| entry.seq != seq) {
            return self.read();
        }
        let new: Vec<_> = new.into_iter().cloned().map(EncodedEntry::new).collect();
        self.apply(&new);
    }

    /// Removes a member whose session was denied while it was unknown whether the seat had been stored.
    pub(crate) fn remove_orphan(&mut self, entry: &Entry) {
        let nonce = entry.private.as_ref().and_then(|private| private.nonce);
        if let (Some(nonce), Event::SeatTaken { member, .. }) = (nonce, &entry.event)
            && let Some(index) = self.tasks.orphans.iter().position(|known| *known == nonce)
        {
            self.tasks.orphans.remove(index);
            self.attendance.away_since.insert(*member, entry.at);
            let command = HostCommand::RemoveLost(*member);
            self.tasks.add_first(Task::ForHost(command));
        }
    }
}
