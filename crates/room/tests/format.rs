//! What other programs and later versions rely on: the JSON of commands and events to the letter, journals
//! of every format that was ever written, the codes of refusals, and how long answers are remembered.

#![expect(clippy::expect_used, reason = "a test that cannot go on stops")]

mod common;
mod facts;

use std::{collections::BTreeSet, fmt::Debug};

use common::{Asked, Host, house_rules, travelled};
use raum_room::{
    Answers, AnyMove, BadEntry, By, Command, Context, EncodedEntry, Entry, Event, HouseRules,
    MESSAGE_CHARS_MAX, MemberId, NAME_CHARS_MAX, Private, Refusal, Room,
};
use raum_rules::{Kind, Move, Role};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

/// Makes a list of words, and a match that stops compiling when a variant has none.
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
    TakeSeat "take-seat" Watch "watch" Rename "rename" Play "play" Resign "resign" OfferDraw "offer-draw"
    AcceptDraw "accept-draw" DeclineDraw "decline-draw" ClaimDraw "claim-draw"
    ClaimAbsence "claim-absence" AskTakeback "ask-takeback" AcceptTakeback "accept-takeback"
    DeclineTakeback "decline-takeback" AskRematch "ask-rematch" Undo "undo" Redo "redo" Say "say"
    Leave "leave"
}

words! { Event event_word EVENTS:
    RoomOpened "room-opened" SeatTaken "seat-taken" Renamed "renamed" GameStarted "game-started"
    MovePlayed "move-played" DrawOffered "draw-offered" DrawDeclined "draw-declined"
    TakebackAsked "takeback-asked" TakebackDeclined "takeback-declined" Undone "undone"
    Redone "redone" GameEnded "game-ended" RematchAsked "rematch-asked" Said "said"
    DeviceAdded "device-added" SeatLeft "seat-left" ClockResumed "clock-resumed" RoomClosed "room-closed"
}

