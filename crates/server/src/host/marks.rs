//! Marks of entries. A client gives back the mark of its last entry, and so learns when the room has another history
//! than the one that it knows: an older backup has been restored.

use std::fmt::Write;

use raum_room::Seq;
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
    /// Whether a cursor is of this room's history. A client that gives no mark, or has no entry, is believed.
    pub(super) fn is_own_cursor(&self, after: Seq, mark_shown: Option<&str>) -> bool {
        if after > self.room.seq() {
            return false;
        }
        let place = usize::try_from(after)
            .ok()
            .and_then(|after| after.checked_sub(1));
        match (place.and_then(|place| self.log.get(place)), mark_shown) {
            (Some(entry), Some(shown)) => mark(entry) == shown,
            _ => true,
        }
    }
}
