//! The laws that hold throughout a run.

use raum_host::{Denied, SessionId};
use raum_room::{Command, Entry, Event, MemberId};
use raum_wire::native::{Close, ServerFrame};

use super::{connection::ClientId, native::Sent, world::World};

impl World {
    /// Checks stored entries: sequence numbers have no gaps, time does not run backwards, no command is applied twice, a
    /// game ends once, and machines move when they were asked.
    pub(crate) fn check_entries(&mut self, new: &[Entry]) {
        let entries = self.store.entries.clone();
        let before = entries.len() - new.len();
        for (place, entry) in entries.iter().enumerate().skip(before.max(1)) {
            let known = &entries[..place];
            self.law(entry.seq == place as u64 + 1, |_| {
                format!("a gap at {entry:?}")
            });
            self.law(entry.at >= known[place - 1].at, |_| {
                format!("time runs backwards at {entry:?}")
            });
            let twice = known
                .iter()
                .any(|known| entry.answers.is_some() && known.answers == entry.answers);
            self.law(!twice, |_| format!("applied twice: {entry:?}"));
            let mut game = known
                .iter()
                .rev()
                .take_while(|known| !matches!(known.event, Event::GameStarted(_)));
            let is_refunded = matches!(entry.event, Event::ClockResumed);
            let may_refund = self.plan.limits.clock_stops_unattended;
            self.law(!is_refunded || may_refund, |_| {
                format!("the clock is refunded: {entry:?}")
            });
            let ended = |entry: &Entry| matches!(entry.event, Event::GameEnded(_));
            self.check_machine(entry);
            self.law(!(ended(entry) && game.any(ended)), |_| {
                format!("ended twice: {entry:?}")
            });
        }
    }

    /// Checks a frame before it is sent: its entries are durable, and it answers a command that is unanswered.
    pub(crate) fn check_frame(&mut self, session: SessionId, frame: &ServerFrame) {
        match frame {
            ServerFrame::Entries { entries, .. } => {
                for entry in entries {
                    let stored = self.store.get(entry.seq).cloned().map(|stored| Entry {
                        private: None,
                        ..stored
                    });
                    self.law(stored.as_ref() == Some(entry), |_| {
                        format!("{session:?} receives {entry:?}, and the journal has {stored:?}")
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
                let ClientId::Native(client) = self.connection(session).client else {
                    return;
                };
                let sent = self.natives[client]
                    .sent
                    .iter()
                    .find(|sent| sent.number == *number);
                let is_answered_by =
                    sent.is_some_and(|sent| self.is_answered_by(sent, *seq, client));
                self.law(is_answered_by, |_| {
                    format!("{number} is not answered by {seq}")
                });
                let is_owner = member.is_none_or(|member| self.owns(client, member));
                self.law(is_owner, |_| format!("{session:?} is not {member:?}"));
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
        let open = &mut self.connection(session).open;
        let place = open.iter().position(|open| *open == number);
        if let Some(place) = place {
            open.remove(place);
        }
        self.law(place.is_some(), |_| {
            format!("{session:?} is answered twice: {number}")
        });
    }

    /// Whether this entry is the right answer to a command.
    pub(crate) fn is_answered_by(&self, sent: &Sent, seq: u64, client: usize) -> bool {
        let mut entries = self.store.entries.iter();
        let answers = |entry: &&Entry| {
            entry
                .answers
                .is_some_and(|answers| answers.number == sent.number)
        };
        match (entries.find(answers), &sent.command) {
            // A retry after the seat was given up needs no entry of its own.
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

    /// Whether the store may have failed in this run.
    fn may_fail(&self) -> bool {
        self.is_calm
            || self.plan.trouble.unavailable + self.plan.trouble.unknown + self.plan.trouble.unread
                > 0
    }

    /// A conflict closes no connection; only a newer connection replaces another.
    pub(crate) fn check_close(&mut self, session: SessionId, why: Close) {
        let place = usize::try_from(session.0).unwrap();
        let client = self.connections[place].client;
        let mut others = self.connections.iter().enumerate();
        // Clocks differ, so the newer connection does not always have the greater number.
        let is_replaced =
            others.any(|(other, connection)| other != place && connection.client == client);
        let is_replaced = is_replaced || self.plan.devices > 0;
        let may_close = match why {
            Close::Replaced => is_replaced,
            Close::RoomClosed | Close::Full => true,
            _ => false,
        };
        self.connection(session).is_closed = true;
        self.law(may_close, |_| {
            format!("{session:?} of {client:?} is closed: {why:?}")
        });
    }

    /// Checks that hosts stop acting when nothing is left to do.
    pub(crate) fn check_rest(&mut self, how: &str) {
        let is_late = self.rests_at.is_some_and(|rests_at| rests_at < self.now);
        self.law(!is_late, |_| format!("a host never rests: it {how}"));
    }

    pub(crate) fn check_denied(&mut self, session: SessionId, why: Denied) {
        let may_deny = match why {
            Denied::Unavailable => self.may_fail(),
            // The code may have been used meanwhile.
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
