//! What other hosts append.

use raum_host::{Denied, Effect, Input};
use raum_room::{Entry, Event};
use raum_wire::native::ServerFrame;

use crate::table::{Table, say};

/// A room with a few entries, and a host that has only the first.
fn behind(entries: usize) -> (Table, Vec<Entry>) {
    let mut first = Table::native();
    let ann = first.connect("ann", None, 0);
    for number in 0..entries as u64 {
        first.ask(ann, number, say("hello"));
    }
    let second = Table::load(first.journal[..1].to_vec(), 2);
    (second, first.journal)
}

fn entries_told(table: &Table) -> Vec<u64> {
    let mut told = Vec::new();
    for effect in &table.effects {
        if let Effect::Send { frame, .. } = effect
            && let Ok(ServerFrame::Entries { entries, .. }) = serde_json::from_str(frame)
        {
            told.extend(entries.iter().map(|entry| entry.seq));
        }
    }
    told
}

#[test]
fn followed_entries_are_told_once_whatever_comes_twice() {
    let (mut table, journal) = behind(3);
    table.connect("ben", None, 1);
    table.tell(Input::Followed(journal[1..2].to_vec()));
    table.tell(Input::Followed(journal[..3].to_vec()));
    table.tell(Input::Followed(journal[1..].to_vec()));
    table.tell(Input::Followed(journal[1..].to_vec()));
    assert_eq!(entries_told(&table), [2, 3, 4]);
    assert_eq!(table.wants_to_read(), None);
}

#[test]
fn a_gap_is_read_before_what_comes_after_it() {
    let (mut table, journal) = behind(3);
    table.connect("ben", None, 1);
    table.tell(Input::Followed(journal[2..3].to_vec()));
    assert_eq!(entries_told(&table), [0; 0]);
    assert_eq!(table.wants_to_read(), Some(1));
    table.tell(Input::Read(Some(journal[1..].to_vec())));
    assert_eq!(entries_told(&table), [2, 3, 4]);
}

#[test]
fn a_gap_within_what_is_followed_is_read_too() {
    let (mut table, journal) = behind(3);
    let gappy = vec![journal[1].clone(), journal[3].clone()];
    table.tell(Input::Followed(gappy));
    assert_eq!(table.wants_to_read(), Some(1));
}

#[test]
fn a_gap_that_cannot_be_read_is_read_again() {
    let (mut table, journal) = behind(3);
    table.tell(Input::Followed(journal[2..].to_vec()));
    table.tell(Input::Read(None));
    table.effects.clear();
    table.wait(2_000);
    assert_eq!(table.wants_to_read(), Some(1));
    table.tell(Input::Read(Some(journal[1..].to_vec())));
    assert_eq!(table.host.room().seq(), 4);
    table.effects.clear();
    table.wait(2_000);
    assert_eq!(table.wants_to_read(), None);
}

#[test]
fn what_is_followed_waits_for_an_append_under_way() {
    let (mut table, journal) = behind(1);
    let ben = table.connect("ben", None, 1);
    table.command(ben, 1, say("me too"));
    let own = table.wanted().unwrap();
    table.tell(Input::Followed(own.clone()));
    assert_eq!(
        entries_told(&table),
        [0; 0],
        "not before it is known to be stored"
    );
    table.journal.extend(own);
    table.tell(Input::Appended(raum_host::AppendOutcome::Done));
    assert_eq!(entries_told(&table), [2]);
    assert_eq!(journal.len(), 2);
}

#[test]
fn a_client_that_knows_more_than_the_host_is_let_in_after_a_read() {
    let (mut table, journal) = behind(3);
    let ann = table.connect("ann", None, 4);
    assert!(table.denied(ann).is_none());
    assert_eq!(table.wants_to_read(), Some(1));
    table.tell(Input::Read(Some(journal[1..].to_vec())));
    assert!(table.has_entered(ann));
}

#[test]
fn a_cursor_that_the_journal_does_not_have_is_denied() {
    let (mut table, _) = behind(0);
    let ann = table.connect("ann", None, 4);
    table.tell(Input::Read(Some(Vec::new())));
    assert_eq!(table.denied(ann), Some(Denied::Cursor));
    let ben = table.connect("ben", None, 4);
    table.tell(Input::Read(None));
    assert_eq!(table.denied(ben), Some(Denied::Unavailable));
    assert!(matches!(table.last(), Event::RoomOpened(_)));
}
