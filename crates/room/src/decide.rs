//! Decisions: from a command to events or a refusal, without changing the room.

mod machines;
mod play;
mod seats;

use raum_rules::{AnyGame, Kind};

use crate::{
    AnyMove, By, Command, Context, Event, HostCommand, HouseRules, MemberId, OPENING_FORMAT,
    Opening, Phase, Refusal, Room,
    text::{is_name, message},
};
use machines::{Wanted, may_machine};
pub(crate) use play::FIRST_PLIES;

/// The events that follow from a command, or its refusal.
type Decision = Result<Vec<Event>, Refusal>;

impl Room {
    /// The opening of a room that starts at a position, with some moves already played.
    pub fn open(
        kind: Kind,
        rules: HouseRules,
        start: &AnyGame,
        moves: impl IntoIterator<Item = raum_rules::Move>,
    ) -> Opening {
        let moves = moves.into_iter().map(|mv| AnyMove::Known(kind, mv));
        Opening {
            format: rules.format().unwrap_or(OPENING_FORMAT),
            kind,
            rules,
            start: start.to_string(),
            moves: moves.collect(),
        }
    }

    /// Decides on a command from a client.
    pub fn decide(&self, by: By, command: &Command, context: &Context) -> Decision {
        if self.phase() == Phase::Closed {
            return Err(Refusal::RoomClosed);
        }
        if let By::Member(member) = by
            && self.machine_of(member).is_some()
            && !may_machine(command)
        {
            return Err(Refusal::NotForMachines);
        }
        match command {
            Command::TakeSeat { name, side } => self.decide_seat(by, name, *side, context),
            Command::Watch { name } => self.decide_watch(name.as_deref()),
            Command::Rename { name } => decide_name(self.seated(by)?, name),
            Command::Say { name, text } => self.decide_say(by, name.as_deref(), text),
            Command::Leave => match by {
                By::Member(member) => self.decide_leave(member),
                By::Guest => Ok(Vec::new()),
            },
            Command::SeatMachine {
                level,
                side,
                instant,
            } => {
                let wanted = Wanted {
                    level: *level,
                    side: *side,
                    instant: *instant,
                };
                self.decide_machine(by, wanted, context)
            }
            Command::TakeOver => self.decide_take_over(by),
            Command::SetLevel { level } => self.decide_level(by, *level),
            Command::AskRematch => self.decide_rematch(self.seated(by)?),
            _ => self.decide_in_bout(self.seated(by)?, command, context),
        }
    }

    /// Decides on a command from the host.
    pub fn decide_for_host(&self, command: HostCommand, context: &Context) -> Decision {
        if self.phase() == Phase::Closed {
            return Err(Refusal::RoomClosed);
        }
        match command {
            HostCommand::EndByTime => self.decide_time(context.now),
            HostCommand::ResumeClock => {
                match self.bout().and_then(|bout| bout.clock()?.running()) {
                    Some(_) => Ok(vec![Event::ClockResumed]),
                    None => Ok(Vec::new()),
                }
            }
            HostCommand::RemoveLost(member) => self.decide_lost(member),
            HostCommand::SeatMachine {
                level,
                side,
                instant,
            } => {
                let wanted = Wanted {
                    level,
                    side,
                    instant,
                };
                self.decide_first_machine(wanted, context)
            }
        }
    }

    /// The sender, if it holds a seat and has not left it.
    fn seated(&self, by: By) -> Result<MemberId, Refusal> {
        let By::Member(member) = by else {
            return Err(Refusal::NotSeated);
        };
        let mut seats = self.seats().iter();
        if seats.any(|seat| seat.member == member && seat.left_at.is_none()) {
            Ok(member)
        } else {
            Err(Refusal::NotSeated)
        }
    }

    fn decide_watch(&self, name: Option<&str>) -> Decision {
        if !self.rules().spectators {
            return Err(Refusal::NoSpectators);
        }
        match name {
            Some(name) if !is_name(name) => Err(Refusal::BadName),
            _ => Ok(Vec::new()),
        }
    }

    fn decide_say(&self, by: By, name: Option<&str>, text: &str) -> Decision {
        if !self.rules().chat {
            return Err(Refusal::NoChat);
        }
        let (member, name) = match by {
            By::Member(_) => {
                let member = self.seated(by)?;
                let mut seats = self.seats().iter();
                let seat = seats.find(|seat| seat.member == member);
                (Some(member), seat.map(|seat| seat.name.as_str()))
            }
            By::Guest if self.rules().spectators => (None, name.filter(|name| is_name(name))),
            By::Guest => return Err(Refusal::NoSpectators),
        };
        let text = message(text).ok_or(Refusal::BadMessage)?;
        Ok(vec![Event::Said {
            member,
            name: name.ok_or(Refusal::BadName)?.to_owned(),
            text,
        }])
    }
}

fn decide_name(member: MemberId, name: &str) -> Decision {
    if !is_name(name) {
        return Err(Refusal::BadName);
    }
    let name = name.to_owned();
    Ok(vec![Event::Renamed { member, name }])
}
