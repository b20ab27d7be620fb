//! Invariants of a room at every moment.

use raum_room::{Bout, Machine, Phase, Room, Seat};
use raum_rules::{Record, Side};

pub(crate) fn assert_invariants(room: &Room) {
    let (seats, bout) = (room.seats(), room.bout());
    let [first, second] = Side::BOTH.map(|side| room.seat_of(side));
    assert!(seats.len() <= 2);
    if let [one, other] = seats {
        let has_machine = one.machine.or(other.machine).is_some();
        let is_alone = room.rules().fills_both_seats() && !has_machine;
        assert_eq!(one.member == other.member, is_alone);
    }
    let machines = seats.iter().filter(|seat| seat.machine.is_some());
    assert!(machines.count() <= 1, "a person plays in every room");
    for seat in seats {
        if let Some(machine) = seat.machine {
            assert!(machine.has_level_of(room.kind()));
            assert_eq!(seat.left_at, None, "a machine is never away");
            assert_eq!(seat.name, Machine::NAME);
        }
        assert!(seat.member < room.next_member());
        assert!(seat.left_at <= Some(room.at()));
    }
    let phase = room.phase();
    match phase {
        Phase::Waiting => assert!(seats.len() <= 1 && seats.iter().all(is_here)),
        Phase::Playing | Phase::Over => {
            assert!(seats.len() == 2 && first.is_some() && second.is_some());
            assert_eq!(bout.unwrap().ending().is_some(), phase == Phase::Over);
        }
        Phase::Closed => {}
    }
    assert_thought(room);
    if let Some(bout) = bout {
        assert_bout(room, bout);
    }
}

/// A machine has to act in its turn and on an offer, and at no other time.
fn assert_thought(room: &Room) {
    let playing = room.bout().filter(|_| room.phase() == Phase::Playing);
    let seat = room.machine_seat().filter(|seat| seat.side.is_some());
    let due = playing.zip(seat).is_some_and(|(bout, seat)| {
        seat.side == Some(bout.turn()) || bout.draw_offer() == seat.side.map(|side| !side)
    });
    let thought = room.thought(room.at());
    assert_eq!(thought.is_some(), due);
    assert_eq!(
        thought.as_ref().map(|thought| thought.key),
        room.thought_key()
    );
    if let (Some(thought), Some(seat)) = (thought, seat) {
        assert_eq!(
            (thought.member, Some(thought.machine)),
            (seat.member, seat.machine)
        );
        assert_eq!(thought.record.game(), playing.unwrap().record().game());
    }
}

fn is_here(seat: &Seat) -> bool {
    seat.left_at.is_none()
}

fn assert_bout(room: &Room, bout: &Bout) {
    let playing = room.phase() == Phase::Playing;
    if playing {
        assert_eq!(
            bout.record().outcome(),
            None,
            "the game continues after its end"
        );
    }
    assert!(
        playing || bout.draw_offer().is_none(),
        "an offer outlives its game"
    );
    assert!(
        playing || bout.takeback().is_none(),
        "a takeback request outlives its game"
    );
    assert!(bout.takeback().is_none_or(|wish| wish.ply < bout.ply()));
    assert!(bout.redo_line().len() == 0 || room.rules().undoes_freely());
    // The second vote would have started a game.
    assert!(bout.rematch().len() <= 1);
    assert!(bout.rematch().iter().all(|member| room.is_seated(*member)));
    assert!(bout.rematch().is_empty() || matches!(room.phase(), Phase::Over | Phase::Closed));

    assert_eq!(bout.clock().is_some(), room.rules().clock.is_some());
    if let (Some(clock), Some(rule)) = (bout.clock(), room.rules().clock) {
        let earned = rule.increment_millis.saturating_mul(bout.ply() as u64);
        let most = rule.initial_millis.saturating_add(earned);
        for side in Side::BOTH {
            assert!(clock.left_millis(side, room.at()) <= most);
        }
        assert!(
            clock.running().is_none() || playing,
            "a clock outlives its game"
        );
        assert!(clock.running().is_none_or(|side| side == bout.turn()));
        assert_eq!(clock.deadline().is_some(), clock.running().is_some());
    }
}

/// The moves played, and those that can be redone, are legal.
pub(crate) fn assert_line(bout: &Bout) {
    let mut record = Record::new(bout.record().start().clone());
    for mv in bout.record().moves() {
        assert_eq!(record.outcome(), None, "a move after the end");
        record.play(*mv).expect("a legal move");
    }
    for mv in bout.redo_line() {
        record.play(mv).expect("a legal move to redo");
    }
    assert!(record.go_to(bout.ply()));
    assert_eq!(record, *bout.record());
}
