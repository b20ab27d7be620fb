//! Deliberate faults of a driver or a store. The laws detect each of them.

use raum_host::AppendOutcome;
use raum_room::Entry;

use super::world::World;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// Reports entries as durable before they are.
    AppliesBeforeAppend,
    /// Appends entries with an unknown outcome again, at the end of the journal.
    RetriesBlindly,
    /// Reports a conflict as success.
    IgnoresConflict,
    /// Reports an unknown outcome as failure.
    TakesUnknownForFailure,
    /// Reports an unknown outcome as success.
    TakesUnknownForSuccess,
    /// Loses the last entry in a crash, although it was acknowledged.
    LosesLastEntry,
    /// Leaves out the first entry that a host has missed.
    SkipsMissedEntry,
    /// Sends frames twice.
    SendsTwice,
    /// Drops frames.
    LosesFrames,
    /// Never wakes the host.
    NeverWakes,
    /// Never reports that a session has ended.
    IgnoresDisconnects,
    /// Never reports who is on other nodes.
    IgnoresOtherNodes,
    /// Never answers for a machine.
    NeverThinks,
    /// Stores a machine's move instead of answering.
    PlaysUnasked,
    /// Drops the outcomes of appends.
    LosesOutcomes,
}

impl World {
    /// The outcome of an append as the host gets it.
    pub(crate) fn falsify(&mut self, stored: AppendOutcome, entries: &[Entry]) -> AppendOutcome {
        match (self.fault, stored) {
            (Some(Fault::IgnoresConflict), AppendOutcome::Conflict(_))
            | (Some(Fault::TakesUnknownForSuccess), AppendOutcome::Unknown) => AppendOutcome::Done,
            (Some(Fault::TakesUnknownForFailure), AppendOutcome::Unknown) => {
                AppendOutcome::Unavailable
            }
            (Some(Fault::RetriesBlindly), AppendOutcome::Unknown) => {
                let numbers = self.store.last() + 1..;
                let again = numbers.zip(entries).map(|(seq, entry)| Entry {
                    seq,
                    ..entry.clone()
                });
                self.store(&again.collect::<Vec<_>>())
            }
            (_, AppendOutcome::Conflict(missed)) => {
                AppendOutcome::Conflict(self.falsify_missed(missed))
            }
            (_, stored) => stored,
        }
    }

    /// The entries that a host has missed, as it gets them.
    pub(crate) fn falsify_missed(&mut self, mut missed: Vec<Entry>) -> Vec<Entry> {
        if self.fault == Some(Fault::SkipsMissedEntry) && missed.len() > 1 {
            missed.remove(0);
        }
        missed
    }
}
