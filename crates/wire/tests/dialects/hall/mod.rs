//! Rooms in memory, with a host as small as one can be, and clients of every dialect.

mod chessata;
mod native;
mod space;
mod tictactoe;

use std::{
    collections::{BTreeMap, VecDeque},
    slice,
};

use raum_room::{
    Answers, By, Command, Context, Entry, Event, HouseRules, MemberId, Phase, Refusal, Room,
};
use raum_rules::{Kind, Side};
use raum_wire::narrow::{Audience, Dialect, News, Request, Visitor};
use serde_json::Value;

use crate::script::{Stage, native_frames};

/// All rooms and all clients.
pub(crate) struct Hall {
    rooms: BTreeMap<String, Hosted>,
    clients: BTreeMap<String, Client>,
    sessions: Vec<Session>,
    next_session: u64,
    /// The rooms that codes stand for.
    codes: BTreeMap<String, String>,
    /// What decides by lot.
    chance: u64,
}

struct Hosted {
    room: Room,
    entries: Vec<Entry>,
    pass_key: Option<String>,
}

struct Client {
    dialect: String,
    heard: VecDeque<Value>,
    ended: bool,
}

/// A client's place in a room.
#[derive(Clone)]
struct Session {
    number: u64,
    client: String,
    room: String,
    /// None for the native one.
    dialect: Option<Dialect>,
    member: Option<MemberId>,
    name: String,
    /// Whether they have shown the room's pass key.
    key_shown: bool,
}

/// Why somebody does not come in.
enum Denied {
    NoRoom,
    NotServed,
    Refused(Refusal),
}

impl Hall {
    pub(crate) fn new(chance: u64) -> Self {
        Self {
            rooms: BTreeMap::new(),
            clients: BTreeMap::new(),
            sessions: Vec::new(),
            next_session: 0,
            codes: BTreeMap::new(),
            chance,
        }
    }

    /// Opens a room and tells its id.
    fn open_room(&mut self, opening: Event, pass_key: Option<String>) -> String {
        let id = format!("ROOM{}", self.rooms.len());
        let entry = entry(1, None, opening);
        let hosted = Hosted {
            room: Room::begin(&entry).unwrap(),
            entries: vec![entry],
            pass_key,
        };
        self.rooms.insert(id.clone(), hosted);
        id
    }

    /// Lets a client into a room: to a seat, or to watch where both are taken.
    fn enter(
        &mut self,
        client: &str,
        (dialect, name): (Dialect, &str),
        id: &str,
        key: Option<&str>,
    ) -> Result<(), Denied> {
        let hosted = self.rooms.get(id).ok_or(Denied::NoRoom)?;
        if hosted.room.phase() == Phase::Closed {
            return Err(Denied::Refused(Refusal::RoomClosed));
        }
        if !dialect.serves(&hosted.room) {
            return Err(Denied::NotServed);
        }
        let context = self.context(id, key.is_some() && key == hosted.pass_key.as_deref());
        let take_seat = Command::TakeSeat {
            name: name.to_owned(),
            side: None,
        };
        let decided = hosted.room.decide(By::Guest, &take_seat, &context);
        let watches = dialect.watches() && hosted.room.rules().spectators;
        let member = decided.as_ref().ok().and_then(|events| newcomer(events));
        match decided {
            Ok(events) => {
                self.add_session(client, id, Some(dialect), member, name);
                self.append(id, None, events);
                if self.rooms[id].room.phase() == Phase::Waiting
                    && let Some(frame) = dialect.waits(id)
                {
                    self.put(client, frame);
                }
                Ok(())
            }
            Err(Refusal::SeatsTaken) if watches => {
                let number = self.add_session(client, id, Some(dialect), None, name);
                let visitor = Visitor { number, name };
                for frame in dialect.greet(&self.rooms[id].room, &visitor) {
                    self.put(client, frame);
                }
                self.tell_others(id, number, |dialect| dialect.came(&visitor));
                Ok(())
            }
            Err(refusal) => Err(Denied::Refused(refusal)),
        }
    }

    fn add_session(
        &mut self,
        client: &str,
        room: &str,
        dialect: Option<Dialect>,
        member: Option<MemberId>,
        name: &str,
    ) -> u64 {
        let number = self.next_session;
        self.next_session += 1;
        self.sessions.push(Session {
            number,
            client: client.to_owned(),
            room: room.to_owned(),
            dialect,
            member,
            name: name.to_owned(),
            key_shown: false,
        });
        number
    }

