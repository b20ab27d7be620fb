//! Who enters and who goes.

use raum_room::{By, Command, EncodedEntry, Event, Phase, Private, Refusal, Seq};
use raum_wire::{
    narrow::{Dialect, Visitor},
    native::{self, ServerFrame},
};

use crate::{
    Backlog, Context, Denied, Effect, Enter, Handshake, Host, SessionId,
    host::Task,
    log::mark,
    quota::{Change, Speaker},
    sessions::{Protocol, Session},
    work::Proposal,
};

impl Host {
    /// Decides whether a session may enter: to its seat, to a free one where the dialect asks for that, or to watch.
    pub(crate) fn decide_enter(
        &mut self,
        enter: &Enter,
        tries: u8,
        context: &Context<'_>,
    ) -> Option<Proposal> {
        let decided = match &enter.handshake {
            Handshake::Native { .. } => self.enter_natively(enter, context),
            Handshake::Narrow { .. } => self.enter_narrowly(enter, tries, context),
        };
        decided.unwrap_or_else(|why| {
            self.deny(enter.session, why);
            None
        })
    }

    pub(crate) fn deny(&mut self, session: SessionId, why: Denied) {
        self.effects.push(Effect::Denied(session, why));
    }

    fn enter_natively(
        &mut self,
        enter: &Enter,
        context: &Context<'_>,
    ) -> Result<Option<Proposal>, Denied> {
        let Handshake::Native {
            token_hash,
            new_token,
            transfer_hash,
            after,
            marks,
        } = &enter.handshake
        else {
            return Ok(None);
        };
        let member = self.owners.owner_of(self.room(), token_hash);
        if let (Some(code_hash), None) = (transfer_hash, member) {
            let member = self.transfers.member_of(code_hash, context.now);
            let member = member.filter(|member| self.room().is_seated(*member));
            return Ok(Some(Proposal {
                events: vec![Event::DeviceAdded {
                    member: member.ok_or(Denied::Forbidden)?,
                }],
                private: Some(Private {
                    token_hash: Some(token_hash.clone()),
                    ..Private::default()
                }),
                ..Proposal::default()
            }));
        }
        if member.is_none() {
            self.admit_guest(enter.key_shown)?;
        }
        // After admission: a cursor that fits or not would tell strangers how long the room is.
        self.check_cursor(*after, marks)?;
        match member {
            None => self.find_place(enter.origin, context)?,
            Some(member) => {
                if let Some(older) = self.sessions.of(member) {
                    self.replace(older);
                }
                self.away_since.remove(&member);
            }
        }
        let welcome = ServerFrame::Welcome {
            version: native::VERSION,
            room: self.id.clone(),
            member,
            token: new_token.clone(),
            last: self.room().seq(),
            mark: self.log.last().map(mark),
            now: context.now,
        };
        let protocol = Protocol::Native {
            token_hash: token_hash.clone(),
            // A client that owned a seat when it connected may take one again after leaving.
            key_shown: enter.key_shown || member.is_some(),
            name: None,
            caught_up: false,
        };
        self.add(enter, member, protocol, context);
        let welcome = native::write(&welcome);
        self.effects
            .push(Effect::Entered(enter.session, Some(welcome)));
        Ok(None)
    }

    fn admit_guest(&self, key_shown: bool) -> Result<(), Denied> {
        let rules = self.room().rules();
        let may_sit = self.room().phase() == Phase::Waiting;
        let locked = rules.pass_key && !key_shown;
        if locked || !(rules.spectators || may_sit) {
            return Err(Denied::Forbidden);
        }
        Ok(())
    }

    /// Makes sure that a cursor is of this room's history. A client that gives no mark, or has no entry, is believed.
    fn check_cursor(&self, after: Seq, marks: &[Option<String>; 2]) -> Result<(), Denied> {
        let [shown, stored] = marks;
        let is_own = match shown {
            _ if after > self.room().seq() => false,
            Some(shown) if after > 0 => {
                let known = self.log.get(after).map(mark);
                known.as_ref().or(stored.as_ref()) == Some(shown)
            }
            _ => true,
        };
        if is_own { Ok(()) } else { Err(Denied::Cursor) }
    }

    fn enter_narrowly(
        &mut self,
        enter: &Enter,
        tries: u8,
        context: &Context<'_>,
    ) -> Result<Option<Proposal>, Denied> {
        let Handshake::Narrow {
            dialect,
            name,
            nonce,
        } = &enter.handshake
        else {
            return Ok(None);
        };
        if self.room().phase() == Phase::Closed {
            return Err(Denied::Refused(Refusal::RoomClosed));
        }
        if !dialect.serves(self.room()) {
            return Err(Denied::NotServed);
        }
        let take_seat = Command::TakeSeat {
            name: name.clone(),
            side: None,
        };
        let room_context = self.room_context(enter.key_shown, context);
        match self.room().decide(By::Guest, &take_seat, &room_context) {
            Ok(events) => {
                let guest = Speaker::Guest(enter.origin);
                if tries == 0 && self.take_change(guest, Change::Seat, context).is_err() {
                    return Err(Denied::TooMany(0));
                }
                Ok(Some(Proposal {
                    events,
                    answers: None,
                    private: Some(Private {
                        nonce: Some(*nonce),
                        ..Private::default()
                    }),
                }))
            }
            Err(Refusal::SeatsTaken) if dialect.watches() && self.room().rules().spectators => {
                self.find_place(enter.origin, context)?;
                self.enter_to_watch(enter, *dialect, name, context);
                Ok(None)
            }
            Err(refusal) => Err(Denied::Refused(refusal)),
        }
    }

