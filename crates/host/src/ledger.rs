//! The transaction that appends entries to a room's journal: propose entries on the latest state, append them, and apply
//! them once they are durable. If another writer appended first, its entries are applied and the decision is made again.
//! If the outcome of an append is unknown, the journal is read before any client gets an answer.

use std::mem;

use raum_room::{Answers, EncodedEntry, Entry, Event, Millis, Private, Refusal, Room, Seq};

/// How often a decision is repeated after conflicts, and an append after unknown outcomes.
const TRIES_MAX: u8 = 8;

/// The entries on their way to a room's journal. The owner of the ledger applies durable entries to the room.
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    /// The entries being appended, or none.
    proposed: Vec<EncodedEntry>,
    tries: u8,
    /// Whether an earlier append of these entries may still reach the journal.
    in_doubt: bool,
    /// Whether the journal may have entries that this ledger has not seen.
    uncertain: bool,
}

/// Turns events into entries: adds sequence numbers and the time, and to the first entry the answer and the private part.
#[derive(Clone, Debug)]
pub struct Stamp {
    /// The sequence number of the next entry.
    pub seq: Seq,
    /// The time.
    pub at: Millis,
    /// The command that the first entry answers.
    pub answers: Option<Answers>,
    /// The private part of the first entry, which never leaves the journal.
    pub private: Option<Private>,
}

impl Stamp {
    /// Continues after a room's last entry. The room's time never runs backwards, even if the clock does.
    pub fn after(room: &Room, now: Millis) -> Self {
        Self {
            seq: room.seq() + 1,
            at: now.max(room.at()),
            answers: None,
            private: None,
        }
    }

    /// Makes an entry of the next event.
    pub fn entry(&mut self, event: Event) -> Entry {
        let seq = self.seq;
        self.seq += 1;
        Entry {
            seq,
            at: self.at,
            format: event.format(),
            answers: self.answers.take(),
            event,
            private: self.private.take(),
        }
    }
}

/// The outcome of an append.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AppendOutcome {
    /// The entries are durable.
    Done,
    /// Nothing was appended: the journal already had these entries after the ledger's last one.
    Conflict(Vec<Entry>),
    /// Nothing was appended: the journal has fewer entries than the ledger.
    Behind,
    /// The entries may or may not be stored.
    Unknown,
    /// The entries are not stored, and never will be.
    Unavailable,
}

/// What the owner of a ledger has to do next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The proposal is durable: apply these entries, the last of which may be other writers'.
    Durable(Vec<EncodedEntry>),
    /// Other writers came first, or nothing was proposed: apply their entries, then decide.
    DecideAgain(Vec<EncodedEntry>),
    /// The proposal is not in the journal: append the same entries again, so that they are stored at most once.
    AppendAgain,
    /// The proposal may be in the journal: read it after the room's last entry.
    ReadJournal,
    /// Refuse with this reason, and apply these entries of other writers.
    GiveUp(Refusal, Vec<EncodedEntry>),
    /// Stop: the journal has lost entries that the ledger has seen.
    Stop,
}

impl Ledger {
    /// The entries being appended.
    pub fn proposed(&self) -> &[EncodedEntry] {
        &self.proposed
    }

    /// Whether the journal may have entries that the room lacks. It must then be read before the next proposal.
    pub fn is_uncertain(&self) -> bool {
        self.uncertain
    }

    /// Proposes events. `tries` counts the earlier attempts at the same decision.
    pub fn propose(&mut self, events: Vec<Event>, mut stamp: Stamp, tries: u8) -> &[EncodedEntry] {
        let entries = events.into_iter().map(|event| stamp.entry(event));
        self.proposed = entries.map(EncodedEntry::new).collect();
        self.tries = tries;
        self.in_doubt = false;
        &self.proposed
    }

    /// Handles the outcome of an append.
    pub fn appended(&mut self, outcome: AppendOutcome) -> Verdict {
        match outcome {
            AppendOutcome::Done => Verdict::Durable(mem::take(&mut self.proposed)),
            AppendOutcome::Conflict(entries) => self.found(entries),
            AppendOutcome::Behind => Verdict::Stop,
            AppendOutcome::Unknown => {
                self.in_doubt = true;
                Verdict::ReadJournal
            }
            AppendOutcome::Unavailable if self.in_doubt => {
                self.give_up(Refusal::OutcomeUnknown, Vec::new())
            }
            AppendOutcome::Unavailable => self.give_up(Refusal::JournalUnavailable, Vec::new()),
        }
    }

    /// Handles the journal's entries after the room's last one, or a failed read.
    pub fn read(&mut self, entries: Option<Vec<Entry>>) -> Verdict {
        self.uncertain = false;
        match entries {
            Some(entries) => self.found(entries),
            None => self.give_up(Refusal::OutcomeUnknown, Vec::new()),
        }
    }

    /// Compares the proposal with the journal's entries in its place.
    fn found(&mut self, entries: Vec<Entry>) -> Verdict {
        let found: Vec<_> = entries.into_iter().map(EncodedEntry::new).collect();
        if self.proposed.is_empty() {
            return Verdict::DecideAgain(found);
        }
        if found.starts_with(&self.proposed) {
            self.proposed.clear();
            return Verdict::Durable(found);
        }
        let may_try = self.tries < TRIES_MAX;
        self.tries += 1;
        match (may_try, found.is_empty()) {
            (true, true) => Verdict::AppendAgain,
            (false, true) => self.give_up(Refusal::OutcomeUnknown, found),
            // Other entries have taken the proposal's place for good.
            (true, false) => {
                self.proposed.clear();
                Verdict::DecideAgain(found)
            }
            (false, false) => self.give_up(Refusal::JournalUnavailable, found),
        }
    }

    fn give_up(&mut self, why: Refusal, others: Vec<EncodedEntry>) -> Verdict {
        self.proposed.clear();
        self.uncertain |= why == Refusal::OutcomeUnknown;
        Verdict::GiveUp(why, others)
    }
}

#[cfg(test)]
mod tests {
    use raum_room::{HouseRules, MemberId};
    use raum_rules::Kind;

    use super::*;

    #[test]
    fn only_the_first_entry_has_the_answer_and_the_private_part() {
        let kind = Kind::Chess;
        let opening = Room::open(kind, HouseRules::native(kind), &kind.start(), []);
        let first = Entry {
            seq: 1,
            at: 10,
            format: None,
            answers: None,
            event: opening.into(),
            private: None,
        };
        let room = Room::begin(&first).unwrap();
        let answers = Answers {
            member: MemberId(1),
            number: 7,
        };
        let mut stamp = Stamp {
            answers: Some(answers),
            private: Some(Private::default()),
            // The clock runs backwards.
            ..Stamp::after(&room, 9)
        };
        let mut entry = || stamp.entry(Event::ClockResumed);
        let (one, other) = (entry(), entry());
        assert_eq!((one.seq, one.at, one.answers), (2, 10, Some(answers)));
        assert_eq!(one.private, Some(Private::default()));
        assert_eq!((other.seq, other.at, other.answers), (3, 10, None));
        assert_eq!(other.private, None);
        assert_eq!(Stamp::after(&room, 11).at, 11);
    }
}
