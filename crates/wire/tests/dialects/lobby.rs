//! The frames of the lobby, against `docs/dialects/lobby.md` and its schema.

use raum_wire::{
    lobby::{LobbyRefusal, ServerFrame, read, write},
    narrow::Dialect,
};
use serde_json::{Value, json};

const DOCUMENT: &str = include_str!("../../../../docs/dialects/lobby.md");

/// The frames in the document that begin with this, without those that it abbreviates.
fn examples(start: &str) -> Vec<Value> {
    let text = DOCUMENT.replace("\n   ", " ");
    let quoted = text.split('`').skip(1).step_by(2);
    quoted
        .filter(|text| text.starts_with(start) && !text.contains('…'))
        .map(|text| serde_json::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}")))
        .collect()
}

#[test]
fn the_clients_frames_in_the_document_are_read() {
    let mut frames = examples(r#"{"type":"hello""#);
    let seeks = examples(r#"{"type":"command""#);
    let commands = ["ready", "withdraw"].map(|command| {
        let example = format!(r#"{{"type":"{command}"}}"#);
        assert!(DOCUMENT.contains(&example), "{example}");
        json!({"type": "command", "number": 2, "command": {"type": command}})
    });
    assert!(!frames.is_empty() && !seeks.is_empty());
    frames.extend(seeks);
    frames.extend(commands);
    for frame in frames {
        assert!(read(&frame.to_string()).is_ok(), "{frame}");
        let strange = {
            let mut frame = frame.clone();
            frame["strange"] = true.into();
            frame
        };
        assert!(read(&strange.to_string()).is_err(), "{strange}");
    }
}

#[test]
fn the_servers_frames_in_the_document_are_frames() {
    let applied = examples(r#"{"type":"applied""#);
    assert!(!applied.is_empty());
    for frame in applied {
        let read: ServerFrame = serde_json::from_value(frame.clone()).unwrap();
        assert_eq!(serde_json::from_str::<Value>(&write(&read)).unwrap(), frame);
    }
}

#[test]
fn the_document_names_every_refusal() {
    for refusal in LobbyRefusal::ALL {
        assert!(
            DOCUMENT.contains(&format!("`{}`", refusal.code())),
            "{refusal:?}"
        );
        assert!(refusal.message().ends_with('.'));
    }
}

/// Clause 11: rooms of other dialects are never listed, and their first moves have no time limit.
#[test]
fn rooms_of_narrow_dialects_are_not_listed() {
    for dialect in Dialect::ALL {
        let rules = dialect.house_rules();
        assert!(
            !rules.listed && rules.first_move_millis.is_none(),
            "{dialect:?}"
        );
    }
}
