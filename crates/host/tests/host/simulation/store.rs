//! The one journal of a run, and how an append to it ends.

use raum_host::AppendOutcome;
use raum_room::{Entry, Seq};

use super::{chance::Chance, plan::Trouble};

/// The journal.
#[derive(Debug)]
pub(crate) struct Store {
    pub(crate) entries: Vec<Entry>,
}

/// How an append ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// The answer says what was done.
    Told,
    /// Nothing is stored.
    Unavailable,
    /// It is done, and the answer is lost.
    AnswerLost,
    /// It is not done, and nobody says so.
    Lost,
    /// The append takes effect after the store has answered that it cannot tell.
    Late,
}

impl Fate {
    pub(crate) fn draw(trouble: Trouble, chance: &mut Chance) -> Self {
        if chance.per_mille(trouble.unavailable) {
            Self::Unavailable
        } else if chance.per_mille(trouble.unknown) {
            chance.pick(&[Self::AnswerLost, Self::Lost, Self::Late])
        } else {
            Self::Told
        }
    }
}

impl Store {
    pub(crate) fn last(&self) -> Seq {
        self.entries.len() as Seq
    }

    /// The entries after one.
    pub(crate) fn after(&self, seq: Seq) -> &[Entry] {
        self.entries
            .get(usize::try_from(seq).unwrap()..)
            .unwrap_or_default()
    }

    pub(crate) fn get(&self, seq: Seq) -> Option<&Entry> {
        self.after(seq.checked_sub(1)?).first()
    }

    /// Appends entries that follow the last one, or says what came first.
    pub(crate) fn append(&mut self, entries: &[Entry]) -> AppendOutcome {
        let Some(first) = entries.first() else {
            return AppendOutcome::Done;
        };
        let missed = self.after(first.seq - 1);
        if !missed.is_empty() {
            return AppendOutcome::Conflict(missed.to_vec());
        }
        if first.seq > self.last() + 1 {
            return AppendOutcome::Behind;
        }
        self.entries.extend_from_slice(entries);
        AppendOutcome::Done
    }
}
