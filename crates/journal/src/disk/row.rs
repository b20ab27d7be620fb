//! An entry as a row: its JSON, and a checksum to detect damage.

use std::{io, sync::Arc};

use raum_room::{EncodedEntry, Entry, Seq};
use rusqlite::{ErrorCode, types::Type};

use crate::{
    Error, RoomId,
    content::{self, damaged},
};

use super::intake::is_full;

/// A row of the table.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) seq: i64,
    pub(super) content: Arc<str>,
    pub(super) checksum: u32,
}

impl Row {
    pub(super) fn of(room: &RoomId, encoded: &EncodedEntry) -> Result<Self, Error> {
        let seq = i64::try_from(encoded.entry().seq)
            .map_err(|_| Error::Invalid("the sequence number is too large"))?;
        let content = encoded.stored();
        Ok(Self {
            seq,
            checksum: checksum(room, seq, content.as_bytes()),
            content,
        })
    }
}

/// Covers the key, too, to detect rows in the wrong place.
fn checksum(room: &RoomId, seq: i64, content: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(room.as_str().as_bytes());
    hasher.update(&seq.to_le_bytes());
    hasher.update(content);
    hasher.finalize()
}

/// Reads an entry from a row with the columns `seq`, `content` and `checksum`. Any other entry than the `expected` one is
/// damage.
pub(super) fn entry(room: &RoomId, expected: Seq, row: &rusqlite::Row<'_>) -> Result<Entry, Error> {
    let damaged = |why: &str| damaged(room, expected, why);
    let failed = |error: rusqlite::Error| error_in(room, expected, error);
    let seq: i64 = row.get(0).map_err(failed)?;
    let content = row.get_ref(1).map_err(failed)?;
    let content = content
        .as_bytes()
        .map_err(|_| damaged("it has no content"))?;
    let stored: i64 = row.get(2).map_err(failed)?;
    if Seq::try_from(seq) != Ok(expected) {
        return Err(damaged("it is missing"));
    }
    if i64::from(checksum(room, seq, content)) != stored {
        return Err(damaged("its checksum is wrong"));
    }
    content::read(room, expected, content)
}

/// The size of a row's JSON.
pub(super) fn bytes(row: &rusqlite::Row<'_>) -> usize {
    let content = row.get_ref(1).ok();
    content.map_or(0, |content| content.as_bytes().map_or(0, <[u8]>::len))
}

/// Converts SQLite's error while reading an entry.
pub(super) fn error_in(room: &RoomId, seq: Seq, error: rusqlite::Error) -> Error {
    match error {
        rusqlite::Error::InvalidColumnType(..)
        | rusqlite::Error::FromSqlConversionFailure(_, Type::Text | Type::Blob, _) => {
            damaged(room, seq, "its row is malformed")
        }
        _ if error.sqlite_error_code() == Some(ErrorCode::DatabaseCorrupt) => {
            damaged(room, seq, &error.to_string())
        }
        _ => error.into(),
    }
}

/// An error of the store.
impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => Self::Full,
            _ => Self::Unavailable(error.to_string()),
        }
    }
}

/// An error of the intake.
impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        if is_full(&error) {
            Self::Full
        } else {
            Self::Unavailable(error.to_string())
        }
    }
}
