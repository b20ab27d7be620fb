//! Fuzzes the dialects: one of two clients in a game sends mutated frames from the transcripts and from a corpus of
//! bad frames.

use raum_wire::{lobby, native};
use serde_json::Value;

use crate::hall::Hall;
use crate::json_schema::Schema;
use crate::script::Stage;
use crate::transcripts::sent;

const ROUNDS: u64 = 40_000;

/// A new hall after this many rounds, so that a finished game does not hide later bugs.
const ROUNDS_PER_HALL: u64 = 50;

const CORPUS: [&str; 7] = [
    include_str!("../corpus/bad.txt"),
    include_str!("../transcripts/space.transcript"),
    include_str!("../transcripts/chessata.transcript"),
    include_str!("../transcripts/tictactoe.transcript"),
    include_str!("../transcripts/mixed-space.transcript"),
    include_str!("../transcripts/mixed-chess.transcript"),
    include_str!("../transcripts/mixed-tictactoe.transcript"),
];

/// Pieces to insert into frames.
const PARTS: [&str; 24] = [
    "\"",
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    "null",
    "true",
    "-1",
    "1e308",
    "18446744073709551616",
    "\\u0000",
    "\\ud800",
    "\u{feff}",
    "♔",
    "é",
    "\u{202e}",
    "type",
    "move",
    "\"type\":\"move\"",
    "Aa1",
    "e7e8",
    "ROOM0",
];

/// Every frame of the corpus.
fn corpus() -> Vec<&'static str> {
    let [bad, transcripts @ ..] = &CORPUS;
    bad.lines().chain(sent(transcripts)).collect()
}

/// Random choices that a seed repeats.
struct Chance(fastrand::Rng);

impl Chance {
    fn new(seed: u64) -> Self {
        Self(fastrand::Rng::with_seed(seed))
    }

    fn below(&mut self, end: usize) -> usize {
        self.0.usize(..end.max(1))
    }

    fn pick<'a>(&mut self, among: &[&'a str]) -> &'a str {
        among[self.below(among.len())]
    }

    /// A frame of the corpus, often mutated.
    fn text(&mut self, corpus: &[&str]) -> String {
        let mut text: Vec<char> = self.pick(corpus).chars().collect();
        for _ in 0..self.below(4) {
            let place = self.below(text.len() + 1);
            let end = (place + self.below(8)).min(text.len());
            match self.below(5) {
                0 => text.truncate(place),
                1 => drop(text.drain(place..end)),
                2 => {
                    let part: Vec<_> = self.pick(&PARTS).chars().collect();
                    text.splice(place..place, part);
                }
                3 => {
                    let part: Vec<_> = self.pick(&PARTS).chars().collect();
                    text.splice(place..end, part);
                }
                _ => {
                    let other: Vec<_> = self.pick(corpus).chars().collect();
                    let from = self.below(other.len() + 1);
                    text.splice(place.., other[from..].iter().copied());
                }
            }
        }
        text.into_iter().collect()
    }
}

/// Lets one of two clients send mutated frames, and checks every frame that both receive.
fn fuzz(seat: impl Fn(&mut Hall), conforms: impl Fn(&Value) -> bool) {
    let corpus = corpus();
    let mut chance = Chance::new(1);
    let mut hall = Hall::new(0);
    let mut received = 0;
    for round in 0..ROUNDS {
        if round % ROUNDS_PER_HALL == 0 {
            hall = Hall::new(round);
            seat(&mut hall);
        }
        let text = chance.text(&corpus);
        hall.send("ann", &text);
        for name in ["ann", "ben"] {
            for frame in hall.unread(name) {
                received += 1;
                assert!(conforms(&frame), "{text:?}: {name} receives {frame}");
            }
        }
    }
    assert!(received > ROUNDS / 2, "{received}");
}

#[test]
fn space() {
    let schema = Schema::read(include_str!("../../../../docs/dialects/space.schema.json"));
    let seat = |hall: &mut Hall| {
        for name in ["ann", "ben"] {
            hall.connect(name, "space", &[]);
        }
        hall.send("ann", r#"{"type":"create_game"}"#);
        hall.send("ben", r#"{"type":"join_game","gameId":"ROOM0"}"#);
    };
    fuzz(seat, |frame| schema.fits(frame));
}

#[test]
fn chessata() {
    let seat = |hall: &mut Hall| {
        for name in ["ann", "ben"] {
            hall.connect(name, "chessata", &[name, "code"]);
        }
    };
    fuzz(seat, |frame| {
        let has = |fields: &[&str]| fields.iter().all(|field| frame.get(field).is_some());
        match frame["type"].as_str() {
            Some("init") => has(&["user_id", "role"]),
            Some("error") => frame["status_code"].is_u64() && frame["message"].is_string(),
            Some("join" | "leave") => has(&["user_id", "username", "role"]),
            Some("close" | "note") => frame["message"].is_string(),
            Some("start") => has(&["color"]),
            Some("game_state") => frame["board"]
                .as_array()
                .is_some_and(|board| board.len() == 64),
            Some("chat") => has(&["username", "message"]),
            Some("end_of_game") => has(&["result", "winner_id"]),
            _ => false,
        }
    });
}

#[test]
fn tictactoe() {
    const CODES: [&str; 6] = [
        "ROOM_NOT_FOUND",
        "WRONG_PASSKEY",
        "ROOM_FULL",
        "NOT_YOUR_TURN",
        "CELL_TAKEN",
        "GAME_NOT_STARTED",
    ];
    let seat = |hall: &mut Hall| {
        for name in ["ann", "ben"] {
            hall.connect(name, "tictactoe", &[]);
        }
        hall.send("ann", r#"create_room {"passKey":"sesame"}"#);
        hall.send("ben", r#"join_room {"roomId":"ROOM0","passKey":"sesame"}"#);
    };
    fuzz(seat, |event| {
        let content = &event[1];
        match event[0].as_str() {
            Some("room_created") => content["roomId"].is_string(),
            Some("game_start" | "board_update") => content["board"]
                .as_array()
                .is_some_and(|board| board.len() == 9),
            Some("replay_vote") => content["votes"].is_u64(),
            Some("player_left") => content.as_object().is_some_and(serde_json::Map::is_empty),
            Some("error") => {
                content["message"].is_string()
                    && content["code"]
                        .as_str()
                        .is_some_and(|code| CODES.contains(&code))
            }
            _ => false,
        }
    });
}

/// A frame that can be read round-trips.
#[test]
fn native_frames() {
    let corpus = corpus();
    let mut chance = Chance::new(2);
    let mut read = 0;
    for _ in 0..ROUNDS {
        let text = chance.text(&corpus);
        if let Ok(frame) = lobby::read(&text) {
            let written = serde_json::to_string(&frame).unwrap();
            assert_eq!(lobby::read(&written).unwrap(), frame, "{text:?}");
        }
        if let Ok(frame) = native::read(&text) {
            read += 1;
            let written = serde_json::to_string(&frame).unwrap();
            assert_eq!(native::read(&written).unwrap(), frame, "{text:?}");
        }
    }
    assert!(read > 0);
}
