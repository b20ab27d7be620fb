//! What the rooms take on the disk: the writer notes it with every commit, so that asking waits for nothing.

use std::sync::{Mutex, PoisonError};

use rusqlite::Connection;

/// The space that the rooms took after the last commit.
#[derive(Debug)]
pub(super) struct Space(Mutex<Bytes>);

/// The bytes of the file, with those that are still in the log.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bytes {
    pub(super) all: u64,
    pub(super) free: u64,
}

impl Space {
    pub(super) fn new(bytes: Bytes) -> Self {
        Self(Mutex::new(bytes))
    }

    pub(super) fn get(&self) -> Bytes {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn set(&self, bytes: Bytes) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = bytes;
    }
}

/// What the rooms take as this connection sees it, with what the transaction under way has changed.
pub(super) fn bytes(connection: &Connection) -> rusqlite::Result<Bytes> {
    let number = |sql| {
        let mut statement = connection.prepare_cached(sql)?;
        statement.query_row([], |row| row.get::<_, i64>(0))
    };
    let product = |sql| -> rusqlite::Result<u64> {
        Ok(number("PRAGMA page_size")?.unsigned_abs() * number(sql)?.unsigned_abs())
    };
    Ok(Bytes {
        all: product("PRAGMA page_count")?,
        free: product("PRAGMA freelist_count")?,
    })
}
