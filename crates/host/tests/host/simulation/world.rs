//! A run of the simulation, in virtual time.

use std::collections::BTreeMap;

use raum_host::{Host, Input, SessionId};
use raum_room::{Entry, Millis, Room, Seq};

use super::{
    chance::Chance,
    connection::{ClientId, Connection, ToClient},
    faults::Fault,
    machine::Machines,
    narrow::Narrow,
    native::Native,
    node::Node,
    plan::{Plan, Trouble},
    store::Store,
};

/// The time at which every run begins.
const BEGIN: Millis = 1_000_000;

/// How long a run continues without trouble: longer than any clock and any grace period.
const CALM_MILLIS: Millis = 130_000;

/// How long after the trouble hosts may still have work to do.
const REST_MILLIS: Millis = 100_000;

/// More steps than any run needs.
const STEPS_MAX: usize = 100_000;

/// The largest difference between the clocks of two nodes.
const AHEAD_MAX: Millis = 200;

/// How often hosts get the last entry, so that they notice what they have missed.
const HEARTBEAT_MILLIS: Millis = 2_000;

#[derive(Debug)]
pub(crate) enum Step {
    Act(ClientId),
    ToHost(SessionId, Input),
    ToClient(SessionId, ToClient),
    /// An input from the driver, dropped if the node has another host meanwhile.
    Feed(usize, u64, Input),
    Append(usize, u64, Vec<Entry>),
    LateAppend(Vec<Entry>),
    Read(usize, u64, Seq),
    Wake(usize, u64, Millis),
    OtherNodes(usize, u64),
    LeaseOver(usize, u64),
    Start(usize),
    Heartbeat,
}

#[derive(Debug)]
pub(crate) struct World {
    pub(crate) chance: Chance,
    pub(crate) plan: Plan,
    pub(crate) fault: Option<Fault>,
    pub(crate) now: Millis,
    queue: BTreeMap<(Millis, usize), Step>,
    scheduled: usize,
    pub(crate) store: Store,
    pub(crate) nodes: Vec<Node>,
    pub(crate) connections: Vec<Connection>,
    pub(crate) natives: Vec<Native>,
    pub(crate) narrow: Vec<Narrow>,
    pub(crate) machines: Machines,
    /// Whether the trouble is over, and when all hosts must be idle.
    pub(crate) is_calm: bool,
    pub(crate) rests_at: Option<Millis>,
    /// The first broken law.
    pub(crate) broken: Option<String>,
    /// The steps, if they are to be printed.
    trace: Option<Vec<String>>,
}

impl World {
    /// Runs a seed. The error names the broken law, after a trace of all steps if requested.
    pub(crate) fn run(seed: u64, fault: Option<Fault>, is_traced: bool) -> Result<Self, String> {
        let mut world = Self::new(seed, fault);
        world.trace = is_traced.then(Vec::new);
        world.begin();
        world.run_until(BEGIN + world.plan.busy_millis);
        world.calm_down();
        world.run_until(world.now + CALM_MILLIS);
        if world.broken.is_none() {
            world.check_end();
        }
        match &world.broken {
            None => Ok(world),
            Some(broken) => {
                let trace = world.trace.unwrap_or_default().join("\n");
                Err(format!("{trace}\nseed {seed}: {broken}\n{:?}", world.plan))
            }
        }
    }

    fn new(seed: u64, fault: Option<Fault>) -> Self {
        let mut chance = Chance::new(seed);
        let plan = Plan::new(&mut chance);
        let opening = Room::open(plan.kind, plan.rules.clone(), &plan.kind.start(), []);
        let first = Entry {
            seq: 1,
            at: BEGIN,
            format: None,
            answers: None,
            event: opening.into(),
            private: None,
        };
        let ahead = |_| Node {
            ahead: chance.next() % AHEAD_MAX,
            ..Node::default()
        };
        let nodes = (0..plan.nodes).map(ahead).collect::<Vec<_>>();
        let natives = 0..plan.natives + plan.devices;
        let natives = natives.map(|number| Native::new(number, plan.natives));
        Self {
            fault,
            now: BEGIN,
            queue: BTreeMap::new(),
            scheduled: 0,
            store: Store {
                entries: vec![first],
            },
            nodes,
            connections: Vec::new(),
            natives: natives.collect(),
            narrow: (0..plan.narrow).map(Narrow::new).collect(),
            machines: Machines::default(),
            is_calm: false,
            rests_at: None,
            broken: None,
            trace: None,
            chance,
            plan,
        }
    }

