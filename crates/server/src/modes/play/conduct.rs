//! What a program in a seat does besides moving: seats, offers, rematches and the end.

use raum_room::{
    AbsenceResult, Bout, Command, Ending, MemberId, Millis, NAME_CHARS_MAX, Phase, Rematch, Room,
    is_name,
};
use raum_rules::{AnyGame, Record, Side};

use super::replica::Refused;

/// How to behave, and what has been played so far.
pub(super) struct Conduct {
    /// Empty until the engine has started, if the command line has none.
    name: String,
    /// How many games to play; 0 for no limit.
    games: u32,
    accepts_draws: bool,
    accepts_takebacks: bool,
    /// How many games have ended.
    played: u32,
    /// The game that was announced, and whether its end was, too.
    announced: Option<(u32, bool)>,
}

/// The next step.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Step {
    Send(Command),
    Wait,
    /// Nothing until this time.
    WaitUntil(Millis),
    /// Leave: everything is played.
    Finish,
    /// Leave, for this reason.
    GiveUp(String),
}

impl Conduct {
    pub(super) fn new(
        name: Option<String>,
        games: u32,
        accepts_draws: bool,
        accepts_takebacks: bool,
    ) -> Self {
        Self {
            name: name.unwrap_or_default(),
            games,
            accepts_draws,
            accepts_takebacks,
            played: 0,
            announced: None,
        }
    }

    /// Takes the name that the engine gives itself, if the command line has none.
    pub(super) fn be_named(&mut self, engine: Option<String>) {
        if self.name.is_empty() {
            let engine = engine.unwrap_or_default();
            let short: String = engine.chars().take(NAME_CHARS_MAX).collect();
            let short = short.trim();
            let name = if is_name(short) { short } else { "Bot" };
            name.clone_into(&mut self.name);
        }
    }

    /// Counts games, and returns what has happened in words.
    pub(super) fn observe(&mut self, room: &Room, member: Option<MemberId>) -> Vec<String> {
        let (Some(bout), Some(member)) = (room.bout(), member) else {
            return Vec::new();
        };
        let number = bout.number();
        let mut news = Vec::new();
        // A game that was abandoned before the program sat down is not its own.
        if room.phase() != Phase::Waiting
            && self.announced.is_none_or(|(known, _)| known != number)
            && let Some(side) = room.side_of(member)
        {
            let name = room.kind().facts().sides[side.index()];
            let opponent = room.seat_of(!side).map_or("", |seat| &seat.name);
            news.push(format!("game {number}: {name} against {opponent}"));
            self.announced = Some((number, false));
        }
        let is_running = room.phase() == Phase::Playing;
        if self.announced == Some((number, false)) && !is_running {
            let ending = bout.ending();
            let result = ending.map_or_else(
                || "ended without a result".to_owned(),
                |ending| describe(room, ending),
            );
            news.push(format!("game {number}: {result}"));
            self.announced = Some((number, true));
            self.played += 1;
        }
        news
    }

    /// The next step besides moving. The room has refused `refused` in its present state.
    pub(super) fn next(
        &self,
        room: &Room,
        member: Option<MemberId>,
        refused: Option<&Refused>,
        now: Millis,
    ) -> Step {
        let step = self.wish(room, member, now);
        match (&step, refused) {
            (Step::Send(command), Some(refused)) if *command == refused.command => match command {
                Command::TakeSeat { .. } => Step::GiveUp(refused.message.clone()),
                // The opponent, or the room, wants no other game.
                Command::AskRematch => Step::Finish,
                // The state will change, or the move matters more.
                _ => Step::Wait,
            },
            _ => step,
        }
    }

    fn wish(&self, room: &Room, member: Option<MemberId>, now: Millis) -> Step {
        if room.phase() == Phase::Closed {
            return match member {
                Some(_) => Step::Finish,
                None => Step::GiveUp("the room is closed".to_owned()),
            };
        }
        if room.rules().solo {
            return Step::GiveUp("the room is for one device".to_owned());
        }
        let seats = room.seats();
        let seat = seats.iter().find(|seat| Some(seat.member) == member);
        let Some(seat) = seat.filter(|seat| seat.left_at.is_none()) else {
            return self.sit();
        };
        let other = seats.iter().find(|other| other.member != seat.member);
        let other_left_at = other.and_then(|other| other.left_at);
        match (room.phase(), room.bout(), seat.side) {
            (Phase::Playing, Some(bout), Some(side)) => self.while_playing(room, bout, side, now),
            (Phase::Over, Some(bout), _) => {
                if self.has_played_all()
                    || other_left_at.is_some()
                    || room.rules().rematch == Rematch::None
                {
                    Step::Finish
                } else if bout.rematch().contains(&seat.member) {
                    Step::Wait
                } else {
                    Step::Send(Command::AskRematch)
                }
            }
            // Also when the opponent left a game and made the seat free.
            _ if self.has_played_all() => Step::Finish,
            _ => Step::Wait,
        }
    }

    fn sit(&self) -> Step {
        Step::Send(Command::TakeSeat {
            name: self.name.clone(),
            side: None,
        })
    }

    fn has_played_all(&self) -> bool {
        self.games > 0 && self.played >= self.games
    }

    fn while_playing(&self, room: &Room, bout: &Bout, side: Side, now: Millis) -> Step {
        if bout.draw_offer() == Some(!side) {
            return Step::Send(if self.accepts_draws {
                Command::AcceptDraw
            } else {
                Command::DeclineDraw
            });
        }
        if bout.takeback().is_some_and(|wish| wish.side != side) {
            return Step::Send(if self.accepts_takebacks {
                Command::AcceptTakeback
            } else {
                Command::DeclineTakeback
            });
        }
        // An opponent whose connection is lost may take as long as the clock allows; one who has left may not.
        match room.claimable_at(side, None) {
            Ok(at) if now < at => Step::WaitUntil(at),
            Ok(_) => Step::Send(Command::ClaimAbsence {
                result: AbsenceResult::Win,
            }),
            Err(_) => Step::Wait,
        }
    }
}

/// The game in which the member is to move.
pub(super) fn position_to_move(
    room: &Room,
    member: Option<MemberId>,
) -> Option<(&Bout, &Record<AnyGame>)> {
    let bout = room.bout().filter(|_| room.phase() == Phase::Playing)?;
    let seat = room
        .seats()
        .iter()
        .find(|seat| Some(seat.member) == member)?;
    let is_own = seat.side == Some(bout.turn()) && seat.left_at.is_none();
    is_own.then(|| (bout, bout.record()))
}

/// An ending, such as `White wins (checkmate)`.
fn describe(room: &Room, ending: Ending) -> String {
    let reason = serde_json::to_value(ending.reason);
    let reason = reason
        .ok()
        .and_then(|reason| Some(reason.as_str()?.to_owned()));
    let reason = reason.unwrap_or_default();
    match ending.winner {
        Some(side) => {
            let winner = room.kind().facts().sides[side.index()];
            format!("{winner} wins ({reason})")
        }
        None if ending.is_draw() => format!("draw ({reason})"),
        None => format!("no result ({reason})"),
    }
}

#[cfg(test)]
mod tests;
