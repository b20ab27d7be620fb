//! Those who speak a narrow dialect: coming in, asking, going.

use axum::extract::ws::Utf8Bytes;
use raum_room::{By, Command, Event, HostCommand, MemberId, Phase, Refusal};
use raum_wire::{
    narrow::{Dialect, Request, Visitor},
    native::Close,
};

use super::{
    Host, Outbox, Session, SessionId, Speech,
    quota::{Change, Speaker},
};
use crate::{address::Address, meters};

/// Someone who wants to come in, to a seat if one is free.
pub(crate) struct Enter {
    pub(crate) dialect: Dialect,
    pub(crate) name: String,
    pub(crate) key_shown: bool,
    pub(crate) address: Address,
    pub(crate) outbox: Outbox,
}

/// Why somebody does not come in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Denied {
    /// The room refuses.
    Refused(Refusal),
    /// The room cannot be played in the dialect.
    NotServed,
    /// What a connection in the native dialect would be closed for.
    Closed(Close),
}

impl From<Close> for Denied {
    fn from(why: Close) -> Self {
        Self::Closed(why)
    }
}

impl Host {
    /// Lets somebody in: to a seat, or to watch where both are taken.
    pub(super) async fn enter(&mut self, enter: Enter) -> Result<SessionId, Denied> {
        if self.room.phase() == Phase::Closed {
            return Err(Denied::Refused(Refusal::RoomClosed));
        }
        if !enter.dialect.serves(&self.room) {
            return Err(Denied::NotServed);
        }
        let take_seat = Command::TakeSeat {
            name: enter.name.clone(),
            side: None,
        };
        let context = self.context(enter.key_shown);
        match self.room.decide(By::Guest, &take_seat, &context) {
            Ok(events) => {
                let guest = Speaker::Guest(enter.address);
                let limits = &self.surroundings.limits;
                match self.used.excess_of_change(limits, guest, Change::Seat) {
                    Some(_) => Err(Denied::Closed(Close::Flood)),
                    None => self.enter_seat(enter, events).await,
                }
            }
            Err(Refusal::SeatsTaken) if enter.dialect.watches() && self.room.rules().spectators => {
                self.find_place(enter.address).await?;
                Ok(self.enter_to_watch(enter))
            }
            Err(refusal) => Err(Denied::Refused(refusal)),
        }
    }

    async fn enter_seat(&mut self, enter: Enter, events: Vec<Event>) -> Result<SessionId, Denied> {
        let member = match events.first() {
            Some(Event::SeatTaken { member, .. }) => Some(*member),
            _ => None,
        };
        let dialect = enter.dialect;
        // Before it happens, so that they hear of it themselves.
        let session = self.add_narrow(enter, member);
        if self.append(None, events, None).await.is_err() {
            self.sessions.remove(session);
            return Err(Denied::Closed(Close::Journal));
        }
        if self.room.phase() == Phase::Waiting
            && let Some(frame) = dialect.waits(self.id.as_str())
        {
            self.sessions.send(session, frame.into());
        }
        self.presence_changed();
        Ok(session)
    }

    fn enter_to_watch(&mut self, enter: Enter) -> SessionId {
        let dialect = enter.dialect;
        let name = enter.name.clone();
        let session = self.add_narrow(enter, None);
        let visitor = visitor(session, &name);
        for frame in dialect.greet(&self.room, &visitor) {
            self.sessions.send(session, frame.into());
        }
        self.tell_others(session, |dialect| dialect.came(&visitor));
        self.presence_changed();
        session
    }

    fn add_narrow(&mut self, enter: Enter, member: Option<MemberId>) -> SessionId {
        self.sessions.add(Session {
            member,
            speech: Speech::Narrow {
                dialect: enter.dialect,
                name: enter.name,
            },
            address: enter.address,
            outbox: enter.outbox,
        })
    }

    /// Does what a connection asks, if the room agrees.
    pub(super) async fn request(&mut self, session: SessionId, request: Request) {
        // What comes after the deadline must not find the game as if it had come before.
        self.host_command(HostCommand::EndByTime).await;
        let Some(asker) = self.sessions.get(session) else {
            return;
        };
        let Speech::Narrow { dialect, name } = &asker.speech else {
            return;
        };
        let dialect = *dialect;
        let member = asker.member;
        let mut command = dialect.command(&self.room, request);
        if let (Command::Say { name: speaker, .. }, None) = (&mut command, member) {
            *speaker = Some(name.clone());
        }
        let speaker = member.map_or(Speaker::Guest(asker.address), Speaker::Member);
        let limits = &self.surroundings.limits;
        let excess = self.used.excess(limits, self.room.seq(), speaker, &command);
        let decided = excess.map_or_else(
            || {
                let by = member.map_or(By::Guest, By::Member);
                self.room.decide(by, &command, &self.context(false))
            },
            Err,
        );
        meters::command();
        let done = match decided {
            Ok(events) => self.append(None, events, None).await,
            Err(refusal) => Err(dialect.reason(&self.room, &command, refusal)),
        };
        let Err(refusal) = done else {
            return;
        };
        meters::refused(refusal);
        if let Some(frame) = dialect.refused(refusal) {
            self.sessions.send(session, frame.into());
        }
    }

    /// Somebody's connection has ended: in most of these dialects that is leaving.
    pub(super) async fn narrow_gone(
        &mut self,
        session: SessionId,
        dialect: Dialect,
        member: Option<MemberId>,
        name: &str,
    ) {
        match (self.room.phase(), member) {
            // Everyone goes from a closed room, and nobody is left to hear of it.
            (Phase::Closed, _) => {}
            (phase, Some(member)) if dialect.gone_is_left(phase) => self.leave(member).await,
            (_, Some(_)) => {}
            (_, None) => {
                let visitor = visitor(session, name);
                self.tell_others(session, |dialect| dialect.went(&visitor));
            }
        }
    }

    /// Removes members who cannot reconnect after a restart: a seat that no token owns was taken in a narrow
    /// dialect.
    pub(super) async fn remove_lost(&mut self) {
        let members = self.room.seats().iter().map(|seat| seat.member);
        let lost: Vec<_> = members
            .filter(|member| !self.owners.has(*member) && self.sessions.of(*member).is_none())
            .collect();
        for member in lost {
            self.host_command(HostCommand::RemoveLost(member)).await;
        }
    }

    /// Has somebody leave who cannot say so. Who has left already stays so; what the journal does not take
    /// leaves them away.
    pub(super) async fn leave(&mut self, member: MemberId) {
        let context = self.context(false);
        let leaving = self
            .room
            .decide(By::Member(member), &Command::Leave, &context);
        if let Ok(events) = leaving {
            self.append(None, events, None).await.ok();
        }
    }

    /// Whether everyone in a seat could follow a game that goes back.
    pub(super) fn can_go_back(&self) -> bool {
        self.sessions
            .narrow()
            .all(|(_, dialect, session)| session.member.is_none() || dialect.follows_takebacks())
    }

    /// Ends the connections that have nothing to do in a room that is closed.
    pub(super) fn end_narrow(&self) {
        for (_, _, session) in self.sessions.narrow() {
            session.outbox.close(Close::RoomClosed);
        }
    }

    fn tell_others(&self, session: SessionId, frame: impl Fn(Dialect) -> Option<String>) {
        for (id, dialect, other) in self.sessions.narrow() {
            if let Some(frame) = frame(dialect)
                && id != session
            {
                other.put(Utf8Bytes::from(frame));
            }
        }
    }
}

fn visitor(SessionId(number): SessionId, name: &str) -> Visitor<'_> {
    Visitor { number, name }
}
