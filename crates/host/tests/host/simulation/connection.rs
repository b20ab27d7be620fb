//! A connection between a client and a node.

use raum_host::{Action, Input, SessionId};
use raum_room::{MemberId, Millis, Seq};
use raum_wire::{
    narrow::Dialect,
    native::{Close, ServerFrame},
};

use super::{
    faults::Fault,
    world::{Step, World},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ClientId {
    Native(usize),
    Narrow(usize),
}

/// A message to a client.
#[derive(Clone, Debug)]
pub(crate) enum ToClient {
    Frame(ServerFrame),
    /// For a narrow client.
    Entered,
    Denied,
    Closed,
    /// The node has crashed.
    Broken,
}

#[derive(Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each end notices and loses things independently"
)]
pub(crate) struct Connection {
    pub(crate) client: ClientId,
    pub(crate) node: usize,
    pub(crate) epoch: u64,
    /// Whether the client has noticed the end.
    pub(crate) is_broken: bool,
    /// Whether the node has noticed the end.
    pub(crate) has_ended: bool,
    pub(crate) loses_up: bool,
    pub(crate) loses_down: bool,
    pub(crate) up_at: Millis,
    pub(crate) down_at: Millis,
    /// The number of actions, and of answers.
    pub(crate) asked: usize,
    pub(crate) answered: usize,
    /// Whether the client was admitted or denied.
    pub(crate) is_settled: bool,
    pub(crate) is_in: bool,
    pub(crate) is_closed: bool,
    /// The numbers of unanswered commands.
    pub(crate) open: Vec<u64>,
    /// For a narrow client.
    pub(crate) received: Option<Received>,
}

/// What a narrow session has received.
#[derive(Clone, Debug)]
pub(crate) struct Received {
    pub(crate) session: SessionId,
    pub(crate) dialect: Dialect,
    pub(crate) name: String,
    pub(crate) member: Option<MemberId>,
    pub(crate) nonce: u64,
    /// The session receives all entries after one between these.
    pub(crate) after: [Seq; 2],
    /// The last entry that it must receive.
    pub(crate) until: Seq,
    pub(crate) frames: Vec<String>,
}

impl Connection {
    pub(crate) fn new(client: ClientId, node: usize, epoch: u64) -> Self {
        Self {
            client,
            node,
            epoch,
            is_broken: false,
            has_ended: false,
            loses_up: false,
            loses_down: false,
            up_at: 0,
            down_at: 0,
            asked: 0,
            answered: 0,
            is_settled: false,
            is_in: false,
            is_closed: false,
            open: Vec::new(),
            received: None,
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
    pub(crate) fn connection(&mut self, SessionId(number): SessionId) -> &mut Connection {
        &mut self.connections[usize::try_from(number).unwrap()]
    }

    pub(crate) fn connect(&mut self, client: ClientId, node: usize) -> SessionId {
        let session = SessionId(self.connections.len() as u64);
        self.connections
            .push(Connection::new(client, node, self.nodes[node].epoch));
        session
    }

    /// Sends a client's input. Inputs arrive in order, or are lost.
    pub(crate) fn send_to_host(&mut self, session: SessionId, input: Input) {
        let at = self.now + self.chance.delay(40);
        let connection = self.connection(session);
        connection.up_at = connection.up_at.max(at);
        let at = connection.up_at;
        self.schedule(at, Step::ToHost(session, input));
    }

    pub(crate) fn send_to_client(&mut self, session: SessionId, message: ToClient) {
        let at = self.now + self.chance.delay(40);
        let connection = self.connection(session);
        connection.down_at = connection.down_at.max(at);
        let at = connection.down_at;
        self.schedule(at, Step::ToClient(session, message));
    }

    /// Breaks a connection. The node notices later, and inputs in transit may be lost.
    pub(crate) fn cut(&mut self, session: SessionId) {
        let loses = self.chance.per_mille(500);
        let connection = self.connection(session);
        connection.is_broken = true;
        connection.loses_up = loses;
        self.forget_session(session);
        self.send_to_host(session, Input::Disconnect(session));
    }

    /// Removes the connection from its client.
    pub(crate) fn forget_session(&mut self, session: SessionId) {
        let own = match self.connection(session).client {
            ClientId::Native(number) => &mut self.natives[number].session,
            ClientId::Narrow(number) => &mut self.narrow[number].session,
        };
        if *own == Some(session) {
            *own = None;
        }
    }

    /// A client's input reaches its node.
    pub(crate) fn deliver_to_host(&mut self, session: SessionId, input: Input) {
        let connection = self.connection(session);
        let (node, epoch) = (connection.node, connection.epoch);
        let is_end = matches!(input, Input::Disconnect(_));
        if connection.has_ended || connection.loses_up && !is_end {
            return;
        }
        connection.has_ended = is_end;
        if let Input::Act(_, asked) = &input {
            connection.ask(asked);
        }
        if self.is_same(node, epoch) && !(is_end && self.fault == Some(Fault::IgnoresDisconnects)) {
            self.feed(node, input);
        }
    }

    pub(crate) fn deliver_to_client(&mut self, session: SessionId, message: ToClient) {
        let connection = self.connection(session);
        if connection.is_broken || connection.loses_down && !matches!(message, ToClient::Broken) {
            return;
        }
        let client = connection.client;
        if let ToClient::Broken | ToClient::Denied | ToClient::Closed = message {
            self.connection(session).is_broken = true;
            self.forget_session(session);
        }
        match client {
            ClientId::Native(number) => self.receive_natively(number, message),
            ClientId::Narrow(number) => self.receive_narrowly(number, &message),
        }
    }

    /// A host closes a connection. Its end is reported later.
    pub(crate) fn close(&mut self, session: SessionId, why: Close) {
        self.check_close(session, why);
        self.send_to_client(session, ToClient::Closed);
        self.send_to_host(session, Input::Disconnect(session));
    }
}
