//! No acknowledged move is ever lost: people play through real sockets, the server is killed in the
//! middle, and everything that anybody has received must be there afterwards.

use std::{
    collections::BTreeMap,
    sync::mpsc::{Sender, channel},
    thread,
};

use raum_room::{Entry, MemberId, Phase, Room};
use raum_rules::Game;
use serde_json::{Value, json};

use super::{client::Client, rooms::keeping, serve::Server};

/// How often the server is killed.
const CRASHES: u64 = 4;

/// Somebody who moves whenever it is their turn, and notes every entry that they receive.
struct Person {
    room: String,
    name: String,
    token: Option<String>,
    received: BTreeMap<u64, Value>,
    replica: Option<Room>,
    random: u64,
}

impl Person {
    fn new(room: &str, name: String, seed: u64) -> Self {
        Self {
            room: room.to_owned(),
            name,
            token: None,
            received: BTreeMap::new(),
            replica: None,
            random: seed,
        }
    }

    /// Plays until the connection breaks. Each entry received is reported.
    fn play(&mut self, server: &Server, report: &Sender<()>) {
        let after = self.received.last_key_value().map_or(0, |(seq, _)| *seq);
        let mut hello = json!({"after": after});
        if let Some(token) = &self.token {
            hello["token"] = json!(token);
        }
        let mut client = Client::hello(server, &self.room, hello);
        let mut member = None;
        while let Some(frame) = client.next() {
            match frame["type"].as_str() {
                Some("welcome") => {
                    member = frame["member"].as_u64();
                    if let Some(token) = frame["token"].as_str() {
                        self.token = Some(token.to_owned());
                    }
                    if member.is_none() {
                        let seat = json!({"type": "take-seat", "name": self.name});
                        self.send(&mut client, &seat);
                    }
                }
                Some("applied") => member = frame["member"].as_u64(),
                Some("entries") => {
                    for entry in frame["entries"].as_array().unwrap() {
                        self.note(entry);
                        // After the last report nobody listens.
                        report.send(()).ok();
                    }
                }
                Some("refused") => assert_ne!(frame["code"], "illegal-move"),
                _ => {}
            }
            if let Some(command) = self.next_command(member) {
                self.send(&mut client, &command);
            }
        }
    }

    fn send(&mut self, client: &mut Client, command: &Value) {
        self.random = self.random.wrapping_add(1);
        client.try_send(&json!({"type": "command", "number": self.random, "command": command}));
    }

    fn note(&mut self, json: &Value) {
        let entry: Entry = serde_json::from_value(json.clone()).unwrap();
        match &mut self.replica {
            None => self.replica = Room::begin(&entry),
            Some(room) => room.apply(&entry),
        }
        let before = self.received.insert(entry.seq, json.clone());
        assert!(before.is_none(), "entry {} came twice", entry.seq);
    }

    /// A random legal move on one's turn; another game after the end.
    fn next_command(&mut self, member: Option<u64>) -> Option<Value> {
        let room = self.replica.as_ref()?;
        let member = MemberId(u32::try_from(member?).unwrap());
        let bout = room.bout()?;
        match room.phase() {
            Phase::Playing if room.side_of(member)? == bout.turn() => {
                let game = bout.record().game();
                let legal = game.legal();
                self.random = self
                    .random
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                let choice = usize::try_from(self.random >> 33).unwrap() % legal.len();
                let text = game.kind().move_text(legal[choice]);
                Some(json!({"type": "play", "move": text, "ply": bout.ply()}))
            }
            Phase::Over if !bout.rematch().contains(&member) => {
                Some(json!({"type": "ask-rematch"}))
            }
            _ => None,
        }
    }
}

#[test]
fn nothing_received_is_missing_after_a_crash() {
    let folder = tempfile::tempdir().unwrap();
    let server = keeping(folder.path());
    let rooms = ["chess", "space", "tictactoe", "tictactoe"]
        .map(|kind| server.open(&json!({"kind": kind})));
    let mut people: Vec<_> = rooms
        .iter()
        .flat_map(|room| ["Ann", "Ben"].map(|name| (room, name)))
        .zip(1..)
        .map(|((room, name), seed)| Person::new(room, name.to_owned(), seed << 40))
        .collect();
    let mut server = Some(server);
    for crash in 1..=CRASHES {
        let running = server.take().unwrap_or_else(|| keeping(folder.path()));
        let (report, received) = channel();
        thread::scope(|scope| {
            for person in &mut people {
                let (report, running) = (report.clone(), &running);
                scope.spawn(move || person.play(running, &report));
            }
            // An odd number of entries later, somewhere in the middle of things.
            for _ in 0..100 + 37 * crash {
                received.recv().unwrap();
            }
            running.signal("KILL");
        });
        running.end();
        let restarted = keeping(folder.path());
        for person in &people {
            check(&restarted, person);
        }
        server = Some(restarted);
    }
    let moves = people.iter().map(|person| person.received.len()).max();
    assert!(moves > Some(30), "hardly anything happened: {moves:?}");
}

/// Everything that a person has received must be in the journal, word by word.
fn check(server: &Server, person: &Person) {
    let Some((last, _)) = person.received.last_key_value() else {
        return;
    };
    let mut reader = Client::hello(server, &person.room, json!({}));
    let kept = reader.entries(usize::try_from(*last).unwrap());
    for (seq, received) in &person.received {
        let kept = kept.iter().find(|entry| entry["seq"] == *seq);
        assert_eq!(kept, Some(received), "{} lost entry {seq}", person.name);
    }
}
