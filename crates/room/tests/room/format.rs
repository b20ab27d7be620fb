//! The JSON of commands, events and entries, byte for byte, and the codes of refusals.

use std::{collections::BTreeSet, fmt::Debug};

use raum_room::{
    Answers, AnyMove, BadEntry, Command, EncodedEntry, Entry, Event, FORMAT, HouseRules, Leaver,
    MemberId, Private, Refusal, Room,
};
use raum_rules::{Kind, Move, Role};
use serde::{Serialize, de::DeserializeOwned};

/// Defines a list of words, and a match that does not compile unless every variant has one.
macro_rules! words {
    ($enum:ident $word:ident $words:ident: $($variant:ident $text:literal)*) => {
        const $words: &[&str] = &[$($text),*];

        fn $word(value: &$enum) -> &'static str {
            match value {
                $($enum::$variant { .. } => $text,)*
            }
        }
    };
}

words! { Command command_word COMMANDS:
    TakeSeat "take-seat" Watch "watch" Rename "rename" Play "play" Resign "resign" Abort "abort"
    OfferDraw "offer-draw"
    AcceptDraw "accept-draw" DeclineDraw "decline-draw" ClaimDraw "claim-draw"
    ClaimAbsence "claim-absence" AskTakeback "ask-takeback" AcceptTakeback "accept-takeback"
    DeclineTakeback "decline-takeback" AskRematch "ask-rematch" Undo "undo" Redo "redo" Say "say"
    SeatMachine "seat-machine" TakeOver "take-over" SetLevel "set-level" Leave "leave"
}

words! { Event event_word EVENTS:
    RoomOpened "room-opened" SeatTaken "seat-taken" Renamed "renamed" GameStarted "game-started"
    MovePlayed "move-played" DrawOffered "draw-offered" DrawDeclined "draw-declined"
    TakebackAsked "takeback-asked" TakebackDeclined "takeback-declined" Undone "undone"
    Redone "redone" GameEnded "game-ended" RematchAsked "rematch-asked" LevelChanged "level-changed" Said "said"
    DeviceAdded "device-added" SeatLeft "seat-left" ClockResumed "clock-resumed" RoomClosed "room-closed"
}

/// Reads each line, and asserts that it is written back unchanged.
pub(crate) fn lines<T: Serialize + DeserializeOwned + Debug + PartialEq>(text: &str) -> Vec<T> {
    let read = |line: &str| {
        let value: T = serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(serde_json::to_string(&value).expect("JSON"), line);
        value
    };
    text.lines().map(read).collect()
}

fn sorted<'a>(words: impl IntoIterator<Item = &'a str>) -> BTreeSet<&'a str> {
    words.into_iter().collect()
}

#[test]
fn every_command_has_its_json() {
    let commands: Vec<Command> = lines(include_str!("../data/commands.jsonl"));
    assert_eq!(
        sorted(commands.iter().map(command_word)),
        sorted(COMMANDS.iter().copied())
    );
}

#[test]
fn every_event_has_its_json() {
    let events: Vec<Event> = lines(include_str!("../data/events.jsonl"));
    assert_eq!(
        sorted(events.iter().map(event_word)),
        sorted(EVENTS.iter().copied())
    );
}

/// Rows have the bytes of 0.1.0; clients receive the same without the private part.
#[test]
fn an_entry_is_encoded_once_for_the_journal_and_for_clients() {
    let events: Vec<Event> = lines(include_str!("../data/events.jsonl"));
    let secret = |text: &str| Some(format!("hash of \"{text}\""));
    let privates = [
        None,
        Some(Private::default()),
        Some(Private {
            pass_key_hash: secret("pass key"),
            token_hash: None,
            nonce: None,
        }),
        Some(Private {
            pass_key_hash: secret("pass key"),
            token_hash: secret("token"),
            nonce: Some(u64::MAX),
        }),
    ];
    for (event, private) in events
        .into_iter()
        .flat_map(|event| privates.clone().map(|private| (event.clone(), private)))
    {
        let answers = Some(Answers {
            member: MemberId(1),
            number: 7,
        });
        for answers in [None, answers] {
            let entry = Entry {
                seq: 3,
                at: 1_800_000_000_000,
                format: event.format(),
                answers,
                event: event.clone(),
                private: private.clone(),
            };
            let written = EncodedEntry::new(entry.clone());
            assert_eq!(written.entry(), &entry);
            assert_eq!(*written.stored(), *text(&entry));
            let public = Entry {
                private: None,
                ..entry
            };
            assert_eq!(**written.public(), *text(&public));
        }
    }
}

