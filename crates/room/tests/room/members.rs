//! Names and messages, and the answers that a room remembers.

use raum_room::{
    Answers, By, Command, Context, Entry, Event, HouseRules, MESSAGE_CHARS_MAX, MemberId,
    NAME_CHARS_MAX, Refusal, Room,
};
use raum_rules::Kind;

use crate::common::{Action, Host, house_rules, without_private};

const CONTEXT: Context = Context {
    now: 0,
    chance: 0,
    key_shown: true,
    away_since: [None; 2],
    can_go_back: true,
};

/// Journals of 0.1.0 contain names that are invalid now.
#[test]
fn a_member_with_a_name_of_an_older_version_keeps_it_and_can_chat() {
    let kind = Kind::Chess;
    let opened = Room::open(kind, HouseRules::native(kind), &kind.start(), []).into();
    let name = "\u{202e}nnA".to_owned();
    let taken = Event::SeatTaken {
        member: MemberId(1),
        name: name.clone(),
        side: None,
        machine: None,
    };
    let entries: Vec<_> = (1..)
        .zip([opened, taken])
        .map(|(seq, event)| Entry {
            seq,
            at: 0,
            format: None,
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
fn names_and_messages_must_be_visible_and_short() {
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
    host.run(&Action::Command(By::Guest, named(&long_name)), 1, &CONTEXT)
        .expect("a seat");
    host.run(
        &Action::Command(By::Guest, said(Some("🂡"), &long_text)),
        2,
        &CONTEXT,
    )
    .expect("a message");
    // A member speaks under the name of the seat, not under the name in the command.
    let action = Action::Command(By::Member(MemberId(1)), said(Some("Eve"), "Hello."));
    let entries = host.run(&action, 3, &CONTEXT).expect("words");
    assert!(matches!(&entries[0].event, Event::Said { name, .. } if *name == long_name));
}

/// A command sent again is recognised by its first entry, also in a replica, as long as it is among the last 64 of
/// its member.
#[test]
fn the_last_64_answers_to_each_member_are_remembered() {
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
    host.run(&Action::Command(By::Guest, seat("Ann")), 1, &CONTEXT)
        .expect("a seat");
    host.run(&Action::Command(By::Guest, seat("Ben")), 1, &CONTEXT)
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
    let hello = Action::Command(By::Member(MemberId(2)), hello);
    for number in 2..=64 {
        host.run(&hello, number, &CONTEXT).expect("words");
    }
    assert_eq!(host.room.answer_to(ben), Some(3));
    let public: Vec<_> = host.entries.iter().map(without_private).collect();
    assert_eq!(
        Room::replay(&public).expect("a room").answer_to(ann),
        Some(2)
    );
    host.run(&hello, 65, &CONTEXT).expect("words");
    assert_eq!(host.room.answer_to(ben), None);
    assert_eq!(host.room.answer_to(ann), Some(2));
}
