//! The latest entries of a room, as JSON without their private parts. Older ones are read from the journal when a client
//! needs them, so that a loaded room takes about the same memory after 200 000 entries as after a few hundred.

use raum_room::{EncodedEntry, Seq};
use raum_wire::native;
use sha2::{Digest, Sha256};

use crate::{
    Backlog,
    limits::{BACKLOG_BYTES_MAX, BACKLOG_FRAME_BYTES_MAX, LOG_BYTES_MAX},
};

/// The mark of an entry, from its public JSON: the first 48 bits of its SHA-256. A client sends back the mark of its last
/// entry, so that the host notices if the room's history has changed: an older backup was restored.
pub fn mark(entry: &str) -> String {
    let mut bits = [0; 8];
    bits[2..].copy_from_slice(&Sha256::digest(entry)[..6]);
    format!("{:012x}", u64::from_be_bytes(bits))
}

/// The latest entries.
#[derive(Clone, Debug, Default)]
pub(crate) struct Log {
    /// The number of entries before these.
    before: Seq,
    /// Boxed rather than shared with the journal: a reference count per entry would take more memory.
    entries: Vec<Box<str>>,
    bytes: usize,
}

impl Log {
    pub(crate) fn push(&mut self, entry: &EncodedEntry) {
        let entry: Box<str> = (&**entry.public()).into();
        self.bytes += entry.len();
        self.entries.push(entry);
    }

    /// Drops the oldest entries if the log is too large: half of it, so that trimming is rare.
    pub(crate) fn trim(&mut self) {
        if self.bytes <= LOG_BYTES_MAX {
            return;
        }
        let mut dropped = 0;
        // The last entry stays, even if it is too long by itself.
        while self.bytes > LOG_BYTES_MAX / 2 && dropped + 1 < self.entries.len() {
            self.bytes -= self.entries[dropped].len();
            dropped += 1;
        }
        self.entries.drain(..dropped);
        self.before += dropped as Seq;
    }

    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// An entry, if the log still has it.
    pub(crate) fn get(&self, seq: Seq) -> Option<&str> {
        let entry = self.after(seq.checked_sub(1)?)?.first()?;
        Some(entry)
    }

    pub(crate) fn last(&self) -> Option<&str> {
        self.entries.last().map(|entry| &**entry)
    }

    /// The entries after this one, or `None` if some of them were trimmed.
    pub(crate) fn after(&self, seq: Seq) -> Option<&[Box<str>]> {
        let index = usize::try_from(seq.checked_sub(self.before)?).ok()?;
        Some(self.entries.get(index..).unwrap_or_default())
    }

    /// The next part of the backlog of a session with this cursor.
    pub(crate) fn backlog(&self, after: Seq) -> Backlog {
        let Some(missing) = self.after(after) else {
            return Backlog::Trimmed;
        };
        let (now, later) = missing.split_at(fitting(missing, BACKLOG_BYTES_MAX));
        Backlog::Recent {
            frames: entries_frames(now),
            more_after: (!later.is_empty()).then_some(after + now.len() as Seq),
        }
    }
}

/// Encodes entries as short frames.
pub fn entries_frames(entries: &[impl AsRef<str>]) -> Vec<String> {
    let mut frames = Vec::new();
    let mut rest = entries;
    while !rest.is_empty() {
        let (frame, others) = rest.split_at(fitting(rest, BACKLOG_FRAME_BYTES_MAX));
        frames.push(entries_frame(frame));
        rest = others;
    }
    frames
}

/// Encodes entries as one frame.
pub(crate) fn entries_frame(entries: &[impl AsRef<str>]) -> String {
    let mark = entries.last().map(|entry| mark(entry.as_ref()));
    native::entries_frame(entries, &mark.unwrap_or_default())
}

/// How many of the first entries fit into this size, but at least one.
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
            format: None,
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
    fn the_log_of_a_long_room_stays_small() {
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
    fn trimming_preserves_sequence_numbers() {
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
        assert!(matches!(log.backlog(0), Backlog::Trimmed));
    }

    #[test]
    fn the_last_entry_is_never_trimmed() {
        let mut log = Log::default();
        log.push(&said(1, 2 * LOG_BYTES_MAX));
        log.trim();
        assert!(log.get(1).is_some());
    }
}
