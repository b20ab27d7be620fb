//! Hosts in memory with journals that store every entry at once, and clients of every dialect.

mod chessata;
mod native;
mod space;
mod tictactoe;

use std::collections::{BTreeMap, VecDeque};

use raum_host::{
    Action, AppendOutcome, Backlog, Context, Denied, Effect, Enter, Handshake, Host, Input, Limits,
    NarrowHandshake, Network, OtherNodes, SessionId, Stamp,
};
use raum_room::{
    Command, Context as RoomContext, Entry, HostCommand, HouseRules, Opening, Private, Room,
    ThoughtKey,
};
use raum_rules::{Kind, Side};
use raum_wire::narrow::{Dialect, Request};
use serde_json::Value;

use crate::script::{Stage, native_frames};

/// No limits: the transcripts are about dialects, not quotas.
const LIMITS: Limits = Limits {
    sessions_per_room_max: usize::MAX,
    sessions_per_room_and_address_max: usize::MAX,
    changes_per_minute: usize::MAX,
    entries_per_game_max: u64::MAX,
    entries_per_room_max: u64::MAX,
    message_chars_max: usize::MAX,
    messages_per_minute: usize::MAX,
    messages_per_game_max: u64::MAX,
    transfer_millis: 0,
    machines: true,
    clock_stops_unattended: true,
};

/// All rooms and clients. Time stands still.
pub(crate) struct Hall {
    rooms: BTreeMap<String, Host>,
    clients: BTreeMap<String, Client>,
    sessions: BTreeMap<SessionId, Session>,
    next_session: u64,
    /// The rooms of Chessata codes.
    codes: BTreeMap<String, String>,
    /// The random number for the sides.
    chance: u64,
    /// The situation in which a machine has to act.
    asked: Option<ThoughtKey>,
}

struct Client {
    dialect: String,
    received: VecDeque<Value>,
    closed: bool,
}

/// A client's session in a room.
struct Session {
    client: String,
    room: String,
}

impl Hall {
    pub(crate) fn new(chance: u64) -> Self {
        Self {
            rooms: BTreeMap::new(),
            clients: BTreeMap::new(),
            sessions: BTreeMap::new(),
            next_session: 0,
            codes: BTreeMap::new(),
            chance,
            asked: None,
        }
    }

    /// Opens a room and returns its id. A pass key is its own hash.
    fn open_room(&mut self, opening: Opening, pass_key: Option<&str>) -> String {
        let id = format!("ROOM{}", self.rooms.len());
        let entry = Entry {
            seq: 1,
            at: 0,
            format: None,
            answers: None,
            event: opening.into(),
            private: Some(Private {
                pass_key_hash: pass_key.map(str::to_owned),
                ..Private::default()
            }),
        };
        let mut host = Host::begin(&id, entry, &LIMITS).unwrap();
        let context = Context {
            now: 0,
            chance: self.chance,
            node: 0,
            thinks: false,
            limits: &LIMITS,
        };
        // No other node serves the room; the effects concern no session.
        host.handle(Input::OtherNodes(OtherNodes::default()), &context);
        self.rooms.insert(id.clone(), host);
        id
    }

    /// Seats a machine in a room that was just opened.
    fn seat_machine(&mut self, room: &str, computer: &Value) {
        let side = computer["side"].as_str();
        let side = side.map(|word| Side::BOTH[usize::from(word == "second")]);
        let command = HostCommand::SeatMachine {
            level: u8::try_from(computer["level"].as_u64().unwrap()).unwrap(),
            side,
            instant: true,
        };
        let host = self.rooms.get_mut(room).unwrap();
        let context = RoomContext {
            now: 0,
            chance: self.chance,
            key_shown: false,
            away_since: [None; 2],
            can_go_back: true,
        };
        let events = host.room().decide_for_host(command, &context).unwrap();
        let mut stamp = Stamp::after(host.room(), 0);
        for event in events {
            host.load(stamp.entry(event));
        }
    }

