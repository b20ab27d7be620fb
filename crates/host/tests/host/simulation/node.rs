//! The driver of a simulated node: it does what its host wants.

use raum_host::{
    AppendOutcome, Backlog, Context, Effect, Host, Input, NodePresence, OtherNodes, SessionId,
};
use raum_room::{Entry, Millis, Seq};
use raum_wire::native::ServerFrame;

use super::{
    faults::Fault,
    line::{Down, Who},
    store::Fate,
    world::{Happening, World},
};

/// For how long the others believe what a node that has gone said last.
const LEASE_MILLIS: Millis = 1_500;

/// A node.
#[derive(Debug, Default)]
pub(crate) struct Node {
    pub(crate) host: Option<Host>,
    /// Which of its hosts this is.
    pub(crate) epoch: u64,
    pub(crate) wake: Option<Millis>,
    /// What the others know of its sessions.
    pub(crate) here: NodePresence,
    /// How far its clock is ahead of the time.
    pub(crate) ahead: Millis,
    /// Whether nobody served the room before it did.
    pub(crate) is_unattended: bool,
    /// What it waits for from the store.
    pub(crate) waits: usize,
}

impl World {
    /// A node loads the room, unless it has it.
    pub(crate) fn start(&mut self, node: usize) {
        if self.nodes[node].host.is_some() {
            return;
        }
        let [first, rest @ ..] = &self.store.entries[..] else {
            return;
        };
        let is_unattended = self.hosts().next().is_none();
        let mut host = Host::begin("room", first.clone(), &self.plan.limits).unwrap();
        for entry in rest {
            host.load(entry.clone());
        }
        let loaded = &mut self.nodes[node];
        loaded.epoch += 1;
        loaded.is_unattended = is_unattended;
        loaded.waits = 0;
        loaded.wake = None;
        loaded.host = Some(host);
        loaded.here = NodePresence::default();
        let epoch = loaded.epoch;
        self.tell_others_of(node);
        // A driver says that a room was unattended when no lease of another node holds any more.
        let lease = if is_unattended { LEASE_MILLIS } else { 0 };
        let at = self.now + lease + self.chance.delay(300);
        self.schedule(at, Happening::OtherNodes(node, epoch));
    }

    /// A node ends without a word.
    pub(crate) fn crash(&mut self, node: usize) {
        if self.nodes[node].host.take().is_none() {
            return;
        }
        self.has_crashed = true;
        if self.fault == Some(Fault::Forgets) && self.store.last() > 1 {
            self.store.entries.pop();
        }
        let epoch = self.nodes[node].epoch;
        let lines = 0..self.lines.len() as u64;
        for session in lines.map(SessionId) {
            let loses = self.chance.per_mille(500);
            let line = self.line(session);
            if line.node == node && line.epoch == epoch && !line.is_over {
                line.is_over = true;
                line.loses_down = loses;
                self.send_down(session, Down::Broken);
            }
        }
        let lease = self.now + LEASE_MILLIS;
        self.schedule(lease, Happening::LeaseOver(node, epoch));
        self.after(3_000, Happening::Start(node));
    }

    pub(crate) fn end_lease(&mut self, node: usize, epoch: u64) {
        if self.nodes[node].epoch == epoch {
            self.nodes[node].here = NodePresence::default();
            self.tell_others_of(node);
        }
    }

    fn tell_others_of(&mut self, node: usize) {
        for other in (0..self.nodes.len()).filter(|other| *other != node) {
            let epoch = self.nodes[other].epoch;
            self.after(100, Happening::OtherNodes(other, epoch));
        }
    }

    pub(crate) fn tell_elsewhere(&mut self, node: usize) {
        let mut elsewhere = OtherNodes::default();
        for (other, others) in self.nodes.iter().enumerate() {
            if other != node {
                elsewhere.presence.members.extend(&others.here.members);
                elsewhere.presence.spectators += others.here.spectators;
                elsewhere
                    .presence
                    .watchers
                    .extend_from_slice(&others.here.watchers);
            }
        }
        elsewhere.unattended = std::mem::take(&mut self.nodes[node].is_unattended);
        self.tell(node, Input::OtherNodes(elsewhere));
    }

    /// Tells a host something, and does what it wants.
    pub(crate) fn tell(&mut self, node: usize, input: Input) {
        let context = Context {
            now: self.now + self.nodes[node].ahead,
            chance: self.chance.next(),
            node: node as u64,
            limits: &self.plan.limits,
        };
        let Some(host) = &mut self.nodes[node].host else {
            return;
        };
        let before = host.room().seq();
        for effect in host.handle(input, &context) {
            self.perform(node, effect, before);
        }
        self.note_told(node);
    }

