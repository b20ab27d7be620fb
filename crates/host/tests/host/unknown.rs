//! The store cannot tell what became of an append, or cannot be read or written.

use raum_host::{AppendOutcome, Denied, Input};
use raum_room::{Event, MemberId};
use raum_wire::{
    narrow::Request,
    native::{Close, ServerFrame},
};

use crate::table::{Table, say};

#[test]
fn an_unknown_outcome_is_read_back_before_the_answer() {
    let mut table = Table::native();
    let ann = table.connect("ann", None, 0);
    table.command(ann, 1, say("hello"));
    let wanted = table.wanted().unwrap();
    table.tell(Input::Appended(AppendOutcome::Unknown));
    assert_eq!(table.wants_to_read(), Some(1));
    assert!(table.answer(ann).is_none());
    table.tell(Input::Read(Some(wanted)));
    assert!(matches!(
        table.answer(ann),
        Some(ServerFrame::Applied { seq: 2, .. })
    ));
}

#[test]
fn while_the_journal_cannot_be_read_no_outcome_is_known() {
    let mut table = Table::native();
    let ann = table.connect("ann", None, 0);
    table.command(ann, 1, say("hello"));
    let wanted = table.wanted().unwrap();
    table.tell(Input::Appended(AppendOutcome::Unknown));
    table.tell(Input::Read(None));
    assert_eq!(table.refusal(ann).as_deref(), Some("outcome-unknown"));
    table.effects.clear();
    table.command(ann, 1, say("hello"));
    assert_eq!(table.wants_to_read(), Some(1));
    table.tell(Input::Read(None));
    assert_eq!(table.refusal(ann).as_deref(), Some("outcome-unknown"));
    // By itself the host tries to read again.
    table.effects.clear();
    table.wait(2_000);
    assert_eq!(table.wants_to_read(), Some(1));
    table.tell(Input::Read(Some(wanted)));
    assert_eq!(table.host.room().seq(), 2);
}

#[test]
fn a_seat_that_turns_up_after_its_session_was_denied_is_given_up() {
    let mut table = Table::native();
    let session = table.enter_narrowly("Ben", 5);
    let wanted = table.wanted().unwrap();
    table.tell(Input::Appended(AppendOutcome::Unknown));
    table.tell(Input::Read(None));
    assert_eq!(table.denied(session), Some(Denied::Unavailable));
    table.journal.extend(wanted.clone());
    table.do_now(Input::Followed(wanted));
    assert_eq!(table.wants_to_read(), Some(1));
    let behind = table.journal[1..].to_vec();
    table.do_now(Input::Read(Some(behind)));
    assert_eq!(
        table.last(),
        &Event::SeatLeft {
            member: MemberId(1)
        }
    );
}

#[test]
fn what_no_session_waits_for_is_tried_again() {
    let mut table = Table::native();
    let session = table.enter_narrowly("Ben", 5);
    table.store();
    table.tell(Input::Disconnect(session));
    assert!(table.wanted().is_some());
    table.tell(Input::Appended(AppendOutcome::Unavailable));
    assert!(table.wanted().is_none());
    table.wait(2_000);
    assert!(matches!(table.last(), Event::SeatLeft { .. }));
}

#[test]
fn a_journal_that_has_lost_entries_stops_the_host() {
    let mut table = Table::native();
    let ann = table.sit("ann");
    table.command(ann, 2, say("hello"));
    table.tell(Input::Appended(AppendOutcome::Behind));
    assert_eq!(table.closed(ann), Some(Close::Journal));
    table.effects.clear();
    table.request(ann, Request::Leave);
    assert!(table.effects.is_empty());
}
