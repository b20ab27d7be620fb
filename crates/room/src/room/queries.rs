//! What a room answers about itself.

use raum_rules::{AnyGame, Kind, Side};

use crate::{
    Answers, AnyMove, Bout, HouseRules, MemberId, Millis, Phase, Room, Seat, Seq,
    decide::FIRST_PLIES,
};

impl Room {
    /// The kind of game.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The room's policy.
    pub fn rules(&self) -> &HouseRules {
        &self.rules
    }

    /// The number of the last entry.
    pub fn seq(&self) -> Seq {
        self.seq
    }

    /// The time of the last entry.
    pub fn at(&self) -> Millis {
        self.at
    }

    /// The taken seats.
    pub fn seats(&self) -> &[Seat] {
        &self.seats
    }

    /// The id of the next new member.
    pub fn next_member(&self) -> MemberId {
        self.next_member
    }

    /// The current game, or the last one.
    pub fn bout(&self) -> Option<&Bout> {
        self.bout.as_ref()
    }

    /// The position at which the first game starts, and the moves already played from there.
    pub(crate) fn opening(&self) -> &(AnyGame, Vec<AnyMove>) {
        &self.opening
    }

    /// The phase that the room is in.
    pub fn phase(&self) -> Phase {
        match &self.bout {
            _ if self.closed => Phase::Closed,
            Some(bout) if !self.waiting => match bout.ending() {
                None => Phase::Playing,
                Some(_) => Phase::Over,
            },
            _ => Phase::Waiting,
        }
    }

    /// When the game ends by time: a flag falls, or a first move is overdue.
    pub fn deadline(&self) -> Option<Millis> {
        let flag_at = self.bout().and_then(|bout| bout.clock()?.deadline());
        match (flag_at, self.first_move_by()) {
            (Some(flag_at), Some(first_move_by)) => Some(flag_at.min(first_move_by)),
            (flag_at, first_move_by) => flag_at.or(first_move_by),
        }
    }

    /// By when the side to move has to make its first move, if the house rules limit that time.
    pub fn first_move_by(&self) -> Option<Millis> {
        let limit = self.rules.first_move_millis?;
        let bout = self.bout().filter(|_| self.phase() == Phase::Playing)?;
        (bout.ply() < FIRST_PLIES).then(|| bout.turn_since().saturating_add(limit))
    }

    /// The seat of a side.
    pub fn seat_of(&self, side: Side) -> Option<&Seat> {
        self.seats.iter().find(|seat| seat.side == Some(side))
    }

    /// Whether a member has a seat.
    pub fn is_seated(&self, member: MemberId) -> bool {
        self.seats.iter().any(|seat| seat.member == member)
    }

    /// The side of a member; in a solo room, the side to move.
    pub fn side_of(&self, member: MemberId) -> Option<Side> {
        let mut seats = self.seats.iter().filter(|seat| seat.member == member);
        match (seats.next()?, seats.next(), &self.bout) {
            (_, Some(_), Some(bout)) => Some(bout.turn()),
            (seat, ..) => seat.side,
        }
    }

    /// The entry that answered a command, if it is still remembered.
    pub fn answer_to(&self, answers: Answers) -> Option<Seq> {
        let mut answered = self.answered.iter().rev();
        let (_, seq) = answered.find(|(known, _)| *known == answers)?;
        Some(*seq)
    }
}
