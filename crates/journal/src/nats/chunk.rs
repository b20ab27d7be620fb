//! Consecutive entries of a room as one message of a stream: a line about them, and a line of JSON for each.
//!
//! The first line is `raum1 FIRST LAST START PLACE APPEND CHECKSUM`: the first and the last entry, the entry that started the
//! last game so far (0 if none has), the place of its message in the stream (0 if it is this message, `?` if unknown), the
//! append, and a checksum of the room, the line and the content.

use std::fmt::Write;

use bytes::Bytes;
use raum_room::{EncodedEntry, Entry, Event, Seq};

use crate::{
    Error, RoomId,
    content::{self, damaged},
};

use super::api::Stored;

/// The size of the content after which the entries of an append continue in the next message.
const CONTENT_BYTES: usize = 128 * 1024;

const VERSION: &str = "raum1";

/// Where the last game of a room started.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Start {
    /// The entry, or 0 if no game has started.
    pub(super) seq: Seq,
    /// The place of its message in the stream, if known.
    pub(super) place: Option<u64>,
}

/// A message read from a stream. Its checksum is correct.
#[derive(Clone, Debug)]
pub(super) struct Chunk {
    /// Its place in the stream.
    pub(super) place: u64,
    pub(super) first: Seq,
    pub(super) last: Seq,
    pub(super) start: Start,
    /// Identifies the append, so that its writer recognises it.
    pub(super) append: String,
    content: Bytes,
}

impl Chunk {
    /// Reads the message of a room in which the entry `expected` comes next.
    pub(super) fn read(room: &RoomId, expected: Seq, stored: &Stored) -> Result<Self, Error> {
        let damaged = |why: &str| damaged(room, expected, why);
        let payload = &stored.payload;
        let end = payload.iter().position(|byte| *byte == b'\n');
        let end = end.ok_or_else(|| damaged("its message is malformed"))?;
        let line =
            str::from_utf8(&payload[..end]).map_err(|_| damaged("its message is malformed"))?;
        let content = payload.slice(end + 1..);
        let (label, checksum) = line
            .rsplit_once(' ')
            .ok_or_else(|| damaged("its message is malformed"))?;
        if u32::from_str_radix(checksum, 16) != Ok(self::checksum(room, label, &content)) {
            return Err(damaged("its checksum is wrong"));
        }
        if label.starts_with("raum") && !label.starts_with("raum1 ") {
            return Err(Error::Newer {
                room: room.clone(),
                seq: expected,
            });
        }
        Self::labelled(label, stored.place, content)
            .ok_or_else(|| damaged("its message is malformed"))
    }

    fn labelled(label: &str, place: u64, content: Bytes) -> Option<Self> {
        let mut words = label.split(' ').skip(1);
        let first = words.next()?.parse().ok()?;
        let last = words.next()?.parse().ok()?;
        let start = words.next()?.parse().ok()?;
        let start_place = match words.next()? {
            "0" => Some(place),
            text => text.parse().ok(),
        };
        let append = words.next()?.to_owned();
        Some(Self {
            place,
            first,
            last,
            start: Start {
                seq: start,
                place: start_place.filter(|_| start > 0),
            },
            append,
            content,
        })
    }

    /// The last entry of a message, even if the message is damaged.
    pub(super) fn claimed_last(stored: &Stored) -> Option<Seq> {
        let line = stored.payload.split(|byte| *byte == b'\n').next()?;
        let mut words = str::from_utf8(line).ok()?.split(' ');
        words.next().filter(|word| word.starts_with("raum"))?;
        words.nth(1)?.parse().ok()
    }

    /// The entries from a sequence number on, at most `entries_max`.
    pub(super) fn entries(
        &self,
        room: &RoomId,
        from: Seq,
        entries_max: usize,
    ) -> Result<Vec<Entry>, Error> {
        (self.first..=self.last)
            .zip(self.content.split(|byte| *byte == b'\n'))
            .skip_while(|(seq, _)| *seq < from)
            .take(entries_max)
            .map(|(seq, line)| content::read(room, seq, line))
            .collect()
    }

    /// The size of its content.
    pub(super) fn bytes(&self) -> usize {
        self.content.len()
    }
}

/// Encodes the entries of an append as messages, of which each but the last is full.
pub(super) fn encode(
    room: &RoomId,
    entries: &[EncodedEntry],
    mut start: Start,
    append: &str,
    content_bytes_max: usize,
) -> Vec<Bytes> {
    let mut chunks = Vec::new();
    let mut rest = entries;
    while let [first, ..] = rest {
        let mut content = String::new();
        let mut count = 0;
        let mut starts_here = false;
        for encoded in rest {
            let text = encoded.stored();
            if count > 0 && content.len() + text.len() >= content_bytes_max.min(CONTENT_BYTES) {
                break;
            }
            if count > 0 {
                content.push('\n');
            }
            content.push_str(&text);
            count += 1;
            if matches!(encoded.entry().event, Event::GameStarted(_)) {
                start.seq = encoded.entry().seq;
                starts_here = true;
            }
        }
        let first = first.entry().seq;
        let last = first + count as Seq - 1;
        let place = match start.place {
            _ if starts_here => "0".to_owned(),
            Some(place) => place.to_string(),
            None => "?".to_owned(),
        };
        let mut message = format!("{VERSION} {first} {last} {} {place} {append}", start.seq);
        let checksum = checksum(room, &message, content.as_bytes());
        // Writing to a string cannot fail.
        writeln!(message, " {checksum:08x}").ok();
        message.push_str(&content);
        chunks.push(message.into());
        if starts_here {
            // Known only when the message is stored.
            start.place = None;
        }
        rest = &rest[count..];
    }
    chunks
}

/// Covers the room, too, to detect messages in the wrong place.
fn checksum(room: &RoomId, label: &str, content: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(room.as_str().as_bytes());
    hasher.update(b" ");
    hasher.update(label.as_bytes());
    hasher.update(b"\n");
    hasher.update(content);
    hasher.finalize()
}
