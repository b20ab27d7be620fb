//! Commands and requests of sessions, and their answers.

use std::borrow::Cow;

use raum_room::{Answers, By, Command, Entry, MemberId, Refusal, Seat, Seq};
use raum_wire::{
    narrow::Request,
    native::{self, Close, ServerFrame},
};

use crate::{
    Action, Context, Effect, Host, SessionId,
    entering::newcomer,
    quota::Speaker,
    sessions::{Protocol, Session},
    tasks::Proposal,
};

impl Host {
    /// Decides an action. Returns `None` if it is already answered, or if the session no longer gets an answer.
    pub(crate) fn decide_act(
        &mut self,
        session: SessionId,
        action: &Action,
        tries: u8,
        context: &Context<'_>,
    ) -> Option<Proposal> {
        let (member, is_newly_bound) = self.member_of_session(session)?;
        let own = self.sessions.get(session)?;
        let (number, command) = match action {
            Action::Command(number, command) => (Some(*number), Cow::Borrowed(command)),
            Action::Request(request) => (None, Cow::Owned(self.command_of(own, request, member)?)),
        };
        let answers_to = |member: Option<MemberId>| {
            let (member, number) = (member?, number?);
            Some(Answers { member, number })
        };
        let answers = answers_to(member);
        let known =
            answers.and_then(|answers| self.known_answer(&command, answers, is_newly_bound));
        if let Some(known) = known {
            match known {
                Ok(seq) => self.applied(session, number?, seq, member),
                Err(refusal) => self.refuse(session, action, refusal),
            }
            return None;
        }
        let token_hash = own.token_hash().map(str::to_owned);
        let key_shown = matches!(own.protocol, Protocol::Native { key_shown, .. } if key_shown);
        let speaker = member.map_or(Speaker::Guest(own.network), Speaker::Member);
        let by = member.map_or(By::Guest, By::Member);
        // Only the first attempt counts against the quota.
        let allowed = match tries {
            _ if is_seating_machine(&command) && !context.limits.machines => {
                Err(Refusal::NoComputers)
            }
            0 => self.take_quota(speaker, &command, context),
            _ => Ok(()),
        };
        let room_context = self.room_context(key_shown, context);
        match allowed.and_then(|()| self.room().decide(by, &command, &room_context)) {
            Err(refusal) => {
                self.refuse(session, action, refusal);
                None
            }
            Ok(events) => {
                if let Command::Watch { name } = &*command {
                    self.sessions.name(session, name.clone());
                    self.presence_changed();
                }
                let newcomer = events.first().and_then(newcomer);
                Some(Proposal {
                    answers: answers.or_else(|| answers_to(newcomer)),
                    token_hash: newcomer.and(token_hash),
                    ..Proposal::from(events)
                })
            }
        }
    }

    /// Translates a narrow session's request into a command.
    fn command_of(
        &self,
        own: &Session,
        request: &Request,
        member: Option<MemberId>,
    ) -> Option<Command> {
        let Protocol::Narrow(narrow) = &own.protocol else {
            return None;
        };
        let mut command = narrow.dialect.command(self.room(), request.clone());
        if let (Command::Say { name, .. }, None) = (&mut command, member) {
            *name = Some(narrow.name.clone());
        }
        Some(command)
    }

    /// The answer to a command that was answered before.
    fn known_answer(
        &self,
        command: &Command,
        answers: Answers,
        is_newly_bound: bool,
    ) -> Option<Result<Seq, Refusal>> {
        let earlier = self.room().answer_to(answers);
        let is_here = |seat: &Seat| seat.member == answers.member && seat.left_at.is_none();
        // Another session with the same token has taken the seat: that answers this command too.
        if is_newly_bound
            && matches!(command, Command::TakeSeat { .. })
            && self.room().seats().iter().any(is_here)
        {
            return Some(Ok(earlier.unwrap_or(self.room().seq())));
        }
        let seq = earlier?;
        if self.numbers.belongs_to_another(answers, command) {
            return Some(Err(Refusal::NumberUsed));
        }
        Some(Ok(seq))
    }

