//! Machines in seats: the host asks its driver to think, once for each situation.

use raum_host::{AppendOutcome, Effect, Input, SessionId};
use raum_room::{Command, Event, HostCommand, HouseRules, Leaver, MemberId, Millis, Thought};
use raum_rules::{Kind, Side};
use raum_wire::native::ServerFrame;

use crate::table::{BEGIN, Table, play, take_seat};

/// A person who plays first against a machine.
fn table() -> (Table, SessionId) {
    let rules = HouseRules {
        opener: Some(Side::First),
        ..HouseRules::native(Kind::TicTacToe)
    };
    let mut table = Table::open(rules, Kind::TicTacToe);
    let ann = table.sit("ann");
    let answer = table.ask(ann, 2, seat_machine());
    assert!(matches!(answer, ServerFrame::Applied { .. }), "{answer:?}");
    (table, ann)
}

const fn seat_machine() -> Command {
    Command::SeatMachine {
        level: 3,
        side: None,
        instant: false,
    }
}

/// Takes the question that the host has asked.
fn question(table: &mut Table) -> Option<Thought> {
    let mut effects = table.effects.iter();
    let place = effects.position(|effect| matches!(effect, Effect::Think(_)))?;
    match table.effects.remove(place) {
        Effect::Think(thought) => Some(*thought),
        _ => None,
    }
}

/// Whether the host has told its driver to stop.
fn stops(table: &mut Table) -> bool {
    let before = table.effects.len();
    table
        .effects
        .retain(|effect| *effect != Effect::StopThinking);
    table.effects.len() < before
}

#[test]
fn a_machine_is_asked_once_in_its_turn_and_plays() {
    let (mut table, ann) = table();
    assert_eq!(question(&mut table), None);
    assert!(!table.host.is_thinking());
    table.ask(ann, 3, play("4", 0));
    let thought = question(&mut table).unwrap();
    assert_eq!(thought.record.moves().len(), 1);
    assert_eq!((thought.side, thought.number), (Side::Second, 1));
    assert!(table.host.is_thinking());
    // Chat and wakes change nothing about the situation.
    table.ask(ann, 4, crate::table::say("hello"));
    table.wait(10_000);
    assert_eq!(question(&mut table), None);
    table.feed_and_store(Input::Thought(thought.key, vec![play("0", 1)]));
    assert_eq!(table.host.room().bout().unwrap().ply(), 2);
    assert!(!table.host.is_thinking());
    // A second answer to the same question is void.
    let entries = table.journal.len();
    table.feed_and_store(Input::Thought(thought.key, vec![play("1", 2)]));
    assert_eq!(table.journal.len(), entries);
}

#[test]
fn a_machine_offers_a_draw_with_its_move() {
    let (mut table, ann) = table();
    table.ask(ann, 3, play("4", 0));
    let thought = question(&mut table).unwrap();
    let commands = vec![play("0", 1), Command::OfferDraw];
    table.feed_and_store(Input::Thought(thought.key, commands));
    let bout = table.host.room().bout().unwrap();
    assert_eq!((bout.ply(), bout.draw_offer()), (2, Some(Side::Second)));
    assert!(!table.host.is_thinking());
}

#[test]
fn a_host_that_does_not_think_asks_nothing() {
    let (mut table, ann) = table();
    table.thinks = false;
    table.ask(ann, 3, play("4", 0));
    assert_eq!(question(&mut table), None);
    assert!(!table.host.is_thinking());
}

#[test]
fn a_restart_in_the_machines_turn_asks_again() {
    let (mut table, ann) = table();
    table.ask(ann, 3, play("4", 0));
    let before = question(&mut table).unwrap();
    let mut again = Table::load(table.journal.clone(), 1);
    again.set_unattended(Vec::new(), true);
    assert_eq!(question(&mut again), Some(before));
    let people = again.host.away_since().map(|(member, _)| member);
    assert_eq!(
        people.collect::<Vec<_>>(),
        [MemberId(1)],
        "only a person is away"
    );
    let left = |event: &Event| matches!(event, Event::SeatLeft { .. });
    assert!(!again.journal.iter().any(|entry| left(&entry.event)));
}

#[test]
fn a_new_situation_voids_the_question() {
    let (mut table, ann) = table();
    table.ask(ann, 3, play("4", 0));
    let old = question(&mut table).unwrap();
    table.ask(ann, 4, Command::AskTakeback);
    assert!(stops(&mut table));
    assert_eq!(table.host.room().bout().unwrap().ply(), 0);
    table.ask(ann, 5, play("0", 0));
    let new = question(&mut table).unwrap();
    assert_ne!(old.key, new.key);
    table.feed_and_store(Input::Thought(old.key, vec![play("1", 1)]));
    assert_eq!(table.host.room().bout().unwrap().ply(), 1);
    table.ask(ann, 6, Command::OfferDraw);
    assert!(stops(&mut table));
    assert!(question(&mut table).unwrap().draw_offered);
    table.ask(ann, 7, Command::Resign);
    assert!(stops(&mut table));
    assert_eq!(question(&mut table), None);
}

