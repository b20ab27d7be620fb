//! A client of a narrow dialect, whose seat is bound to its connection.

use raum_host::{Action, Enter, Handshake, Input, NarrowHandshake, Network, SessionId};
use raum_room::{AnyMove, Event, Seq};
use raum_rules::Game;
use raum_wire::narrow::{Dialect, Request};

use super::{
    connection::{ClientId, Received, ToClient},
    world::{Step, World},
};

#[derive(Debug)]
pub(crate) struct Narrow {
    name: String,
    pub(crate) session: Option<SessionId>,
    is_in: bool,
}

impl Narrow {
    pub(crate) fn new(number: usize) -> Self {
        Self {
            name: format!("Narrow {number}"),
            session: None,
            is_in: false,
        }
    }
}

impl World {
    pub(crate) fn act_narrowly(&mut self, number: usize) {
        self.after(1_500, Step::Act(ClientId::Narrow(number)));
        if self.is_calm {
            return;
        }
        let Some(session) = self.narrow[number].session else {
            return self.connect_narrowly(number);
        };
        if self.chance.per_mille(self.plan.trouble.cut / 2) {
            return self.cut(session);
        }
        if self.narrow[number].is_in
            && let Some(request) = self.request(number, session)
        {
            self.send_to_host(session, Input::Act(session, Action::Request(request)));
        }
    }

    fn connect_narrowly(&mut self, number: usize) {
        let kind = self.plan.kind;
        let mut dialects = Dialect::ALL.into_iter();
        let dialect = dialects.find(|dialect| dialect.kind() == kind).unwrap();
        let Some(node) = self.some_node() else {
            return;
        };
        let session = self.connect(ClientId::Narrow(number), node);
        let nonce = self.chance.next();
        let client = &mut self.narrow[number];
        client.session = Some(session);
        client.is_in = false;
        let name = client.name.clone();
        self.connection(session).received = Some(Received {
            session,
            dialect,
            name: name.clone(),
            member: None,
            nonce,
            after: [0; 2],
            until: 0,
            frames: Vec::new(),
        });
        let enter = Enter {
            session,
            network: Network(1_000 + number as u128),
            key_shown: true,
            handshake: Handshake::Narrow(NarrowHandshake {
                dialect,
                name,
                nonce,
            }),
        };
        self.feed(node, Input::Enter(Box::new(enter)));
    }

    fn request(&mut self, number: usize, session: SessionId) -> Option<Request> {
        let connection = self.connection(session);
        let (node, asked) = (connection.node, connection.asked);
        let room = self.nodes[node].host.as_ref()?.room();
        let legal = room
            .bout()
            .map(|bout| bout.record().game().legal())
            .unwrap_or_default();
        if !legal.is_empty() && self.chance.per_mille(700) {
            let mv = self.chance.pick(&legal);
            return Some(Request::Play(AnyMove::Known(self.plan.kind, mv)));
        }
        let say = Request::Say(format!("narrow {number} {asked}"));
        Some(self.chance.pick(&[
            say.clone(),
            say,
            Request::AskRematch,
            Request::AskRematch,
            Request::Resign,
            Request::Leave,
        ]))
    }

    pub(crate) fn receive_narrowly(&mut self, number: usize, message: &ToClient) {
        self.narrow[number].is_in = matches!(message, ToClient::Entered);
    }

    /// Records from which entry on a session that has entered must receive entries, including its own.
    pub(crate) fn note_entered(&mut self, node: usize, session: SessionId, before: Seq) {
        let last = self.nodes[node]
            .host
            .as_ref()
            .map_or(0, |host| host.room().seq());
        let entries = &self.store.entries;
        let Some(received) = &mut self.connections[usize::try_from(session.0).unwrap()].received
        else {
            return;
        };
        received.after = [before, last];
        for entry in entries {
            let private = entry.private.as_ref();
            if let Event::SeatTaken { member, .. } = &entry.event
                && private.and_then(|private| private.nonce) == Some(received.nonce)
            {
                received.member = Some(*member);
                received.after = [entry.seq - 1; 2];
            }
        }
    }

    /// Records the last entry that the sessions of a node must receive.
    pub(crate) fn note_expected(&mut self, node: usize) {
        let state = &self.nodes[node];
        let Some(last) = state.host.as_ref().map(|host| host.room().seq()) else {
            return;
        };
        for connection in &mut self.connections {
            let is_here = connection.node == node && connection.epoch == state.epoch;
            if is_here
                && connection.is_in
                && !connection.has_ended
                && !connection.is_closed
                && let Some(received) = &mut connection.received
            {
                received.until = last;
            }
        }
    }
}