    /// The member that a session acts for, and whether it was bound to that member just now, because its token came to
    /// own the seat through another session. The newest session with a token controls the seat; an older one is closed
    /// and gets no answer.
    fn member_of_session(&mut self, session: SessionId) -> Option<(Option<MemberId>, bool)> {
        let own = self.sessions.get(session)?;
        // A member whose seat was freed is a guest again, and may take another seat.
        let bound = own.member.filter(|member| self.room().is_seated(*member));
        let token_hash = own.token_hash();
        let owned = token_hash.and_then(|token_hash| self.state.owner_of(token_hash));
        let (None, Some(member)) = (bound, owned) else {
            return Some((bound, false));
        };
        let controlling = self.sessions.of(member);
        if controlling.is_some_and(|other| other > session)
            || self.is_replaced_elsewhere(member, own.since)
        {
            self.replace(session);
            return None;
        }
        if let Some(older) = controlling {
            self.replace(older);
        }
        self.bind(session, member);
        Some((Some(member), true))
    }

    /// Closes a session whose seat a newer session controls. It stays in the list until it disconnects, but without a
    /// seat.
    pub(crate) fn replace(&mut self, session: SessionId) {
        if let Some(replaced) = self.sessions.get_mut(session) {
            replaced.member = None;
            self.effects.push(Effect::Close(session, Close::Replaced));
            self.presence_changed();
        }
    }

    fn bind(&mut self, session: SessionId, member: MemberId) {
        if let Some(bound) = self.sessions.get_mut(session) {
            bound.member = Some(member);
        }
        self.attendance.away_since.remove(&member);
        self.presence_changed();
    }
}

/// Answers.
impl Host {
    /// Answers an action that was applied, by this entry if it needed one.
    pub(crate) fn answer(&mut self, session: SessionId, action: &Action, first: Option<&Entry>) {
        let Action::Command(number, command) = action else {
            self.effects.push(Effect::Answered(session, None));
            return;
        };
        let bound = self.sessions.get(session).and_then(|own| own.member);
        let member = match first.and_then(|first| first.answers) {
            Some(answers) => {
                self.numbers.remember(answers, command);
                if bound != Some(answers.member) {
                    self.bind(session, answers.member);
                }
                Some(answers.member)
            }
            None => bound.filter(|member| self.room().is_seated(*member)),
        };
        let seq = first.map_or(self.room().seq(), |first| first.seq);
        self.applied(session, *number, seq, member);
    }

    fn applied(&mut self, session: SessionId, number: u64, seq: Seq, member: Option<MemberId>) {
        let applied = ServerFrame::Applied {
            number,
            seq: seq.max(1).min(self.room().seq()),
            member,
        };
        self.send(session, native::write(&applied));
        self.effects.push(Effect::Answered(session, None));
    }

    /// Sends a session the reason why its action was refused.
    pub(crate) fn refuse(&mut self, session: SessionId, action: &Action, why: Refusal) {
        let Some(own) = self.sessions.get(session) else {
            return;
        };
        let (why, frame) = match (action, own.dialect()) {
            (Action::Command(number, _), _) => {
                (why, Some(native::write(&native::refused(*number, why))))
            }
            (Action::Request(request), Some(dialect)) => {
                let command = dialect.command(self.room(), request.clone());
                let why = dialect.refine(self.room(), &command, why);
                (why, dialect.refused(why))
            }
            (Action::Request(_), None) => (why, None),
        };
        if let Some(frame) = frame {
            self.send(session, frame);
        }
        self.effects.push(Effect::Answered(session, Some(why)));
    }
}

fn is_seating_machine(command: &Command) -> bool {
    matches!(command, Command::SeatMachine { .. })
}
