//! The disk space of the rooms. The writer records it with every commit, so that reading it never waits.

use std::sync::{Mutex, PoisonError};

use rusqlite::Connection;

use super::reader::number;

/// The disk space after the last commit.
#[derive(Debug)]
pub(super) struct Space(Mutex<Bytes>);

/// The size of the file, including rows that are still in the log.
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

/// Measures the disk space on this connection, including its open transaction.
pub(super) fn bytes(connection: &Connection) -> rusqlite::Result<Bytes> {
    let page_bytes = number(connection, "PRAGMA page_size", [])?.unwrap_or_default();
    let bytes = |pages: Option<u64>| pages.unwrap_or_default() * page_bytes;
    Ok(Bytes {
        all: bytes(number(connection, "PRAGMA page_count", [])?),
        free: bytes(number(connection, "PRAGMA freelist_count", [])?),
    })
}