    /// A client's place in a room; in the only one, where the dialect has no more.
    fn session(&self, client: &str, room: Option<&str>) -> Option<Session> {
        let mut sessions = self.sessions.iter();
        let in_room = |id: &str| room.is_none_or(|room| room == id);
        let session = sessions.find(|session| session.client == client && in_room(&session.room));
        session.cloned()
    }

    /// Does what somebody asks in a narrow dialect, if the room agrees.
    fn request(&mut self, session: &Session, request: Request) {
        let dialect = session.dialect.unwrap();
        let room = &self.rooms[&session.room].room;
        let mut command = dialect.command(room, request);
        if let (Command::Say { name, .. }, None) = (&mut command, session.member) {
            *name = Some(session.name.clone());
        }
        let by = session.member.map_or(By::Guest, By::Member);
        match room.decide(by, &command, &self.context(&session.room, false)) {
            Ok(events) => self.append(&session.room, None, events),
            Err(refusal) => {
                let refusal = dialect.reason(room, &command, refusal);
                if let Some(frame) = dialect.refused(refusal) {
                    self.put(&session.client, frame);
                }
            }
        }
    }

    /// A place is given up: in most narrow dialects that is leaving.
    fn go(&mut self, session: &Session) {
        self.sessions.retain(|other| other.number != session.number);
        let room = &self.rooms[&session.room].room;
        match (session.dialect, session.member) {
            (Some(_), None) => {
                let visitor = Visitor {
                    number: session.number,
                    name: &session.name,
                };
                self.tell_others(&session.room, session.number, |dialect| {
                    dialect.went(&visitor)
                });
            }
            (Some(dialect), Some(member)) if dialect.gone_is_left(room.phase()) => {
                let context = self.context(&session.room, false);
                let left = room.decide(By::Member(member), &Command::Leave, &context);
                self.append(&session.room, None, left.unwrap_or_default());
            }
            // They are away, and may come back in the native dialect.
            (Some(_), Some(_)) | (None, _) => {}
        }
    }

    fn context(&self, room: &str, key_shown: bool) -> Context {
        let hosted = &self.rooms[room].room;
        let mut narrow = self.narrow(room);
        let is_here = |member| {
            let mut sessions = self.sessions.iter();
            sessions.any(|session| session.room == room && session.member == Some(member))
        };
        // No time passes here: whoever is away has just gone.
        let away = |side| {
            let seat = hosted.seat_of(side)?;
            (!is_here(seat.member)).then_some(0)
        };
        Context {
            now: 0,
            chance: self.chance,
            key_shown,
            away_since: Side::BOTH.map(away),
            can_go_back: narrow
                .all(|(dialect, session)| session.member.is_none() || dialect.follows_takebacks()),
        }
    }

    fn narrow(&self, room: &str) -> impl Iterator<Item = (Dialect, &Session)> {
        let sessions = self
            .sessions
            .iter()
            .filter(move |session| session.room == room);
        sessions.filter_map(|session| Some((session.dialect?, session)))
    }

    /// Applies events and tells everyone.
    fn append(&mut self, id: &str, answers: Option<Answers>, events: Vec<Event>) {
        let mut answers = answers;
        for event in events {
            let hosted = self.rooms.get_mut(id).unwrap();
            let entry = entry(hosted.room.seq() + 1, answers.take(), event);
            let seats_before = hosted.room.seats().to_vec();
            hosted.room.apply(&entry);
            hosted.entries.push(entry.clone());
            let room = hosted.room.clone();
            let news = News {
                entry: &entry,
                seats_before: &seats_before,
                room: &room,
            };
            for session in self
                .sessions
                .clone()
                .iter()
                .filter(|session| session.room == id)
            {
                self.tell(session, &news);
            }
        }
        if self.rooms[id].room.phase() == Phase::Closed {
            self.end_narrow(id);
        }
    }

    fn tell(&mut self, session: &Session, news: &News<'_>) {
        let audience = session.member.map_or(Audience::Spectator, Audience::Member);
        match session.dialect {
            Some(dialect) => {
                for frame in dialect.tell(news, audience) {
                    self.put(&session.client, frame);
                }
            }
            None => self.put(
                &session.client,
                native::entries(slice::from_ref(news.entry)),
            ),
        }
    }

