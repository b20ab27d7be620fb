//! The laws that hold at every moment of a run.

use raum_host::{Denied, SessionId};
use raum_room::{Command, Entry, Event, MemberId};
use raum_wire::native::{Close, ServerFrame};

use super::{line::Who, native::Sent, world::World};

impl World {
    /// Entries were stored: numbers have no gaps, times do not run back, no command is done twice, a game ends once.
    pub(crate) fn check_entries(&mut self, new: &[Entry]) {
        let entries = self.store.entries.clone();
        let before = entries.len() - new.len();
        for (place, entry) in entries.iter().enumerate().skip(before.max(1)) {
            let known = &entries[..place];
            self.law(entry.seq == place as u64 + 1, |_| {
                format!("a gap at {entry:?}")
            });
            self.law(entry.at >= known[place - 1].at, |_| {
                format!("time runs back at {entry:?}")
            });
            let twice = known
                .iter()
                .any(|known| entry.answers.is_some() && known.answers == entry.answers);
            self.law(!twice, |_| format!("done twice: {entry:?}"));
            let mut game = known
                .iter()
                .rev()
                .take_while(|known| !matches!(known.event, Event::GameStarted(_)));
            let is_refunded = matches!(entry.event, Event::ClockResumed);
            let may_refund = self.plan.limits.clock_stops_unattended;
            self.law(!is_refunded || may_refund, |_| {
                format!("time is refunded: {entry:?}")
            });
            let ended = |entry: &Entry| matches!(entry.event, Event::GameEnded(_));
            self.law(!(ended(entry) && game.any(ended)), |_| {
                format!("ended twice: {entry:?}")
            });
        }
    }

    /// A frame is about to be sent: it tells of what is durable, and answers what was asked, once.
    pub(crate) fn check_frame(&mut self, session: SessionId, frame: &ServerFrame) {
        match frame {
            ServerFrame::Entries { entries, .. } => {
                for entry in entries {
                    let stored = self.store.get(entry.seq).cloned().map(|stored| Entry {
                        private: None,
                        ..stored
                    });
                    self.law(stored.as_ref() == Some(entry), |_| {
                        format!("{session:?} is told of {entry:?}, and the journal has {stored:?}")
                    });
                }
            }
            ServerFrame::Applied {
                number,
                seq,
                member,
            } => {
                self.check_answer(session, *number);
                let last = self.store.last();
                self.law(*seq <= last, |_| {
                    format!("{number} is answered by {seq} of {last}")
                });
                let Who::Native(client) = self.line(session).who else {
                    return;
                };
                let sent = self.natives[client]
                    .sent
                    .iter()
                    .find(|sent| sent.number == *number);
                let is_kept = sent.is_some_and(|sent| self.is_kept(sent, *seq, client));
                self.law(is_kept, |_| {
                    format!("{number} is said to be {seq}, and is not")
                });
                let is_owner = member.is_none_or(|member| self.owns(client, member));
                self.law(is_owner, |_| format!("{session:?} is taken for {member:?}"));
            }
            ServerFrame::Refused { number, code, .. } => {
                self.check_answer(session, *number);
                let is_store = matches!(&**code, "journal-unavailable" | "outcome-unknown");
                self.law(!is_store || self.may_fail(), |_| {
                    format!("{number} is refused: {code}")
                });
            }
            _ => {}
        }
    }

    fn check_answer(&mut self, session: SessionId, number: u64) {
        let open = &mut self.line(session).open;
        let place = open.iter().position(|open| *open == number);
        if let Some(place) = place {
            open.remove(place);
        }
        self.law(place.is_some(), |_| {
            format!("{session:?} is answered twice: {number}")
        });
    }

    /// Whether an entry answers a command as its client was told.
    pub(crate) fn is_kept(&self, sent: &Sent, seq: u64, client: usize) -> bool {
        let mut entries = self.store.entries.iter();
        let answers = |entry: &&Entry| {
            entry
                .answers
                .is_some_and(|answers| answers.number == sent.number)
        };
        match (entries.find(answers), &sent.command) {
            // Sent again after the seat was given up, it is done by doing nothing.
            (Some(entry), Command::Leave) => entry.seq <= seq,
            (Some(entry), _) => entry.seq == seq,
            (None, Command::Watch { .. } | Command::Leave) => true,
            // Another command of the same token came first.
            (None, Command::TakeSeat { .. }) => {
                let entries = self.store.entries.iter();
                entries
                    .filter_map(member_taken)
                    .any(|member| self.owns(client, member))
            }
            (None, Command::Say { text: said, .. }) => {
                let entry = self.store.get(seq).map(|entry| &entry.event);
                matches!(entry, Some(Event::Said { text, .. }) if text == said)
            }
            (None, _) => false,
        }
    }

    pub(crate) fn owns(&self, client: usize, member: MemberId) -> bool {
        let hash = &self.natives[client].token_hash;
        self.store.entries.iter().any(|entry| {
            let private = entry.private.as_ref();
            let token_hash = private.and_then(|private| private.token_hash.as_ref());
            member_taken(entry) == Some(member) && token_hash == Some(hash)
        })
    }

    /// Whether the store has failed in this run, or might have.
    fn may_fail(&self) -> bool {
        self.is_quiet
            || self.plan.trouble.unavailable + self.plan.trouble.unknown + self.plan.trouble.unread
                > 0
    }

    /// A conflict closes nothing; a seat is taken over by a newer connection alone.
    pub(crate) fn check_close(&mut self, session: SessionId, why: Close) {
        let place = usize::try_from(session.0).unwrap();
        let who = self.lines[place].who;
        let mut others = self.lines.iter().enumerate();
        // Clocks differ: the newer one is not always the one with the greater number.
        let is_replaced = others.any(|(other, line)| other != place && line.who == who);
        let is_replaced = is_replaced || self.plan.devices > 0;
        let may_close = match why {
            Close::Replaced => is_replaced,
            Close::RoomClosed | Close::Full => true,
            _ => false,
        };
        self.line(session).is_closed = true;
        self.law(may_close, |_| {
            format!("{session:?} of {who:?} is closed: {why:?}")
        });
    }

    /// A host acts although nothing is left to be done.
    pub(crate) fn check_rest(&mut self, how: &str) {
        let is_late = self.rests_at.is_some_and(|rests_at| rests_at < self.now);
        self.law(!is_late, |_| format!("a host never rests: it {how}"));
    }

    pub(crate) fn check_denied(&mut self, session: SessionId, why: Denied) {
        let may_deny = match why {
            Denied::Unavailable => self.may_fail(),
            // A code may have been used up meanwhile.
            Denied::Forbidden => self.plan.devices > 0,
            Denied::Full | Denied::TooMany(_) | Denied::Refused(_) => true,
            _ => false,
        };
        self.law(may_deny, |_| format!("{session:?} is denied: {why:?}"));
    }
}

fn member_taken(entry: &Entry) -> Option<MemberId> {
    match &entry.event {
        Event::SeatTaken { member, .. } | Event::DeviceAdded { member } => Some(*member),
        _ => None,
    }
}
