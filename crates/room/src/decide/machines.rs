//! Decisions on machines: seating them, taking their seats over, changing their level, and what they may do.

use raum_rules::Side;

use super::{Decision, seats::side_beside};
use crate::{Bout, By, Command, Context, Event, Machine, MemberId, Phase, Refusal, Room, Seat};

/// Whether a machine may give a command. It has no use for the others: its opponent decides on its seat and level.
pub(super) const fn may_machine(command: &Command) -> bool {
    matches!(
        command,
        Command::Play { .. }
            | Command::Resign
            | Command::OfferDraw
            | Command::AcceptDraw
            | Command::DeclineDraw
            | Command::ClaimDraw
    )
}

/// A machine to seat.
#[derive(Clone, Copy)]
pub(super) struct Wanted {
    pub(super) level: u8,
    pub(super) side: Option<Side>,
    pub(super) instant: bool,
}

impl Wanted {
    /// The machine's seat, with a seed by chance.
    fn seat(self, member: MemberId, side: Option<Side>, context: &Context) -> Seat {
        let [.., a, b, c, d] = (context.chance ^ context.chance >> 32).to_be_bytes();
        Seat {
            machine: Some(Machine {
                level: self.level,
                seed: u32::from_be_bytes([a, b, c, d]),
                instant: self.instant,
            }),
            ..Seat::new(member, Machine::NAME, side)
        }
    }
}

impl Room {
    /// Seats a machine opposite a member.
    pub(super) fn decide_machine(&self, by: By, wanted: Wanted, context: &Context) -> Decision {
        self.seated(by)?;
        Machine::check_level(self.kind(), wanted.level)?;
        match self.seats() {
            [only] => {
                let side = side_beside(only, wanted.side)?;
                let machine = wanted.seat(self.next_member(), side, context);
                let start = self.first_game(only, &machine, context.chance);
                Ok(vec![machine.taken(), start])
            }
            _ if self.rules().chooses_players() => self.decide_machine_beside_self(wanted, context),
            _ => Err(Refusal::SeatsTaken),
        }
    }

    /// Gives one side to a machine where one person has both. A machine on the other side leaves it to the person, so
    /// that the two swap sides.
    fn decide_machine_beside_self(&self, wanted: Wanted, context: &Context) -> Decision {
        let not_to_move = self.bout().map_or(Side::Second, |bout| !bout.turn());
        let side = wanted.side.unwrap_or(not_to_move);
        let leaves = match self.machine_seat() {
            Some(seat) if seat.side == Some(side) => return Err(Refusal::SideTaken),
            seat => seat.map(|seat| Event::SeatLeft {
                member: seat.member,
            }),
        };
        let machine = wanted.seat(self.next_member(), Some(side), context);
        Ok(leaves.into_iter().chain([machine.taken()]).collect())
    }

    /// Seats a machine in a room that was just opened. If the opener has a side, the machine gets the other one.
    pub(super) fn decide_first_machine(&self, wanted: Wanted, context: &Context) -> Decision {
        Machine::check_level(self.kind(), wanted.level)?;
        if !self.seats().is_empty() || self.bout().is_some() {
            return Err(Refusal::SeatsTaken);
        }
        let side = match (self.rules().opener, wanted.side) {
            (Some(opener), Some(side)) if opener == side => return Err(Refusal::SideTaken),
            (Some(opener), _) => Some(!opener),
            (None, side) => side,
        };
        let machine = wanted.seat(self.next_member(), side, context);
        Ok(vec![machine.taken()])
    }

    /// Returns the machine's seat to the person who plays the other side.
    pub(super) fn decide_take_over(&self, by: By) -> Decision {
        self.seated(by)?;
        let seat = self.machine_seat().ok_or(Refusal::NoMachine)?;
        if !self.rules().chooses_players() {
            return Err(Refusal::NotAlone);
        }
        Ok(vec![Event::SeatLeft {
            member: seat.member,
        }])
    }

    pub(super) fn decide_level(&self, by: By, level: u8) -> Decision {
        self.seated(by)?;
        let seat = self.machine_seat().ok_or(Refusal::NoMachine)?;
        Machine::check_level(self.kind(), level)?;
        let plays = self.phase() == Phase::Playing;
        if plays && !self.rules().chooses_players() {
            return Err(Refusal::GameUnderWay);
        }
        let member = seat.member;
        Ok(vec![Event::LevelChanged { member, level }])
    }

    /// Whether no other person plays against a side: the same person does, or a machine.
    pub(super) fn is_alone(&self, side: Side) -> bool {
        self.plays_both() || self.faces_machine(side)
    }

    /// Whether one member plays both sides, so that there is no opponent to ask.
    pub(super) fn plays_both(&self) -> bool {
        matches!(self.seats(), [one, other] if one.member == other.member)
    }

    /// Whether a side's opponent is a machine.
    pub(super) fn faces_machine(&self, side: Side) -> bool {
        let seat = self.seat_of(!side);
        seat.is_some_and(|seat| seat.machine.is_some())
    }
}

/// Where undo and redo lead on one device: a person who plays against a machine takes back both its move and theirs.
impl Room {
    /// The ply to undo to: the last one before now at which the member is to move.
    pub fn undo_to(&self, member: MemberId) -> Option<usize> {
        let bout = self.bout().filter(|_| self.rules().undoes_freely())?;
        let mut plies = (0..bout.ply()).rev();
        plies.find(|ply| self.is_to_move_at(bout, member, *ply))
    }

    /// The ply to redo to: the first one after now at which the member is to move, or the end of the undone moves.
    pub fn redo_to(&self, member: MemberId) -> Option<usize> {
        let bout = self.bout().filter(|_| self.rules().undoes_freely())?;
        let last = bout.ply() + bout.redo_line().len();
        let mut plies = bout.ply() + 1..=last;
        let own = plies.find(|ply| self.is_to_move_at(bout, member, *ply));
        own.or_else(|| (last > bout.ply()).then_some(last))
    }

    /// Whether a member is to move after this many moves of a game.
    fn is_to_move_at(&self, bout: &Bout, member: MemberId, ply: usize) -> bool {
        let turn = if ply.abs_diff(bout.ply()).is_multiple_of(2) {
            bout.turn()
        } else {
            !bout.turn()
        };
        self.seat_of(turn).is_some_and(|seat| seat.member == member)
    }
}