/// An entry is newer if it or its room has a greater format, or if it has an unknown event or house rule.
#[test]
fn a_newer_entry_is_distinguished_from_a_malformed_one() {
    let journal = include_str!("../data/journal-1.jsonl");
    for line in journal.lines() {
        let entry = Entry::read(line).expect("an entry of this version");
        assert_eq!(text(&entry), line);
        let of_format = |format: u32| {
            let rest = line.strip_prefix('{').expect("an object");
            Entry::read(&format!(r#"{{"format":{format},{rest}"#))
        };
        for format in 1..=FORMAT {
            let entry = Entry {
                format: Some(format),
                ..entry.clone()
            };
            assert_eq!(of_format(format).ok(), Some(entry));
        }
        assert!(
            matches!(of_format(FORMAT + 1), Err(BadEntry::Newer(_))),
            "{line}"
        );
    }
    let opening = journal.lines().next().expect("an opening");
    let changes = [
        (r#""format":1"#, r#""format":99"#),
        (r#""kind":"chess""#, r#""kind":"go""#),
        ("room-opened", "room-reopened"),
        (r#""chat":true"#, r#""chat":true,"bots":true"#),
        (r#""type":"keeps-seat""#, r#""type":"lends-seat""#),
    ];
    for (old, new) in changes {
        let newer = opening.replace(old, new);
        assert_ne!(newer, opening, "{old}");
        let read = Entry::read(&newer);
        assert!(matches!(read, Err(BadEntry::Newer(_))), "{newer}: {read:?}");
    }
    for text in [
        "",
        "{}",
        "[]",
        r#"{"format":3}"#,
        r#"{"seq":1,"at":1,"event":"#,
        r#"{"seq":1,"at":1,"event":{}}"#,
        r#"{"at":1,"event":{"type":"bot-seated"}}"#,
    ] {
        let read = Entry::read(text);
        assert!(
            matches!(read, Err(BadEntry::Malformed(_))),
            "{text}: {read:?}"
        );
    }
}

fn text(entry: &Entry) -> String {
    serde_json::to_string(entry).expect("JSON")
}

#[test]
fn invalid_commands_are_rejected() {
    let texts = [
        "",
        "null",
        "{}",
        r#"{"type":"fly"}"#,
        r#"{"type":"play","move":"e2e4"}"#,
        r#"{"type":"play","move":"e2e4","ply":-1}"#,
        r#"{"type":"play","move":"e2e4","ply":0.5}"#,
        r#"{"type":"play","move":"e2e4","ply":0,"as":"second"}"#,
        r#"{"type":"take-seat","name":"Ann","side":"white"}"#,
        r#"{"type":"take-seat","name":null}"#,
        r#"{"type":"claim-absence","result":"loss"}"#,
        r#"{"type":"undo","ply":99999999999999999999}"#,
        r#"{"type":"seat-machine"}"#,
        r#"{"type":"seat-machine","level":256}"#,
        r#"{"type":"seat-machine","level":1,"seed":2}"#,
        r#"{"type":"set-level","level":"3"}"#,
    ];
    for text in texts {
        assert!(serde_json::from_str::<Command>(text).is_err(), "{text}");
    }
}

/// A move is read by its text alone, so no text may be a move of two kinds.
#[test]
fn no_text_is_a_move_of_two_kinds() {
    let promotions = [
        Role::Queen,
        Role::Rook,
        Role::Bishop,
        Role::Knight,
        Role::Unicorn,
    ];
    let promotions: Vec<_> = [None].into_iter().chain(promotions.map(Some)).collect();
    for kind in Kind::ALL {
        let cells: Vec<_> = kind.extent().cells().collect();
        let steps = cells
            .iter()
            .flat_map(|from| cells.iter().map(move |to| (*from, *to)));
        let steps = steps.flat_map(|(from, to)| {
            promotions
                .iter()
                .map(move |promotion| Move::step(from, to, *promotion))
        });
        let moves = cells.iter().copied().map(Move::put).chain(steps);
        let texts = moves.map(|mv| (kind.move_text(mv), mv));
        let read: Vec<_> = texts
            .filter(|(text, mv)| kind.read_move(text) == Ok(*mv))
            .collect();
        assert!(read.len() >= cells.len(), "{kind}");
        for (text, mv) in read {
            let others = Kind::ALL
                .iter()
                .filter(|other| other.read_move(&text).is_ok());
            assert_eq!(others.collect::<Vec<_>>(), [kind], "{text}");
            let any = AnyMove::from(text.clone());
            assert_eq!(any, AnyMove::Known(*kind, mv));
            assert_eq!(any.text(), text);
        }
    }
}

/// Entries with a machine need format 2: a version that reads only format 1 says so instead of taking the machine for a
/// person. Entries with house rules of the lobby need format 3. All other entries have the bytes of format 1.
#[test]
fn entries_with_machines_have_format_2_and_those_of_the_lobby_format_3() {
    for event in lines::<Event>(include_str!("../data/events.jsonl")) {
        let json = serde_json::to_string(&event).expect("JSON");
        let has_machine = json.contains("machine") || matches!(event, Event::LevelChanged { .. });
        let is_of_lobby = json.contains("firstMoveMillis") || json.contains("listed");
        match event {
            // The opening itself has the format that its room needs.
            Event::RoomOpened(opening) => assert_eq!(opening.format == 3, is_of_lobby, "{json}"),
            _ if is_of_lobby => assert_eq!(event.format(), Some(3), "{json}"),
            _ => assert_eq!(event.format(), has_machine.then_some(2), "{json}"),
        }
    }
    for line in include_str!("../data/journal-2-machine.jsonl").lines() {
        let entry = Entry::read(line).expect("an entry of this version");
        assert_eq!(entry.format, entry.event.format(), "{line}");
        assert_eq!(text(&entry), line);
        assert_eq!(line.contains(r#","format":2,"#), entry.format.is_some());
    }
}

#[test]
fn a_room_is_opened_in_format_1() {
    let events: Vec<Event> = lines(include_str!("../data/events.jsonl"));
    let kind = Kind::Chess;
    let rules = HouseRules {
        // The default when the line was written.
        leaver: Leaver::KeepsSeat {
            grace_millis: 60_000,
        },
        ..HouseRules::native(kind)
    };
    let opened: Event = Room::open(kind, rules, &kind.start(), []).into();
    assert_eq!(opened, events[0]);
}

#[test]
fn a_room_with_rules_of_the_lobby_is_opened_in_format_3() {
    let native = || HouseRules::native(Kind::Chess);
    let listed = HouseRules {
        listed: true,
        ..native()
    };
    let cases = [
        (native(), 1),
        (listed, 3),
        (HouseRules::paired(Kind::Chess, None), 3),
    ];
    for (rules, format) in cases {
        let opening = Room::open(Kind::Chess, rules, &Kind::Chess.start(), []);
        assert_eq!(opening.format, format, "{opening:?}");
        let json = serde_json::to_string(&Event::from(opening)).expect("JSON");
        let is_newer = json.contains("listed") || json.contains("firstMoveMillis");
        assert_eq!(is_newer, format == 3, "{json}");
    }
}

/// Codes never change; messages may, and then here too.
#[test]
fn refusals_have_their_codes_and_messages() {
    let lines: Vec<String> = Refusal::ALL
        .iter()
        .map(|refusal| format!("{} {refusal}\n", refusal.code()))
        .collect();
    assert_eq!(lines.concat(), include_str!("../data/refusals.txt"));
    let grace = Refusal::GraceNotOver { left_millis: 1_001 };
    assert_eq!(grace.code(), "grace-not-over");
    assert_eq!(
        grace.to_string(),
        "Your opponent may still come back. You can claim the game in 2 seconds."
    );
}
