//! Conflicts with another host's entries, in every kind of task.

use raum_host::{AppendOutcome, Denied, Input, Limits};
use raum_room::{
    ClockRule, Command, Ending, Event, HouseRules, Leaver, MemberId, Phase, Reason, Refusal,
};
use raum_rules::{Kind, Side};
use raum_wire::native::ServerFrame;

use crate::table::{Table, limits, play, take_seat};

fn said() -> Event {
    Event::Said {
        member: None,
        name: "Else".to_owned(),
        text: "first".to_owned(),
    }
}

fn taken(member: u32) -> Event {
    Event::SeatTaken {
        member: MemberId(member),
        name: "Else".to_owned(),
        side: None,
        machine: None,
    }
}

fn members_here(table: &Table) -> Vec<MemberId> {
    let here = table.host.presence().members;
    here.iter().map(|present| present.member).collect()
}

#[test]
fn after_a_conflict_a_device_is_added_and_its_code_works_once() {
    let mut table = Table::native();
    table.sit("ann");
    assert_eq!(table.offer("ann", "code"), Ok(()));
    let phone = table.connect("phone", Some("code"), 0);
    table.conflict_with(said());
    assert!(matches!(
        table.last(),
        Event::DeviceAdded {
            member: MemberId(1)
        }
    ));
    assert!(table.has_entered(phone));
    assert_eq!(members_here(&table), [MemberId(1)]);
    let thief = table.connect("thief", Some("code"), 0);
    assert_eq!(table.denied(thief), Some(Denied::Forbidden));
}

#[test]
fn after_a_conflict_a_narrow_session_takes_the_remaining_seat() {
    let mut table = Table::native();
    let session = table.enter_narrowly("Ben", 5);
    table.conflict_with(taken(1));
    assert!(table.has_entered(session));
    assert_eq!(members_here(&table), [MemberId(2)]);
    assert_eq!(table.host.room().phase(), Phase::Playing);
    let starts = table.frames(session);
    assert_eq!(starts.len(), 1, "{starts:?}");
}

#[test]
fn after_a_conflict_for_the_last_seat_a_narrow_session_is_refused() {
    let mut table = Table::native();
    table.sit("ann");
    let session = table.enter_narrowly("Ben", 5);
    table.conflict_with(taken(2));
    assert_eq!(
        table.denied(session),
        Some(Denied::Refused(Refusal::SeatsTaken))
    );
    assert!(!table.has_entered(session));
}

#[test]
fn a_newcomer_is_the_member_of_the_stored_entry() {
    let mut table = Table::native();
    let session = table.connect("ben", None, 0);
    table.command(session, 1, take_seat("Ben"));
    table.conflict_with(taken(1));
    let applied = table.answer(session);
    assert!(
        matches!(
            applied,
            Some(ServerFrame::Applied {
                seq: 3,
                member: Some(MemberId(2)),
                ..
            })
        ),
        "{applied:?}"
    );
    assert_eq!(members_here(&table), [MemberId(2)]);
}

#[test]
fn a_command_is_decided_again_on_the_latest_state() {
    let mut table = Table::native();
    let [ann, ben] = ["ann", "ben"].map(|name| table.sit(name));
    table.effects.clear();
    table.command(ann, 2, play("4", 0));
    table.conflict_with(said());
    let applied = table.answer(ann);
    assert!(
        matches!(applied, Some(ServerFrame::Applied { seq: 6, .. })),
        "{applied:?}"
    );
    table.command(ben, 2, Command::Resign);
    table.conflict_with(Event::GameEnded(Ending {
        winner: None,
        reason: Reason::Agreement,
    }));
    assert_eq!(table.refusal(ben).as_deref(), Some("game-over"));
    assert_eq!(table.closed(ann).or(table.closed(ben)), None);
}

