//! Journals of every format stay readable.

use raum_room::{Answers, Entry, Event, MemberId, Room};
use serde::Deserialize;

use crate::{common::without_private, facts, format::lines};

/// No room ever wrote such a move, but a journal edited by hand may contain one: it is preserved and skipped.
#[test]
fn an_unreadable_move_is_preserved_and_skipped() {
    for text in ["", "e2", "E2E4", " e2e4", "Aa2Aa3K", "9", "♔", "4\n"] {
        let mut json = Vec::new();
        for line in include_str!("../data/journal-1.jsonl").lines() {
            let mut entry: serde_json::Value = serde_json::from_str(line).expect("JSON");
            if entry["seq"] == 7 {
                entry["event"]["move"] = text.into();
            }
            json.push(entry);
        }
        let read = |json: &serde_json::Value| Entry::deserialize(json).expect("an entry");
        let entries: Vec<Entry> = json.iter().map(read).collect();
        assert_eq!(
            serde_json::to_value(&entries).expect("JSON"),
            serde_json::Value::Array(json)
        );
        assert_facts(&entries, &[(6, "moves", "e2e4"), (7, "moves", "e2e4")]);
    }
}

/// A room of two with secrets.
#[test]
fn a_journal_of_format_1_is_replayed() {
    let entries: Vec<Entry> = lines(include_str!("../data/journal-1.jsonl"));
    let facts = [
        (5, "phase", "playing"),
        (5, "seats", "2 Ben first, 1 Ann second"),
        (5, "clock", "300000 300000 -"),
        (7, "moves", "e2e4 e7e5"),
        // The first move is free; the second took three seconds and earned two.
        (7, "clock", "300000 299000 first"),
        (8, "offer", "first"),
        (9, "offer", "-"),
        (11, "takeback", "first 2"),
        (12, "takeback", "-"),
        (14, "moves", "e2e4 e7e5"),
        (14, "clock", "300000 299000 first"),
        (15, "clock", "297000 299000 second"),
        (17, "seats", "2 Ben first left 1790000040000, 1 Ann second"),
        (18, "seats", "2 Ben first, 1 Ann second"),
        // Fifteen minutes without a server cost no time.
        (19, "clock", "297000 283000 second"),
        (20, "clock", "297000 284000 first"),
        (21, "phase", "over"),
        (21, "end", "second resignation"),
        (22, "votes", "1"),
        (24, "game", "2"),
        (24, "seats", "1 Ann first, 2 Ben second"),
        (29, "end", "second checkmate"),
        (
            29,
            "position",
            "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
        ),
        (32, "phase", "closed"),
    ];
    assert_facts(&entries, &facts);

    let room = Room::replay(&entries).expect("a room");
    let answers = Answers {
        member: MemberId(2),
        number: 7,
    };
    assert_eq!(room.answer_to(answers), Some(15));
    let public: Vec<_> = entries.iter().map(without_private).collect();
    assert!(public.iter().all(|entry| entry.private.is_none()));
    assert_eq!(Room::replay(&public), Some(room));
}

/// A solo room with imported moves, undo and redo.
#[test]
fn a_solo_journal_of_format_1_is_replayed() {
    let entries: Vec<Entry> = lines(include_str!("../data/journal-1-solo.jsonl"));
    let facts = [
        (3, "moves", "4"),
        (3, "seats", "1 Ann first, 1 Ann second"),
        (8, "phase", "over"),
        (8, "end", "first line"),
        (9, "phase", "playing"),
        (9, "redo", "2 1 6"),
        (10, "position", "OOX.X.... X"),
        (10, "redo", "6"),
    ];
    assert_facts(&entries, &facts);
}

/// A room that was opened with a machine in it.
#[test]
fn a_journal_of_format_2_is_replayed() {
    let entries: Vec<Entry> = lines(include_str!("../data/journal-2-machine.jsonl"));
    let facts = [
        (2, "seats", "1 Computer second level 2"),
        (4, "seats", "2 Ann first, 1 Computer second level 2"),
        (4, "thought", "-"),
        (5, "thought", "1 second game 1 ply 1"),
        (7, "thought", "1 second game 1 ply 2 offered"),
        (8, "thought", "-"),
        (10, "moves", "-"),
        (11, "end", "second resignation"),
        (12, "seats", "2 Ann first, 1 Computer second level 1"),
        (14, "thought", "1 second game 2 ply 0"),
    ];
    assert_facts(&entries, &facts);
    let room = Room::replay(&entries).expect("a room");
    assert_eq!(
        Room::replay(&entries[13..]).map(|room| room.seats().to_vec()),
        Some(room.seats().to_vec())
    );
}

/// A table on one device where machines took seats and left them.
#[test]
fn a_solo_journal_of_format_2_is_replayed() {
    let entries: Vec<Entry> = lines(include_str!("../data/journal-2-solo.jsonl"));
    let facts = [
        (4, "seats", "1 You first, 2 Computer second level 8 instant"),
        (5, "thought", "2 second game 1 ply 1"),
        (7, "redo", "e2e4 e7e5"),
        (8, "redo", "-"),
        (9, "seats", "1 You first, 1 You second"),
        (10, "seats", "3 Computer first level 3, 1 You second"),
        (10, "thought", "3 first game 1 ply 2"),
    ];
    assert_facts(&entries, &facts);
}

/// Asserts facts about the room after a number of entries.
fn assert_facts(entries: &[Entry], facts: &[(usize, &str, &str)]) {
    for (seq, fact, value) in facts {
        let room = Room::replay(&entries[..*seq]).expect("a room");
        let shown = facts::show(&room, fact, room.at());
        assert_eq!(shown, *value, "{fact} after entry {seq}");
    }
}

#[test]
fn only_an_opening_or_a_start_begins_a_room() {
    let entries: Vec<Entry> = lines(include_str!("../data/journal-1.jsonl"));
    for entry in &entries {
        let begins = matches!(entry.event, Event::RoomOpened(_) | Event::GameStarted(_));
        assert_eq!(Room::begin(entry).is_some(), begins, "{entry:?}");
    }
    assert_eq!(Room::replay(&[]), None);
}
