//! The golden transcripts again, over sockets against the program itself.

#[path = "../../../wire/tests/dialects/script.rs"]
mod script;

use std::{
    collections::{BTreeMap, VecDeque},
    net::{Shutdown, TcpStream},
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use tungstenite::{Bytes, Message, WebSocket};

use super::{client::Client, serve::Server};
use script::{Stage, native_frames};

/// How long something that is to come may take, on a machine that does much else.
const PATIENCE: Duration = Duration::from_secs(30);

/// A server, and those who are connected to it.
struct Sockets<'a> {
    server: &'a Server,
    lines: BTreeMap<String, Line>,
}

/// One connection.
struct Line {
    dialect: String,
    socket: WebSocket<TcpStream>,
    /// What has come and was not asked for yet.
    heard: VecDeque<Value>,
    ended: bool,
    /// How many pings were sent.
    pings: u32,
}

impl Line {
    fn connect(server: &Server, dialect: &str, path: &str) -> Self {
        let stream = server.connect();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let address = format!("ws://{}{path}", server.address);
        let (socket, _) = tungstenite::client(address, stream).unwrap();
        Self {
            dialect: dialect.to_owned(),
            socket,
            heard: VecDeque::new(),
            ended: false,
            pings: 0,
        }
    }

    fn say(&mut self, text: String) {
        self.socket.send(Message::text(text)).unwrap();
    }

    /// Waits for something that counts: a server that pings must not keep a test waiting for ever.
    fn wait(&mut self) {
        let since = Instant::now();
        while self.heard.is_empty() && !self.ended {
            self.read();
            assert!(since.elapsed() < PATIENCE, "nothing comes");
        }
    }

    /// Reads one message. Tells whether it was the answer to the last ping.
    fn read(&mut self) -> bool {
        match self.socket.read() {
            Ok(Message::Text(text)) => {
                let frames = self.frames(&text);
                self.heard.extend(frames);
            }
            Ok(Message::Pong(content)) => return *content == self.pings.to_be_bytes(),
            Ok(Message::Close(_)) => self.ended = true,
            Ok(_) => {}
            Err(tungstenite::Error::Io(error)) if is_timeout(&error) => panic!("nothing comes"),
            Err(_) => self.ended = true,
        }
        false
    }

    /// The frames of a text that count, in the form of the transcripts.
    fn frames(&mut self, text: &str) -> Vec<Value> {
        match self.dialect.as_str() {
            "native" => native_frames(serde_json::from_str(text).unwrap()),
            "tictactoe" => match text.strip_prefix("42") {
                Some(event) => vec![serde_json::from_str(event).unwrap()],
                None if text == "2" => {
                    // Where nothing can be said any more, nobody waits for it.
                    self.socket.send(Message::text("3")).ok();
                    Vec::new()
                }
                None => Vec::new(),
            },
            _ => vec![serde_json::from_str(text).unwrap()],
        }
    }

    /// Connects to the namespace of Socket.IO: what is said before that is answered is said to nobody.
    fn enter_namespace(&mut self) {
        self.say("40".to_owned());
        while let Ok(message) = self.socket.read() {
            match message.to_text() {
                Ok(text) if text.starts_with("40") => return,
                Ok(text) => drop(self.frames(text)),
                Err(_) => {}
            }
        }
    }

    /// Waits until the server has read all that was sent to it, and has sent what it had to say by then.
    fn settle(&mut self) {
        self.pings += 1;
        let ping = Message::Ping(Bytes::copy_from_slice(&self.pings.to_be_bytes()));
        // It may have ended already.
        if self.socket.send(ping).is_ok() {
            while !self.ended && !self.read() {}
        }
    }

    /// Ends the connection without a word, and waits until the server has seen it.
    fn cut(mut self) {
        self.socket.get_mut().shutdown(Shutdown::Write).ok();
        while !self.ended {
            self.read();
        }
    }
}

fn is_timeout(error: &std::io::Error) -> bool {
    matches!(
        error.kind(),
        std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut
    )
}

impl Sockets<'_> {
    fn line(&mut self, name: &str) -> &mut Line {
        self.lines.get_mut(name).unwrap()
    }
}

impl Stage for Sockets<'_> {
    fn open(&mut self, request: &Value) -> String {
        self.server.open(request)
    }

    fn connect(&mut self, name: &str, dialect: &str, details: &[&str]) {
        let (path, first) = match (dialect, details) {
            ("space", []) => ("/ws".to_owned(), None),
            ("chessata", [name, code]) => (format!("/ws/api/{name}/{code}/"), None),
            ("tictactoe", []) => {
                let path = "/socket.io/?EIO=4&transport=websocket";
                (path.to_owned(), None)
            }
            ("native", [room, key @ ..]) => {
                let hello = json!({"type": "hello", "version": 1, "key": key.first()});
                (format!("/ws/raum/{room}"), Some(hello.to_string()))
            }
            _ => panic!("nobody speaks {dialect} with {details:?}"),
        };
        let mut line = Line::connect(self.server, dialect, &path);
        if let Some(first) = first {
            line.say(first);
        }
        if dialect == "tictactoe" {
            line.enter_namespace();
        }
        // Who comes next is to come after them.
        line.settle();
        assert!(self.lines.insert(name.to_owned(), line).is_none());
    }

    fn say(&mut self, name: &str, text: &str) {
        let line = self.line(name);
        let text = match line.dialect.as_str() {
            "tictactoe" => {
                let (event, content) = text.split_once(' ').unwrap_or((text, "{}"));
                format!("42[\"{event}\",{content}]")
            }
            _ => text.to_owned(),
        };
        line.say(text);
        // What anybody says next is to be heard after it, even if nothing answers it.
        line.settle();
    }

    fn hear(&mut self, name: &str) -> Option<Value> {
        let line = self.line(name);
        line.wait();
        line.heard.pop_front()
    }

    fn is_ended(&mut self, name: &str) -> bool {
        let line = self.line(name);
        line.wait();
        line.heard.is_empty()
    }

    fn cut(&mut self, name: &str) {
        if let Some(line) = self.lines.remove(name) {
            line.cut();
        }
    }

    fn settle(&mut self, rooms: &[&str]) {
        // What was said has come to the rooms, the rooms have answered, and the answers have come.
        self.lines.values_mut().for_each(Line::settle);
        for room in rooms {
            Client::hello(self.server, room, json!({})).next();
        }
        self.lines.values_mut().for_each(Line::settle);
    }

    fn unheard(&mut self, name: &str) -> Vec<Value> {
        let line = self.lines.get_mut(name);
        line.map_or_else(Vec::new, |line| line.heard.drain(..).collect())
    }
}

fn play(transcript: &str) {
    let server = Server::with(&[
        "--unknown-rooms-per-minute",
        "100000",
        "--commands-burst",
        "1000",
    ]);
    script::play(transcript, |_| Sockets {
        server: &server,
        lines: BTreeMap::new(),
    });
}

macro_rules! transcripts {
    ($($name:ident $file:literal)*) => {$(
        #[test]
        fn $name() {
            play(include_str!(concat!("../../../wire/tests/transcripts/", $file, ".transcript")));
        }
    )*};
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
