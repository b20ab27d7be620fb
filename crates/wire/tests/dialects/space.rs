//! Tests the dialect of space chess against its schema and its document.

use std::collections::BTreeSet;

use proptest::prelude::*;
use raum_wire::space::{self, Trouble};
use serde_json::{Value, json};

use crate::hall::Hall;
use crate::json_schema::Schema;
use crate::script::Stage;
use crate::transcripts::{mutation, received};

const TRANSCRIPTS: [&str; 4] = [
    include_str!("../transcripts/space.transcript"),
    include_str!("../transcripts/mixed-space.transcript"),
    include_str!("../transcripts/matrix-space.transcript"),
    include_str!("../transcripts/machines.transcript"),
];

fn schema() -> Schema {
    Schema::read(include_str!("../../../../docs/dialects/space.schema.json"))
}

/// Whether a client may send this frame.
fn is_client_frame(schema: &Schema, frame: &Value) -> bool {
    let of_clients = ["create_game", "join_game", "move"].map(Value::from);
    schema.fits(frame) && of_clients.contains(&frame["type"])
}

#[test]
fn every_frame_in_the_transcripts_conforms_to_the_schema() {
    let schema = schema();
    for frame in received(&TRANSCRIPTS, "space") {
        assert!(schema.fits(&frame), "{frame}");
        assert!(!is_client_frame(&schema, &frame), "{frame}");
    }
}

/// Codes that only a server sends; its tests cover them.
const SERVER_CODES: [&str; 4] = [
    "journal_unavailable",
    "outcome_unknown",
    "server_full",
    "too_many_requests",
];

#[test]
fn clause_12_lists_exactly_the_codes_that_are_sent() {
    let document = include_str!("../../../../docs/dialects/space.md");
    let rows = document.lines().map(str::trim);
    let listed: BTreeSet<_> = rows
        .filter_map(|row| row.strip_prefix("| `")?.split_once('`'))
        .map(|(code, _)| code.to_owned())
        .collect();
    let frames = received(&TRANSCRIPTS, "space");
    let codes = frames.iter().filter_map(|frame| frame["code"].as_str());
    let codes = codes.chain(SERVER_CODES).map(str::to_owned);
    assert_eq!(listed, codes.collect());
}

/// A JSON value that resembles a message.
fn message() -> impl Strategy<Value = Value> {
    let word = prop::sample::select(vec![
        "create_game",
        "join_game",
        "move",
        "move_made",
        "game_created",
        "error",
        "Aa2",
        "Ee5",
        "Aa3",
        "Fa1",
        "Aa",
        "Aa22",
        "Q",
        "U",
        "K",
        "",
        "white",
        "ROOM0",
        "♔",
    ]);
    let value = prop_oneof![
        8 => word.prop_map(Value::from),
        1 => prop::sample::select(vec![json!(null), json!(0), json!(["move"]), json!({"move": null})]),
    ];
    let name = prop::sample::select(vec!["gameId", "from", "to", "promotion", "by", "code", "♔"]);
    let kind = prop::sample::select(vec!["create_game", "join_game", "move", "error", "x"]);
    let fields = prop::collection::vec((name, value), 0..4);
    (prop::option::weighted(0.95, kind), fields).prop_map(|(kind, fields)| {
        let mut message = json!({});
        for (name, value) in fields {
            message[name] = value;
        }
        if let Some(kind) = kind {
            message["type"] = kind.into();
        }
        message
    })
}

/// The letters of the dialect and of JSON.
const LETTERS: &str = "[\\[\\]{}\",:\\\\a-eA-E0-9]{0,4}";

proptest! {
    #[test]
    fn clause_8_exactly_the_client_frames_of_the_schema_are_read(message in message()) {
        let read = space::from_client(&message.to_string());
        prop_assert_eq!(read.is_ok(), is_client_frame(&schema(), &message), "{:?}", read);
        prop_assert_ne!(read, Err(Trouble::NotJson));
    }

    #[test]
    fn clause_8_every_text_is_read_by_the_schema_or_gets_an_error(text in mutation(&TRANSCRIPTS, LETTERS)) {
        let read = space::from_client(&text);
        match serde_json::from_str(&text) {
            Ok(value) => prop_assert_eq!(read.is_ok(), is_client_frame(&schema(), &value)),
            Err(_) => prop_assert!(read.is_err()),
        }
    }

    /// Three clients send random frames, some of them valid.
    #[test]
    fn every_frame_in_a_random_game_conforms_to_the_schema(
        chance in 0..2_u64,
        frames in prop::collection::vec((0..3_usize, client_frame()), 1..60),
    ) {
        let schema = schema();
        let mut hall = Hall::new(chance);
        let room = hall.open(&json!({"kind": "space", "start": NEAR_THE_END}));
        let clients = ["ann", "ben", "cem"];
        for client in clients {
            hall.connect(client, "space", &[]);
        }
        for (client, text) in frames {
            hall.send(clients[client], &text.replace("$room", &room));
        }
        for frame in clients.iter().flat_map(|client| hall.unread(client)) {
            prop_assert!(schema.fits(&frame), "{}", frame);
        }
    }
}

/// A position with pawns about to promote.
const NEAR_THE_END: &str = "5/5/5/5/2K2|5/5/p4/5/5|5/5/5/5/5|2P2/5/5/5/5|5/5/5/5/k4 w 0 1";

/// A frame from a client.
fn client_frame() -> impl Strategy<Value = String> {
    let moves = [
        "Dc5Ec5", "Ac1Ac2", "Ac2Ac1", "Ea1Ea2", "Ea2Ea1", "Ba3Ba2", "Ba2Ba1", "Ba1Aa1",
    ];
    let play = (
        prop::sample::select(moves.to_vec()),
        prop::option::of("[QRBNU]"),
    );
    prop_oneof![
        1 => Just(r#"{"type":"create_game"}"#.to_owned()),
        4 => Just(r#"{"type":"join_game","gameId":"$room"}"#.to_owned()),
        1 => Just(r#"{"type":"join_game","gameId":"ROOM1"}"#.to_owned()),
        20 => play.prop_map(|(cells, promotion)| {
            let (from, to) = cells.split_at(3);
            let mut message = json!({"type": "move", "from": from, "to": to});
            if let Some(promotion) = promotion {
                message["promotion"] = promotion.into();
            }
            message.to_string()
        }),
        1 => message().prop_map(|message| message.to_string()),
    ]
}
