//! Decisions during a game: moves, offers, claims, takebacks, undo and redo, time.

use raum_rules::{Game, Outcome, Side};

use super::Decision;
use crate::{
    AbsenceResult, AnyMove, Bout, Command, Context, Ending, Event, GRACE_MILLIS, Leaver, MemberId,
    Millis, Phase, Reason, Refusal, Room,
};

/// Until so many moves are made a game can be aborted, and each side makes its first move.
pub(crate) const FIRST_PLIES: usize = 2;

impl Room {
    /// Decides on a seated member's command to the current game.
    pub(super) fn decide_in_bout(
        &self,
        member: MemberId,
        command: &Command,
        context: &Context,
    ) -> Decision {
        let (Some(bout), Some(side)) = (self.bout(), self.side_of(member)) else {
            return Err(Refusal::NotStarted);
        };
        // Once time is up, only the host's `EndByTime` ends the game.
        if self.deadline().is_some_and(|at| at <= context.now) {
            return Err(Refusal::TimeIsUp);
        }
        match (command, self.phase()) {
            (Command::Undo { ply }, Phase::Playing | Phase::Over) => self.decide_undo(bout, *ply),
            (Command::Redo { ply }, Phase::Playing | Phase::Over) => self.decide_redo(bout, *ply),
            (_, Phase::Playing) => self.decide_while_playing(bout, side, command, context),
            (_, Phase::Over) => Err(Refusal::GameOver),
            (_, Phase::Waiting) => Err(Refusal::NotStarted),
            (_, Phase::Closed) => Err(Refusal::RoomClosed),
        }
    }

    fn decide_while_playing(
        &self,
        bout: &Bout,
        side: Side,
        command: &Command,
        context: &Context,
    ) -> Decision {
        match command {
            Command::Play { mv, ply } => decide_move(bout, side, mv, *ply),
            Command::Resign => ended(Ending::win(!side, Reason::Resignation)),
            Command::Abort if bout.ply() < FIRST_PLIES => ended(Ending::ABORTED),
            Command::Abort => Err(Refusal::TooLateToAbort),
            Command::OfferDraw => self.decide_offer(bout, side),
            Command::AcceptDraw if bout.draw_offer() == Some(!side) => agreed(),
            Command::DeclineDraw if bout.draw_offer() == Some(!side) => {
                Ok(vec![Event::DrawDeclined { side }])
            }
            Command::AcceptDraw | Command::DeclineDraw => Err(Refusal::NoDrawOffer),
            Command::ClaimDraw => decide_claim(bout, side),
            Command::ClaimAbsence { result } => self.decide_absence(side, *result, context),
            Command::AskTakeback => self.decide_takeback(bout, side, context),
            Command::AcceptTakeback | Command::DeclineTakeback => {
                let wish = bout.takeback().filter(|wish| wish.side != side);
                let wish = wish.ok_or(Refusal::NoTakebackAsked)?;
                Ok(vec![if *command == Command::AcceptTakeback {
                    Event::Undone { ply: wish.ply }
                } else {
                    Event::TakebackDeclined { side }
                }])
            }
            _ => Err(Refusal::GameUnderWay),
        }
    }

    fn decide_offer(&self, bout: &Bout, side: Side) -> Decision {
        if self.plays_both() || bout.draw_offer() == Some(!side) {
            return agreed();
        }
        // One offer per own move, or a side could repeat its offer endlessly.
        let too_soon = bout.last_offer[side.index()].is_some_and(|ply| bout.ply() < ply + 2);
        if too_soon {
            return Err(Refusal::DrawAlreadyOffered);
        }
        Ok(vec![Event::DrawOffered { side }])
    }

    fn decide_absence(&self, side: Side, result: AbsenceResult, context: &Context) -> Decision {
        let away_since = context.away_since[(!side).index()];
        let claimable_at = self.claimable_at(side, away_since)?;
        if context.now < claimable_at {
            return Err(Refusal::GraceNotOver {
                left_millis: claimable_at - context.now,
            });
        }
        ended(match result {
            AbsenceResult::Win => Ending::win(side, Reason::Absence),
            AbsenceResult::Draw => Ending::draw(Reason::Absence),
        })
    }

    /// When a side may claim the game because its opponent is away, if the opponent stays away and does not move.
    /// `away_since` is when the opponent disconnected. A claim is possible only while the opponent is to move, and the
    /// grace period begins with that turn at the earliest: before it, the opponent keeps nobody waiting.
    pub fn claimable_at(&self, side: Side, away_since: Option<Millis>) -> Result<Millis, Refusal> {
        let bout = self.bout().ok_or(Refusal::NotStarted)?;
        let grace_millis = match self.rules().leaver {
            // A machine is never away.
            Leaver::KeepsSeat { grace_millis } if !self.is_alone(side) => grace_millis,
            _ => return Err(Refusal::NoAbsenceClaim),
        };
        let left_at = self.seat_of(!side).and_then(|seat| seat.left_at);
        let (since, grace_millis) = match (left_at, away_since) {
            (Some(left_at), _) => (left_at, grace_millis.min(GRACE_MILLIS)),
            (None, Some(away_since)) => (away_since.max(bout.turn_since()), grace_millis),
            (None, None) => return Err(Refusal::OpponentPresent),
        };
        if bout.turn() == side {
            return Err(Refusal::YourTurn);
        }
        Ok(since.saturating_add(grace_millis))
    }

