//! Plays the golden transcripts of `crates/wire` against the running program, over sockets: on one node, and with the clients
//! on different nodes of a cluster.

#[path = "../../../wire/tests/dialects/script.rs"]
mod script;

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    net::{Shutdown, TcpStream},
};

use serde_json::{Value, json};
use tungstenite::{Bytes, Message, WebSocket};

use super::{
    client::Client,
    cluster::Nodes,
    patience::{is_timeout, wait_until},
    serve::Server,
};
use script::{Stage, native_frames};

/// Servers of the same rooms with their clients, by name. Each client connects to the next server.
struct Sockets<'a> {
    nodes: &'a [Server],
    lines: BTreeMap<String, Line>,
    connected: usize,
    /// The rooms that the transcript has opened.
    rooms: Vec<String>,
    /// The ids and codes of all rooms that clients may be in.
    names: BTreeSet<String>,
}

/// One connection.
struct Line {
    node: usize,
    dialect: String,
    socket: WebSocket<TcpStream>,
    /// Received frames that the transcript has not consumed yet.
    received: VecDeque<Value>,
    ended: bool,
    /// The number of pings sent.
    pings: u32,
}

impl Line {
    fn connect(nodes: &[Server], node: usize, dialect: &str, path: &str) -> Self {
        let server = &nodes[node];
        let address = format!("ws://{}{path}", server.address);
        let (socket, _) = tungstenite::client(address, server.connect()).unwrap();
        Self {
            node,
            dialect: dialect.to_owned(),
            socket,
            received: VecDeque::new(),
            ended: false,
            pings: 0,
        }
    }

    fn say(&mut self, text: String) {
        self.socket.send(Message::text(text)).unwrap();
    }

    /// Waits for a frame other than heartbeats, or for the end of the connection.
    fn wait(&mut self) {
        wait_until(|| {
            let is_over = !self.received.is_empty() || self.ended;
            if !is_over {
                self.read();
            }
            is_over
        });
    }

    /// Reads one message. Returns whether it was the pong for the last ping.
    fn read(&mut self) -> bool {
        match self.socket.read() {
            Ok(Message::Text(text)) => {
                let frames = self.frames(&text);
                self.received.extend(frames);
            }
            Ok(Message::Pong(content)) => return *content == self.pings.to_be_bytes(),
            Ok(Message::Close(_)) => self.ended = true,
            Ok(_) => {}
            Err(tungstenite::Error::Io(error)) if is_timeout(&error) => panic!("no frame came"),
            Err(_) => self.ended = true,
        }
        false
    }

    /// The frames in a text, without heartbeats, in the form of the transcripts.
    fn frames(&mut self, text: &str) -> Vec<Value> {
        match self.dialect.as_str() {
            "native" => native_frames(serde_json::from_str(text).unwrap()),
            "tictactoe" => match text.strip_prefix("42") {
                Some(event) => vec![serde_json::from_str(event).unwrap()],
                None if text == "2" => {
                    // Fails if the connection has ended, which the next read reports.
                    self.socket.send(Message::text("3")).ok();
                    Vec::new()
                }
                None => Vec::new(),
            },
            _ => vec![serde_json::from_str(text).unwrap()],
        }
    }

    /// Connects to Socket.IO's namespace. Events sent before the server has confirmed this are lost.
    fn enter_namespace(&mut self) {
        self.say("40".to_owned());
        wait_until(|| {
            let message = self.socket.read().unwrap();
            let Ok(text) = message.to_text() else {
                return false;
            };
            self.frames(text);
            text.starts_with("40")
        });
    }

    /// Waits until the server has read everything sent so far and its answers have arrived.
    fn settle(&mut self) {
        self.pings += 1;
        let ping = Message::Ping(Bytes::copy_from_slice(&self.pings.to_be_bytes()));
        // The send fails if the connection has ended already.
        if self.socket.send(ping).is_ok() {
            wait_until(|| self.read() || self.ended);
        }
    }

    /// Drops the connection without a close frame, and waits until the server has noticed.
    fn cut(mut self) {
        self.socket.get_mut().shutdown(Shutdown::Write).ok();
        wait_until(|| {
            self.read();
            self.ended
        });
    }
}

impl Sockets<'_> {
    /// What anyone can see of the rooms.
    fn views(&self) -> Vec<String> {
        let rooms = self.rooms.iter();
        rooms
            .map(|room| self.nodes[0].get(&format!("/api/rooms/{room}")).1)
            .collect()
    }

    /// Waits until a node has handled what it has read, and the other nodes know the outcome.
    fn agree(&self, node: usize) {
        if self.nodes.len() == 1 {
            return;
        }
        for name in &self.names {
            let changed_at = |node: &Server| {
                let answer = node.request("GET", &format!("/api/rooms/{name}"), &[], "");
                let changed_at = answer.status == 200;
                changed_at.then(|| answer.json()["changedAt"].as_u64())
            };
            let here = &self.nodes[node];
            for other in self.nodes {
                // The name may be freed meanwhile.
                wait_until(|| {
                    let at = changed_at(here);
                    changed_at(other) >= at
                });
            }
        }
    }

    /// Remembers the ids of rooms in a frame.
    fn note(&mut self, frame: &Value) {
        let is_id = |word: &&str| {
            let is_digit = |char: char| char.is_ascii_digit() || char.is_ascii_uppercase();
            matches!(word.len(), 6 | 12) && word.chars().all(is_digit)
        };
        let text = frame.to_string();
        let words = text.split(|char: char| !char.is_alphanumeric());
        self.names.extend(words.filter(is_id).map(str::to_owned));
    }

    /// Waits until a room has changed or the client has an answer. A first join is not confirmed, and the second one must not
    /// overtake it. Gives up after some round trips: a join may change nothing.
    fn await_join(&mut self, name: &str, before: &[String]) {
        for _ in 0..20 {
            if !self.line(name).received.is_empty() || self.views() != before {
                return;
            }
            self.line(name).settle();
        }
    }

    fn line(&mut self, name: &str) -> &mut Line {
        self.lines.get_mut(name).unwrap()
    }
}

