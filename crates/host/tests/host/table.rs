//! A host whose driver and store are the test.

use raum_host::{
    Action, AppendOutcome, Context, Denied, Effect, Enter, Handshake, Host, Input, Limits,
    NarrowHandshake, NativeHandshake, Network, NodePresence, OtherNodes, PresentMember, SessionId,
    Stamp,
};
use raum_room::{
    AnyMove, Command, Context as RoomContext, Entry, Event, HostCommand, HouseRules, MemberId,
    Millis, Room, Seq,
};
use raum_rules::Kind;
use raum_wire::{
    narrow::{Dialect, Request},
    native::ServerFrame,
};

/// The time at which every test begins.
pub(crate) const BEGIN: Millis = 1_000_000;

/// A host with its journal.
pub(crate) struct Table {
    pub(crate) host: Host,
    pub(crate) journal: Vec<Entry>,
    pub(crate) now: Millis,
    pub(crate) limits: Limits,
    pub(crate) thinks: bool,
    node: u64,
    sessions: u64,
    /// The effects that the test has not handled.
    pub(crate) effects: Vec<Effect>,
}

pub(crate) fn limits() -> Limits {
    Limits {
        sessions_per_room_max: 100,
        sessions_per_room_and_address_max: 100,
        changes_per_minute: 100,
        entries_per_game_max: 1_000,
        entries_per_room_max: 10_000,
        message_chars_max: 500,
        messages_per_minute: 100,
        messages_per_game_max: 1_000,
        transfer_millis: 10_000,
        machines: true,
        clock_stops_unattended: true,
    }
}

/// A move of tic-tac-toe.
pub(crate) fn play(cell: &str, ply: usize) -> Command {
    let kind = Kind::TicTacToe;
    let mv = AnyMove::Known(kind, kind.read_move(cell).unwrap());
    Command::Play { mv, ply }
}

pub(crate) fn take_seat(name: &str) -> Command {
    Command::TakeSeat {
        name: name.to_owned(),
        side: None,
    }
}

pub(crate) fn say(text: &str) -> Command {
    Command::Say {
        name: Some("Ann".to_owned()),
        text: text.to_owned(),
    }
}

impl Table {
    /// Opens a room, whose host knows that no one is on other nodes.
    pub(crate) fn open(rules: HouseRules, kind: Kind) -> Self {
        let first = Entry {
            seq: 1,
            at: BEGIN,
            format: None,
            answers: None,
            event: Room::open(kind, rules, &kind.start(), []).into(),
            private: None,
        };
        let mut table = Self::load(vec![first], 1);
        table.set_other_nodes(Vec::new());
        table
    }

    /// Opens a native room with other limits.
    pub(crate) fn limited(limits: Limits) -> Self {
        let first = Self::native().journal.remove(0);
        Self {
            host: Host::begin("room", first.clone(), &limits).unwrap(),
            limits,
            ..Self::load(vec![first], 1)
        }
    }

    /// Opens a native room.
    pub(crate) fn native() -> Self {
        Self::open(HouseRules::native(Kind::TicTacToe), Kind::TicTacToe)
    }

    /// Loads a room on another host, which does not know who is on other nodes.
    pub(crate) fn load(journal: Vec<Entry>, node: u64) -> Self {
        let limits = limits();
        let mut host = Host::begin("room", journal[0].clone(), &limits).unwrap();
        for entry in &journal[1..] {
            host.load(entry.clone());
        }
        Self {
            host,
            journal,
            now: BEGIN,
            limits,
            thinks: true,
            node,
            sessions: 0,
            effects: Vec::new(),
        }
    }

    /// Creates a transfer code for the seat that a token owns.
    pub(crate) fn offer(&mut self, token: &str, code: &str) -> Result<(), Denied> {
        let context = Context {
            now: self.now,
            chance: 0,
            node: self.node,
            thinks: self.thinks,
            limits: &self.limits,
        };
        self.host.offer_transfer(token, code.to_owned(), &context)
    }

    /// Feeds an input to the host.
    pub(crate) fn feed(&mut self, input: Input) {
        let context = Context {
            now: self.now,
            chance: 0,
            node: self.node,
            thinks: self.thinks,
            limits: &self.limits,
        };
        self.effects.extend(self.host.handle(input, &context));
    }

    /// Feeds an input to the host, and stores what it appends.
    pub(crate) fn feed_and_store(&mut self, input: Input) {
        self.feed(input);
        self.store();
    }

    /// Takes the append that the host waits for.
    pub(crate) fn pending_append(&mut self) -> Option<Vec<Entry>> {
        let is_append = |effect: &Effect| matches!(effect, Effect::Append { .. });
        let place = self.effects.iter().position(is_append)?;
        let Effect::Append { entries, .. } = self.effects.remove(place) else {
            return None;
        };
        Some(
            entries
                .iter()
                .map(|encoded| encoded.entry().clone())
                .collect(),
        )
    }

