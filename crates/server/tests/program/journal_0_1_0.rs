//! A journal that raum 0.1.0 wrote.

use std::{fs, path::Path};

use serde_json::{Value, json};
use tempfile::{TempDir, tempdir};

use super::{
    Run,
    api::{get_with, keeping},
    client::Client,
    journal::journal,
};

const FILES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/program/journal-0.1.0");

/// An unfinished room, and the token of its second player.
const UNFINISHED: (&str, &str) = ("ABFRF8F0344W", "WPG68KFYHAGA89STVQ99NYZ2HN");

/// A copy of the data folder.
fn copied() -> TempDir {
    let folder = tempdir().unwrap();
    fs::copy(
        Path::new(FILES).join("raum.db"),
        folder.path().join("raum.db"),
    )
    .unwrap();
    folder
}

#[test]
fn every_room_is_sound_and_exported_as_0_1_0_exported_it() {
    let folder = copied();
    let checked = journal(folder.path(), &["check"], "");
    assert_eq!(checked.output.matches(" ok, entries: ").count(), 6);
    for line in checked.output.lines() {
        let (room, _) = line.split_once(' ').unwrap();
        let then = fs::read_to_string(Path::new(FILES).join(format!("{room}.jsonl"))).unwrap();
        let now = journal(folder.path(), &["export", "--private", room], "");
        assert_eq!(now, Run::success(then), "{room}");
    }
}

#[test]
fn every_game_stands_as_it_did_in_0_1_0() {
    let folder = copied();
    let server = keeping(folder.path());
    let summaries = fs::read_to_string(Path::new(FILES).join("summaries.jsonl")).unwrap();
    for then in summaries.lines() {
        let then: Value = serde_json::from_str(then).unwrap();
        let text = |name: &str| then[name].as_str().unwrap();
        let token = format!("Bearer {}", text("token"));
        let now = get_with(&server, &format!("/api/rooms/{}", text("room")), &token).json();
        assert_eq!(now["phase"], then["phase"], "{now}");
        assert_eq!(now["game"], then["game"], "{now}");
    }
}

#[test]
fn a_game_of_0_1_0_goes_on() {
    let folder = copied();
    let server = keeping(folder.path());
    let (room, token) = UNFINISHED;
    let mut client = Client::hello(&server, room, json!({"token": token}));
    assert_eq!(client.until("welcome")["member"], 2);
    client.number = 1;
    let answer = client.ask(json!({"type": "play", "move": "d7d5", "ply": 1}));
    assert_eq!(
        json!([answer["type"], answer["seq"]]),
        json!(["applied", 6])
    );
}
