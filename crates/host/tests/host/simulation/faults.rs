//! Deliberate faults of a driver or a store. The laws find each of them out.

use raum_host::AppendOutcome;
use raum_room::Entry;

use super::world::World;

/// What a driver or a store does wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The host hears that entries are durable before they are.
    AppliesBeforeAppend,
    /// What has an unknown outcome is appended again behind whatever the journal has.
    RetriesBlindly,
    /// The host goes on with its own entries although others won.
    IgnoresConflict,
    /// An unknown outcome is taken for a failure.
    TakesUnknownForFailure,
    /// An unknown outcome is taken for success.
    TakesUnknownForSuccess,
    /// A crash loses the last entry, although it was acknowledged.
    Forgets,
    /// The first entry that a host has missed is left out.
    SkipsMissed,
    /// A frame is sent twice.
    TellsTwice,
    /// A frame is not sent.
    LosesFrames,
    /// The host is never woken.
    NeverWakes,
    /// The host never hears that a session has ended.
    Deaf,
    /// The host never hears who is on other nodes.
    HearsOfNobody,
    /// The host does not hear how an append ended.
    LosesAnswers,
}

impl World {
    /// What the host hears of an append.
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

    /// The entries that a host has missed, as it hears of them.
    pub(crate) fn falsify_missed(&mut self, mut missed: Vec<Entry>) -> Vec<Entry> {
        if self.fault == Some(Fault::SkipsMissed) && missed.len() > 1 {
            missed.remove(0);
        }
        missed
    }
}
