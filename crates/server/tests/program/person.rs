//! A person who plays against a computer, over the native dialect.

use std::sync::atomic::AtomicBool;

use raum_engine::{Act, Level, Limits, Opponent, Situation};
use raum_room::{Bout, Entry, MemberId, Phase, Room};
use serde_json::{Value, json};

use super::{client::Client, patience::wait_for, rooms::play, serve::Server};

/// A person in a room with a computer, with a replica of the room.
pub(super) struct Person {
    pub(super) client: Client,
    pub(super) token: String,
    pub(super) member: MemberId,
    pub(super) room: Option<Room>,
    pub(super) events: Vec<Value>,
}

impl Person {
    /// Takes the free seat of a room.
    pub(super) fn sit(server: &Server, id: &str) -> Self {
        let mut client = Client::hello(server, id, json!({}));
        let token = client.until("welcome")["token"]
            .as_str()
            .unwrap()
            .to_owned();
        let number = client.command(json!({"type": "take-seat", "name": "Ann"}));
        let mut person = Self {
            client,
            token,
            member: MemberId(0),
            room: None,
            events: Vec::new(),
        };
        let answer = person.answer(number);
        person.member = MemberId(u32::try_from(answer["member"].as_u64().unwrap()).unwrap());
        person
    }

    /// Returns to a seat, on any node.
    pub(super) fn resume(server: &Server, id: &str, token: &str) -> Self {
        let mut client = Client::hello(server, id, json!({"token": token}));
        let welcome = client.until("welcome");
        // Above the numbers of earlier connections.
        client.number = 1000;
        let last = welcome["last"].as_u64().unwrap();
        let mut person = Self {
            client,
            token: token.to_owned(),
            member: MemberId(u32::try_from(welcome["member"].as_u64().unwrap()).unwrap()),
            room: None,
            events: Vec::new(),
        };
        person.until(|person| person.room.as_ref().is_some_and(|room| room.seq() >= last));
        person
    }

    /// Opens a room with a computer and sits down opposite.
    pub(super) fn against(server: &Server, request: &Value) -> (Self, String) {
        let id = server.open(request);
        (Self::sit(server, &id), id)
    }

    pub(super) fn room(&self) -> &Room {
        self.room.as_ref().unwrap()
    }

    pub(super) fn bout(&self) -> &Bout {
        self.room().bout().unwrap()
    }

    pub(super) fn is_to_move(&self) -> bool {
        self.room().side_of(self.member) == Some(self.bout().turn())
    }

    /// Reads a frame and applies its entries.
    pub(super) fn read(&mut self) -> Value {
        let frame = self.client.next().unwrap();
        for json in frame["entries"].as_array().into_iter().flatten() {
            let entry: Entry = serde_json::from_value(json.clone()).unwrap();
            match &mut self.room {
                None => self.room = Room::begin(&entry),
                Some(room) => room.apply(&entry),
            }
            self.events.push(json["event"].clone());
        }
        frame
    }

    pub(super) fn answer(&mut self, number: u64) -> Value {
        wait_for(|| Some(self.read()).filter(|frame| frame["number"] == number))
    }

    pub(super) fn ask(&mut self, command: Value) -> Value {
        let number = self.client.command(command);
        self.answer(number)
    }

    pub(super) fn applied(&mut self, command: Value) {
        let text = command.to_string();
        let answer = self.ask(command);
        assert_eq!(answer["type"], "applied", "{text}: {answer}");
    }

    pub(super) fn refused(&mut self, command: Value) -> String {
        let answer = self.ask(command);
        assert_eq!(answer["type"], "refused", "{answer}");
        answer["code"].as_str().unwrap().to_owned()
    }

    /// Reads until something holds of the room.
    pub(super) fn until(&mut self, holds: impl Fn(&Self) -> bool) {
        while !holds(self) {
            self.read();
        }
    }

    /// Reads until the latest event has this type.
    pub(super) fn until_event(&mut self, kind: &str) -> Value {
        let is_kind = |event: &Value| event["type"] == kind;
        self.until(|person| person.events.iter().any(is_kind));
        let at = self.events.iter().position(is_kind).unwrap();
        self.events.drain(..=at).next_back().unwrap()
    }

    pub(super) fn plays(&mut self, text: &str) {
        let ply = self.bout().ply();
        self.applied(play(text, ply));
    }

    /// Waits for the person's turn, or the end of the game.
    pub(super) fn waits(&mut self) {
        self.until(|person| person.room().phase() == Phase::Over || person.is_to_move());
    }

    /// Plays to the end as well as a strong player.
    pub(super) fn plays_on(&mut self) {
        let kind = self.room().kind();
        let level = Level::new(kind, 6).unwrap_or(Level::last(kind));
        let mut player = Opponent::new(level, 1, 1);
        self.waits();
        while self.room().phase() == Phase::Playing {
            let situation = Situation {
                record: self.bout().record(),
                side: self.bout().turn(),
                draw_offered: false,
                last_offer: None,
            };
            let stop = AtomicBool::new(false);
            let acts = player.act(&situation, &Limits::default(), &stop, &mut |_| true);
            match acts[0] {
                Act::Play(mv) => self.plays(&kind.move_text(mv)),
                Act::ClaimDraw => self.applied(json!({"type": "claim-draw"})),
                _ => self.applied(json!({"type": "resign"})),
            }
            self.waits();
        }
    }
}
