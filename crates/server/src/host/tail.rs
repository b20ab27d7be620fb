//! The last entries of a room as they travel. Older ones are read from the journal when a client's cursor asks for
//! them, so that a loaded room takes about as much memory after 200 000 entries as after a few hundred.

use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use raum_journal::{Priority, RoomId, Store};
use raum_room::{Seq, Written};
use raum_wire::native::{self, Close};

use super::marks::mark;
use crate::{
    limits::{REPLAY_BYTES_MAX, REPLAY_FRAME_BYTES_MAX, REPLAY_PAGE_ENTRIES, TAIL_BYTES_MAX},
    meters,
};

/// The last entries without their private parts, as JSON.
#[derive(Default)]
pub(super) struct Tail {
    /// How many entries came before the first of these.
    before: Seq,
    entries: Vec<Arc<str>>,
    bytes: meters::TailBytes,
}

/// Entries that a connection lacks, as many as it may hold at once.
pub(crate) enum Replay {
    Recent {
        frames: Vec<Utf8Bytes>,
        /// The last of them, if there are more. Without it, whatever happens from now on comes by itself.
        more_after: Option<Seq>,
    },
    /// The host does not have them any more: [`read_older`] does.
    Older,
}

impl Tail {
    pub(super) fn push(&mut self, entry: &Written) {
        let entry = entry.public();
        self.bytes.add(entry.len());
        self.entries.push(entry.clone());
    }

    /// Drops the oldest entries if there are too many bytes: half of them, so that it seldom happens.
    pub(super) fn trim(&mut self) {
        if self.bytes.get() <= TAIL_BYTES_MAX {
            return;
        }
        let mut bytes = self.bytes.get();
        let dropped = self.entries.iter().take_while(|entry| {
            let too_many = bytes > TAIL_BYTES_MAX / 2;
            bytes -= entry.len();
            too_many
        });
        // The last entry stays, however long it is.
        let dropped = dropped.count().min(self.entries.len() - 1);
        for entry in self.entries.drain(..dropped) {
            self.bytes.remove(entry.len());
        }
        self.before += dropped as Seq;
    }

    /// An entry by its number, if it is not too old.
    pub(super) fn get(&self, seq: Seq) -> Option<&str> {
        let place = usize::try_from(seq.checked_sub(self.before + 1)?).ok()?;
        self.entries.get(place).map(|entry| &**entry)
    }

    pub(super) fn last(&self) -> Option<&str> {
        self.entries.last().map(|entry| &**entry)
    }

    /// The entries after one; none if some of them are too old.
    pub(super) fn after(&self, seq: Seq) -> Option<&[Arc<str>]> {
        let place = usize::try_from(seq.checked_sub(self.before)?).ok()?;
        Some(self.entries.get(place..).unwrap_or_default())
    }

    /// The next entries after one, for a connection.
    pub(super) fn replay(&self, after: Seq) -> Replay {
        let Some(missing) = self.after(after) else {
            return Replay::Older;
        };
        let (now, later) = missing.split_at(fitting(missing, REPLAY_BYTES_MAX));
        Replay::Recent {
            frames: frames(now),
            more_after: (!later.is_empty()).then_some(after + now.len() as Seq),
        }
    }
}

/// The next entries after one, from the journal, and the number of the last of them.
pub(crate) async fn read_older(
    store: &dyn Store,
    room: &RoomId,
    after: Seq,
) -> Result<(Vec<Utf8Bytes>, Seq), Close> {
    let page = store.read_page(room, after + 1, REPLAY_PAGE_ENTRIES, Priority::Load);
    let entries = page.await.map_err(|_| Close::Journal)?.entries;
    // They were there, so without them the room was deleted.
    let last = entries.last().ok_or(Close::NoRoom)?.seq;
    let entries: Vec<_> = entries
        .into_iter()
        .map(|entry| Written::new(entry).public().clone())
        .collect();
    Ok((frames(&entries), last))
}

/// Frames with these entries, none of which is long.
fn frames(entries: &[Arc<str>]) -> Vec<Utf8Bytes> {
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
pub(super) fn entries_frame(entries: &[Arc<str>]) -> Utf8Bytes {
    let mark = entries.last().map(|entry| mark(entry));
    native::entries_frame(entries, &mark.unwrap_or_default()).into()
}

/// How many of the first entries have no more than these bytes: one at least, if there are any.
fn fitting(entries: &[Arc<str>], bytes_max: usize) -> usize {
    let mut bytes = 0;
    let fitting = entries.iter().take_while(|entry| {
        bytes += entry.len();
        bytes <= bytes_max
    });
    fitting.count().max(1).min(entries.len())
}

#[cfg(test)]
mod tests {
    use raum_room::{Entry, Event};

    use super::*;

    fn said(seq: Seq, chars: usize) -> Written {
        let entry = Entry {
            seq,
            at: 0,
            answers: None,
            event: Event::Said {
                member: None,
                name: "Ann".to_owned(),
                text: "x".repeat(chars),
            },
            private: None,
        };
        entry.into()
    }

    #[test]
    fn a_long_room_takes_no_more_memory_than_a_short_one() {
        let mut tail = Tail::default();
        for seq in 1..=10_000 {
            tail.push(&said(seq, 500));
            tail.trim();
            assert!(tail.bytes.get() <= TAIL_BYTES_MAX);
        }
        let bytes: usize = tail.entries.iter().map(|entry| entry.len()).sum();
        assert_eq!(tail.bytes.get(), bytes);
        assert!(bytes > TAIL_BYTES_MAX / 4);
        assert_eq!(tail.before + tail.entries.len() as Seq, 10_000);
    }

    #[test]
    fn entries_have_their_numbers_after_a_trim() {
        let mut tail = Tail::default();
        for seq in 1..=1_000 {
            tail.push(&said(seq, 500));
            tail.trim();
        }
        let first = tail.before + 1;
        assert!(first > 1);
        for seq in [first, first + 1, 1_000] {
            let number = format!("\"seq\":{seq},");
            assert!(tail.get(seq).unwrap().contains(&number), "{seq}");
            assert_eq!(tail.after(seq).unwrap().len() as Seq, 1_000 - seq);
        }
        assert_eq!(tail.last(), tail.get(1_000));
        assert_eq!(tail.get(1_001), None);
        assert_eq!(tail.get(0), None);
        assert_eq!(tail.get(first - 1), None);
        assert!(tail.after(first - 1).is_some());
        assert!(tail.after(first - 2).is_none());
        assert!(matches!(tail.replay(0), Replay::Older));
    }

    #[test]
    fn one_entry_stays_however_long_it_is() {
        let mut tail = Tail::default();
        tail.push(&said(1, 2 * TAIL_BYTES_MAX));
        tail.trim();
        assert!(tail.get(1).is_some());
    }
}
