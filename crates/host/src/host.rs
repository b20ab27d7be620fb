//! The host: its state, its inputs, and when it wakes.

use raum_room::{EncodedEntry, Entry, HostCommand, MemberId, Millis, Room, Seq};
use raum_wire::native::Close;

use crate::{
    Effect, Input, Ledger, Limits, Snapshot,
    command_numbers::CommandNumbers,
    limits::RETRY_MILLIS,
    log::Log,
    presence::Attendance,
    quota::Quota,
    sessions::Sessions,
    tasks::{Task, Tasks},
    thinking::Thinking,
    transfers::Transfers,
};

/// What a host needs from its driver with every input.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// The room's time, which never runs backwards.
    pub now: Millis,
    /// A random number, for instance to assign sides.
    pub chance: u64,
    /// The node that runs the host.
    pub node: u64,
    /// Whether this host asks its driver to think for machines. In a cluster one node does.
    pub thinks: bool,
    /// The limits of the room.
    pub limits: &'a Limits,
}

/// A room with the sessions that are connected to it on one node.
#[derive(Clone, Debug)]
pub struct Host {
    pub(crate) id: String,
    /// The room, as of its last durable entry.
    pub(crate) state: Snapshot,
    pub(crate) pass_key_hash: Option<String>,
    pub(crate) ledger: Ledger,
    pub(crate) log: Log,
    pub(crate) transfers: Transfers,
    pub(crate) quota: Quota,
    pub(crate) numbers: CommandNumbers,
    pub(crate) sessions: Sessions,
    pub(crate) attendance: Attendance,
    pub(crate) tasks: Tasks,
    pub(crate) thinking: Thinking,
    /// The earliest time at which the host may act on its own again.
    not_before: Millis,
    /// The time of the last [`Effect::WakeAt`].
    wake_at: Option<Millis>,
    pub(crate) has_stopped: bool,
    pub(crate) effects: Vec<Effect>,
}

impl Host {
    /// Creates the host of a room from its first entry, or returns `None` if that entry does not open a room.
    pub fn begin(id: &str, first: Entry, limits: &Limits) -> Option<Self> {
        let mut host = Self {
            id: id.to_owned(),
            state: Snapshot::begin(&first)?,
            pass_key_hash: None,
            ledger: Ledger::default(),
            log: Log::default(),
            transfers: Transfers::default(),
            quota: Quota::new(limits),
            numbers: CommandNumbers::default(),
            sessions: Sessions::default(),
            attendance: Attendance::default(),
            tasks: Tasks::default(),
            thinking: Thinking::default(),
            not_before: 0,
            wake_at: None,
            has_stopped: false,
            effects: Vec::new(),
        };
        host.remember(&EncodedEntry::new(first));
        Some(host)
    }

    /// Applies the next entry of a room that is being loaded.
    pub fn load(&mut self, entry: Entry) {
        self.state.apply(&entry);
        self.remember(&EncodedEntry::new(entry));
        self.log.trim();
    }

    /// Resumes a room that was unloaded while its clocks ran on. Its members have been away since these times.
    pub fn resume(&mut self, away_since: impl IntoIterator<Item = (MemberId, Millis)>) {
        self.attendance.away_since = away_since.into_iter().collect();
    }

    /// Handles an input and returns the effects to perform.
    pub fn handle(&mut self, input: Input, context: &Context<'_>) -> Vec<Effect> {
        if self.has_stopped {
            return Vec::new();
        }
        match input {
            Input::Appended(outcome) => {
                let verdict = self.ledger.appended(outcome);
                self.settle(verdict, context);
            }
            Input::Read(entries) => {
                self.tasks.is_reading = false;
                let verdict = self.ledger.read(entries);
                self.settle(verdict, context);
            }
            Input::Enter(enter) => self.tasks.add(Task::Enter(enter)),
            Input::CatchUp(session, after) => self.tasks.add(Task::CatchUp(session, after)),
            Input::Act(session, action) => {
                // An action that arrives after the deadline must not find the game still running.
                self.end_by_time(context);
                self.tasks.add(Task::Act(session, action));
            }
            Input::Thought(key, commands) => {
                self.end_by_time(context);
                self.take_answer(key, commands);
            }
            Input::Disconnect(session) => self.tasks.add(Task::Disconnect(session)),
            Input::Followed(entries) => self.tasks.add(Task::Followed(entries)),
            Input::OtherNodes(others) => self.tasks.add(Task::OtherNodes(others)),
            Input::Wake => self.wake(context),
        }
        self.work(context);
        self.send_presence_if_due(context);
        self.think(context);
        self.schedule_wake();
        if self.is_empty() {
            // A room stays loaded for a while after its last session.
            self.tasks.queue.shrink_to_fit();
        }
        std::mem::take(&mut self.effects)
    }

