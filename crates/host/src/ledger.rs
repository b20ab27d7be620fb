//! The one transaction by which anything enters a room's journal: propose entries on the newest state, have them
//! appended, and apply them once they are durable. What another writer appended first is absorbed, and the decision is
//! made again; of what the store cannot tell, the journal is read before anyone hears an answer.

use std::mem;

use raum_room::{Answers, EncodedEntry, Entry, Event, Millis, Private, Refusal, Room, Seq};

/// How often a decision is made again because another writer came first, and an append because the store could not tell
/// what became of it.
const TRIES_MAX: u8 = 8;

/// The entries on their way to a room's journal. The owner of the ledger owns the room too, and applies what is durable.
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    /// The entries that wait for their verdict; none if nothing does.
    proposed: Vec<EncodedEntry>,
    tries: u8,
    /// Whether an append of them may still reach the journal, whatever is heard of a later one.
    in_doubt: bool,
    /// Whether the journal may have entries behind the room's last that this ledger does not know.
    uncertain: bool,
}

/// What goes into the entries of a proposal beside their events. Only the first has the answer and the secrets.
#[derive(Clone, Debug)]
pub struct Stamp {
    /// The place of the next entry.
    pub seq: Seq,
    /// The time.
    pub at: Millis,
    /// The command that is answered.
    pub answers: Option<Answers>,
    /// What stays in the journal.
    pub private: Option<Private>,
}

impl Stamp {
    /// Stamps the entries after a room's last one. The room's time never runs back, whatever the clock shows.
    pub fn after(room: &Room, now: Millis) -> Self {
        Self {
            seq: room.seq() + 1,
            at: now.max(room.at()),
            answers: None,
            private: None,
        }
    }

    /// Stamps the next event.
    pub fn entry(&mut self, event: Event) -> Entry {
        let seq = self.seq;
        self.seq += 1;
        Entry {
            seq,
            at: self.at,
            answers: self.answers.take(),
            event,
            private: self.private.take(),
        }
    }
}

/// What became of an append.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AppendOutcome {
    /// The entries are durable.
    Done,
    /// Nothing was appended: the journal had these entries first, behind the last one that the ledger knew.
    Conflict(Vec<Entry>),
    /// Nothing was appended: the journal has fewer entries than the ledger.
    Behind,
    /// The store cannot tell whether it has the entries.
    Unknown,
    /// The entries are not stored, and will not be.
    Unavailable,
}

/// What a proposal comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is durable, perhaps with entries of other writers behind it: apply all of these.
    Durable(Vec<EncodedEntry>),
    /// Other writers came first, or nothing was proposed: apply their entries, then decide.
    DecideAgain(Vec<EncodedEntry>),
    /// It is not in the journal yet: append it again, unchanged, so that it is stored once at most.
    AppendAgain,
    /// It may be in the journal: read that behind the room's last entry.
    ReadJournal,
    /// It is given up: apply these entries of other writers, and refuse.
    GiveUp(Refusal, Vec<EncodedEntry>),
    /// The journal has lost what the ledger knows: the ledger must not go on.
    Stop,
}

impl Ledger {
    /// The entries that wait for their verdict.
    pub fn proposed(&self) -> &[EncodedEntry] {
        &self.proposed
    }

    /// Whether the journal may have more than the room. Then it must be read before anything is proposed.
    pub fn is_uncertain(&self) -> bool {
        self.uncertain
    }

    /// Proposes events. The tries before this one count, if it is the same decision made again.
    pub fn propose(&mut self, events: Vec<Event>, mut stamp: Stamp, tries: u8) -> &[EncodedEntry] {
        let entries = events.into_iter().map(|event| stamp.entry(event));
        self.proposed = entries.map(EncodedEntry::new).collect();
        self.tries = tries;
        self.in_doubt = false;
        &self.proposed
    }

    /// Takes what became of an append.
    pub fn appended(&mut self, stored: AppendOutcome) -> Verdict {
        match stored {
            AppendOutcome::Done => self.kept(Vec::new()),
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

    /// Takes what the journal has behind the room's last entry; nothing if it cannot be read.
    pub fn read(&mut self, entries: Option<Vec<Entry>>) -> Verdict {
        self.uncertain = false;
        match entries {
            Some(entries) => self.found(entries),
            None => self.give_up(Refusal::OutcomeUnknown, Vec::new()),
        }
    }

    /// Tells what the entries behind the room's last mean for the proposal.
    fn found(&mut self, entries: Vec<Entry>) -> Verdict {
        if self.proposed.is_empty() {
            return Verdict::DecideAgain(entries.into_iter().map(EncodedEntry::new).collect());
        }
        let is_own = |(own, stored): (&EncodedEntry, &Entry)| own.entry() == stored;
        let own = self
            .proposed
            .iter()
            .zip(&entries)
            .filter(|pair| is_own(*pair));
        if own.count() == self.proposed.len() {
            let others = entries.into_iter().skip(self.proposed.len());
            return self.kept(others.map(EncodedEntry::new).collect());
        }
        let may_try = self.tries < TRIES_MAX;
        self.tries += 1;
        let others: Vec<_> = entries.into_iter().map(EncodedEntry::new).collect();
        match (may_try, others.is_empty()) {
            (true, true) => Verdict::AppendAgain,
            (false, true) => self.give_up(Refusal::OutcomeUnknown, others),
            // Where another entry stands, the proposal never will.
            (true, false) => {
                self.proposed.clear();
                Verdict::DecideAgain(others)
            }
            (false, false) => self.give_up(Refusal::JournalUnavailable, others),
        }
    }

    fn kept(&mut self, others: Vec<EncodedEntry>) -> Verdict {
        let mut kept = mem::take(&mut self.proposed);
        kept.extend(others);
        Verdict::Durable(kept)
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
    fn only_the_first_entry_of_a_proposal_has_the_answer_and_the_secrets() {
        let kind = Kind::Chess;
        let opening = Room::open(kind, HouseRules::native(kind), &kind.start(), []);
        let first = Entry {
            seq: 1,
            at: 10,
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
            // The clock runs back.
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
