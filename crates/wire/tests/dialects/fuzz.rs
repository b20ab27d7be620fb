//! Whatever clients say, nothing breaks: what is said in the transcripts and a corpus of bad frames, changed
//! at random, is said by one of two who are in a game.

use raum_wire::native;
use serde_json::Value;

use crate::hall::Hall;
use crate::json_schema::Schema;
use crate::script::Stage;
use crate::transcripts::said;

const ROUNDS: u64 = 40_000;

/// A new hall after so many, so that games which have ended do not hide what comes later.
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

/// What is put into frames, or in the place of a part of them.
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

/// All that anybody says in the corpus.
fn corpus() -> Vec<&'static str> {
    let [bad, transcripts @ ..] = &CORPUS;
    bad.lines().chain(said(transcripts)).collect()
}

/// Splitmix64: the same numbers each time.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % end.max(1) as u64).unwrap()
    }

    fn pick<'a>(&mut self, among: &[&'a str]) -> &'a str {
        among[self.below(among.len())]
    }

    /// A text of the corpus, as it is or changed.
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

/// Has one of two say what they like, and looks at all that both hear.
fn fuzz(seat: impl Fn(&mut Hall), is_of_dialect: impl Fn(&Value) -> bool) {
    let corpus = corpus();
    let mut chance = Chance(1);
    let mut hall = Hall::new(0);
    let mut heard = 0;
    for round in 0..ROUNDS {
        if round % ROUNDS_PER_HALL == 0 {
            hall = Hall::new(round);
            seat(&mut hall);
        }
        let text = chance.text(&corpus);
        hall.say("ann", &text);
        for name in ["ann", "ben"] {
            for frame in hall.unheard(name) {
                heard += 1;
                assert!(is_of_dialect(&frame), "{text:?}: {name} hears {frame}");
            }
        }
    }
    assert!(heard > ROUNDS / 2, "{heard}");
}

#[test]
fn space() {
    let schema = Schema::read(include_str!("../../../../docs/dialects/space.schema.json"));
    let seat = |hall: &mut Hall| {
        for name in ["ann", "ben"] {
            hall.connect(name, "space", &[]);
        }
        hall.say("ann", r#"{"type":"create_game"}"#);
        hall.say("ben", r#"{"type":"join_game","gameId":"ROOM0"}"#);
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
        hall.say("ann", r#"create_room {"passKey":"sesame"}"#);
        hall.say("ben", r#"join_room {"roomId":"ROOM0","passKey":"sesame"}"#);
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

/// What can be read can be written and read again.
#[test]
fn native_frames() {
    let corpus = corpus();
    let mut chance = Chance(2);
    let mut read = 0;
    for _ in 0..ROUNDS {
        let text = chance.text(&corpus);
        if let Ok(frame) = native::read(&text) {
            read += 1;
            let written = serde_json::to_string(&frame).unwrap();
            assert_eq!(native::read(&written).unwrap(), frame, "{text:?}");
        }
    }
    assert!(read > 0);
}