/// A refused answer leads to another question, but not for ever.
#[test]
fn a_refused_answer_is_asked_for_again_a_few_times() {
    let (mut table, ann) = table();
    table.ask(ann, 3, play("4", 0));
    let mut questions = 0;
    while let Some(thought) = question(&mut table) {
        questions += 1;
        // The cell is taken.
        let commands = vec![Command::OfferDraw, play("4", 1)];
        table.feed_and_store(Input::Thought(thought.key, commands));
        assert_eq!(table.host.room().bout().unwrap().draw_offer(), None);
    }
    assert_eq!(questions, 3);
    assert!(!table.host.is_thinking());
    table.ask(ann, 4, Command::AskTakeback);
    table.ask(ann, 5, play("4", 0));
    assert!(question(&mut table).is_some(), "the situation is new");
}

#[test]
fn an_answer_survives_a_store_that_fails_and_is_played_once() {
    let (mut table, ann) = table();
    table.ask(ann, 3, play("4", 0));
    let thought = question(&mut table).unwrap();
    table.feed(Input::Thought(thought.key, vec![play("0", 1)]));
    table.pending_append().unwrap();
    table.feed(Input::Appended(AppendOutcome::Unavailable));
    assert!(table.host.is_thinking());
    assert_eq!(question(&mut table), None);
    table.wait(5_000);
    assert_eq!(table.host.room().bout().unwrap().ply(), 2);

    table.ask(ann, 4, play("1", 2));
    let thought = question(&mut table).unwrap();
    table.feed(Input::Thought(thought.key, vec![play("2", 3)]));
    let proposed = table.pending_append().unwrap();
    table.feed(Input::Appended(AppendOutcome::Unknown));
    table.journal.extend(proposed.clone());
    assert!(table.pending_read().is_some());
    table.feed(Input::Read(Some(proposed)));
    table.store();
    assert_eq!(table.host.room().bout().unwrap().ply(), 4);
}

/// Two nodes think about the same situation: the slower answer is void.
#[test]
fn another_nodes_move_wins() {
    let (mut table, ann) = table();
    table.ask(ann, 3, play("4", 0));
    let thought = question(&mut table).unwrap();
    table.feed(Input::Thought(thought.key, vec![play("0", 1)]));
    let Command::Play { mv, .. } = play("1", 1) else {
        return;
    };
    table.conflict_with(Event::MovePlayed { mv });
    assert_eq!(table.host.room().bout().unwrap().ply(), 2);
    assert!(!table.host.is_thinking());
}

/// A person cannot get the machine's seat by any token.
#[test]
fn a_machine_has_no_token_and_no_absence() {
    let (mut table, ann) = table();
    assert!(table.host.owns_seat("ann"));
    let machine = table.host.room().machine_seat().unwrap().member;
    table.set_other_nodes(Vec::new());
    assert!(table.host.away_since().all(|(member, _)| member != machine));
    table.feed_and_store(Input::Disconnect(ann));
    let other = table.connect("ben", None, 0);
    let answer = table.ask(other, 1, take_seat("Ben"));
    assert!(matches!(answer, ServerFrame::Refused { .. }), "{answer:?}");
}

/// The room of a person who cannot come back closes, although a machine is left.
#[test]
fn a_lost_person_leaves_no_machine_alone() {
    let rules = HouseRules {
        leaver: Leaver::LosesGame {},
        ..HouseRules::native(Kind::TicTacToe)
    };
    let mut table = Table::open(rules, Kind::TicTacToe);
    table.host_command(HostCommand::SeatMachine {
        level: 1,
        side: Some(Side::Second),
        instant: true,
    });
    let session = table.enter_narrowly("Ann", 5);
    table.store();
    assert_eq!(table.host.room().seats().len(), 2);
    table.feed_and_store(Input::Disconnect(session));
    assert_eq!(*table.last(), Event::RoomClosed);
    assert_eq!(question(&mut table), None);
}

/// The pause is natural, never long for the clock, and none for an instant machine.
#[test]
fn the_answer_waits_for_a_natural_time() {
    let pause = |initial_millis: Option<Millis>, instant: bool| {
        let rules = HouseRules {
            opener: Some(Side::Second),
            clock: initial_millis.map(|initial_millis| raum_room::ClockRule {
                initial_millis,
                increment_millis: 0,
            }),
            ..HouseRules::native(Kind::TicTacToe)
        };
        let mut table = Table::open(rules, Kind::TicTacToe);
        let ann = table.sit("ann");
        let command = Command::SeatMachine {
            level: 3,
            side: None,
            instant,
        };
        table.ask(ann, 2, command);
        question(&mut table).unwrap().not_before - BEGIN
    };
    assert!((400..=1_500).contains(&pause(None, false)));
    assert_eq!(pause(None, true), 0);
    assert!((1..=100).contains(&pause(Some(4_000), false)));
    assert!((400..=1_500).contains(&pause(Some(600_000), false)));
}
