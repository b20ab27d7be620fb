//! Generates transcripts of every pair of dialects of a kind in one room, with everything that two clients can do. They
//! are played over sockets like the others.

use std::{env, fs};

use raum_rules::{Kind, Move};
use raum_wire::narrow::Dialect;
use serde_json::{Value, json};

use crate::{
    hall::Hall,
    script::{self, Stage},
};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/transcripts");

/// The dialects of the first and the second client.
type Pair = [&'static str; 2];

/// An action of the clients.
type Act = fn(&mut Scene);

/// The scenes of each pair.
const ACTS: [(&str, Act); 11] = [
    ("a whole game", |scene| scene.play_to_the_end()),
    ("a draw on the board", |scene| {
        let (_, text) = last_capture(scene.kind);
        scene.plays("ann", text);
    }),
    ("a draw by agreement", |scene| {
        let [asker, other] = scene.native_first();
        scene.commands(asker, &json!({"type": "offer-draw"}));
        scene.commands(other, &json!({"type": "accept-draw"}));
    }),
    ("resignation", |scene| {
        if !scene.resigns("ann") {
            scene.resigns("ben");
        }
    }),
    ("an abort", |scene| {
        let [native, _] = scene.native_first();
        scene.plays("ann", game(scene.kind)[0]);
        scene.commands(native, &json!({"type": "abort"}));
    }),
    ("leaving", |scene| {
        if !scene.leaves("ann") {
            scene.drops("ann");
        }
    }),
    ("a disconnect", |scene| scene.drops("ben")),
    ("a rematch", |scene| {
        scene.play_to_the_end();
        for name in ["ann", "ben"] {
            scene.asks_for_rematch(name);
        }
    }),
    ("spectators", |scene| {
        scene.connects("eve", "native");
        if scene.kind == Kind::Chess {
            scene.connects("dan", "chessata");
        }
        scene.plays("ann", game(scene.kind)[0]);
        for name in ["eve", "dan"] {
            scene.says(name);
            scene.drops(name);
        }
    }),
    ("a takeback", |scene| {
        let [asker, other] = scene.native_first();
        scene.plays("ann", game(scene.kind)[0]);
        if asker == "ben" {
            scene.plays("ben", game(scene.kind)[1]);
        }
        scene.commands(asker, &json!({"type": "ask-takeback"}));
        scene.commands(other, &json!({"type": "accept-takeback"}));
    }),
    ("chat", |scene| {
        for name in ["ann", "ben"] {
            scene.says(name);
        }
    }),
];

/// The pairs of dialects in a room of a kind: native, and the kind's own if it has one.
fn pairs(kind: Kind) -> Vec<Pair> {
    let mut pairs = vec![["native", "native"]];
    for dialect in Dialect::ALL
        .into_iter()
        .filter(|dialect| dialect.kind() == kind)
    {
        let narrow = dialect.name();
        pairs.extend([["native", narrow], [narrow, "native"], [narrow, narrow]]);
    }
    pairs
}

/// A short game.
fn game(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::Chess => &["f2f3", "e7e5", "g2g4", "d8h4"],
        Kind::Space => &["Bc1Cb1", "Dd5Bb3", "Bb1Ca2", "Dc5Ac2"],
        Kind::TicTacToe => &["0", "3", "1", "4", "2"],
    }
}

/// A position, and a move of the first side that draws.
fn last_capture(kind: Kind) -> (&'static str, &'static str) {
    match kind {
        Kind::Chess => ("k7/8/8/8/8/8/5p2/6K1 w - - 0 1", "g1f2"),
        Kind::Space => (
            "5/5/5/1p3/K4|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|4k/5/5/5/5 w 0 1",
            "Aa1Ab2",
        ),
        Kind::TicTacToe => ("XOXXOOOX. X", "8"),
    }
}

/// A scene in progress: the hall, and the lines of the transcript.
struct Scene {
    kind: Kind,
    hall: Hall,
    lines: Vec<String>,
    clients: Vec<Client>,
}

