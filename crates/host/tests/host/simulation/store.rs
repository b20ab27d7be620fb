//! The journal of a run, and the fates of appends to it.

use raum_host::AppendOutcome;
use raum_room::{Entry, Seq};

use super::{chance::Chance, plan::Trouble};

#[derive(Debug)]
pub(crate) struct Store {
    pub(crate) entries: Vec<Entry>,
}

/// The fate of an append.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// The outcome is reported.
    Reported,
    /// Nothing is stored.
    Unavailable,
    /// The entries are stored, and the outcome is lost.
    AnswerLost,
    /// The entries are not stored, and the outcome is lost.
    Lost,
    /// The entries are stored after the outcome was reported as unknown.
    Late,
}

impl Fate {
    pub(crate) fn draw(trouble: Trouble, chance: &mut Chance) -> Self {
        if chance.per_mille(trouble.unavailable) {
            Self::Unavailable
        } else if chance.per_mille(trouble.unknown) {
            chance.pick(&[Self::AnswerLost, Self::Lost, Self::Late])
        } else {
            Self::Reported
        }
    }
}

impl Store {
    pub(crate) fn last(&self) -> Seq {
        self.entries.len() as Seq
    }

    /// The entries after this one.
    pub(crate) fn after(&self, seq: Seq) -> &[Entry] {
        self.entries
            .get(usize::try_from(seq).unwrap()..)
            .unwrap_or_default()
    }

    pub(crate) fn get(&self, seq: Seq) -> Option<&Entry> {
        self.after(seq.checked_sub(1)?).first()
    }

    /// Appends entries if they follow the last one.
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