    /// Opens a room with the house rules of a dialect.
    fn open_in(&mut self, dialect: Dialect, pass_key: Option<&str>) -> String {
        let kind = dialect.kind();
        let opening = Room::open(kind, dialect.house_rules(), &kind.start(), []);
        self.open_room(opening, pass_key)
    }

    fn enter(
        &mut self,
        client: &str,
        room: &str,
        key: Option<&str>,
        handshake: Handshake,
    ) -> Result<(), Denied> {
        let host = self.rooms.get(room).ok_or(Denied::NoRoom)?;
        let key_shown = key.is_some() && key == host.pass_key_hash();
        let session = SessionId(self.next_session);
        self.next_session += 1;
        let own = Session {
            client: client.to_owned(),
            room: room.to_owned(),
        };
        self.sessions.insert(session, own);
        let enter = Enter {
            session,
            network: Network(0),
            key_shown,
            handshake,
        };
        self.handle(room, Input::Enter(Box::new(enter)))
    }

    fn enter_narrow(
        &mut self,
        client: &str,
        room: &str,
        key: Option<&str>,
        (dialect, name): (Dialect, &str),
    ) -> Result<(), Denied> {
        let handshake = Handshake::Narrow(NarrowHandshake {
            dialect,
            name: name.to_owned(),
            nonce: 0,
        });
        self.enter(client, room, key, handshake)
    }

    /// A client's session in a room, or its only session.
    fn session_of(&self, client: &str, room: Option<&str>) -> Option<SessionId> {
        let mut sessions = self.sessions.iter();
        let (session, _) = sessions
            .find(|(_, own)| own.client == client && room.is_none_or(|room| room == own.room))?;
        Some(*session)
    }

    fn act(&mut self, session: SessionId, action: Action) {
        let room = self.sessions[&session].room.clone();
        self.handle(&room, Input::Act(session, action)).unwrap();
    }

    fn request(&mut self, session: SessionId, request: Request) {
        self.act(session, Action::Request(request));
    }

    fn disconnect(&mut self, session: SessionId) {
        if let Some(own) = self.sessions.remove(&session) {
            self.handle(&own.room, Input::Disconnect(session)).unwrap();
        }
    }

    /// Passes an input to the host of a room and runs all effects that follow.
    fn handle(&mut self, room: &str, input: Input) -> Result<(), Denied> {
        let mut entered = Ok(());
        let mut inputs = VecDeque::from([input]);
        while let Some(input) = inputs.pop_front() {
            let context = Context {
                now: 0,
                chance: self.chance,
                node: 0,
                thinks: true,
                limits: &LIMITS,
            };
            let host = self.rooms.get_mut(room).unwrap();
            for effect in host.handle(input, &context) {
                match self.run(effect) {
                    Ok(next) => inputs.extend(next),
                    Err(why) => entered = Err(why),
                }
            }
        }
        entered
    }

    /// Runs an effect, and returns the input that follows from it.
    fn run(&mut self, effect: Effect) -> Result<Option<Input>, Denied> {
        Ok(match effect {
            Effect::Append { .. } => Some(Input::Appended(AppendOutcome::Done)),
            Effect::Send { to, frame } => {
                self.deliver(&to, &frame);
                None
            }
            Effect::Entered(session, Some(welcome)) => {
                self.deliver(&[session], &welcome);
                Some(Input::CatchUp(session, 0))
            }
            Effect::Backlog(session, Backlog::Recent { frames, more_after }) => {
                for frame in frames {
                    self.deliver(&[session], &frame);
                }
                more_after.map(|after| Input::CatchUp(session, after))
            }
            Effect::Think(thought) => {
                self.asked = Some(thought.key);
                None
            }
            Effect::StopThinking => {
                self.asked = None;
                None
            }
            Effect::Denied(session, why) => {
                self.sessions.remove(&session);
                return Err(why);
            }
            Effect::Close(session, _) => {
                self.end(session);
                Some(Input::Disconnect(session))
            }
            Effect::Entered(_, None)
            | Effect::Answered(..)
            | Effect::LimitHit(..)
            | Effect::WakeAt(_)
            | Effect::PresenceChanged => None,
            Effect::Backlog(_, Backlog::Trimmed) | Effect::Read(_) | Effect::Stop => {
                panic!("{effect:?}, although the journal has no other writer")
            }
        })
    }

