//! A run: everything that happens, in virtual time.

use std::collections::BTreeMap;

use raum_host::{Host, Input, SessionId};
use raum_room::{Entry, Millis, Room, Seq};

use super::{
    chance::Chance,
    faults::Fault,
    line::{Down, Line, Who},
    narrow::Narrow,
    native::Native,
    node::Node,
    plan::{Plan, Trouble},
    store::Store,
};

/// When every run begins.
const BEGIN: Millis = 1_000_000;

/// How long a run goes on when nothing goes wrong any more: longer than any clock and any grace.
const QUIET_MILLIS: Millis = 130_000;

/// How long everything takes that is left to be done then.
const REST_MILLIS: Millis = 100_000;

/// More than any run needs.
const HAPPENINGS_MAX: usize = 100_000;

/// How far the clocks of two nodes differ at most.
const AHEAD_MAX: Millis = 200;

/// How often the hosts hear of the last entry, whatever they have missed.
const HEARTBEAT_MILLIS: Millis = 2_000;

/// Something that happens.
#[derive(Debug)]
pub(crate) enum Happening {
    Act(Who),
    Up(SessionId, Input),
    Down(SessionId, Down),
    /// An input for a host that no client sends; only if it is still the same host.
    Tell(usize, u64, Input),
    Append(usize, u64, Vec<Entry>),
    LateAppend(Vec<Entry>),
    Read(usize, u64, Seq),
    Wake(usize, u64, Millis),
    OtherNodes(usize, u64),
    LeaseOver(usize, u64),
    Start(usize),
    Heartbeat,
}

/// All of a run.
#[derive(Debug)]
pub(crate) struct World {
    pub(crate) chance: Chance,
    pub(crate) plan: Plan,
    pub(crate) fault: Option<Fault>,
    pub(crate) now: Millis,
    queue: BTreeMap<(Millis, usize), Happening>,
    scheduled: usize,
    pub(crate) store: Store,
    pub(crate) nodes: Vec<Node>,
    pub(crate) lines: Vec<Line>,
    pub(crate) natives: Vec<Native>,
    pub(crate) narrow: Vec<Narrow>,
    /// Whether nothing goes wrong any more, and when nothing may happen any more.
    pub(crate) is_quiet: bool,
    pub(crate) rests_at: Option<Millis>,
    pub(crate) has_crashed: bool,
    /// The first law that was broken.
    pub(crate) broken: Option<String>,
    /// What happened, if that is to be told.
    trace: Option<Vec<String>>,
}

