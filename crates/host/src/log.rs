//! The last entries of a room as they travel. Older ones are read from the journal when a client's cursor asks for them,
//! so that a loaded room takes about as much memory after 200 000 entries as after a few hundred.

use std::fmt::Write;

use raum_room::{EncodedEntry, Seq};
use raum_wire::native;
use sha2::{Digest, Sha256};

use crate::{
    Backlog,
    limits::{LOG_BYTES_MAX, REPLAY_BYTES_MAX, REPLAY_FRAME_BYTES_MAX},
};

/// 48 bits: enough that two histories of one room do not agree by chance.
const MARK_BYTES: usize = 6;

/// The mark of an entry, given as it travels. A client gives back the mark of its last entry, and so learns when the room
/// has another history than the one that it knows: an older backup has been restored.
pub fn mark(entry: &str) -> String {
    let mut mark = String::with_capacity(2 * MARK_BYTES);
    for byte in &Sha256::digest(entry)[..MARK_BYTES] {
        // Writing to a string cannot fail.
        write!(mark, "{byte:02x}").ok();
    }
    mark
}

/// The last entries without their private parts, as JSON.
#[derive(Clone, Debug, Default)]
pub(crate) struct Log {
    /// How many entries came before the first of these.
    before: Seq,
    /// Not as the journal shares them: a count for each would stay with it.
    entries: Vec<Box<str>>,
    bytes: usize,
}

impl Log {
    pub(crate) fn push(&mut self, entry: &EncodedEntry) {
        let entry: Box<str> = (&**entry.public()).into();
        self.bytes += entry.len();
        self.entries.push(entry);
    }

    /// Drops the oldest entries if there are too many bytes: half of them, so that it seldom happens.
    pub(crate) fn trim(&mut self) {
        if self.bytes <= LOG_BYTES_MAX {
            return;
        }
        let mut bytes = self.bytes;
        let dropped = self.entries.iter().take_while(|entry| {
            let too_many = bytes > LOG_BYTES_MAX / 2;
            bytes -= entry.len();
            too_many
        });
        // The last entry stays, however long it is.
        let dropped = dropped.count().min(self.entries.len() - 1);
        let dropped_bytes: usize = self.entries.drain(..dropped).map(|entry| entry.len()).sum();
        self.bytes -= dropped_bytes;
        self.before += dropped as Seq;
    }

    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// An entry by its number, if it is not too old.
    pub(crate) fn get(&self, seq: Seq) -> Option<&str> {
        let place = usize::try_from(seq.checked_sub(self.before + 1)?).ok()?;
        self.entries.get(place).map(|entry| &**entry)
    }

    pub(crate) fn last(&self) -> Option<&str> {
        self.entries.last().map(|entry| &**entry)
    }

    /// The entries after one; none if some of them are too old.
    pub(crate) fn after(&self, seq: Seq) -> Option<&[Box<str>]> {
        let place = usize::try_from(seq.checked_sub(self.before)?).ok()?;
        Some(self.entries.get(place..).unwrap_or_default())
    }

    /// The next entries after one, for a session.
    pub(crate) fn replay(&self, after: Seq) -> Backlog {
        let Some(missing) = self.after(after) else {
            return Backlog::Trimmed;
        };
        let (now, later) = missing.split_at(fitting(missing, REPLAY_BYTES_MAX));
        Backlog::Recent {
            frames: entries_frames(now),
            more_after: (!later.is_empty()).then_some(after + now.len() as Seq),
        }
    }
}

/// Frames with these entries, none of which is long.
pub fn entries_frames(entries: &[impl AsRef<str>]) -> Vec<String> {
    let mut frames = Vec::new();
    let mut rest = entries;
    while !rest.is_empty() {
        let (frame, others) = rest.split_at(fitting(rest, REPLAY_FRAME_BYTES_MAX));
        frames.push(entries_frame(frame));
        rest = others;
    }
    frames
}

/// One frame with these entries.
pub(crate) fn entries_frame(entries: &[impl AsRef<str>]) -> String {
    let mark = entries.last().map(|entry| mark(entry.as_ref()));
    native::entries_frame(entries, &mark.unwrap_or_default())
}

/// How many of the first entries have no more than these bytes: one at least, if there are any.
fn fitting(entries: &[impl AsRef<str>], bytes_max: usize) -> usize {
    let mut bytes = 0;
    let fitting = entries.iter().take_while(|entry| {
        bytes += entry.as_ref().len();
        bytes <= bytes_max
    });
    fitting.count().max(1).min(entries.len())
}

#[cfg(test)]
mod tests {
    use raum_room::{Entry, Event};

    use super::*;

    fn said(seq: Seq, chars: usize) -> EncodedEntry {
        EncodedEntry::new(Entry {
            seq,
            at: 0,
            answers: None,
            event: Event::Said {
                member: None,
                name: "Ann".to_owned(),
                text: "x".repeat(chars),
            },
            private: None,
        })
    }

    #[test]
    fn a_long_room_takes_no_more_memory_than_a_short_one() {
        let mut log = Log::default();
        for seq in 1..=10_000 {
            log.push(&said(seq, 500));
            log.trim();
            assert!(log.bytes <= LOG_BYTES_MAX);
        }
        let bytes: usize = log.entries.iter().map(|entry| entry.len()).sum();
        assert_eq!(log.bytes, bytes);
        assert!(bytes > LOG_BYTES_MAX / 4);
        assert_eq!(log.before + log.entries.len() as Seq, 10_000);
    }

    #[test]
    fn entries_have_their_numbers_after_a_trim() {
        let mut log = Log::default();
        for seq in 1..=1_000 {
            log.push(&said(seq, 500));
            log.trim();
        }
        let first = log.before + 1;
        assert!(first > 1);
        for seq in [first, first + 1, 1_000] {
            let number = format!("\"seq\":{seq},");
            assert!(log.get(seq).unwrap().contains(&number), "{seq}");
            assert_eq!(log.after(seq).unwrap().len() as Seq, 1_000 - seq);
        }
        assert_eq!(log.last(), log.get(1_000));
        assert_eq!(log.get(1_001), None);
        assert_eq!(log.get(0), None);
        assert_eq!(log.get(first - 1), None);
        assert!(log.after(first - 1).is_some());
        assert!(log.after(first - 2).is_none());
        assert!(matches!(log.replay(0), Backlog::Trimmed));
    }

    #[test]
    fn one_entry_stays_however_long_it_is() {
        let mut log = Log::default();
        log.push(&said(1, 2 * LOG_BYTES_MAX));
        log.trim();
        assert!(log.get(1).is_some());
    }
}
