//! What became of entries that the journal has not confirmed. "Nothing has changed" is said only when it is known.

use raum_journal::Error;
use raum_room::{Refusal, Written};

use super::Host;

impl Host {
    /// Reads back after an append with an unknown outcome. The answer is all entries behind the room's last, if they
    /// begin with those that were to be appended.
    pub(super) async fn read_back(
        &mut self,
        appended: &[Written],
    ) -> Result<Vec<Written>, Refusal> {
        let Ok(stored) = self.read_on().await else {
            self.is_uncertain = true;
            return Err(Refusal::OutcomeUnknown);
        };
        if stored.starts_with(appended) {
            return Ok(stored);
        }
        self.is_uncertain = !stored.is_empty();
        Err(if stored.is_empty() {
            // The disk may have what the store could not flush: a crash would bring it back.
            Refusal::OutcomeUnknown
        } else {
            Refusal::JournalUnavailable
        })
    }

    /// Reads what the journal has behind the room's last entry, where that may be more than the host knows, and takes
    /// it in. Until this succeeds the host appends nothing.
    pub(super) async fn recover(&mut self) {
        if !self.is_uncertain {
            return;
        }
        if let Ok(missed) = self.read_on().await {
            self.is_uncertain = false;
            self.take_in(&missed);
            // A seat that was taken in a narrow dialect without an answer has nobody in it.
            self.remove_lost().await;
        }
    }

    async fn read_on(&self) -> Result<Vec<Written>, Error> {
        let store = &self.surroundings.store;
        let entries = store.read(&self.id, self.room.seq() + 1).await?;
        Ok(entries.into_iter().map(Written::new).collect())
    }
}
