//! The cursor in the hello of a new connection.

use raum_room::{Event, HouseRules, Room};
use raum_rules::Kind;

use super::*;

fn entries(mark: Option<&str>) -> ServerFrame {
    let kind = Kind::Chess;
    let opening = Room::open(kind, HouseRules::native(kind), &kind.start(), []).into();
    ServerFrame::Entries {
        entries: vec![entry(1, opening)],
        mark: mark.map(str::to_owned),
    }
}

fn entry(seq: Seq, event: Event) -> Entry {
    Entry {
        seq,
        at: 0,
        format: None,
        answers: None,
        event,
        private: None,
    }
}

fn welcome(mark: Option<&str>) -> ServerFrame {
    ServerFrame::Welcome {
        version: native::VERSION,
        room: "ROOM".to_owned(),
        member: None,
        token: None,
        last: 1,
        mark: mark.map(str::to_owned),
        now: 0,
    }
}

/// Clause 3.
#[test]
fn a_hello_has_the_mark_of_the_last_entry() {
    let mut replica = Replica::new(None, None, None);
    assert!(!replica.hello().contains("mark"));
    for frame in [welcome(Some("a1")), entries(Some("a1"))] {
        replica.process(frame, 0).unwrap();
    }
    assert!(replica.hello().contains(r#""after":1,"mark":"a1""#));
    // There are no new entries, so the server sends none.
    replica.process(welcome(Some("a1")), 0).unwrap();
    assert!(replica.hello().contains(r#""mark":"a1""#));
}

#[test]
fn a_hello_to_a_server_without_marks_has_none() {
    let mut replica = Replica::new(None, None, None);
    for frame in [welcome(Some("a1")), entries(Some("a1")), welcome(None)] {
        replica.process(frame, 0).unwrap();
    }
    assert!(!replica.hello().contains("mark"));
}
