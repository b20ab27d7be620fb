//! A room with everyone in it.

use std::collections::{BTreeMap, VecDeque};

use raum_room::{EncodedEntry, Entry, HostCommand, MemberId, Millis, Room, Seq};
use raum_wire::native::Close;

use crate::{
    Action, Effect, Enter, Input, Ledger, Limits, NodePresence, OtherNodes, SessionId, Snapshot,
    limits::RETRY_MILLIS, log::Log, numbers::Numbers, owners::Owners, quota::Quota,
    sessions::Sessions, snapshot::Beginnings, transfers::Transfers,
};

/// What a host cannot know by itself.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// The room's time, which never runs back.
    pub now: Millis,
    /// A random number, for what is drawn by lot.
    pub chance: u64,
    /// The node that the host is on.
    pub node: u64,
    /// What the room lets its sessions have.
    pub limits: &'a Limits,
}

/// A room with everyone who is connected to it on one node.
#[derive(Clone, Debug)]
pub struct Host {
    pub(crate) id: String,
    /// As far as its entries are durable.
    pub(crate) room: Room,
    pub(crate) ledger: Ledger,
    pub(crate) log: Log,
    pub(crate) pass_key_hash: Option<String>,
    pub(crate) beginnings: Beginnings,
    pub(crate) owners: Owners,
    pub(crate) transfers: Transfers,
    pub(crate) quota: Quota,
    pub(crate) numbers: Numbers,
    pub(crate) sessions: Sessions,
    /// Who is in the room on other nodes, once that is known.
    pub(crate) elsewhere: Option<OtherNodes>,
    pub(crate) away_since: BTreeMap<MemberId, Millis>,
    /// When the sessions may hear again who is here.
    pub(crate) presence_not_before: Millis,
    /// When the sessions are to hear who is here, if that has changed.
    pub(crate) presence_due: Option<Millis>,
    /// Who is here, as other nodes know it.
    pub(crate) presence_sent: NodePresence,
    /// What is to be done, in order.
    pub(crate) tasks: VecDeque<Task>,
    /// What waits for the journal, and how often it was tried before.
    pub(crate) current: Option<(Task, u8)>,
    /// Whether the journal is being read.
    pub(crate) is_reading: bool,
    /// Whether the journal could not be read although it must be: until the tasks are done, nothing is appended.
    pub(crate) is_unreadable: bool,
    /// Whether the journal has lost what this host knows.
    pub(crate) has_stopped: bool,
    /// The nonces of entries that may turn up in the journal although their sessions were denied.
    pub(crate) ghosts: Vec<u64>,
    /// What no session waits for and could not be stored: it is tried again.
    pub(crate) later: Vec<Task>,
    /// When the host may act by itself again.
    pub(crate) not_before: Millis,
    /// When the driver was told to wake the host.
    wake_at: Option<Millis>,
    pub(crate) effects: Vec<Effect>,
}

/// Something to be done.
#[derive(Clone, Debug)]
pub(crate) enum Task {
    Enter(Box<Enter>),
    CatchUp(SessionId, Seq),
    Act(SessionId, Action),
    Disconnect(SessionId),
    /// Have a member leave whose session has ended.
    Leave(MemberId, SessionId),
    Followed(Vec<Entry>),
    OtherNodes(OtherNodes),
    EndAbsence,
    ForHost(HostCommand),
}

impl Host {
    /// A host after the first entry of its room; none if that begins no room.
    pub fn begin(id: &str, first: Entry, limits: &Limits) -> Option<Self> {
        let mut host = Self {
            id: id.to_owned(),
            room: Room::begin(&first)?,
            ledger: Ledger::default(),
            log: Log::default(),
            pass_key_hash: None,
            beginnings: Beginnings::default(),
            owners: Owners::default(),
            transfers: Transfers::default(),
            quota: Quota::new(limits),
            numbers: Numbers::default(),
            sessions: Sessions::default(),
            elsewhere: None,
            away_since: BTreeMap::new(),
            presence_not_before: 0,
            presence_due: None,
            presence_sent: NodePresence::default(),
            tasks: VecDeque::new(),
            current: None,
            is_reading: false,
            is_unreadable: false,
            has_stopped: false,
            ghosts: Vec::new(),
            later: Vec::new(),
            not_before: 0,
            wake_at: None,
            effects: Vec::new(),
        };
        host.remember(&EncodedEntry::new(first));
        Some(host)
    }

    /// Folds in the next entry of a room that is being loaded.
    pub fn load(&mut self, entry: Entry) {
        self.room.apply(&entry);
        self.remember(&EncodedEntry::new(entry));
        self.log.trim();
    }

    /// Goes on where a room without sessions fell asleep: its members have been away since these times.
    pub fn resume(&mut self, away_since: impl IntoIterator<Item = (MemberId, Millis)>) {
        self.away_since = away_since.into_iter().collect();
        self.elsewhere = Some(OtherNodes::default());
    }

