//! Decisions on taking seats, leaving them, and starting games.

use raum_rules::{AnyGame, Game, Side, tic_tac_toe::TicTacToe};

use super::Decision;
use crate::{
    AnyMove, Bout, By, Context, Ending, Event, Leaver, MemberId, Phase, Reason, Refusal, Rematch,
    Room, Seat, Seated, Start, text::is_name,
};

impl Room {
    pub(super) fn decide_seat(
        &self,
        by: By,
        name: &str,
        wish: Option<Side>,
        context: &Context,
    ) -> Decision {
        if let By::Member(member) = by {
            return self.decide_return(member);
        }
        if !is_name(name) {
            return Err(Refusal::BadName);
        }
        if self.rules().pass_key && !context.key_shown {
            return Err(Refusal::WrongPassKey);
        }
        let side = match self.seats() {
            [] => self.side_of_first(wish)?,
            [only] => side_beside(only, wish)?,
            _ => return Err(Refusal::SeatsTaken),
        };
        let newcomer = Seat::new(self.next_member(), name, side);
        let mut events = vec![newcomer.taken()];
        let both_seats = self.rules().fills_both_seats().then_some(&newcomer);
        if let Some(opponent) = self.seats().first().or(both_seats) {
            events.push(self.first_game(opponent, &newcomer, context.chance));
        }
        Ok(events)
    }

    /// Lets a member who left return to the seat.
    fn decide_return(&self, member: MemberId) -> Decision {
        let mut seats = self.seats().iter();
        let seat = seats
            .find(|seat| seat.member == member)
            .ok_or(Refusal::NotSeated)?;
        if seat.left_at.is_none() {
            return Err(Refusal::AlreadySeated);
        }
        Ok(vec![seat.taken()])
    }

    fn side_of_first(&self, wish: Option<Side>) -> Result<Option<Side>, Refusal> {
        let settled = self.rules().opener;
        match wish {
            Some(wish) if settled != Some(wish) => Err(Refusal::SideNotChosen),
            _ => Ok(settled),
        }
    }

    /// Starts the game when both seats are taken: the room's first game, or a fresh one after a seat was free.
    pub(super) fn first_game(&self, sitting: &Seat, newcomer: &Seat, chance: u64) -> Event {
        let sitting_side = sitting.side.unwrap_or(match chance % 2 {
            0 => Side::First,
            _ => Side::Second,
        });
        let seats = match sitting_side {
            Side::First => [sitting, newcomer],
            Side::Second => [newcomer, sitting],
        };
        let (start, moves) = match self.bout() {
            None => self.opening().clone(),
            Some(_) => (self.kind().start(), Vec::new()),
        };
        let next_member = MemberId(newcomer.member.0.saturating_add(1));
        self.game(seats, next_member, &start, moves)
    }

    fn game(
        &self,
        seats: [&Seat; 2],
        next_member: MemberId,
        start: &AnyGame,
        moves: Vec<AnyMove>,
    ) -> Event {
        Event::GameStarted(Start {
            kind: self.kind(),
            rules: self.rules().clone(),
            number: self.bout().map_or(0, Bout::number).saturating_add(1),
            next_member,
            seats: seats.map(|seat| Seated {
                member: seat.member,
                name: seat.name.clone(),
                machine: seat.machine,
            }),
            start: start.to_string(),
            moves,
        })
    }

    pub(super) fn decide_rematch(&self, member: MemberId) -> Decision {
        let rematch = self.rules().rematch;
        let (Some(bout), [first, second]) = (self.bout(), self.seats()) else {
            return Err(Refusal::NotStarted);
        };
        match self.phase() {
            _ if rematch == Rematch::None => return Err(Refusal::NoRematch),
            Phase::Playing => return Err(Refusal::GameUnderWay),
            Phase::Waiting => return Err(Refusal::NotStarted),
            Phase::Over | Phase::Closed => {}
        }
        if first.left_at.or(second.left_at).is_some() {
            return Err(Refusal::OpponentLeft);
        }
        if bout.rematch().contains(&member) {
            return Err(Refusal::RematchAlreadyAsked);
        }
        let mut events = vec![Event::RematchAsked { member }];
        let is_alone = self.side_of(member).is_some_and(|side| self.is_alone(side));
        if is_alone || !bout.rematch().is_empty() {
            let start = bout.record().start();
            let (seats, start) = match rematch {
                Rematch::SwapStarter => ([first, second], other_starter(start)),
                _ => ([second, first], start.clone()),
            };
            events.push(self.game(seats, self.next_member(), &start, Vec::new()));
        }
        Ok(events)
    }

    pub(super) fn decide_leave(&self, member: MemberId) -> Decision {
        self.leave(member, |side| Ending::win(!side, Reason::Leaving))
    }

    /// Removes a member who cannot reconnect after a restart. A game that cannot continue ends without a result;
    /// where leavers keep their seats, a member of a started game keeps it too.
    pub(super) fn decide_lost(&self, member: MemberId) -> Decision {
        match (self.rules().leaver, self.phase()) {
            (Leaver::KeepsSeat { .. }, Phase::Playing | Phase::Over) => Ok(Vec::new()),
            _ => self.leave(member, |_| Ending::INTERRUPTED),
        }
    }

    /// Removes a member. `ending` gives the ending of a game that this ends, by the member's side.
    fn leave(&self, member: MemberId, ending: impl FnOnce(Side) -> Ending) -> Decision {
        let member = self.seated(By::Member(member))?;
        let mut events = vec![Event::SeatLeft { member }];
        let mut others = self.seats().iter().filter(|seat| seat.member != member);
        let is_last = others.all(|seat| seat.left_at.is_some() || seat.machine.is_some());
        let phase = self.phase();
        if let (Phase::Playing, Leaver::LosesGame {}, Some(side)) =
            (phase, self.rules().leaver, self.side_of(member))
        {
            events.push(Event::GameEnded(ending(side)));
        }
        let closes = match (phase, self.rules().leaver) {
            (Phase::Over, _) => true,
            // The members may come back, so the room's link stays valid.
            (_, Leaver::KeepsSeat { .. }) => self.rules().closes_when_left(),
            _ => true,
        };
        if is_last && closes {
            events.push(Event::RoomClosed);
        }
        Ok(events)
    }
}

pub(super) fn side_beside(only: &Seat, wish: Option<Side>) -> Result<Option<Side>, Refusal> {
    let free = only.side.map(|side| !side);
    match wish {
        Some(_) if free.is_none() => Err(Refusal::SideNotChosen),
        Some(wish) if free != Some(wish) => Err(Refusal::SideTaken),
        _ => Ok(free),
    }
}

/// The same start position with the other side to move, if the kind allows it.
fn other_starter(start: &AnyGame) -> AnyGame {
    match start {
        AnyGame::TicTacToe(_) => AnyGame::TicTacToe(TicTacToe::starting(!start.turn())),
        AnyGame::Chess(_) | AnyGame::Space(_) => start.clone(),
    }
}
