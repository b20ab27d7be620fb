//! Presence on this node and on others.

use raum_host::{Effect, Input};
use raum_room::{ClockRule, Event, HouseRules, Leaver, MemberId, Reason};
use raum_rules::Kind;
use raum_wire::native::{Close, ServerFrame};

use crate::table::{Table, play, say};

const ANN: MemberId = MemberId(1);

fn away(table: &Table) -> Vec<MemberId> {
    table.host.away_since().map(|(member, _)| member).collect()
}

#[test]
fn no_member_is_away_until_other_nodes_are_known() {
    let mut first = Table::native();
    first.sit("ann");
    let mut second = Table::load(first.journal.clone(), 2);
    assert_eq!(away(&second), []);
    let ann = second.connect("ann", None, 2);
    second.feed(Input::Disconnect(ann));
    assert_eq!(away(&second), [], "she may be on another node");
    second.set_other_nodes(vec![(ANN, second.now)]);
    assert_eq!(away(&second), []);
    second.set_other_nodes(Vec::new());
    assert_eq!(away(&second), [ANN]);
    second.set_other_nodes(vec![(ANN, second.now)]);
    assert_eq!(away(&second), []);
}

#[test]
fn the_newest_connection_on_any_node_controls_the_seat() {
    let mut table = Table::native();
    let ann = table.sit("ann");
    table.set_other_nodes(vec![(ANN, table.now - 1)]);
    assert_eq!(table.closed(ann), None, "this one is newer");
    table.set_other_nodes(vec![(ANN, table.now + 1)]);
    assert_eq!(table.closed(ann), Some(Close::Replaced));
    assert!(table.host.presence().members.is_empty());
    assert_eq!(away(&table), []);
    // Its further commands are ignored and do not bind it to the seat.
    table.effects.clear();
    table.command(ann, 2, say("I was here"));
    assert!(table.pending_append().is_none());
    assert!(table.host.presence().members.is_empty());
    table.feed(Input::Disconnect(ann));
    assert_eq!(away(&table), []);
}

#[test]
fn the_newest_connection_on_this_node_controls_the_seat() {
    let mut table = Table::native();
    let older = table.sit("ann");
    let newer = table.connect("ann", None, 0);
    assert_eq!(table.closed(older), Some(Close::Replaced));
    table.feed(Input::Disconnect(older));
    assert_eq!(away(&table), []);
    table.feed(Input::Disconnect(newer));
    assert_eq!(away(&table), [ANN]);
}

#[test]
fn members_without_a_seat_are_not_away() {
    let mut table = Table::native();
    for nonce in 0..3 {
        let session = table.enter_narrowly("Ben", nonce);
        table.store();
        table.feed_and_store(Input::Disconnect(session));
        assert!(matches!(table.last(), Event::SeatLeft { .. }));
    }
    assert_eq!(away(&table), []);
}

#[test]
fn presence_of_other_nodes_is_not_echoed() {
    let mut table = Table::native();
    let ann = table.sit("ann");
    table.wait(1_000);
    table.effects.clear();
    table.set_other_nodes(vec![(MemberId(9), table.now)]);
    table.wait(1_000);
    assert!(!table.effects.contains(&Effect::PresenceChanged));
    let frames = table.frames(ann);
    assert!(
        frames.iter().any(|frame| frame.contains("presence")),
        "{frames:?}"
    );
    table.feed(Input::Disconnect(ann));
    table.wait(1_000);
    assert!(table.effects.contains(&Effect::PresenceChanged));
}

/// A game with a running clock, loaded after 30 seconds.
fn loaded_late(stops: bool, unattended: bool) -> Table {
    let mut rules = HouseRules::native(Kind::TicTacToe);
    rules.clock = Some(ClockRule {
        initial_millis: 60_000,
        increment_millis: 0,
    });
    let mut first = Table::open(rules, Kind::TicTacToe);
    let [ann, _] = ["ann", "ben"].map(|name| first.sit(name));
    first.ask(ann, 2, play("4", 0));
    let mut table = Table::load(first.journal, 2);
    table.limits.clock_stops_unattended = stops;
    table.now += 30_000;
    table.set_unattended(Vec::new(), unattended);
    table
}

#[test]
fn a_clock_is_refunded_only_if_it_stops_and_the_room_was_unattended() {
    for (stops, unattended) in [(true, true), (true, false), (false, true), (false, false)] {
        let table = loaded_late(stops, unattended);
        let is_refunded = matches!(table.last(), Event::ClockResumed);
        assert_eq!(is_refunded, stops && unattended, "{stops} {unattended}");
    }
}

#[test]
fn a_presence_update_does_not_delay_a_flag() {
    let mut table = loaded_late(false, false);
    let flag_at = table.host.flag_at().unwrap();
    table.now = flag_at - 10;
    let guest = table.connect("guest", None, 0);
    table.feed_and_store(Input::Wake);
    assert!(table.has_entered(guest));
    let wakes = table.effects.iter().rev().find_map(|effect| match effect {
        Effect::WakeAt(at) => Some(*at),
        _ => None,
    });
    assert!(wakes.flatten().is_some_and(|at| at <= flag_at), "{wakes:?}");
    table.now = flag_at;
    table.feed_and_store(Input::Wake);
    let Event::GameEnded(ending) = table.last() else {
        panic!("{:?}", table.last());
    };
    assert_eq!(ending.reason, Reason::Time);
}

#[test]
fn loading_a_room_adds_no_entries() {
    let mut table = loaded_late(true, false);
    table.wait(1_000);
    assert!(matches!(table.last(), Event::MovePlayed { .. }));
}

#[test]
fn a_member_who_cannot_reconnect_is_removed_only_if_on_no_node() {
    let mut rules = HouseRules::native(Kind::TicTacToe);
    rules.leaver = Leaver::FreesSeat {};
    let mut first = Table::open(rules, Kind::TicTacToe);
    first.enter_narrowly("Ben", 5);
    first.store();
    first.sit("ann");
    let journal = first.journal;
    let narrow = MemberId(1);
    for (elsewhere, unattended, is_removed) in [
        (vec![], true, true),
        (vec![], false, false),
        (vec![(narrow, first.now)], true, false),
    ] {
        let mut table = Table::load(journal.clone(), 2);
        table.set_unattended(elsewhere, unattended);
        let left = Event::SeatLeft { member: narrow };
        assert_eq!(table.last() == &left, is_removed);
        let others = table.journal.iter().skip(journal.len());
        let others = others.filter(|entry| entry.event != left).count();
        assert_eq!(others, 0, "a member with a token may reconnect");
    }
}

#[test]
fn presence_includes_all_nodes() {
    let mut table = Table::native();
    let ann = table.sit("ann");
    table.connect("guest", None, 0);
    let presence = raum_host::NodePresence {
        spectators: 3,
        watchers: vec!["Far".to_owned()],
        ..raum_host::NodePresence::default()
    };
    let unattended = false;
    table.feed(Input::OtherNodes(raum_host::OtherNodes {
        presence,
        unattended,
        ..raum_host::OtherNodes::default()
    }));
    table.wait(1_000);
    let frames = table.frames(ann);
    let presence = frames
        .iter()
        .rev()
        .find_map(|frame| match serde_json::from_str(frame) {
            Ok(ServerFrame::Presence(presence)) => Some(presence),
            _ => None,
        });
    let presence = presence.unwrap();
    assert_eq!(presence.spectators, 4);
    assert_eq!(presence.watchers, ["Far"]);
}