    /// Ends a session and the connection. A client of tic-tac-toe may be in other rooms.
    fn end(&mut self, session: SessionId) {
        let own = self.sessions.remove(&session).unwrap();
        let client = self.clients.get_mut(&own.client).unwrap();
        client.closed = client.dialect != Dialect::TicTacToe.name();
    }

    fn deliver(&mut self, to: &[SessionId], frame: &str) {
        for session in to {
            let client = self.sessions[session].client.clone();
            self.put(&client, frame);
        }
    }

    fn put(&mut self, client: &str, frame: impl AsRef<str>) {
        let client = self.clients.get_mut(client).unwrap();
        let text = match client.dialect.as_str() {
            "tictactoe" => frame.as_ref().strip_prefix("42").unwrap(),
            _ => frame.as_ref(),
        };
        let frame: Value = serde_json::from_str(text).unwrap();
        match client.dialect.as_str() {
            "native" => client.received.extend(native_frames(frame)),
            _ => client.received.push_back(frame),
        }
    }
}

impl Stage for Hall {
    fn open(&mut self, request: &Value) -> String {
        let kind: Kind = request["kind"].as_str().unwrap().parse().unwrap();
        let mut rules = serde_json::to_value(HouseRules::native(kind)).unwrap();
        if let Some(changes) = request["rules"].as_object() {
            rules.as_object_mut().unwrap().extend(changes.clone());
        }
        let pass_key = request["passKey"].as_str();
        rules["passKey"] = pass_key.is_some().into();
        let start = match request["start"].as_str() {
            Some(text) => kind.read_position(text).unwrap(),
            None => kind.start(),
        };
        let moves = request["moves"].as_array().into_iter().flatten();
        let moves = moves.map(|text| kind.read_move(text.as_str().unwrap()).unwrap());
        let rules = serde_json::from_value(rules).unwrap();
        let room = self.open_room(Room::open(kind, rules, &start, moves), pass_key);
        if let Some(computer) = request.get("computer") {
            self.seat_machine(&room, computer);
        }
        room
    }

    fn answer(&mut self, room: &str, commands: &str) {
        let commands: Vec<Command> = serde_json::from_str(commands).unwrap();
        let key = self.asked.take().unwrap();
        self.handle(room, Input::Thought(key, commands)).unwrap();
    }

    fn connect(&mut self, name: &str, dialect: &str, details: &[&str]) {
        let client = Client {
            dialect: dialect.to_owned(),
            received: VecDeque::new(),
            closed: false,
        };
        assert!(self.clients.insert(name.to_owned(), client).is_none());
        match (dialect, details) {
            ("space" | "tictactoe", []) => {}
            ("chessata", [username, code]) => self.enter_chessata(name, username, code),
            ("native", [room, key @ ..]) => self.enter_native(name, room, key.first().copied()),
            _ => panic!("unknown dialect {dialect} with {details:?}"),
        }
    }

    fn send(&mut self, name: &str, text: &str) {
        match self.clients[name].dialect.as_str() {
            "space" => self.send_space(name, text),
            "chessata" => self.send_chessata(name, text),
            "tictactoe" => self.send_tictactoe(name, text),
            _ => self.send_native(name, text),
        }
    }

    fn receive(&mut self, name: &str) -> Option<Value> {
        self.clients.get_mut(name)?.received.pop_front()
    }

    fn is_closed(&mut self, name: &str) -> bool {
        let client = &self.clients[name];
        client.closed && client.received.is_empty()
    }

    fn cut(&mut self, name: &str) {
        while let Some(session) = self.session_of(name, None) {
            self.disconnect(session);
        }
    }

    fn settle(&mut self, _: &[&str]) {}

    fn unread(&mut self, name: &str) -> Vec<Value> {
        let client = self.clients.get_mut(name).unwrap();
        client.received.drain(..).collect()
    }
}
