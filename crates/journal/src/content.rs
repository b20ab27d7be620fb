//! The text of a stored entry, which every durable store reads in the same way.

use raum_room::{BadEntry, Entry, Event, Seq};

use crate::{Error, RoomId};

/// Reads an entry from its JSON. Any other entry than the `expected` one is damage.
pub(crate) fn read(room: &RoomId, expected: Seq, content: &[u8]) -> Result<Entry, Error> {
    let damaged = |why: &str| damaged(room, expected, why);
    let text = str::from_utf8(content).map_err(|_| damaged("it is not UTF-8"))?;
    let entry = Entry::read(text).map_err(|error| match error {
        BadEntry::Newer(_) => Error::Newer {
            room: room.clone(),
            seq: expected,
        },
        BadEntry::Malformed(error) => damaged(&error.to_string()),
    })?;
    if entry.seq != expected {
        return Err(damaged("its content is another entry"));
    }
    if expected == 1 && !matches!(entry.event, Event::RoomOpened(_)) {
        return Err(damaged("it does not open the room"));
    }
    Ok(entry)
}

/// Damage of an entry.
pub(crate) fn damaged(room: &RoomId, seq: Seq, why: &str) -> Error {
    Error::Damaged {
        room: room.clone(),
        seq,
        why: why.to_owned(),
    }
}