impl World {
    /// Runs a seed. The error tells which law was broken, and with a trace, what happened before.
    pub(crate) fn run(seed: u64, fault: Option<Fault>, is_traced: bool) -> Result<Self, String> {
        let mut world = Self::new(seed, fault);
        world.trace = is_traced.then(Vec::new);
        world.begin();
        world.go_on_until(BEGIN + world.plan.busy_millis);
        world.calm_down();
        world.go_on_until(world.now + QUIET_MILLIS);
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
            lines: Vec::new(),
            natives: natives.collect(),
            narrow: (0..plan.narrow).map(Narrow::new).collect(),
            is_quiet: false,
            rests_at: None,
            has_crashed: false,
            broken: None,
            trace: None,
            chance,
            plan,
        }
    }

    fn begin(&mut self) {
        for node in 0..self.nodes.len() {
            self.start(node);
        }
        let natives = (0..self.natives.len()).map(Who::Native);
        let narrow = (0..self.narrow.len()).map(Who::Narrow);
        for who in natives.chain(narrow).collect::<Vec<_>>() {
            self.after(1_000, Happening::Act(who));
        }
        self.schedule(self.now + HEARTBEAT_MILLIS, Happening::Heartbeat);
    }

    fn calm_down(&mut self) {
        self.is_quiet = true;
        let limits = &self.plan.limits;
        // Clients that make way for one another do so for ever, and so do two devices that want one seat.
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

    /// Says that a law is broken, unless it holds.
    pub(crate) fn law(&mut self, holds: bool, what: impl FnOnce(&Self) -> String) {
        if !holds && self.broken.is_none() {
            self.broken = Some(what(self));
        }
    }

    pub(crate) fn schedule(&mut self, at: Millis, what: Happening) {
        self.scheduled += 1;
        self.queue.insert((at, self.scheduled), what);
    }

    /// Schedules something after a span that is usually shorter than this.
    pub(crate) fn after(&mut self, usual: Millis, what: Happening) {
        let at = self.now + self.chance.delay(usual);
        self.schedule(at, what);
    }

    fn go_on_until(&mut self, end: Millis) {
        while self.broken.is_none() {
            let Some(first) = self.queue.first_entry().filter(|first| first.key().0 < end) else {
                break;
            };
            let ((at, _), what) = first.remove_entry();
            self.now = at;
            let is_idle = matches!(what, Happening::Act(_) | Happening::Heartbeat);
            if let Some(trace) = self.trace.as_mut().filter(|_| !is_idle) {
                trace.push(format!("{at} {what:?}"));
            }
            self.happen(what);
            self.law(self.scheduled < HAPPENINGS_MAX, |_| {
                "it never ends".to_owned()
            });
        }
        self.now = end;
    }

    fn happen(&mut self, what: Happening) {
        match what {
            Happening::Act(Who::Native(number)) => self.act_natively(number),
            Happening::Act(Who::Narrow(number)) => self.act_narrowly(number),
            Happening::Up(session, input) => self.hear(session, input),
            Happening::Down(session, down) => self.receive(session, down),
            Happening::Tell(node, epoch, input) if self.is_same(node, epoch) => {
                self.tell(node, input);
            }
            Happening::Append(node, epoch, entries) => self.append(node, epoch, &entries),
            Happening::LateAppend(entries) => {
                self.store(&entries);
            }
            Happening::Read(node, epoch, after) => self.read(node, epoch, after),
            Happening::Wake(node, epoch, at) if self.is_same(node, epoch) => {
                if self.nodes[node].wake == Some(at) {
                    self.check_rest("wakes");
                    self.nodes[node].wake = None;
                    self.tell(node, Input::Wake);
                }
            }
            Happening::OtherNodes(node, epoch)
                if self.is_same(node, epoch) && self.fault != Some(Fault::HearsOfNobody) =>
            {
                self.tell_elsewhere(node);
            }
            Happening::LeaseOver(node, epoch) => self.end_lease(node, epoch),
            Happening::Start(node) => self.start(node),
            Happening::Heartbeat => {
                let last: Vec<_> = self.store.entries.last().cloned().into_iter().collect();
                for node in 0..self.nodes.len() {
                    let epoch = self.nodes[node].epoch;
                    let followed = Input::Followed(last.clone());
                    self.after(100, Happening::Tell(node, epoch, followed));
                }
                self.schedule(self.now + HEARTBEAT_MILLIS, Happening::Heartbeat);
            }
            Happening::Tell(..) | Happening::Wake(..) | Happening::OtherNodes(..) => {}
        }
    }

    pub(crate) fn is_same(&self, node: usize, epoch: u64) -> bool {
        self.nodes[node].epoch == epoch && self.nodes[node].host.is_some()
    }

    /// A node that serves the room, if there is any.
    pub(crate) fn some_node(&mut self) -> Option<usize> {
        let up = |node: &usize| self.nodes[*node].host.is_some();
        let up: Vec<_> = (0..self.nodes.len()).filter(up).collect();
        (!up.is_empty()).then(|| self.chance.pick(&up))
    }

    /// All hosts that serve the room.
    pub(crate) fn hosts(&self) -> impl Iterator<Item = &Host> {
        self.nodes.iter().filter_map(|node| node.host.as_ref())
    }
}
