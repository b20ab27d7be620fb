//! What can go wrong with a store.

use std::{error, fmt, io, path::PathBuf};

use raum_room::Seq;

use crate::RoomId;

/// Why a store did not do what it was asked. Nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// The entries cannot be part of any room's journal.
    Unfit(&'static str),
    /// The room's journal is not what was written. Nobody can append to it; other rooms are well.
    Damaged {
        /// Which room.
        room: RoomId,
        /// The first entry that is wrong.
        seq: Seq,
        /// What is wrong with it.
        why: String,
    },
    /// A newer version of raum has written to the room's journal, which is left as it is.
    Newer {
        /// Which room.
        room: RoomId,
        /// The first entry that this version cannot read.
        seq: Seq,
    },
    /// There is no space left. The store works on as soon as there is some.
    Full,
    /// The store does not work.
    Unavailable(String),
    /// The store has lost its writer and will never work again: only opening it anew helps.
    Ended,
}

impl Error {
    /// Whether the store as a whole is in trouble, and not only what it was asked.
    pub fn is_of_store(&self) -> bool {
        matches!(self, Self::Full | Self::Unavailable(_) | Self::Ended)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unfit(why) => f.write_str(why),
            Self::Damaged { room, seq, why } => {
                write!(f, "room {room} is damaged at entry {seq}: {why}")
            }
            Self::Newer { room, seq } => {
                write!(
                    f,
                    "room {room} was written by a newer raum, from entry {seq} on"
                )
            }
            Self::Full => f.write_str("there is no space left to keep entries"),
            Self::Unavailable(why) => write!(f, "the journal does not work: {why}"),
            Self::Ended => f.write_str("the journal's writer has ended"),
        }
    }
}

impl error::Error for Error {}

/// Why a store on disk cannot be opened. Nothing was changed.
#[derive(Debug)]
pub enum OpenError {
    /// The folder has no journal.
    Absent(PathBuf),
    /// Another process has opened the journal in the folder.
    InUse(PathBuf),
    /// A newer version of raum has made the file.
    Newer(PathBuf),
    /// The file is something else.
    Foreign(PathBuf),
    /// The folder or its lock cannot be used.
    Folder(PathBuf, io::Error),
    /// The file cannot be used.
    File(PathBuf, rusqlite::Error),
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Absent(folder) => write!(f, "there is no journal in {}", folder.display()),
            Self::InUse(folder) => write!(
                f,
                "another process uses the journal in {}",
                folder.display()
            ),
            Self::Newer(file) => {
                write!(f, "{} was made by a newer version of raum", file.display())
            }
            Self::Foreign(file) => write!(f, "{} is not a journal of raum", file.display()),
            Self::Folder(path, _) => write!(f, "cannot use {}", path.display()),
            Self::File(file, _) => write!(f, "cannot use {}", file.display()),
        }
    }
}

impl error::Error for OpenError {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            Self::Folder(_, error) => Some(error),
            Self::File(_, error) => Some(error),
            _ => None,
        }
    }
}
