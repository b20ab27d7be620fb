//! One connection of a client to a node.

use raum_host::{Action, Input, SessionId};
use raum_room::{MemberId, Millis, Seq};
use raum_wire::{
    narrow::Dialect,
    native::{Close, ServerFrame},
};

use super::{
    faults::Fault,
    world::{Happening, World},
};

/// A client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Who {
    Native(usize),
    Narrow(usize),
}

/// What comes to a client.
#[derive(Clone, Debug)]
pub(crate) enum Down {
    Frame(ServerFrame),
    /// In a narrow dialect.
    Entered,
    Denied,
    Closed,
    /// Its node has gone.
    Broken,
}

/// A connection.
#[derive(Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "what each end knows and loses is independent"
)]
pub(crate) struct Line {
    pub(crate) who: Who,
    pub(crate) node: usize,
    pub(crate) epoch: u64,
    /// Whether the client knows that it has ended.
    pub(crate) is_cut: bool,
    /// Whether the node knows.
    pub(crate) is_over: bool,
    pub(crate) loses_up: bool,
    pub(crate) loses_down: bool,
    pub(crate) up_at: Millis,
    pub(crate) down_at: Millis,
    /// How often it was asked for something by the client, and answered.
    pub(crate) asked: usize,
    pub(crate) answered: usize,
    /// Whether it was let in or denied.
    pub(crate) is_met: bool,
    pub(crate) is_in: bool,
    pub(crate) is_closed: bool,
    /// The numbers of commands without an answer.
    pub(crate) open: Vec<u64>,
    /// In a narrow dialect.
    pub(crate) told: Option<Told>,
}

/// What a session in a narrow dialect was told.
#[derive(Clone, Debug)]
pub(crate) struct Told {
    pub(crate) session: SessionId,
    pub(crate) dialect: Dialect,
    pub(crate) name: String,
    pub(crate) member: Option<MemberId>,
    pub(crate) nonce: u64,
    /// It hears all entries after one of these.
    pub(crate) after: [Seq; 2],
    /// Up to this one at least.
    pub(crate) until: Seq,
    pub(crate) frames: Vec<String>,
}

impl Line {
    pub(crate) fn new(who: Who, node: usize, epoch: u64) -> Self {
        Self {
            who,
            node,
            epoch,
            is_cut: false,
            is_over: false,
            loses_up: false,
            loses_down: false,
            up_at: 0,
            down_at: 0,
            asked: 0,
            answered: 0,
            is_met: false,
            is_in: false,
            is_closed: false,
            open: Vec::new(),
            told: None,
        }
    }

    pub(crate) fn ask(&mut self, asked: &Action) {
        self.asked += 1;
        if let Action::Command(number, _) = asked {
            self.open.push(*number);
        }
    }
}

impl World {
    pub(crate) fn line(&mut self, SessionId(number): SessionId) -> &mut Line {
        &mut self.lines[usize::try_from(number).unwrap()]
    }

    /// A client connects to a node.
    pub(crate) fn connect(&mut self, who: Who, node: usize) -> SessionId {
        let session = SessionId(self.lines.len() as u64);
        self.lines
            .push(Line::new(who, node, self.nodes[node].epoch));
        session
    }

    /// What a client sends comes in order, if it comes.
    pub(crate) fn send_up(&mut self, session: SessionId, input: Input) {
        let at = self.now + self.chance.delay(40);
        let line = self.line(session);
        line.up_at = line.up_at.max(at);
        let at = line.up_at;
        self.schedule(at, Happening::Up(session, input));
    }

    pub(crate) fn send_down(&mut self, session: SessionId, down: Down) {
        let at = self.now + self.chance.delay(40);
        let line = self.line(session);
        line.down_at = line.down_at.max(at);
        let at = line.down_at;
        self.schedule(at, Happening::Down(session, down));
    }

    /// A connection breaks. Its node notices later, and may have lost what was on its way.
    pub(crate) fn cut(&mut self, session: SessionId) {
        let loses = self.chance.per_mille(500);
        let line = self.line(session);
        line.is_cut = true;
        line.loses_up = loses;
        self.forget_line(session);
        self.send_up(session, Input::Disconnect(session));
    }

    /// A client has no connection any more.
    pub(crate) fn forget_line(&mut self, session: SessionId) {
        let own = match self.line(session).who {
            Who::Native(number) => &mut self.natives[number].line,
            Who::Narrow(number) => &mut self.narrow[number].line,
        };
        if *own == Some(session) {
            *own = None;
        }
    }

    /// Something that a client has sent reaches its node.
    pub(crate) fn hear(&mut self, session: SessionId, input: Input) {
        let line = self.line(session);
        let (node, epoch) = (line.node, line.epoch);
        let is_end = matches!(input, Input::Disconnect(_));
        if line.is_over || line.loses_up && !is_end {
            return;
        }
        line.is_over = is_end;
        if let Input::Act(_, asked) = &input {
            line.ask(asked);
        }
        if self.is_same(node, epoch) && !(is_end && self.fault == Some(Fault::Deaf)) {
            self.tell(node, input);
        }
    }

    pub(crate) fn receive(&mut self, session: SessionId, down: Down) {
        let line = self.line(session);
        if line.is_cut || line.loses_down && !matches!(down, Down::Broken) {
            return;
        }
        let who = line.who;
        if let Down::Broken | Down::Denied | Down::Closed = down {
            self.line(session).is_cut = true;
            self.forget_line(session);
        }
        match who {
            Who::Native(number) => self.receive_natively(number, down),
            Who::Narrow(number) => self.receive_narrowly(number, &down),
        }
    }

    /// A host closes a connection, which says later that it has gone.
    pub(crate) fn close(&mut self, session: SessionId, why: Close) {
        self.check_close(session, why);
        self.send_down(session, Down::Closed);
        self.send_up(session, Input::Disconnect(session));
    }
}
