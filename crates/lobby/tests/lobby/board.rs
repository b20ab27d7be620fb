//! What the lobby shows.

use fastrand::Rng;
use raum_lobby::{Board, Part, ROOMS_MAX, Terms};
use raum_room::{Millis, Seq};
use raum_rules::{Kind, Side};
use raum_wire::lobby::{Changes, ListedGame, ListedRoom, ListedSeat, Lobby};

const CHESS: Terms = Terms {
    kind: Kind::Chess,
    clock: None,
};

fn room(name: &str, since: Millis, ply: Option<usize>) -> ListedRoom {
    let seat = |side| ListedSeat {
        side: Some(side),
        name: Some("Ann".to_owned()),
        level: None,
    };
    ListedRoom {
        room: name.to_owned(),
        kind: Kind::Chess,
        clock: None,
        since,
        seats: vec![seat(Side::First)],
        spectators: 1,
        game: ply.map(|ply| ListedGame {
            ply,
            position: format!("after {ply}"),
            last_move: None,
            turn: Side::First,
        }),
    }
}

fn part(people: usize, rooms: Vec<(Seq, ListedRoom)>) -> Part {
    Part {
        people,
        seeks: Vec::new(),
        rooms,
    }
}

/// What a client does with changes.
fn apply(state: &mut Lobby, changes: Changes) {
    assert_eq!(changes.number, state.number + 1);
    state.number = changes.number;
    state.people = changes.people.unwrap_or(state.people);
    for seek in changes.seeks {
        let mut known = state.seeks.iter_mut();
        let known = known.find(|known| (known.kind, known.clock) == (seek.kind, seek.clock));
        *known.expect("an offered pairing") = seek;
    }
    let is_changed = |known: &ListedRoom| {
        let mut put = changes.rooms.iter().map(|room| &room.room);
        changes.gone.contains(&known.room) || put.any(|room| *room == known.room)
    };
    state.rooms.retain(|known| !is_changed(known));
    state.rooms.extend(changes.rooms);
    state
        .rooms
        .sort_by(|one, other| (other.since, &one.room).cmp(&(one.since, &other.room)));
}

#[test]
fn an_empty_lobby_offers_pairings() {
    let mut board = Board::new("mark".to_owned());
    let seeks = &board.shown().seeks;
    assert!(seeks.iter().all(|seek| seek.count == 0));
    assert_eq!(seeks.len(), Terms::offered().count());
    assert!(Terms::offered().all(Terms::is_offered));
    assert_eq!(board.advance(), None);
    assert_eq!(board.shown().number, 0);
}

#[test]
fn the_parts_of_all_nodes_are_shown_together() {
    let mut board = Board::new("mark".to_owned());
    let seeks = Part::count([CHESS, CHESS].into_iter());
    assert_eq!(seeks, [(CHESS, 2)]);
    let first = Part {
        seeks: seeks.clone(),
        ..part(3, vec![(4, room("A", 1, Some(2)))])
    };
    board.set(1, first);
    let second = Part {
        seeks,
        ..part(2, vec![(5, room("A", 1, Some(3))), (1, room("B", 9, None))])
    };
    board.set(2, second);
    let changes = board.advance().expect("changes");
    assert_eq!(changes.people, Some(5));
    assert_eq!(changes.seeks[0].count, 4);
    // The node that is ahead knows the position; both have spectators.
    let newest = ListedRoom {
        spectators: 2,
        ..room("A", 1, Some(3))
    };
    assert_eq!(changes.rooms, [room("B", 9, None), newest]);
    board.remove(2);
    let changes = board.advance().expect("changes");
    assert_eq!(changes.gone, ["B"]);
    assert_eq!(changes.rooms, [room("A", 1, Some(2))]);
    assert_eq!(board.advance(), None);
}

#[test]
fn the_newest_rooms_are_shown() {
    let mut board = Board::new("mark".to_owned());
    let rooms = (0..500).map(|since| (1, room(&format!("{since:04}"), since, None)));
    board.set(1, part(0, rooms.collect()));
    board.advance();
    let shown = &board.shown().rooms;
    assert_eq!(shown.len(), ROOMS_MAX);
    let since: Vec<_> = shown.iter().map(|room| room.since).collect();
    assert!(since.iter().copied().eq((400..500).rev()), "{since:?}");
}

/// A client that applies all changes has the state.
#[test]
fn changes_lead_from_each_state_to_the_next() {
    let mut rng = Rng::with_seed(1);
    let mut board = Board::new("mark".to_owned());
    let mut state = board.shown().clone();
    for _ in 0..2000 {
        for node in 0..rng.u64(0..3) {
            if rng.u8(..10) == 0 {
                board.remove(node);
                continue;
            }
            let rooms = (0..rng.u64(..130)).map(|number| {
                let ply = rng.bool().then(|| rng.usize(..3));
                (rng.u64(..4), room(&number.to_string(), number / 7, ply))
            });
            let rooms = rooms.collect();
            let seeks = (0..rng.usize(..4)).map(|_| CHESS);
            let part = Part {
                seeks: Part::count(seeks),
                ..part(rng.usize(..3), rooms)
            };
            board.set(node, part);
        }
        let before = state.number;
        if let Some(changes) = board.advance() {
            apply(&mut state, changes);
        }
        assert_eq!(state, *board.shown());
        assert!(state.number <= before + 1);
    }
    assert!(state.number > 1000);
}
