//! A room as the lobby lists it.

use raum_room::{Phase, Room, Seat};
use raum_rules::{Game, Side};
use raum_wire::lobby::{ListedGame, ListedRoom, ListedSeat};

use crate::Host;

impl Host {
    /// The room as the lobby lists it: if its house rules say so, and a member is connected here whom a newcomer can play or
    /// watch.
    pub fn listing(&self) -> Option<ListedRoom> {
        let room = self.room();
        let rules = room.rules();
        let is_attended = || {
            let mut sessions = self.sessions.iter();
            sessions.any(|(_, session)| session.member.is_some())
        };
        if !rules.listed || rules.pass_key || !is_attended() {
            return None;
        }
        let (since, seats, game) = match room.phase() {
            Phase::Waiting => (self.state.opened_at(), waiting(room)?, None),
            Phase::Playing if rules.spectators => {
                (self.state.started_at()?, playing(room)?, game(room))
            }
            _ => return None,
        };
        Some(ListedRoom {
            room: self.id.clone(),
            kind: room.kind(),
            clock: rules.clock,
            since,
            seats,
            spectators: self.sessions.spectators(),
            game,
        })
    }
}

/// The seat of the person who waits. A computer's opponent is not found in a list.
fn waiting(room: &Room) -> Option<Vec<ListedSeat>> {
    match room.seats() {
        [only] if only.machine.is_none() => Some(vec![listed(only)]),
        _ => None,
    }
}

fn playing(room: &Room) -> Option<Vec<ListedSeat>> {
    let seats = Side::BOTH.into_iter();
    seats.map(|side| room.seat_of(side).map(listed)).collect()
}

fn listed(seat: &Seat) -> ListedSeat {
    ListedSeat {
        side: seat.side,
        name: Some(seat.name.clone()),
        level: seat.machine.map(|machine| machine.level),
    }
}

fn game(room: &Room) -> Option<ListedGame> {
    let record = room.bout()?.record();
    let last = record.moves().last();
    Some(ListedGame {
        ply: record.moves().len(),
        position: record.game().to_string(),
        last_move: last.map(|mv| room.kind().move_text(*mv)),
        turn: record.game().turn(),
    })
}
