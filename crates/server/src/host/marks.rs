//! Marks of entries. A client gives back the mark of its last entry, and so learns when the room has another history
//! than the one that it knows: an older backup has been restored.

use std::fmt::Write;

use raum_journal::Priority;
use raum_room::{Seq, Written};
use raum_wire::native::Close;
use sha2::{Digest, Sha256};

use super::Host;

/// 48 bits: enough that two histories of one room do not agree by chance.
const MARK_BYTES: usize = 6;

/// The mark of an entry, given as it travels.
pub(super) fn mark(entry: &str) -> String {
    let mut mark = String::new();
    for byte in &Sha256::digest(entry)[..MARK_BYTES] {
        // Writing to a string cannot fail.
        write!(mark, "{byte:02x}").ok();
    }
    mark
}

impl Host {
    /// Makes sure that a cursor is of this room's history. A client that gives no mark, or has no entry, is believed.
    pub(super) async fn check_cursor(
        &self,
        after: Seq,
        mark_shown: Option<&str>,
    ) -> Result<(), Close> {
        let is_own = match mark_shown {
            _ if after > self.room.seq() => false,
            Some(shown) if after > 0 => self.mark_of(after).await? == shown,
            _ => true,
        };
        if is_own { Ok(()) } else { Err(Close::Cursor) }
    }

    /// The mark of an entry, which may be so old that only the journal has it.
    async fn mark_of(&self, seq: Seq) -> Result<String, Close> {
        if let Some(entry) = self.log.get(seq) {
            return Ok(mark(entry));
        }
        let store = &self.surroundings.store;
        let page = store.read_page(&self.id, seq, 1, Priority::Load).await;
        let page = page.map_err(|_| Close::Journal)?;
        let entry = page.entries.into_iter().next().ok_or(Close::Journal)?;
        Ok(mark(Written::new(entry).public()))
    }
}
