//! An entry as a row: its JSON, and a checksum that shows damage.

use std::sync::Arc;

use raum_room::{BadEntry, EncodedEntry, Entry, Event, Seq};
use rusqlite::{ErrorCode, types::Type};

use crate::{Error, RoomId};

/// An entry as it is kept.
pub(super) struct Row {
    pub(super) seq: i64,
    pub(super) content: Arc<str>,
    pub(super) checksum: u32,
}

impl Row {
    pub(super) fn of(room: &RoomId, written: &EncodedEntry) -> Result<Self, Error> {
        let seq = i64::try_from(written.entry().seq)
            .map_err(|_| Error::Invalid("the numbers are used up"))?;
        let content = written.stored();
        Ok(Self {
            seq,
            checksum: checksum(room, seq, content.as_bytes()),
            content,
        })
    }
}

/// Over the key, too: a row that turns up in another place is as wrong as one that has changed.
fn checksum(room: &RoomId, seq: i64, content: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(room.as_str().as_bytes());
    hasher.update(&seq.to_le_bytes());
    hasher.update(content);
    hasher.finalize()
}

/// The entry of a row whose columns are `seq`, `content` and `checksum`, if it is the `expected` one.
pub(super) fn entry(room: &RoomId, expected: Seq, row: &rusqlite::Row<'_>) -> Result<Entry, Error> {
    let damaged = |why: &str| damaged(room, expected, why);
    let unread = |error: rusqlite::Error| error_in(room, expected, error);
    let seq: i64 = row.get(0).map_err(unread)?;
    let content = row.get_ref(1).map_err(unread)?;
    let content = content
        .as_bytes()
        .map_err(|_| damaged("it has no content"))?;
    let kept: i64 = row.get(2).map_err(unread)?;
    if Seq::try_from(seq) != Ok(expected) {
        return Err(damaged("it is missing"));
    }
    if i64::from(checksum(room, seq, content)) != kept {
        return Err(damaged("its checksum is wrong"));
    }
    let text = str::from_utf8(content).map_err(|_| damaged("it is not text"))?;
    let entry = Entry::read(text).map_err(|error| match error {
        BadEntry::Newer(_) => Error::Newer {
            room: room.clone(),
            seq: expected,
        },
        BadEntry::Malformed(error) => damaged(&error.to_string()),
    })?;
    if entry.seq != expected {
        return Err(damaged("it says that it is another entry"));
    }
    if expected == 1 && !matches!(entry.event, Event::RoomOpened(_)) {
        return Err(damaged("it does not open the room"));
    }
    Ok(entry)
}

/// How many bytes of JSON a row has.
pub(super) fn bytes(row: &rusqlite::Row<'_>) -> usize {
    let content = row.get_ref(1).ok();
    content.map_or(0, |content| content.as_bytes().map_or(0, <[u8]>::len))
}

/// What SQLite's error means for the entry of a room that was to be read.
pub(super) fn error_in(room: &RoomId, seq: Seq, error: rusqlite::Error) -> Error {
    match error {
        rusqlite::Error::InvalidColumnType(..)
        | rusqlite::Error::FromSqlConversionFailure(_, Type::Text | Type::Blob, _) => {
            damaged(room, seq, "its row is not one of an entry")
        }
        _ if error.sqlite_error_code() == Some(ErrorCode::DatabaseCorrupt) => {
            damaged(room, seq, &error.to_string())
        }
        _ => error.into(),
    }
}

fn damaged(room: &RoomId, seq: Seq, why: &str) -> Error {
    Error::Damaged {
        room: room.clone(),
        seq,
        why: why.to_owned(),
    }
}

/// What SQLite's error means for the store.
impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => Self::Full,
            _ => Self::Unavailable(error.to_string()),
        }
    }
}