    fn begin(&mut self) {
        self.seat_machine();
        for node in 0..self.nodes.len() {
            self.start(node);
        }
        let natives = (0..self.natives.len()).map(ClientId::Native);
        let narrow = (0..self.narrow.len()).map(ClientId::Narrow);
        for client in natives.chain(narrow).collect::<Vec<_>>() {
            self.after(1_000, Step::Act(client));
        }
        self.schedule(self.now + HEARTBEAT_MILLIS, Step::Heartbeat);
    }

    fn calm_down(&mut self) {
        self.is_calm = true;
        let limits = &self.plan.limits;
        // Clients that evict each other never stop, nor do two devices that want the same seat.
        let have_place = limits
            .sessions_per_room_max
            .min(limits.sessions_per_room_and_address_max);
        self.rests_at =
            (have_place >= 100 && self.plan.devices == 0).then_some(self.now + REST_MILLIS);
        self.plan.trouble = Trouble::default();
        for node in 0..self.nodes.len() {
            self.start(node);
        }
    }

    /// Records a broken law, unless it holds.
    pub(crate) fn law(&mut self, holds: bool, what: impl FnOnce(&Self) -> String) {
        if !holds && self.broken.is_none() {
            self.broken = Some(what(self));
        }
    }

    pub(crate) fn schedule(&mut self, at: Millis, step: Step) {
        self.scheduled += 1;
        self.queue.insert((at, self.scheduled), step);
    }

    /// Schedules a step after a random delay.
    pub(crate) fn after(&mut self, usual: Millis, step: Step) {
        let at = self.now + self.chance.delay(usual);
        self.schedule(at, step);
    }

    fn run_until(&mut self, end: Millis) {
        while self.broken.is_none() {
            let Some(first) = self.queue.first_entry().filter(|first| first.key().0 < end) else {
                break;
            };
            let ((at, _), step) = first.remove_entry();
            self.now = at;
            let is_idle = matches!(step, Step::Act(_) | Step::Heartbeat);
            if let Some(trace) = self.trace.as_mut().filter(|_| !is_idle) {
                trace.push(format!("{at} {step:?}"));
            }
            self.perform_step(step);
            self.law(self.scheduled < STEPS_MAX, |_| {
                "the run never ends".to_owned()
            });
        }
        self.now = end;
    }

    fn perform_step(&mut self, step: Step) {
        match step {
            Step::Act(ClientId::Native(number)) => self.act_natively(number),
            Step::Act(ClientId::Narrow(number)) => self.act_narrowly(number),
            Step::ToHost(session, input) => self.deliver_to_host(session, input),
            Step::ToClient(session, down) => self.deliver_to_client(session, down),
            Step::Feed(node, epoch, input) if self.is_same(node, epoch) => {
                self.feed(node, input);
            }
            Step::Append(node, epoch, entries) => self.append(node, epoch, &entries),
            Step::LateAppend(entries) => {
                self.store(&entries);
            }
            Step::Read(node, epoch, after) => self.read(node, epoch, after),
            Step::Wake(node, epoch, at) if self.is_same(node, epoch) => {
                if self.nodes[node].wake == Some(at) {
                    self.check_rest("wakes");
                    self.nodes[node].wake = None;
                    self.feed(node, Input::Wake);
                }
            }
            Step::OtherNodes(node, epoch)
                if self.is_same(node, epoch) && self.fault != Some(Fault::IgnoresOtherNodes) =>
            {
                self.feed_other_nodes(node);
            }
            Step::LeaseOver(node, epoch) => self.end_lease(node, epoch),
            Step::Start(node) => self.start(node),
            Step::Heartbeat => {
                let last: Vec<_> = self.store.entries.last().cloned().into_iter().collect();
                for node in 0..self.nodes.len() {
                    let epoch = self.nodes[node].epoch;
                    let followed = Input::Followed(last.clone());
                    self.after(100, Step::Feed(node, epoch, followed));
                }
                self.schedule(self.now + HEARTBEAT_MILLIS, Step::Heartbeat);
            }
            Step::Feed(..) | Step::Wake(..) | Step::OtherNodes(..) => {}
        }
    }

    pub(crate) fn is_same(&self, node: usize, epoch: u64) -> bool {
        self.nodes[node].epoch == epoch && self.nodes[node].host.is_some()
    }

    /// A random node that serves the room.
    pub(crate) fn some_node(&mut self) -> Option<usize> {
        let up = |node: &usize| self.nodes[*node].host.is_some();
        let up: Vec<_> = (0..self.nodes.len()).filter(up).collect();
        (!up.is_empty()).then(|| self.chance.pick(&up))
    }

    /// The hosts of the room.
    pub(crate) fn hosts(&self) -> impl Iterator<Item = &Host> {
        self.nodes.iter().filter_map(|node| node.host.as_ref())
    }
}