    /// Ends the connections that have nothing to do in a room that is closed.
    fn end_narrow(&mut self, id: &str) {
        let (ended, rest): (Vec<_>, Vec<_>) = self
            .sessions
            .drain(..)
            .partition(|session| session.room == id && session.dialect.is_some());
        self.sessions = rest;
        // Who speaks tic-tac-toe may be in other rooms beside.
        let whole = |session: &&Session| session.dialect != Some(Dialect::TicTacToe);
        for session in ended.iter().filter(whole) {
            self.clients.get_mut(&session.client).unwrap().ended = true;
        }
    }

    fn tell_others(&mut self, id: &str, number: u64, frame: impl Fn(Dialect) -> Option<String>) {
        let others = self
            .narrow(id)
            .filter(|(_, session)| session.number != number);
        let frames: Vec<_> = others
            .filter_map(|(dialect, session)| Some((session.client.clone(), frame(dialect)?)))
            .collect();
        for (client, frame) in frames {
            self.put(&client, frame);
        }
    }

    fn put(&mut self, client: &str, frame: impl AsRef<str>) {
        let frame: Value = serde_json::from_str(frame.as_ref()).unwrap();
        let client = self.clients.get_mut(client).unwrap();
        match client.dialect.as_str() {
            "native" => client.heard.extend(native_frames(frame)),
            _ => client.heard.push_back(frame),
        }
    }
}

fn entry(seq: u64, answers: Option<Answers>, event: Event) -> Entry {
    Entry {
        seq,
        at: 0,
        answers,
        event,
        private: None,
    }
}

/// Who has taken a seat by these events.
fn newcomer(events: &[Event]) -> Option<MemberId> {
    match events.first() {
        Some(Event::SeatTaken { member, .. }) => Some(*member),
        _ => None,
    }
}

impl Stage for Hall {
    fn open(&mut self, request: &Value) -> String {
        let kind: Kind = request["kind"].as_str().unwrap().parse().unwrap();
        let mut rules = serde_json::to_value(HouseRules::native(kind)).unwrap();
        if let Some(changes) = request["rules"].as_object() {
            rules.as_object_mut().unwrap().extend(changes.clone());
        }
        let pass_key = request["passKey"].as_str().map(str::to_owned);
        rules["passKey"] = pass_key.is_some().into();
        let start = match request["start"].as_str() {
            Some(text) => kind.read_position(text).unwrap(),
            None => kind.start(),
        };
        let moves = request["moves"].as_array().into_iter().flatten();
        let moves = moves.map(|text| kind.read_move(text.as_str().unwrap()).unwrap());
        let rules = serde_json::from_value(rules).unwrap();
        self.open_room(Room::open(kind, rules, &start, moves).into(), pass_key)
    }

    fn connect(&mut self, name: &str, dialect: &str, details: &[&str]) {
        let client = Client {
            dialect: dialect.to_owned(),
            heard: VecDeque::new(),
            ended: false,
        };
        assert!(self.clients.insert(name.to_owned(), client).is_none());
        match (dialect, details) {
            ("space" | "tictactoe", []) => {}
            ("chessata", [username, code]) => self.enter_chessata(name, username, code),
            ("native", [room, key @ ..]) => self.greet_native(name, room, key.first().copied()),
            _ => panic!("nobody speaks {dialect} with {details:?}"),
        }
    }

    fn say(&mut self, name: &str, text: &str) {
        match self.clients[name].dialect.as_str() {
            "space" => self.say_space(name, text),
            "chessata" => self.say_chessata(name, text),
            "tictactoe" => self.say_tictactoe(name, text),
            _ => self.say_native(name, text),
        }
    }

    fn hear(&mut self, name: &str) -> Option<Value> {
        self.clients.get_mut(name)?.heard.pop_front()
    }

    fn is_ended(&mut self, name: &str) -> bool {
        let client = &self.clients[name];
        client.ended && client.heard.is_empty()
    }

    fn cut(&mut self, name: &str) {
        while let Some(session) = self.session(name, None) {
            self.go(&session);
        }
    }

    fn settle(&mut self, _: &[&str]) {}

    fn unheard(&mut self, name: &str) -> Vec<Value> {
        self.clients
            .get_mut(name)
            .unwrap()
            .heard
            .drain(..)
            .collect()
    }
}