struct Client {
    name: &'static str,
    dialect: &'static str,
    /// How many commands it has sent.
    number: u64,
}

impl Scene {
    fn new(kind: Kind, pair: Pair, act: &str) -> Self {
        let mut request = json!({"rules": {"opener": "first"}});
        if act == "a draw on the board" {
            request["start"] = last_capture(kind).0.into();
        }
        let [one, other] = pair;
        let mut scene = Self {
            kind,
            hall: Hall::new(0),
            lines: vec![
                format!("= {kind}, {one} × {other}: {act}"),
                format!("room $room opened {kind} {request}"),
            ],
            clients: Vec::new(),
        };
        request["kind"] = kind.name().into();
        scene.hall.open(&request);
        for (name, dialect) in ["ann", "ben"].into_iter().zip(pair) {
            scene.connects(name, dialect);
            scene.takes_seat(name);
        }
        scene
    }

    /// Adds a line, and the frames that the clients receive.
    fn line(&mut self, line: &str, act: impl FnOnce(&mut Hall, &str)) {
        act(&mut self.hall, &line.replace("$room", "ROOM0"));
        self.lines.push(line.to_owned());
        for Client { name, .. } in &self.clients {
            for frame in self.hall.unread(name) {
                self.lines.push(format!("{name} < {}", written(&frame)));
            }
        }
    }

    fn connects(&mut self, name: &'static str, dialect: &'static str) {
        self.clients.push(Client {
            name,
            dialect,
            number: 0,
        });
        let details = match dialect {
            "native" => vec!["$room"],
            "chessata" => vec![name, "$room"],
            _ => vec![],
        };
        let words = [&[dialect][..], &details].concat().join(" ");
        self.line(&format!("{name} connects {words}"), |hall, line| {
            let details: Vec<_> = line.split(' ').skip(3).collect();
            hall.connect(name, dialect, &details);
        });
    }

    fn sends(&mut self, name: &'static str, text: &str) {
        self.line(&format!("{name} > {text}"), |hall, line| {
            hall.send(name, line.split_once(" > ").unwrap().1);
        });
    }

    fn drops(&mut self, name: &'static str) {
        if self.dialect(name).is_some() {
            self.line(&format!("{name} drops"), |hall, _| hall.cut(name));
        }
    }

