//! Appends with an unknown outcome, and a journal that cannot be read or written.

use raum_host::{AppendOutcome, Denied, Input};
use raum_room::{Event, MemberId};
use raum_wire::{
    narrow::Request,
    native::{Close, ServerFrame},
};

use crate::table::{Table, say};

#[test]
fn after_an_unknown_outcome_the_journal_is_read_before_the_answer() {
    let mut table = Table::native();
    let ann = table.connect("ann", None, 0);
    table.command(ann, 1, say("hello"));
    let pending = table.pending_append().unwrap();
    table.feed(Input::Appended(AppendOutcome::Unknown));
    assert_eq!(table.pending_read(), Some(1));
    assert!(table.answer(ann).is_none());
    table.feed(Input::Read(Some(pending)));
    assert!(matches!(
        table.answer(ann),
        Some(ServerFrame::Applied { seq: 2, .. })
    ));
}

#[test]
fn while_reads_fail_outcomes_stay_unknown() {
    let mut table = Table::native();
    let ann = table.connect("ann", None, 0);
    table.command(ann, 1, say("hello"));
    let pending = table.pending_append().unwrap();
    table.feed(Input::Appended(AppendOutcome::Unknown));
    table.feed(Input::Read(None));
    assert_eq!(table.refusal(ann).as_deref(), Some("outcome-unknown"));
    table.effects.clear();
    table.command(ann, 1, say("hello"));
    assert_eq!(table.pending_read(), Some(1));
    table.feed(Input::Read(None));
    assert_eq!(table.refusal(ann).as_deref(), Some("outcome-unknown"));
    // The host retries the read on its own.
    table.effects.clear();
    table.wait(2_000);
    assert_eq!(table.pending_read(), Some(1));
    table.feed(Input::Read(Some(pending)));
    assert_eq!(table.host.room().seq(), 2);
}

#[test]
fn a_seat_stored_after_its_session_was_denied_is_freed() {
    let mut table = Table::native();
    let session = table.enter_narrowly("Ben", 5);
    let pending = table.pending_append().unwrap();
    table.feed(Input::Appended(AppendOutcome::Unknown));
    table.feed(Input::Read(None));
    assert_eq!(table.denied(session), Some(Denied::Unavailable));
    table.journal.extend(pending.clone());
    table.feed_and_store(Input::Followed(pending));
    assert_eq!(table.pending_read(), Some(1));
    let behind = table.journal[1..].to_vec();
    table.feed_and_store(Input::Read(Some(behind)));
    assert_eq!(
        table.last(),
        &Event::SeatLeft {
            member: MemberId(1)
        }
    );
}

#[test]
fn failed_tasks_without_a_session_are_retried() {
    let mut table = Table::native();
    let session = table.enter_narrowly("Ben", 5);
    table.store();
    table.feed(Input::Disconnect(session));
    assert!(table.pending_append().is_some());
    table.feed(Input::Appended(AppendOutcome::Unavailable));
    assert!(table.pending_append().is_none());
    table.wait(2_000);
    assert!(matches!(table.last(), Event::SeatLeft { .. }));
}

#[test]
fn a_journal_that_has_lost_entries_stops_the_host() {
    let mut table = Table::native();
    let ann = table.sit("ann");
    table.command(ann, 2, say("hello"));
    table.feed(Input::Appended(AppendOutcome::Behind));
    assert_eq!(table.closed(ann), Some(Close::Journal));
    table.effects.clear();
    table.request(ann, Request::Leave);
    assert!(table.effects.is_empty());
}
