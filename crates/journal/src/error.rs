//! What can go wrong with a store.

use std::{io, path::PathBuf};

use raum_room::Seq;

use crate::RoomId;

/// Why a store did not do what it was asked. Nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The entries cannot be part of any room's journal.
    #[error("{0}")]
    Invalid(&'static str),
    /// The room's journal is not what was written. Nobody can append to it; other rooms are well.
    #[error("room {room} is damaged at entry {seq}: {why}")]
    Damaged {
        /// Which room.
        room: RoomId,
        /// The first entry that is wrong.
        seq: Seq,
        /// What is wrong with it.
        why: String,
    },
    /// A newer version of raum has written to the room's journal, which is left as it is.
    #[error("room {room} was written by a newer raum, from entry {seq} on")]
    Newer {
        /// Which room.
        room: RoomId,
        /// The first entry that this version cannot read.
        seq: Seq,
    },
    /// There is no space left. The store works on as soon as there is some.
    #[error("there is no space left to keep entries")]
    Full,
    /// The store does not work.
    #[error("the journal does not work: {0}")]
    Unavailable(String),
    /// The store has lost its writer and will never work again: only opening it anew helps.
    #[error("the journal's writer has ended")]
    WriterEnded,
}

impl Error {
    /// Whether the store as a whole is in trouble, and not only what it was asked.
    pub fn is_of_store(&self) -> bool {
        matches!(self, Self::Full | Self::Unavailable(_) | Self::WriterEnded)
    }
}

/// Why a store on disk cannot be opened. Nothing was changed.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The folder has no journal.
    #[error("there is no journal in {}", .0.display())]
    Absent(PathBuf),
    /// Another process has opened the journal in the folder.
    #[error("another process uses the journal in {}", .0.display())]
    InUse(PathBuf),
    /// A newer version of raum has made the file.
    #[error("{} was made by a newer version of raum", .0.display())]
    Newer(PathBuf),
    /// The file is something else.
    #[error("{} is not a journal of raum", .0.display())]
    Foreign(PathBuf),
    /// The folder or its lock cannot be used.
    #[error("cannot use {}", .0.display())]
    Folder(PathBuf, #[source] io::Error),
    /// The file cannot be used.
    #[error("cannot use {}", .0.display())]
    File(PathBuf, #[source] rusqlite::Error),
}