    /// Takes the read that the host waits for: the entry after which it reads.
    pub(crate) fn pending_read(&mut self) -> Option<Seq> {
        let mut effects = self.effects.iter();
        let place = effects.position(|effect| matches!(effect, Effect::Read(_)))?;
        let Effect::Read(after) = self.effects.remove(place) else {
            return None;
        };
        Some(after)
    }

    /// Stores what the host appends.
    pub(crate) fn store(&mut self) {
        while let Some(entries) = self.pending_append() {
            self.journal.extend(entries);
            self.feed(Input::Appended(AppendOutcome::Done));
        }
    }

    /// Appends what a command of the host gives, as another host would.
    pub(crate) fn host_command(&mut self, command: HostCommand) {
        let context = RoomContext {
            now: self.now,
            chance: 0,
            key_shown: false,
            away_since: [None; 2],
            can_go_back: true,
        };
        let room = self.host.room();
        let events = room.decide_for_host(command, &context).unwrap();
        let mut stamp = Stamp::after(room, self.now);
        let entries: Vec<_> = events.into_iter().map(|event| stamp.entry(event)).collect();
        self.journal.extend(entries.clone());
        self.feed(Input::Followed(entries));
    }

    /// Makes the pending append conflict with another host's event, and stores what the host appends then.
    pub(crate) fn conflict_with(&mut self, event: Event) {
        let lost = self.pending_append().unwrap();
        let first = &lost[0];
        let entry = Entry {
            seq: first.seq,
            at: first.at,
            format: None,
            answers: None,
            event,
            private: None,
        };
        self.journal.push(entry.clone());
        self.feed(Input::Appended(AppendOutcome::Conflict(vec![entry])));
        self.store();
    }

    pub(crate) fn last(&self) -> &Event {
        &self.journal.last().unwrap().event
    }

    fn enter(&mut self, network: u128, handshake: Handshake) -> SessionId {
        self.sessions += 1;
        let session = SessionId(self.sessions);
        self.feed(Input::Enter(Box::new(Enter {
            session,
            network: Network(network),
            key_shown: true,
            handshake,
        })));
        session
    }

    /// Connects a native client with this token hash.
    pub(crate) fn connect(&mut self, token: &str, transfer: Option<&str>, after: Seq) -> SessionId {
        let session = self.enter(
            token.len() as u128,
            Handshake::Native(NativeHandshake {
                token_hash: token.to_owned(),
                new_token: None,
                transfer_hash: transfer.map(str::to_owned),
                after,
                marks: [None, None],
            }),
        );
        self.feed(Input::CatchUp(session, after));
        session
    }

    /// Connects a native client that takes a seat.
    pub(crate) fn sit(&mut self, token: &str) -> SessionId {
        let session = self.connect(token, None, 0);
        self.ask(session, 1, take_seat(token));
        session
    }

    /// Connects a client of the narrow dialect of the room's kind.
    pub(crate) fn enter_narrowly(&mut self, name: &str, nonce: u64) -> SessionId {
        let kind = self.host.room().kind();
        let mut dialects = Dialect::ALL.into_iter();
        let dialect = dialects.find(|dialect| dialect.kind() == kind).unwrap();
        let name = name.to_owned();
        self.enter(
            1_000 + u128::from(nonce),
            Handshake::Narrow(NarrowHandshake {
                dialect,
                name,
                nonce,
            }),
        )
    }

    pub(crate) fn command(&mut self, session: SessionId, number: u64, command: Command) {
        self.feed(Input::Act(session, Action::Command(number, command)));
    }

    /// Sends a command, stores what the host appends, and returns the answer.
    pub(crate) fn ask(&mut self, session: SessionId, number: u64, command: Command) -> ServerFrame {
        self.command(session, number, command);
        self.store();
        self.answer(session).unwrap()
    }

    pub(crate) fn request(&mut self, session: SessionId, request: Request) {
        self.feed(Input::Act(session, Action::Request(request)));
    }

    /// Reports who is on other nodes.
    pub(crate) fn set_other_nodes(&mut self, members: Vec<(MemberId, Millis)>) {
        self.set_unattended(members, false);
    }

    pub(crate) fn set_unattended(&mut self, members: Vec<(MemberId, Millis)>, unattended: bool) {
        let members = members.into_iter().map(|(member, since)| PresentMember {
            member,
            since: (since, 7),
        });
        let presence = NodePresence {
            members: members.collect(),
            ..NodePresence::default()
        };
        self.feed(Input::OtherNodes(OtherNodes {
            presence,
            unattended,
            ..OtherNodes::default()
        }));
        self.store();
    }

    /// Lets time pass, and wakes the host.
    pub(crate) fn wait(&mut self, span: Millis) {
        self.now += span;
        self.feed_and_store(Input::Wake);
    }
}
