//! Tests Chessata against its document and against random frames.

use std::collections::BTreeSet;

use proptest::prelude::*;
use raum_wire::chessata;
use serde_json::{Value, json};

use crate::hall::Hall;
use crate::script::Stage;
use crate::transcripts::{mutation, received};

const TRANSCRIPTS: [&str; 4] = [
    include_str!("../transcripts/chessata.transcript"),
    include_str!("../transcripts/mixed-chess.transcript"),
    include_str!("../transcripts/matrix-chess.transcript"),
    include_str!("../transcripts/machines.transcript"),
];

/// Whether a frame has the fields and values that the document allows.
fn is_server_frame(frame: &Value) -> bool {
    let is_one_of = |field: &str, words: &[&str]| words.iter().any(|word| frame[field] == *word);
    let is_text = |field: &str| frame[field].is_string();
    let is_role = || is_one_of("role", &["player", "spectator"]);
    let fields: &[&str] = match frame["type"].as_str() {
        Some("init") if is_role() && is_text("user_id") => &["user_id", "role"],
        Some("join" | "leave") if is_role() && is_text("user_id") && is_text("username") => {
            &["user_id", "username", "role"]
        }
        Some("error") if frame["status_code"].is_u64() && is_text("message") => {
            &["status_code", "message"]
        }
        Some("close" | "note") if is_text("message") => &["message"],
        Some("start") if is_one_of("color", &["white", "black", "undefined"]) => &["color"],
        Some("game_state") if is_text("player_turn_id") && is_state(frame) => &[
            "player_turn_id",
            "board",
            "allow_en_passant",
            "has_king_moved",
            "has_rook_moved",
        ],
        Some("chat") if is_text("username") && is_text("message") => &["username", "message"],
        Some("end_of_game")
            if is_one_of(
                "result",
                &[
                    "white_win",
                    "black_win",
                    "stalemate",
                    "surrender",
                    "disconnect",
                ],
            ) && (is_text("winner_id") || frame["winner_id"].is_null()) =>
        {
            &["result", "winner_id"]
        }
        _ => return false,
    };
    has_fields(
        frame,
        |name| name == "type" || fields.contains(&name),
        fields.len() + 1,
    )
}

fn is_state(frame: &Value) -> bool {
    let is_list = |field: &str, length: usize, fits: fn(&Value) -> bool| {
        let list = frame[field].as_array();
        list.is_some_and(|list| list.len() == length && list.iter().all(fits))
    };
    let is_flags = |field: &str, names: &[&str]| {
        let flags = &frame[field];
        has_fields(flags, |name| names.contains(&name), names.len())
            && names.iter().all(|name| flags[name].is_boolean())
    };
    is_list("board", 64, |cell| {
        cell.as_i64().is_some_and(|piece| (-6..=6).contains(&piece))
    }) && is_list("allow_en_passant", 16, Value::is_boolean)
        && is_flags("has_king_moved", &["white", "black"])
        && is_flags("has_rook_moved", &["a1", "h1", "a8", "h8"])
}

fn has_fields(object: &Value, is_known: impl Fn(&str) -> bool, count: usize) -> bool {
    let fields = object.as_object();
    fields.is_some_and(|fields| fields.len() == count && fields.keys().all(|name| is_known(name)))
}

#[test]
fn every_frame_in_the_transcripts_conforms() {
    for frame in received(&TRANSCRIPTS, "chessata") {
        assert!(is_server_frame(&frame), "{frame}");
    }
}

/// Codes that only a server sends; its tests cover them.
const SERVER_CODES: [&str; 3] = ["413", "429", "503"];

#[test]
fn clause_25_lists_exactly_the_codes_that_are_sent() {
    let document = include_str!("../../../../docs/dialects/chessata.md");
    let rows = document.lines().map(str::trim);
    let listed: BTreeSet<_> = rows
        .filter_map(|row| Some(row.strip_prefix("| ")?.split_once(" |")?.0))
        .filter(|cell| cell.parse::<u16>().is_ok())
        .map(str::to_owned)
        .collect();
    let frames = received(&TRANSCRIPTS, "chessata");
    let codes = frames
        .iter()
        .filter_map(|frame| frame["status_code"].as_u64());
    let codes = codes.map(|code| code.to_string());
    let codes = codes.chain(SERVER_CODES.map(str::to_owned));
    assert_eq!(listed, codes.collect());
}

/// The letters of the dialect and of JSON.
const LETTERS: &str = "[\\[\\]{}\",:\\\\a-h1-8]{0,4}";

/// A frame from a client.
fn client_frame() -> impl Strategy<Value = String> {
    let moves = [
        "a7a8", "b2b1", "e1g1", "e1c1", "e8g8", "e8c8", "e1e2", "e2e1", "e8e7", "e7e8", "h1h8",
        "h8h1",
    ];
    let promotions = ["queen", "rook", "bishop", "knight", "king"];
    let play = (
        prop::sample::select(moves.to_vec()),
        prop::option::of(prop::sample::select(promotions.to_vec())),
    );
    prop_oneof![
        20 => play.prop_map(|(cells, promotion)| {
            let (start, end) = cells.split_at(2);
            json!({"type": "move", "start": start, "end": end, "promotion": promotion}).to_string()
        }),
        2 => any::<String>().prop_map(|message| json!({"type": "chat", "message": message}).to_string()),
        1 => Just(json!({"type": "surrender"}).to_string()),
        2 => mutation(&TRANSCRIPTS, LETTERS),
    ]
}

/// A position in which much can happen soon.
const NEAR_THE_END: &str = "r3k2r/P7/8/8/8/8/1p6/R3K2R w KQkq - 0 1";

proptest! {
    #[test]
    fn clause_24_every_text_is_read_or_gets_an_error(text in mutation(&TRANSCRIPTS, LETTERS)) {
        let object = serde_json::from_str::<serde_json::Map<_, _>>(&text);
        match chessata::from_client(&text) {
            Ok(_) => {
                let kind = object.unwrap()["type"].clone();
                prop_assert!(["move", "chat", "surrender"].contains(&kind.as_str().unwrap()));
            }
            Err(trouble) => {
                let frame: Value = serde_json::from_str(&trouble.frame()).unwrap();
                prop_assert!(is_server_frame(&frame), "{}", frame);
                prop_assert_eq!(&frame["status_code"], 400);
            }
        }
    }

    /// Three clients send random frames, some of them valid, until one disconnects.
    #[test]
    fn every_frame_in_a_random_game_conforms(
        chance in 0..2_u64,
        frames in prop::collection::vec((0..3_usize, client_frame()), 1..60),
    ) {
        let mut hall = Hall::new(chance);
        let room = hall.open(&json!({"kind": "chess", "start": NEAR_THE_END}));
        let clients = ["ann", "ben", "cem"];
        for client in clients {
            hall.connect(client, "chessata", &[client, &room]);
        }
        for (client, text) in frames {
            hall.send(clients[client], &text);
        }
        hall.cut("ann");
        for frame in clients.iter().flat_map(|client| hall.unread(client)) {
            prop_assert!(is_server_frame(&frame), "{}", frame);
        }
    }
}
