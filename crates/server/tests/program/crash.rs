//! A crash loses no entry that a client has received: clients play over sockets, with each other and against computers,
//! the server is killed in the middle of a game, and the journal must then contain every entry received.

use std::{
    collections::BTreeMap,
    sync::mpsc::{Sender, channel},
    thread,
};

use raum_room::{Entry, MemberId, Phase, Room};
use raum_rules::Game;
use serde_json::{Value, json};

use super::{client::Client, patience::PATIENCE, rooms::keeping, serve::Server};

/// How often the server is killed.
const CRASHES: u64 = 4;

/// A player who moves on every turn and records every entry received.
struct Player {
    room: String,
    name: String,
    token: Option<String>,
    received: BTreeMap<u64, Value>,
    replica: Option<Room>,
    number: u64,
    random: fastrand::Rng,
}

impl Player {
    fn new(room: &str, name: String, seed: u64) -> Self {
        Self {
            room: room.to_owned(),
            name,
            token: None,
            received: BTreeMap::new(),
            replica: None,
            number: 0,
            random: fastrand::Rng::with_seed(seed),
        }
    }

    /// Plays until the connection breaks. Reports each entry received.
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
                        self.record(entry);
                        // The test stops listening after the last report it needs.
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
        self.number += 1;
        client.try_send(&json!({"type": "command", "number": self.number, "command": command}));
    }

    fn record(&mut self, json: &Value) {
        let entry: Entry = serde_json::from_value(json.clone()).unwrap();
        match &mut self.replica {
            None => self.replica = Room::begin(&entry),
            Some(room) => room.apply(&entry),
        }
        let before = self.received.insert(entry.seq, json.clone());
        assert!(before.is_none(), "entry {} came twice", entry.seq);
    }

    /// A random legal move on the player's turn, or a rematch after the game.
    fn next_command(&mut self, member: Option<u64>) -> Option<Value> {
        let room = self.replica.as_ref()?;
        let member = MemberId(u32::try_from(member?).unwrap());
        let bout = room.bout()?;
        match room.phase() {
            Phase::Playing if room.side_of(member)? == bout.turn() => {
                let game = bout.record().game();
                let legal = game.legal();
                let mv = legal[self.random.usize(..legal.len())];
                let text = game.kind().move_text(mv);
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
fn no_received_entry_is_missing_after_a_crash() {
    let folder = tempfile::tempdir().unwrap();
    let server = keeping(folder.path());
    let rooms = ["chess", "space", "tictactoe", "tictactoe"]
        .map(|kind| server.open(&json!({"kind": kind})));
    let computer = json!({"level": 2, "instant": true});
    let against = ["chess", "space", "tictactoe"]
        .map(|kind| server.open(&json!({"kind": kind, "computer": computer})));
    let pairs = rooms
        .iter()
        .flat_map(|room| ["Ann", "Ben"].map(|name| (room, name)));
    let mut players: Vec<_> = pairs
        .chain(against.iter().map(|room| (room, "Cem")))
        .zip(1..)
        .map(|((room, name), seed)| Player::new(room, name.to_owned(), seed))
        .collect();
    let mut server = Some(server);
    for crash in 1..=CRASHES {
        let running = server.take().unwrap_or_else(|| keeping(folder.path()));
        let (report, received) = channel();
        thread::scope(|scope| {
            for player in &mut players {
                let (report, running) = (report.clone(), &running);
                scope.spawn(move || player.play(running, &report));
            }
            // The number varies, so that each crash comes at another point of a game.
            for _ in 0..100 + 37 * crash {
                received.recv_timeout(PATIENCE).unwrap();
            }
            running.signal("KILL");
        });
        running.end();
        let restarted = keeping(folder.path());
        for player in &players {
            check(&restarted, player);
        }
        server = Some(restarted);
    }
    let moves = players.iter().map(|player| player.received.len()).max();
    assert!(moves > Some(30), "hardly anything happened: {moves:?}");
}

/// Asserts that the journal contains exactly the entries that the player has received.
fn check(server: &Server, player: &Player) {
    let Some((last, _)) = player.received.last_key_value() else {
        return;
    };
    let mut reader = Client::hello(server, &player.room, json!({}));
    let stored = reader.entries(usize::try_from(*last).unwrap());
    for (seq, received) in &player.received {
        let stored = stored.iter().find(|entry| entry["seq"] == *seq);
        assert_eq!(stored, Some(received), "{} lost entry {seq}", player.name);
    }
}
