//! A simulated node: the driver of its host.

use raum_host::{
    AppendOutcome, Backlog, Context, Effect, Host, Input, NodePresence, OtherNodes, SessionId,
};
use raum_room::{Entry, Millis, Seq, ThoughtKey};
use raum_wire::native::ServerFrame;

use super::{
    connection::{ClientId, ToClient},
    faults::Fault,
    store::Fate,
    world::{Step, World},
};

/// How long other nodes trust the last presence of a crashed node.
const LEASE_MILLIS: Millis = 1_500;

#[derive(Debug, Default)]
pub(crate) struct Node {
    pub(crate) host: Option<Host>,
    /// The number of hosts that the node has started.
    pub(crate) epoch: u64,
    pub(crate) wake: Option<Millis>,
    /// Its published presence.
    pub(crate) presence: NodePresence,
    /// How far its clock is ahead.
    pub(crate) ahead: Millis,
    /// Whether no node served the room when it started.
    pub(crate) is_unattended: bool,
    /// The number of store operations under way.
    pub(crate) waits: usize,
    /// The situation that the host has asked about.
    pub(crate) asked: Option<ThoughtKey>,
}

impl World {
    /// Loads the room, unless the node has it loaded.
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
        loaded.asked = None;
        loaded.host = Some(host);
        loaded.presence = NodePresence::default();
        let epoch = loaded.epoch;
        self.publish_presence(node);
        // A driver reports a room as unattended once all leases of other nodes have expired.
        let lease = if is_unattended { LEASE_MILLIS } else { 0 };
        let at = self.now + lease + self.chance.delay(300);
        self.schedule(at, Step::OtherNodes(node, epoch));
    }

    /// Crashes a node.
    pub(crate) fn crash(&mut self, node: usize) {
        if self.nodes[node].host.take().is_none() {
            return;
        }
        if self.fault == Some(Fault::LosesLastEntry) && self.store.last() > 1 {
            self.store.entries.pop();
        }
        let epoch = self.nodes[node].epoch;
        let connections = 0..self.connections.len() as u64;
        for session in connections.map(SessionId) {
            let loses = self.chance.per_mille(500);
            let connection = self.connection(session);
            if connection.node == node && connection.epoch == epoch && !connection.has_ended {
                connection.has_ended = true;
                connection.loses_down = loses;
                self.send_to_client(session, ToClient::Broken);
            }
        }
        let lease = self.now + LEASE_MILLIS;
        self.schedule(lease, Step::LeaseOver(node, epoch));
        self.after(3_000, Step::Start(node));
    }

    pub(crate) fn end_lease(&mut self, node: usize, epoch: u64) {
        if self.nodes[node].epoch == epoch {
            self.nodes[node].presence = NodePresence::default();
        }
        for other in (0..self.nodes.len()).filter(|other| *other != node) {
            self.nodes[other].is_unattended = self.nodes[other].host.is_some();
        }
        self.publish_presence(node);
    }

    fn publish_presence(&mut self, node: usize) {
        for other in (0..self.nodes.len()).filter(|other| *other != node) {
            let epoch = self.nodes[other].epoch;
            self.after(100, Step::OtherNodes(other, epoch));
        }
    }

    pub(crate) fn feed_other_nodes(&mut self, node: usize) {
        let mut elsewhere = OtherNodes::default();
        for (other, others) in self.nodes.iter().enumerate() {
            if other != node {
                elsewhere.presence.members.extend(&others.presence.members);
                elsewhere.presence.spectators += others.presence.spectators;
                elsewhere
                    .presence
                    .watchers
                    .extend_from_slice(&others.presence.watchers);
                elsewhere
                    .presence
                    .visitors
                    .extend_from_slice(&others.presence.visitors);
            }
        }
        elsewhere.unattended = std::mem::take(&mut self.nodes[node].is_unattended);
        self.feed(node, Input::OtherNodes(elsewhere));
    }

    /// Feeds an input to a host and performs the effects.
    pub(crate) fn feed(&mut self, node: usize, input: Input) {
        self.note_answer(node, &input);
        let context = Context {
            now: self.now + self.nodes[node].ahead,
            chance: self.chance.next(),
            node: node as u64,
            thinks: true,
            limits: &self.plan.limits,
        };
        let Some(host) = &mut self.nodes[node].host else {
            return;
        };
        let before = host.room().seq();
        let effects = host.handle(input, &context);
        for effect in effects {
            self.perform(node, effect, before);
        }
        self.note_expected(node);
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
                    self.feed_later(node, epoch, Input::Appended(AppendOutcome::Done));
                }
                self.after(30, Step::Append(node, epoch, entries));
            }
            Effect::Read(after) => {
                self.nodes[node].waits += 1;
                self.after(30, Step::Read(node, epoch, after));
            }
            Effect::Send { to, frame } => self.send(&to, &frame),
            Effect::Close(session, why) => self.close(session, why),
            Effect::Entered(session, welcome) => self.enter(node, session, welcome, before),
            Effect::Denied(session, why) => {
                self.check_denied(session, why);
                let connection = self.connection(session);
                connection.is_settled = true;
                connection.has_ended = true;
                self.send_to_client(session, ToClient::Denied);
            }
            Effect::Backlog(session, replay) => self.replayed(session, replay),
            Effect::Answered(session, _) => self.connection(session).answered += 1,
            Effect::WakeAt(at) => {
                self.nodes[node].wake = at.filter(|_| self.fault != Some(Fault::NeverWakes));
                if let Some(at) = at {
                    let then = at.saturating_sub(self.nodes[node].ahead);
                    self.schedule(then.max(self.now), Step::Wake(node, epoch, at));
                }
            }
            Effect::PresenceChanged => {
                self.check_rest("publishes its presence");
                if let Some(host) = &self.nodes[node].host {
                    self.nodes[node].presence = host.presence();
                    self.publish_presence(node);
                }
            }
            Effect::Think(thought) => self.think(node, &thought),
            Effect::StopThinking => self.stop_thinking(node),
            Effect::LimitHit(..) => {}
            Effect::Stop => self.law(false, |_| {
                "a host stops although the journal has lost nothing".to_owned()
            }),
        }
    }

    fn feed_later(&mut self, node: usize, epoch: u64, input: Input) {
        self.after(30, Step::Feed(node, epoch, input));
    }

    fn send(&mut self, to: &[SessionId], frame: &str) {
        let times = if self.fault == Some(Fault::SendsTwice) && self.chance.per_mille(30) {
            2
        } else {
            usize::from(self.fault != Some(Fault::LosesFrames) || !self.chance.per_mille(30))
        };
        for session in to.iter().flat_map(|session| vec![*session; times]) {
            let connection = self.connection(session);
            match (connection.client, &mut connection.received) {
                (ClientId::Narrow(_), Some(received)) => received.frames.push(frame.to_owned()),
                (ClientId::Narrow(_), None) => {}
                (ClientId::Native(_), _) => {
                    let frame: ServerFrame = serde_json::from_str(frame).unwrap();
                    self.check_frame(session, &frame);
                    self.send_to_client(session, ToClient::Frame(frame));
                }
            }
        }
    }

    fn enter(&mut self, node: usize, session: SessionId, welcome: Option<String>, before: Seq) {
        let connection = self.connection(session);
        connection.is_settled = true;
        connection.is_in = true;
        match welcome {
            None => {
                self.note_entered(node, session, before);
                self.send_to_client(session, ToClient::Entered);
            }
            Some(welcome) => {
                let welcome: ServerFrame = serde_json::from_str(&welcome).unwrap();
                self.send_to_client(session, ToClient::Frame(welcome));
                let ClientId::Native(number) = self.connection(session).client else {
                    return;
                };
                let after = self.natives[number].cursor();
                self.send_to_host(session, Input::CatchUp(session, after));
            }
        }
    }

    fn replayed(&mut self, session: SessionId, replay: Backlog) {
        let Backlog::Recent { frames, more_after } = replay else {
            return self.law(false, |_| "a short log was trimmed".to_owned());
        };
        for frame in frames {
            self.send(&[session], &frame);
        }
        if let Some(after) = more_after {
            self.send_to_host(session, Input::CatchUp(session, after));
        }
    }
}

/// The store.
impl World {
    /// An append reaches the store.
    pub(crate) fn append(&mut self, node: usize, epoch: u64, entries: &[Entry]) {
        let fate = Fate::draw(self.plan.trouble, &mut self.chance);
        let stored = match fate {
            Fate::Reported | Fate::AnswerLost => self.store(entries),
            Fate::Late => {
                self.after(400, Step::LateAppend(entries.to_vec()));
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
        let is_lost = self.fault == Some(Fault::LosesOutcomes) && self.chance.per_mille(30);
        if self.fault != Some(Fault::AppliesBeforeAppend) && !is_lost {
            self.feed_later(node, epoch, Input::Appended(stored));
        }
    }

    /// Stores entries if they follow the last one, and notifies all nodes after a delay.
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
                    self.after(100, Step::Feed(node, epoch, followed));
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
        self.feed_later(node, epoch, Input::Read(entries));
    }
}