impl Stage for Sockets<'_> {
    fn open(&mut self, request: &Value) -> String {
        let room = self.nodes[0].open(request);
        self.rooms.push(room.clone());
        self.names.insert(room.clone());
        room
    }

    fn connect(&mut self, name: &str, dialect: &str, details: &[&str]) {
        let (path, first) = match (dialect, details) {
            ("space", []) => ("/ws".to_owned(), None),
            ("chessata", [name, code]) => {
                self.names.insert((*code).to_owned());
                (format!("/ws/api/{name}/{code}/"), None)
            }
            ("tictactoe", []) => {
                let path = "/socket.io/?EIO=4&transport=websocket";
                (path.to_owned(), None)
            }
            ("native", [room, key @ ..]) => {
                let hello = json!({"type": "hello", "version": 1, "key": key.first()});
                (format!("/ws/raum/{room}"), Some(hello.to_string()))
            }
            _ => panic!("{dialect} takes no {details:?}"),
        };
        let node = self.connected % self.nodes.len();
        self.connected += 1;
        let mut line = Line::connect(self.nodes, node, dialect, &path);
        if let Some(first) = first {
            line.say(first);
        }
        if dialect == "tictactoe" {
            line.enter_namespace();
        }
        // The next client must arrive after this one.
        line.settle();
        assert!(self.lines.insert(name.to_owned(), line).is_none());
        self.agree(node);
    }

    fn send(&mut self, name: &str, text: &str) {
        let line = self.line(name);
        let text = match line.dialect.as_str() {
            "tictactoe" => {
                let (event, content) = text.split_once(' ').unwrap_or((text, "{}"));
                format!("42[\"{event}\",{content}]")
            }
            _ => text.to_owned(),
        };
        let joins = text.contains("\"join_room\"");
        let before = joins.then(|| self.views());
        let line = self.line(name);
        line.say(text);
        // The server must read this before any later frame, even if it sends no answer.
        line.settle();
        let node = line.node;
        if let Some(before) = before {
            self.await_join(name, &before);
        }
        self.agree(node);
    }

    fn receive(&mut self, name: &str) -> Option<Value> {
        let line = self.line(name);
        line.wait();
        let frame = line.received.pop_front();
        if let Some(frame) = &frame {
            self.note(frame);
        }
        frame
    }

    fn is_closed(&mut self, name: &str) -> bool {
        let line = self.line(name);
        line.wait();
        line.received.is_empty()
    }

    fn cut(&mut self, name: &str) {
        if let Some(line) = self.lines.remove(name) {
            let node = line.node;
            line.cut();
            self.agree(node);
        }
    }

    fn settle(&mut self, rooms: &[&str]) {
        // Frames reach the rooms, the rooms answer, and the answers arrive.
        self.lines.values_mut().for_each(Line::settle);
        for node in 0..self.nodes.len() {
            self.agree(node);
        }
        for room in rooms {
            for node in self.nodes {
                Client::hello(node, room, json!({})).next();
            }
        }
        self.lines.values_mut().for_each(Line::settle);
    }

    fn unread(&mut self, name: &str) -> Vec<Value> {
        let line = self.lines.get_mut(name);
        line.map_or_else(Vec::new, |line| line.received.drain(..).collect())
    }
}

const OPTIONS: [&str; 8] = [
    "--unknown-rooms-per-minute",
    "100000",
    "--requests-per-minute",
    "100000",
    "--commands-burst",
    "1000",
    "--rooms-per-hour",
    "10000",
];

fn play(transcript: &str, nodes: &[Server]) {
    script::play(transcript, |_| Sockets {
        nodes,
        lines: BTreeMap::new(),
        connected: 0,
        rooms: Vec::new(),
        names: BTreeSet::new(),
    });
}

/// Tests for each transcript: on one node, and on two.
macro_rules! transcripts {
    ($($name:ident $file:literal)*) => {
        $(#[test]
        fn $name() {
            let server = Server::with(&OPTIONS);
            play(transcript!($file), &[server]);
        })*

        mod on_two_nodes {
            use super::*;

            $(#[test]
            fn $name() {
                let nodes = Nodes::start(2, &OPTIONS).acquainted();
                play(transcript!($file), &nodes.nodes);
            })*
        }
    };
}

macro_rules! transcript {
    ($file:literal) => {
        include_str!(concat!(
            "../../../wire/tests/transcripts/",
            $file,
            ".transcript"
        ))
    };
}

transcripts! {
    space "space"
    chessata "chessata"
    tictactoe "tictactoe"
    mixed_space "mixed-space"
    mixed_chess "mixed-chess"
    mixed_tictactoe "mixed-tictactoe"
    matrix_chess "matrix-chess"
    matrix_space "matrix-space"
    matrix_tictactoe "matrix-tictactoe"
}
