//! What sessions ask for: one way for every dialect.

use std::borrow::Cow;

use raum_room::{Answers, By, Command, Entry, Event, MemberId, Private, Refusal, Seat, Seq};
use raum_wire::native::{self, Close, ServerFrame};

use crate::{
    Action, Context, Effect, Host, SessionId, quota::Speaker, sessions::Protocol, work::Proposal,
};

impl Host {
    /// Decides what a session asks for; nothing if it is answered already, or has nobody to answer to.
    pub(crate) fn decide_ask(
        &mut self,
        session: SessionId,
        asked: &Action,
        tries: u8,
        context: &Context<'_>,
    ) -> Option<Proposal> {
        let (member, is_new_here) = self.seat_of_session(session)?;
        let (command, answers) = match asked {
            Action::Command(number, command) => {
                let number = *number;
                let answers = member.map(|member| Answers { member, number });
                if let Some(answer) = self.known_answer(command, answers, is_new_here) {
                    match answer {
                        Ok(seq) => self.applied(session, number, seq, member),
                        Err(refusal) => self.refuse(session, asked, refusal),
                    }
                    return None;
                }
                (Cow::Borrowed(command), answers)
            }
            Action::Request(_) => (Cow::Owned(self.command_of(session, asked, member)?), None),
        };
        let own = self.sessions.get(session)?;
        let (token_hash, key_shown) = match &own.protocol {
            Protocol::Native {
                token_hash,
                key_shown,
                ..
            } => (Some(token_hash.clone()), *key_shown),
            Protocol::Narrow { .. } => (None, false),
        };
        // A decision that is made again uses no quota again.
        if tries == 0 {
            let speaker = member.map_or(Speaker::Guest(own.origin), Speaker::Member);
            if let Err(refusal) = self.take_quota(speaker, &command, context) {
                self.refuse(session, asked, refusal);
                return None;
            }
        }
        let by = member.map_or(By::Guest, By::Member);
        let room_context = self.room_context(key_shown, context);
        match self.room().decide(by, &command, &room_context) {
            Err(refusal) => {
                self.refuse(session, asked, refusal);
                None
            }
            Ok(events) => {
                if let Command::Watch { name } = &*command {
                    self.sessions.name(session, name.clone());
                    self.presence_changed();
                }
                Some(answering(events, asked, answers, token_hash))
            }
        }
    }

    /// What a session in a narrow dialect asks for, as the room puts it.
    fn command_of(
        &self,
        session: SessionId,
        asked: &Action,
        member: Option<MemberId>,
    ) -> Option<Command> {
        let own = self.sessions.get(session)?;
        let (Action::Request(request), Protocol::Narrow { dialect, name }) = (asked, &own.protocol)
        else {
            return None;
        };
        let mut command = dialect.command(self.room(), request.clone());
        if let (Command::Say { name: speaker, .. }, None) = (&mut command, member) {
            *speaker = Some(name.clone());
        }
        Some(command)
    }

    /// The answer to a command that has been answered before.
    fn known_answer(
        &self,
        command: &Command,
        answers: Option<Answers>,
        is_new_here: bool,
    ) -> Option<Result<Seq, Refusal>> {
        let answers = answers?;
        let again = self.room().answer_to(answers);
        let is_here = |seat: &Seat| seat.member == answers.member && seat.left_at.is_none();
        // Another connection with the same token has taken the seat: that is the answer, and not a second seat.
        if is_new_here
            && matches!(command, Command::TakeSeat { .. })
            && self.room().seats().iter().any(is_here)
        {
            return Some(Ok(again.unwrap_or(self.room().seq())));
        }
        let seq = again?;
        if self.numbers.belongs_to_another(answers, command) {
            return Some(Err(Refusal::NumberUsed));
        }
        Some(Ok(seq))
    }

    /// The seat that a session speaks for, and whether it has just been bound to it, because its token has come to own
    /// the seat by another connection. The newest connection with a token drives the seat; an older one gets no answer,
    /// for it is closed.
    fn seat_of_session(&mut self, session: SessionId) -> Option<(Option<MemberId>, bool)> {
        let own = self.sessions.get(session)?;
        // A member whose seat was freed on leaving is a guest again, and may take another seat.
        let bound = own.member.filter(|member| self.room().is_seated(*member));
        let owned = match &own.protocol {
            Protocol::Native { token_hash, .. } => self.owners.owner_of(self.room(), token_hash),
            Protocol::Narrow { .. } => None,
        };
        let (None, Some(member)) = (bound, owned) else {
            return Some((bound, false));
        };
        let driver = self.sessions.of(member);
        let is_newer = |driver| driver > session;
        if driver.is_some_and(is_newer) || self.drives_elsewhere(member, own.since) {
            self.replace(session);
            return None;
        }
        if let Some(older) = driver {
            self.replace(older);
        }
        self.bind(session, member);
        Some((Some(member), true))
    }

    /// Closes a session whose seat a newer connection drives. It stays until it says that it is gone, so that its end is
    /// noticed in one place; but it has no seat any more.
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
        self.away_since.remove(&member);
        self.presence_changed();
    }
}

/// Answers.
impl Host {
    /// Answers a session whose command is done, by this entry if it needed any.
    pub(crate) fn answer(&mut self, session: SessionId, asked: &Action, first: Option<&Entry>) {
        let Action::Command(number, command) = asked else {
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

    /// Tells a session why what it asked for is not done.
    pub(crate) fn refuse(&mut self, session: SessionId, asked: &Action, why: Refusal) {
        let Some(own) = self.sessions.get(session) else {
            return;
        };
        let (why, frame) = match (asked, &own.protocol) {
            (Action::Command(number, _), _) => {
                (why, Some(native::write(&native::refused(*number, why))))
            }
            (Action::Request(request), Protocol::Narrow { dialect, .. }) => {
                let command = dialect.command(self.room(), request.clone());
                let why = dialect.reason(self.room(), &command, why);
                (why, dialect.refused(why))
            }
            (Action::Request(_), Protocol::Native { .. }) => (why, None),
        };
        if let Some(frame) = frame {
            self.send(session, frame);
        }
        self.effects.push(Effect::Answered(session, Some(why)));
    }
}

/// Proposes the events that answer a session. A newcomer who takes a seat by them counts as the asker.
fn answering(
    events: Vec<Event>,
    asked: &Action,
    answers: Option<Answers>,
    token_hash: Option<String>,
) -> Proposal {
    let newcomer = match events.first() {
        Some(Event::SeatTaken { member, .. }) => Some(*member),
        _ => None,
    };
    let answers_of = |member| match asked {
        Action::Command(number, _) => Some(Answers {
            member,
            number: *number,
        }),
        Action::Request(_) => None,
    };
    Proposal {
        answers: answers.or_else(|| newcomer.and_then(answers_of)),
        private: newcomer.and(token_hash).map(|token_hash| Private {
            token_hash: Some(token_hash),
            ..Private::default()
        }),
        events,
    }
}