#[test]
fn a_repeated_decision_uses_quota_once() {
    let mut table = Table::limited(Limits {
        changes_per_minute: 1,
        ..limits()
    });
    let ann = table.sit("ann");
    let rename = Command::Rename {
        name: "Anna".to_owned(),
    };
    table.command(ann, 2, rename);
    table.conflict_with(said());
    assert!(matches!(
        table.answer(ann),
        Some(ServerFrame::Applied { .. })
    ));
    let ben = table.enter_narrowly("Ben", 5);
    table.conflict_with(said());
    assert!(table.has_entered(ben));
    table.command(
        ann,
        3,
        Command::Rename {
            name: "Ann".to_owned(),
        },
    );
    assert_eq!(table.refusal(ann).as_deref(), Some("too-many-renames"));
}

#[test]
fn a_member_leaves_after_a_conflict() {
    let mut table = Table::native();
    let session = table.enter_narrowly("Ben", 5);
    table.store();
    table.feed(Input::Disconnect(session));
    table.conflict_with(said());
    assert!(matches!(table.last(), Event::SeatLeft { .. }));
}

#[test]
fn a_flag_falls_once() {
    let mut rules = HouseRules::native(Kind::TicTacToe);
    rules.clock = Some(ClockRule {
        initial_millis: 1_000,
        increment_millis: 0,
    });
    let fallen = Event::GameEnded(Ending {
        winner: Some(Side::First),
        reason: Reason::Time,
    });
    for by_other in [fallen.clone(), said()] {
        let mut table = Table::open(rules.clone(), Kind::TicTacToe);
        let [ann, _] = ["ann", "ben"].map(|name| table.sit(name));
        table.ask(ann, 2, play("4", 0));
        table.now += 1_000;
        table.feed(Input::Wake);
        table.conflict_with(by_other);
        table.wait(1_000);
        let ends = table.journal.iter().filter(|entry| entry.event == fallen);
        assert_eq!(ends.count(), 1);
    }
}

/// The number of endings after a member stays away from an opponent in a dialect without claims.
fn endings_by_absence(by_other: Option<Event>) -> usize {
    let mut rules = HouseRules::native(Kind::Chess);
    rules.opener = Some(Side::First);
    rules.leaver = Leaver::KeepsSeat {
        grace_millis: 3_000,
    };
    let mut table = Table::open(rules, Kind::Chess);
    let ann = table.sit("ann");
    table.enter_narrowly("Ben", 5);
    table.store();
    table.feed_and_store(Input::Disconnect(ann));
    table.now += 2_999;
    table.feed(Input::Wake);
    assert!(
        table.pending_append().is_none(),
        "the grace period is not over"
    );
    table.now += 1;
    table.feed(Input::Wake);
    match by_other {
        Some(event) => table.conflict_with(event),
        None => table.store(),
    }
    table.wait(2_000);
    let is_end = |event: &Event| matches!(event, Event::GameEnded(_));
    table
        .journal
        .iter()
        .filter(|entry| is_end(&entry.event))
        .count()
}

#[test]
fn an_absence_ends_the_game_once() {
    let ended = Event::GameEnded(Ending {
        winner: None,
        reason: Reason::Absence,
    });
    assert_eq!(endings_by_absence(None), 1);
    assert_eq!(endings_by_absence(Some(said())), 1);
    assert_eq!(endings_by_absence(Some(ended)), 1);
}

#[test]
fn a_command_retried_on_another_host_is_answered_by_its_entry() {
    let mut first = Table::native();
    let [ann, _] = ["ann", "ben"].map(|name| first.sit(name));
    // The second host has not seen the move yet.
    let mut second = Table::load(first.journal.clone(), 2);
    first.ask(ann, 2, play("4", 0));
    let again = second.connect("ann", None, 4);
    second.command(again, 2, play("4", 0));
    assert!(second.pending_append().is_some());
    let missed = first.journal[4..].to_vec();
    second.feed(Input::Appended(AppendOutcome::Conflict(missed)));
    assert!(second.pending_append().is_none(), "it is not applied twice");
    let applied = second.answer(again);
    assert!(
        matches!(applied, Some(ServerFrame::Applied { seq: 5, .. })),
        "{applied:?}"
    );
}
