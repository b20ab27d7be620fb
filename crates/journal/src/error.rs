//! The errors of a store.

use std::{io, path::PathBuf};

use raum_room::Seq;

use crate::RoomId;

/// Why a store operation failed. It has changed nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The entries cannot be part of any journal.
    #[error("{0}")]
    Invalid(&'static str),
    /// The room's journal is damaged and takes no more entries. Other rooms are not affected.
    #[error("room {room} is damaged at entry {seq}: {why}")]
    Damaged {
        /// The room.
        room: RoomId,
        /// The first damaged entry.
        seq: Seq,
        /// What is wrong with it.
        why: String,
    },
    /// A newer version of raum has written to the room's journal, which this version leaves alone.
    #[error("room {room} was written by a newer raum, from entry {seq} on")]
    Newer {
        /// The room.
        room: RoomId,
        /// The first entry that this version cannot read.
        seq: Seq,
    },
    /// The store is full. It works again as soon as there is space.
    #[error("the journal has no space left")]
    Full,
    /// The store failed.
    #[error("the journal is unavailable: {0}")]
    Unavailable(String),
    /// The store's writer has ended. The store must be opened again.
    #[error("the journal's writer has ended")]
    WriterEnded,
}

impl Error {
    /// Whether the whole store is in trouble, not just one room or one request.
    pub fn is_store_wide(&self) -> bool {
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
    /// A newer version of raum has created the file.
    #[error("{} was made by a newer version of raum", .0.display())]
    Newer(PathBuf),
    /// The file is not a journal.
    #[error("{} is not a journal of raum", .0.display())]
    Foreign(PathBuf),
    /// The intake continues rooms of another file: an older copy of the journal was put beside it.
    #[error(
        "{} continues another journal than the one beside it: restore a copy into an empty folder",
        .0.display()
    )]
    ForeignIntake(PathBuf),
    /// The folder, its lock or a file in it cannot be used.
    #[error("cannot use {}", .0.display())]
    Folder(PathBuf, #[source] io::Error),
    /// SQLite cannot use the file.
    #[error("cannot use {}", .0.display())]
    File(PathBuf, #[source] rusqlite::Error),
}