    /// Takes an input, and tells what is to be done.
    pub fn handle(&mut self, input: Input, context: &Context<'_>) -> Vec<Effect> {
        if self.has_stopped {
            return Vec::new();
        }
        match input {
            Input::Appended(stored) => {
                let verdict = self.ledger.appended(stored);
                self.settle(verdict, context);
            }
            Input::Read(entries) => {
                self.is_reading = false;
                let verdict = self.ledger.read(entries);
                self.settle(verdict, context);
            }
            Input::Enter(enter) => self.tasks.push_back(Task::Enter(enter)),
            Input::CatchUp(session, after) => self.tasks.push_back(Task::CatchUp(session, after)),
            Input::Act(session, asked) => {
                // A command that comes after the deadline must not find the game as if it had come before.
                self.end_by_time(context);
                self.tasks.push_back(Task::Act(session, asked));
            }
            Input::Disconnect(session) => self.tasks.push_back(Task::Disconnect(session)),
            Input::Followed(entries) => self.tasks.push_back(Task::Followed(entries)),
            Input::OtherNodes(elsewhere) => self.tasks.push_back(Task::OtherNodes(elsewhere)),
            Input::Wake => self.pass_time(context),
        }
        self.work(context);
        self.tell_presence_if_due(context);
        self.wake_me();
        std::mem::take(&mut self.effects)
    }

    /// Does what is due. What cannot be done now is tried again in a while, and not at once.
    fn pass_time(&mut self, context: &Context<'_>) {
        self.wake_at = None;
        if self.acts_at().is_some_and(|at| at <= context.now) {
            self.not_before = context.now + RETRY_MILLIS;
            self.end_by_time(context);
            self.tasks.extend(self.later.drain(..));
            self.tasks.push_back(Task::EndAbsence);
        }
    }

    fn end_by_time(&mut self, context: &Context<'_>) {
        if self.flag_at().is_some_and(|at| at <= context.now) {
            let command = HostCommand::EndByTime;
            self.tasks.push_back(Task::ForHost(command));
        }
    }

    /// When the host acts by itself: a flag falls, a member has been away for too long, or something could not be done.
    fn acts_at(&self) -> Option<Millis> {
        let is_left = self.ledger.is_uncertain() || !self.later.is_empty();
        let due = [self.flag_at(), self.absence_due(), is_left.then_some(0)];
        let due = due.into_iter().flatten().min();
        due.map(|at| at.max(self.not_before))
    }

    /// Says when the host acts by itself, or presence is due.
    fn wake_me(&mut self) {
        let wake_at = self.acts_at().into_iter().chain(self.presence_due).min();
        if wake_at != self.wake_at {
            self.wake_at = wake_at;
            self.effects.push(Effect::WakeAt(wake_at));
        }
    }

    /// Stops for good: the journal has lost what this host knows.
    pub(crate) fn stop(&mut self) {
        self.has_stopped = true;
        for (session, _) in self.sessions.iter() {
            self.effects.push(Effect::Close(session, Close::Journal));
        }
        self.effects.push(Effect::Stop);
    }

    /// Keeps what the host needs of an entry beside the room itself.
    pub(crate) fn remember(&mut self, written: &EncodedEntry) {
        let entry = written.entry();
        let private = entry.private.as_ref();
        if let Some(hash) = private.and_then(|private| private.pass_key_hash.as_ref()) {
            self.pass_key_hash = Some(hash.clone());
        }
        self.owners.remember(entry);
        self.beginnings.remember(entry);
        self.quota.remember(entry);
        self.log.push(written);
    }
}

/// What a host shows.
impl Host {
    /// The room, as far as its entries are durable.
    pub fn room(&self) -> &Room {
        &self.room
    }

    /// The hash of the room's pass key, if it has one.
    pub fn pass_key_hash(&self) -> Option<&str> {
        self.pass_key_hash.as_deref()
    }

    /// Whether a token, given by its hash, owns a seat.
    pub fn owns_seat(&self, token_hash: &str) -> bool {
        self.owners.owner_of(self.room(), token_hash).is_some()
    }

    /// Whether the host knows the mark of an entry, or that there is no such entry. Of older ones the journal does.
    pub fn knows_mark(&self, seq: Seq) -> bool {
        seq == 0 || seq > self.room().seq() || self.log.get(seq).is_some()
    }

    /// How many bytes of entries the host holds.
    pub fn log_bytes(&self) -> usize {
        self.log.bytes()
    }

    /// Whether the host has no sessions.
    pub fn is_empty(&self) -> bool {
        self.sessions.is_empty()
    }

    /// When the running clock is up.
    pub fn flag_at(&self) -> Option<Millis> {
        self.room().bout().and_then(|bout| bout.clock()?.deadline())
    }

    /// The members who are away, and since when.
    pub fn away_since(&self) -> impl Iterator<Item = (MemberId, Millis)> {
        self.away_since
            .iter()
            .map(|(member, since)| (*member, *since))
    }

    /// The room at this moment.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            room: self.room().clone(),
            owners: self.owners.clone(),
            beginnings: self.beginnings.clone(),
        }
    }
}
