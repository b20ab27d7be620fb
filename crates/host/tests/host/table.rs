//! A host at a table of its own: the test is its driver and its store.

use raum_host::{
    Action, AppendOutcome, Context, Denied, Effect, Enter, Handshake, Host, Input, Limits,
    NarrowHandshake, NativeHandshake, NodePresence, Origin, OtherNodes, PresentMember, SessionId,
};
use raum_room::{AnyMove, Command, Entry, Event, HouseRules, MemberId, Millis, Room, Seq};
use raum_rules::Kind;
use raum_wire::{
    narrow::{Dialect, Request},
    native::ServerFrame,
};

/// When every test begins.
pub(crate) const BEGIN: Millis = 1_000_000;

/// A host with its journal.
pub(crate) struct Table {
    pub(crate) host: Host,
    pub(crate) journal: Vec<Entry>,
    pub(crate) now: Millis,
    pub(crate) limits: Limits,
    node: u64,
    sessions: u64,
    /// All that the host has wanted since the test last looked.
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
    /// A new room, whose host knows that nobody is elsewhere.
    pub(crate) fn open(rules: HouseRules, kind: Kind) -> Self {
        let first = Entry {
            seq: 1,
            at: BEGIN,
            answers: None,
            event: Room::open(kind, rules, &kind.start(), []).into(),
            private: None,
        };
        let mut table = Self::load(vec![first], 1);
        table.hear(Vec::new());
        table
    }

    /// A room of raum's own with other limits.
    pub(crate) fn limited(limits: Limits) -> Self {
        let first = Self::native().journal.remove(0);
        Self {
            host: Host::begin("room", first.clone(), &limits).unwrap(),
            limits,
            ..Self::load(vec![first], 1)
        }
    }

    /// A room of raum's own.
    pub(crate) fn native() -> Self {
        Self::open(HouseRules::native(Kind::TicTacToe), Kind::TicTacToe)
    }

    /// Another host of a room, which has heard of nobody yet.
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
            node,
            sessions: 0,
            effects: Vec::new(),
        }
    }

    /// Makes a code good for the seat that a token owns.
    pub(crate) fn offer(&mut self, token: &str, code: &str) -> Result<(), Denied> {
        let context = Context {
            now: self.now,
            chance: 0,
            node: self.node,
            limits: &self.limits,
        };
        self.host.offer_transfer(token, code.to_owned(), &context)
    }

    /// Tells the host something, and leaves to the test what it wants.
    pub(crate) fn tell(&mut self, input: Input) {
        let context = Context {
            now: self.now,
            chance: 0,
            node: self.node,
            limits: &self.limits,
        };
        self.effects.extend(self.host.handle(input, &context));
    }

    /// Tells the host something, and stores what it wants stored.
    pub(crate) fn do_now(&mut self, input: Input) {
        self.tell(input);
        self.store();
    }

    /// The entries that the host wants appended, if it waits for that.
    pub(crate) fn wanted(&mut self) -> Option<Vec<Entry>> {
        let is_append = |effect: &Effect| matches!(effect, Effect::Append { .. });
        let place = self.effects.iter().position(is_append)?;
        let Effect::Append { entries, .. } = self.effects.remove(place) else {
            return None;
        };
        Some(
            entries
                .iter()
                .map(|written| written.entry().clone())
                .collect(),
        )
    }

    /// The entry after which the host wants to read, if it waits for that.
    pub(crate) fn wants_to_read(&mut self) -> Option<Seq> {
        let mut effects = self.effects.iter();
        let place = effects.position(|effect| matches!(effect, Effect::Read(_)))?;
        let Effect::Read(after) = self.effects.remove(place) else {
            return None;
        };
        Some(after)
    }

    /// Stores all that the host wants stored.
    pub(crate) fn store(&mut self) {
        while let Some(entries) = self.wanted() {
            self.journal.extend(entries);
            self.tell(Input::Appended(AppendOutcome::Done));
        }
    }

    /// Another host was faster with this event: the host hears of it, and what it wants then is stored.
    pub(crate) fn lose_to(&mut self, event: Event) {
        let lost = self.wanted().unwrap();
        let first = &lost[0];
        let entry = Entry {
            seq: first.seq,
            at: first.at,
            answers: None,
            event,
            private: None,
        };
        self.journal.push(entry.clone());
        self.tell(Input::Appended(AppendOutcome::Conflict(vec![entry])));
        self.store();
    }

    pub(crate) fn last(&self) -> &Event {
        &self.journal.last().unwrap().event
    }

    fn enter(&mut self, origin: u128, handshake: Handshake) -> SessionId {
        self.sessions += 1;
        let session = SessionId(self.sessions);
        self.tell(Input::Enter(Box::new(Enter {
            session,
            origin: Origin(origin),
            key_shown: true,
            handshake,
        })));
        session
    }

    /// Connects a client in the native dialect, with a token of this hash.
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
        self.tell(Input::CatchUp(session, after));
        session
    }

    /// A member sits down in the native dialect.
    pub(crate) fn sit(&mut self, token: &str) -> SessionId {
        let session = self.connect(token, None, 0);
        self.ask(session, 1, take_seat(token));
        session
    }

    /// Somebody enters in a narrow dialect.
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
        self.tell(Input::Act(session, Action::Command(number, command)));
    }

    /// A member asks, and it is stored.
    pub(crate) fn ask(&mut self, session: SessionId, number: u64, command: Command) -> ServerFrame {
        self.command(session, number, command);
        self.store();
        self.answer(session).unwrap()
    }

    pub(crate) fn request(&mut self, session: SessionId, request: Request) {
        self.tell(Input::Act(session, Action::Request(request)));
    }

    /// The host hears who is on other nodes.
    pub(crate) fn hear(&mut self, members: Vec<(MemberId, Millis)>) {
        self.hear_unattended(members, false);
    }

    pub(crate) fn hear_unattended(&mut self, members: Vec<(MemberId, Millis)>, unattended: bool) {
        let members = members.into_iter().map(|(member, since)| PresentMember {
            member,
            since: (since, 7),
            follows_takebacks: true,
        });
        let presence = NodePresence {
            members: members.collect(),
            ..NodePresence::default()
        };
        self.tell(Input::OtherNodes(OtherNodes {
            presence,
            unattended,
        }));
        self.store();
    }

    /// Lets time pass, and tells the host.
    pub(crate) fn wait(&mut self, span: Millis) {
        self.now += span;
        self.do_now(Input::Wake);
    }
}
