//! How sessions enter, catch up and disconnect.

use raum_room::{By, Command, EncodedEntry, Event, MemberId, Phase, Refusal, Seq};
use raum_wire::{
    narrow::{Dialect, Spectator},
    native::{self, ServerFrame},
};

use crate::{
    Backlog, Context, Denied, Effect, Enter, Handshake, Host, NarrowHandshake, NativeHandshake,
    SessionId,
    log::mark,
    quota::Speaker,
    sessions::Protocol,
    tasks::{Proposal, Task},
};

impl Host {
    /// Decides whether a session may enter: to its own seat, to a free seat if the dialect has no other way to take one,
    /// or as a spectator.
    pub(crate) fn decide_enter(
        &mut self,
        enter: &Enter,
        tries: u8,
        context: &Context<'_>,
    ) -> Option<Proposal> {
        let decided = match &enter.handshake {
            Handshake::Native(native) => self.enter_natively(enter, native, context),
            Handshake::Narrow(narrow) => self.enter_narrowly(enter, narrow, tries, context),
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
        native: &NativeHandshake,
        context: &Context<'_>,
    ) -> Result<Option<Proposal>, Denied> {
        let token_hash = &native.token_hash;
        let member = self.state.owner_of(token_hash);
        if let (Some(code_hash), None) = (&native.transfer_hash, member) {
            let member = self.transfers.member_of(code_hash, context.now);
            let member = member.filter(|member| self.room().is_seated(*member));
            let member = member.ok_or(Denied::Forbidden)?;
            return Ok(Some(Proposal {
                token_hash: Some(token_hash.clone()),
                ..Proposal::from(vec![Event::DeviceAdded { member }])
            }));
        }
        if member.is_none() {
            self.admit_guest(enter.key_shown)?;
        }
        // After admission, so that a stranger cannot use cursors to find out how long the room's history is.
        self.check_cursor(native)?;
        match member {
            None => self.make_way(enter.network, context)?,
            Some(member) => {
                if let Some(older) = self.sessions.of(member) {
                    self.replace(older);
                }
                self.attendance.away_since.remove(&member);
            }
        }
        let welcome = ServerFrame::Welcome {
            version: native::VERSION,
            room: self.id.clone(),
            member,
            token: native.new_token.clone(),
            last: self.room().seq(),
            mark: self.log.last().map(mark),
            now: context.now,
        };
        let protocol = Protocol::Native {
            token_hash: token_hash.clone(),
            // A client that owned a seat when it connected may take a seat again after leaving.
            key_shown: enter.key_shown || member.is_some(),
            name: None,
            caught_up: false,
        };
        self.sessions.add(enter, member, protocol, context);
        let welcome = Some(native::write(&welcome));
        self.effects.push(Effect::Entered(enter.session, welcome));
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

    /// Checks that a cursor belongs to this room's history. A client without a mark or without entries is trusted.
    fn check_cursor(&self, native: &NativeHandshake) -> Result<(), Denied> {
        let after = native.after;
        let [shown, stored] = &native.marks;
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
        narrow: &NarrowHandshake,
        tries: u8,
        context: &Context<'_>,
    ) -> Result<Option<Proposal>, Denied> {
        if self.room().phase() == Phase::Closed {
            return Err(Denied::Refused(Refusal::RoomClosed));
        }
        let dialect = narrow.dialect;
        if !dialect.serves(self.room()) {
            return Err(Denied::NotServed);
        }
        let take_seat = Command::TakeSeat {
            name: narrow.name.clone(),
            side: None,
        };
        let room_context = self.room_context(enter.key_shown, context);
        match self.room().decide(By::Guest, &take_seat, &room_context) {
            Ok(events) => {
                let guest = Speaker::Guest(enter.network);
                if tries == 0 && self.take_quota(guest, &take_seat, context).is_err() {
                    return Err(Denied::TooMany(0));
                }
                Ok(Some(Proposal {
                    nonce: Some(narrow.nonce),
                    ..Proposal::from(events)
                }))
            }
            Err(Refusal::SeatsTaken)
                if dialect.abilities().spectators && self.room().rules().spectators =>
            {
                self.make_way(enter.network, context)?;
                self.enter_to_watch(enter, narrow, context);
                Ok(None)
            }
            Err(refusal) => Err(Denied::Refused(refusal)),
        }
    }

    fn enter_to_watch(&mut self, enter: &Enter, narrow: &NarrowHandshake, context: &Context<'_>) {
        let protocol = Protocol::Narrow(narrow.clone());
        self.sessions.add(enter, None, protocol, context);
        let spectator = spectator(enter.session, &narrow.name);
        for frame in narrow.dialect.welcome(self.room(), &spectator) {
            self.send(enter.session, frame);
        }
        self.send_to_narrow(Some(enter.session), |dialect| {
            dialect.spectator_joined(&spectator)
        });
        self.presence_changed();
        self.effects.push(Effect::Entered(enter.session, None));
    }

    /// Lets a session enter whose entries are durable.
    pub(crate) fn entered(
        &mut self,
        enter: Box<Enter>,
        entries: &[EncodedEntry],
        context: &Context<'_>,
    ) {
        match &enter.handshake {
            Handshake::Native(native) => {
                self.apply(entries);
                if let Some(code_hash) = &native.transfer_hash {
                    self.transfers.use_up(code_hash);
                }
                // Now the token owns the seat.
                self.tasks.add_first(Task::Enter(enter));
            }
            Handshake::Narrow(narrow) => {
                let member = entries
                    .first()
                    .and_then(|first| newcomer(&first.entry().event));
                // Before the entries are applied, so that the session receives them.
                let protocol = Protocol::Narrow(narrow.clone());
                self.sessions.add(&enter, member, protocol, context);
                self.apply(entries);
                if self.room().phase() == Phase::Waiting
                    && let Some(frame) = narrow.dialect.waiting(&self.id)
                {
                    self.send(enter.session, frame);
                }
                self.presence_changed();
                self.effects.push(Effect::Entered(enter.session, None));
            }
        }
    }

    /// Returns the next part of a session's backlog. After the last part, the session has caught up.
    pub(crate) fn catch_up(&mut self, session: SessionId, after: Seq) {
        let backlog = self.log.backlog(after);
        if let Backlog::Recent {
            more_after: None, ..
        } = backlog
        {
            let protocol = self.sessions.get_mut(session).map(|own| &mut own.protocol);
            if let Some(Protocol::Native { caught_up, .. }) = protocol {
                *caught_up = true;
            }
            self.presence_changed();
        }
        self.effects.push(Effect::Backlog(session, backlog));
    }

    /// Removes a session that has ended. In most narrow dialects its member leaves.
    pub(crate) fn disconnect(&mut self, session: SessionId, context: &Context<'_>) {
        let Some(gone) = self.sessions.remove(session) else {
            return;
        };
        if let Some(member) = gone.member
            && self.attendance.other_nodes.is_some()
            && !self.is_present(member)
        {
            self.attendance.away_since.insert(member, context.now);
        }
        self.presence_changed();
        let Protocol::Narrow(narrow) = gone.protocol else {
            return;
        };
        match (self.room().phase(), gone.member) {
            // A closed room disconnects all its sessions.
            (Phase::Closed, _) => {}
            (phase, Some(member)) if narrow.dialect.leaves_on_disconnect(phase) => {
                self.tasks.add_first(Task::Leave(member, session));
            }
            (_, Some(_)) => {}
            (_, None) => {
                let spectator = spectator(session, &narrow.name);
                self.send_to_narrow(Some(session), |dialect| dialect.spectator_left(&spectator));
            }
        }
    }

    /// Sends a frame to the sessions in narrow dialects, except one.
    pub(crate) fn send_to_narrow(
        &mut self,
        except: Option<SessionId>,
        frame: impl Fn(Dialect) -> Option<String>,
    ) {
        let others = self.sessions.narrow();
        let others = others.filter(|(id, ..)| Some(*id) != except);
        for (id, dialect, _) in others {
            if let Some(frame) = frame(dialect) {
                let to = vec![id];
                self.effects.push(Effect::Send { to, frame });
            }
        }
    }
}

fn spectator(SessionId(number): SessionId, name: &str) -> Spectator<'_> {
    Spectator { number, name }
}

/// The person who takes a seat.
pub(crate) fn newcomer(event: &Event) -> Option<MemberId> {
    match event {
        Event::SeatTaken {
            member,
            machine: None,
            ..
        } => Some(*member),
        _ => None,
    }
}