    fn enter_to_watch(
        &mut self,
        enter: &Enter,
        dialect: Dialect,
        name: &str,
        context: &Context<'_>,
    ) {
        let protocol = Protocol::Narrow {
            dialect,
            name: name.to_owned(),
        };
        self.add(enter, None, protocol, context);
        let visitor = visitor(enter.session, name);
        for frame in dialect.greet(self.room(), &visitor) {
            self.send(enter.session, frame);
        }
        self.tell_others(enter.session, |dialect| dialect.came(&visitor));
        self.presence_changed();
        self.effects.push(Effect::Entered(enter.session, None));
    }

    /// The entries by which a session enters are durable.
    pub(crate) fn entered(
        &mut self,
        enter: Box<Enter>,
        entries: &[EncodedEntry],
        context: &Context<'_>,
    ) {
        match &enter.handshake {
            Handshake::Native { transfer_hash, .. } => {
                self.take_in(entries);
                if let Some(code_hash) = transfer_hash {
                    self.transfers.use_up(code_hash);
                }
                // Its token owns the seat now.
                self.tasks.push_front(Task::Enter(enter));
            }
            Handshake::Narrow { dialect, name, .. } => {
                let member = entries
                    .first()
                    .and_then(|first| match &first.entry().event {
                        Event::SeatTaken { member, .. } => Some(*member),
                        _ => None,
                    });
                let (dialect, name) = (*dialect, name.clone());
                // Before it happens, so that the session hears of it itself.
                self.add(&enter, member, Protocol::Narrow { dialect, name }, context);
                self.take_in(entries);
                if self.room().phase() == Phase::Waiting
                    && let Some(frame) = dialect.waits(&self.id)
                {
                    self.send(enter.session, frame);
                }
                self.presence_changed();
                self.effects.push(Effect::Entered(enter.session, None));
            }
        }
    }

    fn add(
        &mut self,
        enter: &Enter,
        member: Option<raum_room::MemberId>,
        protocol: Protocol,
        context: &Context<'_>,
    ) {
        let session = Session {
            member,
            protocol,
            origin: enter.origin,
            since: (context.now, context.node),
        };
        self.sessions.add(enter.session, session);
    }

    /// Gives a session the next entries after one. With the last of them it has caught up.
    pub(crate) fn replay(&mut self, session: SessionId, after: Seq) {
        let replay = self.log.replay(after);
        if let Backlog::Recent {
            more_after: None, ..
        } = replay
        {
            let protocol = self.sessions.get_mut(session).map(|own| &mut own.protocol);
            if let Some(Protocol::Native { caught_up, .. }) = protocol {
                *caught_up = true;
            }
            self.presence_changed();
        }
        self.effects.push(Effect::Backlog(session, replay));
    }

    /// A session has ended: in most narrow dialects that is leaving.
    pub(crate) fn go(&mut self, session: SessionId, context: &Context<'_>) {
        let Some(gone) = self.sessions.remove(session) else {
            return;
        };
        if let Some(member) = gone.member
            && self.elsewhere.is_some()
            && !self.is_present(member)
        {
            self.away_since.insert(member, context.now);
        }
        self.presence_changed();
        let Protocol::Narrow { dialect, name } = gone.protocol else {
            return;
        };
        match (self.room().phase(), gone.member) {
            // Everyone goes from a closed room, and nobody is left to hear of it.
            (Phase::Closed, _) => {}
            (phase, Some(member)) if dialect.gone_is_left(phase) => {
                self.tasks.push_front(Task::Leave(member, session));
            }
            (_, Some(_)) => {}
            (_, None) => {
                let visitor = visitor(session, &name);
                self.tell_others(session, |dialect| dialect.went(&visitor));
            }
        }
    }

    fn tell_others(&mut self, session: SessionId, frame: impl Fn(Dialect) -> Option<String>) {
        let others = self.sessions.narrow().filter(|(id, ..)| *id != session);
        for (id, dialect, _) in others {
            if let Some(frame) = frame(dialect) {
                let to = vec![id];
                self.effects.push(Effect::Send { to, frame });
            }
        }
    }
}

fn visitor(SessionId(number): SessionId, name: &str) -> Visitor<'_> {
    Visitor { number, name }
}