/// Reads each line, and asserts that it would be written the same.
fn lines<T: Serialize + DeserializeOwned + Debug + PartialEq>(text: &str) -> Vec<T> {
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
fn every_command_is_written_so() {
    let commands: Vec<Command> = lines(include_str!("data/commands.jsonl"));
    assert_eq!(
        sorted(commands.iter().map(command_word)),
        sorted(COMMANDS.iter().copied())
    );
}

#[test]
fn every_event_is_written_so() {
    let events: Vec<Event> = lines(include_str!("data/events.jsonl"));
    assert_eq!(
        sorted(events.iter().map(event_word)),
        sorted(EVENTS.iter().copied())
    );
}

/// Rows are the bytes of 0.1.0, and what travels is the same without the private part.
#[test]
fn an_entry_is_encoded_once_for_the_journal_and_for_clients() {
    let events: Vec<Event> = lines(include_str!("data/events.jsonl"));
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

/// What tells that a newer version has written an entry: a greater format of the entry or of its room, an event or a
/// house rule that this version does not know.
#[test]
fn an_entry_of_a_newer_raum_is_told_from_a_malformed_one() {
    let journal = include_str!("data/journal-1.jsonl");
    for line in journal.lines() {
        let entry = Entry::read(line).expect("an entry of this version");
        assert_eq!(text(&entry), line);
        let of_format = |format: u32| {
            let rest = line.strip_prefix('{').expect("an object");
            Entry::read(&format!(r#"{{"format":{format},{rest}"#))
        };
        assert_eq!(of_format(1).ok(), Some(entry));
        assert!(matches!(of_format(2), Err(BadEntry::Newer(_))), "{line}");
    }
    let opening = journal.lines().next().expect("an opening");
    let changes = [
        (r#""format":1"#, r#""format":2"#),
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
        r#"{"format":2}"#,
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
fn what_is_no_command_is_not_read_as_one() {
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
    ];
    for text in texts {
        assert!(serde_json::from_str::<Command>(text).is_err(), "{text}");
    }
}

/// A move is read by its text alone, so no text may be a move of two kinds.
#[test]
fn a_move_is_read_without_its_room() {
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

/// No room ever wrote one, but a journal that was edited by hand may have it: it stays as it is and moves nothing.
#[test]
fn a_text_that_is_no_move_is_kept_and_skipped() {
    for text in ["", "e2", "E2E4", " e2e4", "Aa2Aa3K", "9", "♔", "4\n"] {
        let mut json = Vec::new();
        for line in include_str!("data/journal-1.jsonl").lines() {
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
        hold_facts(&entries, &[(6, "moves", "e2e4"), (7, "moves", "e2e4")]);
    }
}

/// A whole room of two, with secrets: rooms of this format are replayed for ever.
#[test]
fn a_journal_of_format_1_is_replayed() {
    let entries: Vec<Entry> = lines(include_str!("data/journal-1.jsonl"));
    let facts = [
        (5, "phase", "playing"),
        (5, "seats", "2 Ben first, 1 Ann second"),
        (5, "clock", "300000 300000 -"),
        (7, "moves", "e2e4 e7e5"),
        // The first move is free; the second took three seconds of five minutes and earned two.
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
        // Fifteen minutes without a server cost nothing.
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
    hold_facts(&entries, &facts);

    let room = Room::replay(&entries).expect("a room");
    let answers = Answers {
        member: MemberId(2),
        number: 7,
    };
    assert_eq!(room.answer_to(answers), Some(15));
    let public: Vec<_> = entries.iter().map(travelled).collect();
    assert!(public.iter().all(|entry| entry.private.is_none()));
    assert_eq!(Room::replay(&public), Some(room));
}

/// One person in both seats, going back and forth in a game that began elsewhere.
#[test]
fn a_solo_journal_of_format_1_is_replayed() {
    let entries: Vec<Entry> = lines(include_str!("data/journal-1-solo.jsonl"));
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
    hold_facts(&entries, &facts);
}

/// Asserts what the room shows after so many entries.
fn hold_facts(entries: &[Entry], facts: &[(usize, &str, &str)]) {
    for (seq, fact, value) in facts {
        let room = Room::replay(&entries[..*seq]).expect("a room");
        let shown = facts::show(&room, fact, room.at());
        assert_eq!(shown, *value, "{fact} after entry {seq}");
    }
}

#[test]
fn a_room_is_opened_in_format_1() {
    let events: Vec<Event> = lines(include_str!("data/events.jsonl"));
    let kind = Kind::Chess;
    let opened: Event = Room::open(kind, HouseRules::native(kind), &kind.start(), []).into();
    assert_eq!(opened, events[0]);
}

/// Journals of 0.1.0 have names that are no longer taken. Their members go on as before.
#[test]
fn a_member_with_a_name_that_is_no_longer_taken_stays_and_speaks() {
    let kind = Kind::Chess;
    let opened = Room::open(kind, HouseRules::native(kind), &kind.start(), []).into();
    let name = "\u{202e}nnA".to_owned();
    let taken = Event::SeatTaken {
        member: MemberId(1),
        name: name.clone(),
        side: None,
    };
    let entries: Vec<_> = (1..)
        .zip([opened, taken])
        .map(|(seq, event)| Entry {
            seq,
            at: 0,
            answers: None,
            event,
            private: None,
        })
        .collect();
    let room = Room::replay(&entries).unwrap();
    assert_eq!(room.seats()[0].name, name);
    let say = Command::Say {
        name: None,
        text: "Hello.".to_owned(),
    };
    let said = room.decide(By::Member(MemberId(1)), &say, &CONTEXT);
    assert!(said.is_ok(), "{said:?}");
}

#[test]
fn only_an_opening_or_a_start_begins_a_room() {
    let entries: Vec<Entry> = lines(include_str!("data/journal-1.jsonl"));
    for entry in &entries {
        let begins = matches!(entry.event, Event::RoomOpened(_) | Event::GameStarted(_));
        assert_eq!(Room::begin(entry).is_some(), begins, "{entry:?}");
    }
    assert_eq!(Room::replay(&[]), None);
}

/// Codes never change; sentences may, and then here too.
#[test]
fn refusals_have_their_codes_and_sentences() {
    let told: Vec<String> = Refusal::ALL
        .iter()
        .map(|refusal| format!("{} {refusal}\n", refusal.code()))
        .collect();
    assert_eq!(told.concat(), include_str!("data/refusals.txt"));
    let grace = Refusal::GraceNotOver { left_millis: 1_001 };
    assert_eq!(grace.code(), "grace-not-over");
    assert_eq!(
        grace.to_string(),
        "Your opponent may still come back: you can claim in 2 seconds."
    );
}

const CONTEXT: Context = Context {
    now: 0,
    chance: 0,
    key_shown: true,
    away_since: [None; 2],
    can_go_back: true,
};

#[test]
fn names_and_messages_are_one_visible_line() {
    let mut host = Host::open(
        Kind::Chess,
        house_rules("native", Kind::Chess),
        &Kind::Chess.start(),
        Vec::new(),
        0,
    );
    let named = |name: &str| Command::TakeSeat {
        name: name.to_owned(),
        side: None,
    };
    let said = |name: Option<&str>, text: &str| Command::Say {
        name: name.map(str::to_owned),
        text: text.to_owned(),
    };
    let (long_name, long_text) = ("é".repeat(NAME_CHARS_MAX), "é".repeat(MESSAGE_CHARS_MAX));
    for bad in [
        "",
        " ",
        "\u{3000}",
        "a\nb",
        "a\u{7f}",
        "a\u{202e}b",
        "\u{200b}",
        &format!("{long_name}é"),
    ] {
        assert_eq!(
            host.room.decide(By::Guest, &named(bad), &CONTEXT),
            Err(Refusal::BadName),
            "{bad:?}"
        );
        let said = said(Some(bad), "Hello.");
        assert_eq!(
            host.room.decide(By::Guest, &said, &CONTEXT),
            Err(Refusal::BadName),
            "{bad:?}"
        );
    }
    for bad in ["", "\t", "a\0", &format!("{long_text}é")] {
        let said = said(Some("Eve"), bad);
        assert_eq!(
            host.room.decide(By::Guest, &said, &CONTEXT),
            Err(Refusal::BadMessage),
            "{bad:?}"
        );
    }
    assert_eq!(
        host.room.decide(By::Guest, &said(None, "Hello."), &CONTEXT),
        Err(Refusal::BadName)
    );
    host.ask(&Asked::Command(By::Guest, named(&long_name)), 1, &CONTEXT)
        .expect("a seat");
    host.ask(
        &Asked::Command(By::Guest, said(Some("🂡"), &long_text)),
        2,
        &CONTEXT,
    )
    .expect("words");
    // A member has the name of the seat, whatever name they send along.
    let asked = Asked::Command(By::Member(MemberId(1)), said(Some("Eve"), "Hello."));
    let entries = host.ask(&asked, 3, &CONTEXT).expect("words");
    assert!(matches!(&entries[0].event, Event::Said { name, .. } if *name == long_name));
}

/// A command sent again is recognised by its first entry, by the page's replica too, for 64 answers to
/// the same member.
#[test]
fn answers_are_remembered_for_a_while() {
    let kind = Kind::TicTacToe;
    let mut host = Host::open(
        kind,
        house_rules("native", kind),
        &kind.start(),
        Vec::new(),
        0,
    );
    let seat = |name: &str| Command::TakeSeat {
        name: name.to_owned(),
        side: None,
    };
    host.ask(&Asked::Command(By::Guest, seat("Ann")), 1, &CONTEXT)
        .expect("a seat");
    host.ask(&Asked::Command(By::Guest, seat("Ben")), 1, &CONTEXT)
        .expect("a seat");
    let answers = |member, number| Answers {
        member: MemberId(member),
        number,
    };
    let (ann, ben) = (answers(1, 1), answers(2, 1));
    assert_eq!(
        (host.room.answer_to(ann), host.room.answer_to(ben)),
        (Some(2), Some(3))
    );
    assert_eq!(host.room.answer_to(answers(1, 2)), None);

    let hello = Command::Say {
        name: None,
        text: "Hello.".to_owned(),
    };
    let hello = Asked::Command(By::Member(MemberId(2)), hello);
    for number in 2..=64 {
        host.ask(&hello, number, &CONTEXT).expect("words");
    }
    assert_eq!(host.room.answer_to(ben), Some(3));
    let public: Vec<_> = host.entries.iter().map(travelled).collect();
    assert_eq!(
        Room::replay(&public).expect("a room").answer_to(ann),
        Some(2)
    );
    host.ask(&hello, 65, &CONTEXT).expect("words");
    assert_eq!(host.room.answer_to(ben), None);
    assert_eq!(host.room.answer_to(ann), Some(2));
}
