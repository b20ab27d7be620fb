//! Formats of entries: which ones this version reads, and how it recognises what a newer version has written.

use std::{error, fmt};

use serde::Deserialize;

use crate::{Entry, Millis, Seq};

/// The newest format that this version reads. It writes no other.
pub const FORMAT: u32 = 1;

/// Why a text is not an entry that this version reads.
#[derive(Debug)]
pub enum BadEntry {
    /// It is an entry, and this version does not know something in it.
    Newer(String),
    /// It is not an entry.
    Malformed(serde_json::Error),
}

impl fmt::Display for BadEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Newer(why) => write!(f, "written by a newer raum: {why}"),
            Self::Malformed(error) => error.fmt(f),
        }
    }
}

impl error::Error for BadEntry {}

/// What an entry of any format has.
#[derive(Deserialize)]
#[expect(dead_code, reason = "some fields need only be there")]
struct Outline {
    seq: Seq,
    at: Millis,
    /// An entry that an older version would misread says which format it needs; all others are of format 1.
    format: Option<u32>,
    event: EventOutline,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "some fields need only be there")]
struct EventOutline {
    r#type: String,
    /// The opening of a room says which format the whole room needs.
    format: Option<u32>,
}

impl Entry {
    /// Reads an entry of a journal. What a released version has written is read for ever.
    pub fn read(text: &str) -> Result<Self, BadEntry> {
        let read = serde_json::from_str(text);
        // Most entries name no format, which is quick to see: quotes within a text are escaped.
        if read.is_ok() && !text.contains(r#""format""#) {
            return read.map_err(BadEntry::Malformed);
        }
        let outline = serde_json::from_str(text);
        match (read, outline) {
            (_, Ok(Outline { format, event, .. })) if format.max(event.format) > Some(FORMAT) => {
                let formats = format!("this version reads formats up to {FORMAT}");
                Err(BadEntry::Newer(formats))
            }
            (Ok(entry), _) => Ok(entry),
            // All that released versions have written can be read, so a newer one has written this.
            (Err(error), Ok(_)) => Err(BadEntry::Newer(error.to_string())),
            (Err(error), Err(_)) => Err(BadEntry::Malformed(error)),
        }
    }
}