    fn perform(&mut self, node: usize, effect: Effect, before: Seq) {
        let epoch = self.nodes[node].epoch;
        match effect {
            Effect::Append { entries, .. } => {
                let entries: Vec<_> = entries
                    .iter()
                    .map(|written| written.entry().clone())
                    .collect();
                self.nodes[node].waits += 1;
                if self.fault == Some(Fault::AppliesBeforeAppend) {
                    self.tell_later(node, epoch, Input::Appended(AppendOutcome::Done));
                }
                self.after(30, Happening::Append(node, epoch, entries));
            }
            Effect::Read(after) => {
                self.nodes[node].waits += 1;
                self.after(30, Happening::Read(node, epoch, after));
            }
            Effect::Send { to, frame } => self.send(&to, &frame),
            Effect::Close(session, why) => self.close(session, why),
            Effect::Entered(session, welcome) => self.enter(node, session, welcome, before),
            Effect::Denied(session, why) => {
                self.check_denied(session, why);
                let line = self.line(session);
                line.is_met = true;
                line.is_over = true;
                self.send_down(session, Down::Denied);
            }
            Effect::Backlog(session, replay) => self.replayed(session, replay),
            Effect::Answered(session, _) => self.line(session).answered += 1,
            Effect::WakeAt(at) => {
                self.nodes[node].wake = at.filter(|_| self.fault != Some(Fault::NeverWakes));
                if let Some(at) = at {
                    let then = at.saturating_sub(self.nodes[node].ahead);
                    self.schedule(then.max(self.now), Happening::Wake(node, epoch, at));
                }
            }
            Effect::PresenceChanged => {
                self.check_rest("tells the others who is here");
                if let Some(host) = &self.nodes[node].host {
                    self.nodes[node].here = host.presence();
                    self.tell_others_of(node);
                }
            }
            Effect::LimitHit(..) => {}
            Effect::Stop => self.law(false, |_| {
                "a host stops although the journal lost nothing".to_owned()
            }),
        }
    }

    fn tell_later(&mut self, node: usize, epoch: u64, input: Input) {
        self.after(30, Happening::Tell(node, epoch, input));
    }

    fn send(&mut self, to: &[SessionId], frame: &str) {
        let times = if self.fault == Some(Fault::TellsTwice) && self.chance.per_mille(30) {
            2
        } else {
            usize::from(self.fault != Some(Fault::LosesFrames) || !self.chance.per_mille(30))
        };
        for session in to.iter().flat_map(|session| vec![*session; times]) {
            let line = self.line(session);
            match (line.who, &mut line.told) {
                (Who::Narrow(_), Some(told)) => told.frames.push(frame.to_owned()),
                (Who::Narrow(_), None) => {}
                (Who::Native(_), _) => {
                    let frame: ServerFrame = serde_json::from_str(frame).unwrap();
                    self.check_frame(session, &frame);
                    self.send_down(session, Down::Frame(frame));
                }
            }
        }
    }

    fn enter(&mut self, node: usize, session: SessionId, welcome: Option<String>, before: Seq) {
        let line = self.line(session);
        line.is_met = true;
        line.is_in = true;
        match welcome {
            None => {
                self.note_entered(node, session, before);
                self.send_down(session, Down::Entered);
            }
            Some(welcome) => {
                let welcome: ServerFrame = serde_json::from_str(&welcome).unwrap();
                self.send_down(session, Down::Frame(welcome));
                let Who::Native(number) = self.line(session).who else {
                    return;
                };
                let after = self.natives[number].cursor();
                self.send_up(session, Input::CatchUp(session, after));
            }
        }
    }

    fn replayed(&mut self, session: SessionId, replay: Backlog) {
        let Backlog::Recent { frames, more_after } = replay else {
            return self.law(false, |_| "a short log lacks entries".to_owned());
        };
        for frame in frames {
            self.send(&[session], &frame);
        }
        if let Some(after) = more_after {
            self.send_up(session, Input::CatchUp(session, after));
        }
    }
}

/// The store.
impl World {
    /// An append reaches the store.
    pub(crate) fn append(&mut self, node: usize, epoch: u64, entries: &[Entry]) {
        let fate = Fate::draw(self.plan.trouble, &mut self.chance);
        let stored = match fate {
            Fate::Told | Fate::AnswerLost => self.store(entries),
            Fate::Late => {
                self.after(400, Happening::LateAppend(entries.to_vec()));
                AppendOutcome::Unknown
            }
            Fate::Unavailable => AppendOutcome::Unavailable,
            Fate::Lost => AppendOutcome::Unknown,
        };
        let stored = match (fate, stored) {
            (Fate::AnswerLost, _) => AppendOutcome::Unknown,
            (_, stored) => stored,
        };
        let stored = self.falsify(stored, entries);
        self.nodes[node].waits = self.nodes[node].waits.saturating_sub(1);
        let is_lost = self.fault == Some(Fault::LosesAnswers) && self.chance.per_mille(30);
        if self.fault != Some(Fault::AppliesBeforeAppend) && !is_lost {
            self.tell_later(node, epoch, Input::Appended(stored));
        }
    }

    /// Stores entries if they follow the last one, and lets all nodes hear of it in their time.
    pub(crate) fn store(&mut self, entries: &[Entry]) -> AppendOutcome {
        let stored = self.store.append(entries);
        if stored == AppendOutcome::Done {
            self.check_entries(entries);
            for node in 0..self.nodes.len() {
                let epoch = self.nodes[node].epoch;
                let mut times = usize::from(!self.chance.per_mille(self.plan.trouble.unfollowed));
                times += usize::from(self.chance.per_mille(100));
                for _ in 0..times {
                    let followed = Input::Followed(entries.to_vec());
                    self.after(100, Happening::Tell(node, epoch, followed));
                }
            }
        }
        stored
    }

    pub(crate) fn read(&mut self, node: usize, epoch: u64, after: Seq) {
        self.nodes[node].waits = self.nodes[node].waits.saturating_sub(1);
        let is_unread = self.chance.per_mille(self.plan.trouble.unread);
        let entries = (!is_unread).then(|| self.store.after(after).to_vec());
        let entries = entries.map(|entries| self.falsify_missed(entries));
        self.tell_later(node, epoch, Input::Read(entries));
    }
}
