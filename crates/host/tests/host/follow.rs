//! Entries of other hosts.

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

fn entries_sent(table: &Table) -> Vec<u64> {
    let mut sent = Vec::new();
    for effect in &table.effects {
        if let Effect::Send { frame, .. } = effect
            && let Ok(ServerFrame::Entries { entries, .. }) = serde_json::from_str(frame)
        {
            sent.extend(entries.iter().map(|entry| entry.seq));
        }
    }
    sent
}

#[test]
fn followed_entries_are_sent_once_even_if_they_arrive_twice() {
    let (mut table, journal) = behind(3);
    table.connect("ben", None, 1);
    table.feed(Input::Followed(journal[1..2].to_vec()));
    table.feed(Input::Followed(journal[..3].to_vec()));
    table.feed(Input::Followed(journal[1..].to_vec()));
    table.feed(Input::Followed(journal[1..].to_vec()));
    assert_eq!(entries_sent(&table), [2, 3, 4]);
    assert_eq!(table.pending_read(), None);
}

#[test]
fn a_gap_is_read_before_later_entries_are_applied() {
    let (mut table, journal) = behind(3);
    table.connect("ben", None, 1);
    table.feed(Input::Followed(journal[2..3].to_vec()));
    assert_eq!(entries_sent(&table), [0; 0]);
    assert_eq!(table.pending_read(), Some(1));
    table.feed(Input::Read(Some(journal[1..].to_vec())));
    assert_eq!(entries_sent(&table), [2, 3, 4]);
}

#[test]
fn a_gap_between_followed_entries_is_read() {
    let (mut table, journal) = behind(3);
    let gappy = vec![journal[1].clone(), journal[3].clone()];
    table.feed(Input::Followed(gappy));
    assert_eq!(table.pending_read(), Some(1));
}

#[test]
fn a_failed_read_of_a_gap_is_retried() {
    let (mut table, journal) = behind(3);
    table.feed(Input::Followed(journal[2..].to_vec()));
    table.feed(Input::Read(None));
    table.effects.clear();
    table.wait(2_000);
    assert_eq!(table.pending_read(), Some(1));
    table.feed(Input::Read(Some(journal[1..].to_vec())));
    assert_eq!(table.host.room().seq(), 4);
    table.effects.clear();
    table.wait(2_000);
    assert_eq!(table.pending_read(), None);
}

#[test]
fn followed_entries_wait_for_a_pending_append() {
    let (mut table, journal) = behind(1);
    let ben = table.connect("ben", None, 1);
    table.command(ben, 1, say("me too"));
    let own = table.pending_append().unwrap();
    table.feed(Input::Followed(own.clone()));
    assert_eq!(entries_sent(&table), [0; 0], "the append is still pending");
    table.journal.extend(own);
    table.feed(Input::Appended(raum_host::AppendOutcome::Done));
    assert_eq!(entries_sent(&table), [2]);
    assert_eq!(journal.len(), 2);
}

#[test]
fn a_client_ahead_of_the_host_enters_after_a_read() {
    let (mut table, journal) = behind(3);
    let ann = table.connect("ann", None, 4);
    assert!(table.denied(ann).is_none());
    assert_eq!(table.pending_read(), Some(1));
    table.feed(Input::Read(Some(journal[1..].to_vec())));
    assert!(table.has_entered(ann));
}

#[test]
fn a_cursor_beyond_the_journal_is_denied() {
    let (mut table, _) = behind(0);
    let ann = table.connect("ann", None, 4);
    table.feed(Input::Read(Some(Vec::new())));
    assert_eq!(table.denied(ann), Some(Denied::Cursor));
    let ben = table.connect("ben", None, 4);
    table.feed(Input::Read(None));
    assert_eq!(table.denied(ben), Some(Denied::Unavailable));
    assert!(matches!(table.last(), Event::RoomOpened(_)));
}