    fn decide_takeback(&self, bout: &Bout, side: Side, context: &Context) -> Decision {
        if !self.rules().takeback || !context.can_go_back {
            return Err(Refusal::NoTakebacks);
        }
        if bout.takeback().is_some_and(|wish| wish.side == side) {
            return Err(Refusal::TakebackAlreadyAsked);
        }
        let back = if bout.turn() == side { 2 } else { 1 };
        let ply = bout.ply().checked_sub(back);
        let ply = ply.ok_or(Refusal::NothingToTakeBack)?;
        let mut events = vec![Event::TakebackAsked { side, ply }];
        // A machine always agrees.
        if self.faces_machine(side) {
            events.push(Event::Undone { ply });
        }
        Ok(events)
    }

    fn decide_undo(&self, bout: &Bout, ply: usize) -> Decision {
        self.check_walk(bout, Reason::is_undoable)?;
        if ply >= bout.ply() {
            return Err(Refusal::NothingToUndo);
        }
        Ok(vec![Event::Undone { ply }])
    }

    fn decide_redo(&self, bout: &Bout, ply: usize) -> Decision {
        // Redo undoes no ending, so it does not reopen a draw.
        self.check_walk(bout, Reason::is_by_position)?;
        let steps = ply.saturating_sub(bout.ply());
        if steps == 0 || steps > bout.redo_line().len() {
            return Err(Refusal::NothingToRedo);
        }
        let mut record = bout.record().clone();
        record.go_to(ply);
        Ok(with_outcome(Event::Redone { ply }, record.outcome()))
    }

    /// Checks that moves can be undone or redone, given the endings that this reopens.
    fn check_walk(&self, bout: &Bout, reopens: fn(Reason) -> bool) -> Result<(), Refusal> {
        if !self.rules().undoes_freely() {
            return Err(Refusal::NotAlone);
        }
        match bout.ending() {
            Some(ending) if !reopens(ending.reason) => Err(Refusal::CannotReopen),
            _ => Ok(()),
        }
    }

    /// Ends the game on time: a draw if the opponent lacks the material to win, and no result if a first move is missing.
    pub(super) fn decide_time(&self, now: Millis) -> Decision {
        let bout = self.bout().ok_or(Refusal::TimeIsNotUp)?;
        if self.first_move_by().is_some_and(|at| at <= now) {
            return ended(Ending::NO_FIRST_MOVE);
        }
        let flagged = flagged(bout, now).ok_or(Refusal::TimeIsNotUp)?;
        ended(if bout.record().game().can_win(!flagged) {
            Ending::win(!flagged, Reason::Time)
        } else {
            Ending::draw(Reason::Time)
        })
    }
}

/// The side that has run out of time. A clock runs only while its game is in progress.
fn flagged(bout: &Bout, now: Millis) -> Option<Side> {
    bout.clock()?.flagged(now)
}

fn decide_move(bout: &Bout, side: Side, mv: &AnyMove, ply: usize) -> Decision {
    let record = bout.record();
    let of_kind = mv.of_kind(record.game().kind()).ok_or(Refusal::BadMove)?;
    if ply != bout.ply() {
        return Err(Refusal::StalePly);
    }
    if side != bout.turn() {
        return Err(Refusal::NotYourTurn);
    }
    let outcome = record.outcome_after(of_kind);
    let outcome = outcome.map_err(|_| Refusal::IllegalMove)?;
    Ok(with_outcome(Event::MovePlayed { mv: mv.clone() }, outcome))
}

/// An event, followed by the end of the game if the position that it leads to ends it.
fn with_outcome(event: Event, outcome: Option<Outcome>) -> Vec<Event> {
    let end = outcome.map(|outcome| Event::GameEnded(outcome.into()));
    [Some(event), end].into_iter().flatten().collect()
}

fn decide_claim(bout: &Bout, side: Side) -> Decision {
    if side != bout.turn() {
        return Err(Refusal::NotYourTurn);
    }
    let claims = bout.record().claims();
    let claim = claims.first().ok_or(Refusal::NothingToClaim)?;
    ended((*claim).into())
}

#[expect(clippy::unnecessary_wraps, reason = "callers return a `Decision`")]
fn ended(ending: Ending) -> Decision {
    Ok(vec![Event::GameEnded(ending)])
}

fn agreed() -> Decision {
    ended(Ending::draw(Reason::Agreement))
}