    fn dialect(&self, name: &str) -> Option<&'static str> {
        let mut clients = self.clients.iter();
        clients
            .find(|client| client.name == name)
            .map(|client| client.dialect)
    }

    /// The two clients, a native one first if there is one.
    fn native_first(&self) -> [&'static str; 2] {
        match self.dialect("ann") {
            Some("native") => ["ann", "ben"],
            _ => ["ben", "ann"],
        }
    }

    /// Sends a command, if the client is native.
    fn commands(&mut self, name: &'static str, command: &Value) {
        let mut clients = self.clients.iter_mut();
        let Some(client) = clients.find(|client| client.name == name && client.dialect == "native")
        else {
            return;
        };
        client.number += 1;
        let frame = json!({"type": "command", "number": client.number, "command": command});
        self.sends(name, &frame.to_string());
    }

    fn takes_seat(&mut self, name: &'static str) {
        match self.dialect(name) {
            Some("native") => self.commands(name, &json!({"type": "take-seat", "name": name})),
            Some("space") => self.sends(name, r#"{"type":"join_game","gameId":"$room"}"#),
            Some("tictactoe") => {
                self.sends(name, r#"join_room {"roomId":"$room","passKey":"any key"}"#);
            }
            _ => {}
        }
    }

    fn plays(&mut self, name: &'static str, text: &str) {
        let ply = self.lines.iter().filter(|line| is_move(line)).count();
        let Move { from, to, .. } = self.kind.read_move(text).unwrap();
        let cell = |cell| self.kind.cell_name(cell);
        let [from, to] = [from.map(cell), Some(cell(to))];
        match self.dialect(name) {
            Some("space") => {
                self.sends(
                    name,
                    &json!({"type": "move", "from": from, "to": to}).to_string(),
                );
            }
            Some("chessata") => {
                self.sends(
                    name,
                    &json!({"type": "move", "start": from, "end": to}).to_string(),
                );
            }
            Some("tictactoe") => {
                self.sends(
                    name,
                    &format!(r#"make_move {{"roomId":"$room","index":{text}}}"#),
                );
            }
            _ => self.commands(name, &json!({"type": "play", "move": text, "ply": ply})),
        }
    }

    fn play_to_the_end(&mut self) {
        for (text, name) in game(self.kind)
            .iter()
            .zip(["ann", "ben"].into_iter().cycle())
        {
            self.plays(name, text);
        }
    }

    /// Resigns, and returns whether the dialect can.
    fn resigns(&mut self, name: &'static str) -> bool {
        match self.dialect(name) {
            Some("native") => self.commands(name, &json!({"type": "resign"})),
            Some("chessata") => self.sends(name, r#"{"type":"surrender"}"#),
            _ => return false,
        }
        true
    }

    /// Leaves, and returns whether the dialect can.
    fn leaves(&mut self, name: &'static str) -> bool {
        match self.dialect(name) {
            Some("native") => self.commands(name, &json!({"type": "leave"})),
            Some("tictactoe") => self.sends(name, r#"leave_room {"roomId":"$room"}"#),
            _ => return false,
        }
        true
    }

    fn asks_for_rematch(&mut self, name: &'static str) {
        match self.dialect(name) {
            Some("native") => self.commands(name, &json!({"type": "ask-rematch"})),
            Some("tictactoe") => self.sends(name, r#"replay_request {"roomId":"$room"}"#),
            _ => {}
        }
    }

    fn says(&mut self, name: &'static str) {
        match self.dialect(name) {
            Some("native") => {
                self.commands(name, &json!({"type": "say", "name": name, "text": "hello"}));
            }
            Some("chessata") => self.sends(name, r#"{"type":"chat","message":"hello"}"#),
            _ => {}
        }
    }
}

/// Whether a client sends a move in this line.
fn is_move(line: &str) -> bool {
    let Some((_, frame)) = line.split_once(" > ") else {
        return false;
    };
    frame.starts_with("make_move")
        || frame.contains(r#""type":"move""#)
        || frame.contains(r#""type":"play""#)
}

/// A frame in the form of a transcript.
fn written(frame: &Value) -> String {
    let text = match frame.as_array().map(Vec::as_slice) {
        Some([Value::String(event), content]) => format!("{event} {content}"),
        Some([Value::String(event)]) => event.clone(),
        _ => frame.to_string(),
    };
    // Spectators' numbers differ over sockets.
    let text = text.replace(r#""visitor-"#, r#""$visitor-"#);
    text.replace("ROOM0", "$room")
}

/// All scenes of a kind.
fn transcript(kind: Kind) -> String {
    let mut text = format!(
        "# {}: every pair of dialects, and everything that two clients can do.\n",
        kind.title()
    );
    text += "# Written by crates/wire/tests/dialects/matrix.rs: RAUM_UPDATE=1 cargo test -p raum-wire\n";
    for pair in pairs(kind) {
        for (act, perform) in ACTS {
            let mut scene = Scene::new(kind, pair, act);
            let lines_before = scene.lines.len();
            perform(&mut scene);
            // Neither dialect can do it.
            if scene.lines.len() == lines_before {
                continue;
            }
            text.extend(["\n", &scene.lines.join("\n"), "\n"]);
        }
    }
    text
}

#[test]
fn the_generated_transcripts_are_current_and_play() {
    for kind in Kind::ALL {
        let path = format!("{FOLDER}/matrix-{kind}.transcript");
        let text = transcript(*kind);
        if env::var_os("RAUM_UPDATE").is_some() {
            fs::write(&path, &text).unwrap();
        }
        assert!(
            fs::read_to_string(&path).unwrap_or_default() == text,
            "{path} is stale: run RAUM_UPDATE=1 cargo test -p raum-wire and review the changes"
        );
        script::play(&text, Hall::new);
    }
}