    /// Queues the tasks that are due. The host retries failed ones after a delay.
    fn wake(&mut self, context: &Context<'_>) {
        self.wake_at = None;
        if self.acts_at().is_some_and(|at| at <= context.now) {
            self.not_before = context.now + RETRY_MILLIS;
            self.end_by_time(context);
            self.tasks.queue.extend(self.tasks.retries.drain(..));
            self.tasks.add(Task::EndAbsence);
        }
    }

    fn end_by_time(&mut self, context: &Context<'_>) {
        if self.flag_at().is_some_and(|at| at <= context.now) {
            self.tasks.add(Task::ForHost(HostCommand::EndByTime));
        }
    }

    /// When the host next acts on its own: a flag falls, a member has been away for too long, or a retry is due.
    fn acts_at(&self) -> Option<Millis> {
        let retries = self.ledger.is_uncertain() || !self.tasks.retries.is_empty();
        let due = [self.flag_at(), self.absence_due(), retries.then_some(0)];
        let due = due.into_iter().flatten().min();
        due.map(|at| at.max(self.not_before))
    }

    fn schedule_wake(&mut self) {
        let presence_due = self.attendance.due;
        let wake_at = self.acts_at().into_iter().chain(presence_due).min();
        if wake_at != self.wake_at {
            self.wake_at = wake_at;
            self.effects.push(Effect::WakeAt(wake_at));
        }
    }

    /// Stops for good, because the journal has lost entries that the host has applied.
    pub(crate) fn stop(&mut self) {
        self.has_stopped = true;
        for (session, _) in self.sessions.iter() {
            self.effects.push(Effect::Close(session, Close::Journal));
        }
        self.effects.push(Effect::Stop);
    }

    /// Records what the host needs from an entry besides the room's state.
    pub(crate) fn remember(&mut self, encoded: &EncodedEntry) {
        let entry = encoded.entry();
        let private = entry.private.as_ref();
        if let Some(hash) = private.and_then(|private| private.pass_key_hash.as_ref()) {
            self.pass_key_hash = Some(hash.clone());
        }
        self.quota.remember(entry);
        self.log.push(encoded);
    }
}

/// Queries.
impl Host {
    /// The room, as of its last durable entry.
    pub fn room(&self) -> &Room {
        &self.state.room
    }

    /// The hash of the room's pass key, if it has one.
    pub fn pass_key_hash(&self) -> Option<&str> {
        self.pass_key_hash.as_deref()
    }

    /// Whether the token with this hash owns a seat.
    pub fn owns_seat(&self, token_hash: &str) -> bool {
        self.seat_of(token_hash).is_some()
    }

    /// The member whose seat the token with this hash owns.
    pub fn seat_of(&self, token_hash: &str) -> Option<MemberId> {
        self.state.owner_of(token_hash)
    }

    /// Whether the host can check a client's mark of this entry itself. For older entries it needs the journal's mark.
    pub fn knows_mark(&self, seq: Seq) -> bool {
        seq == 0 || seq > self.room().seq() || self.log.get(seq).is_some()
    }

    /// The size of the log of latest entries.
    pub fn log_bytes(&self) -> usize {
        self.log.bytes()
    }

    /// Whether the host has no sessions.
    pub fn is_empty(&self) -> bool {
        self.sessions.len() == 0
    }

    /// When the game ends by time, unless a move comes first.
    pub fn flag_at(&self) -> Option<Millis> {
        self.room().deadline()
    }

    /// The members who are away, and since when.
    pub fn away_since(&self) -> impl Iterator<Item = (MemberId, Millis)> {
        let away = self.attendance.away_since.iter();
        away.map(|(member, since)| (*member, *since))
    }

    /// The room at this moment.
    pub fn snapshot(&self) -> Snapshot {
        self.state.clone()
    }
}
