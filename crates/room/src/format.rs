//! Formats of entries: which ones this version reads, and how it recognises entries of a newer version.

use serde::Deserialize;

use crate::{Entry, Millis, Seq};

/// The newest format that this version reads.
pub const FORMAT: u32 = FORMAT_OF_THE_LOBBY;

/// The format of a room's opening, unless its house rules need a newer one. Other entries that need a newer one name it
/// themselves, so that older versions read rooms without machines.
pub const OPENING_FORMAT: u32 = 1;

/// The first format with machines in seats.
pub(crate) const FORMAT_OF_MACHINES: u32 = 2;

/// The first format with listed rooms and a time limit for first moves.
pub(crate) const FORMAT_OF_THE_LOBBY: u32 = 3;

/// Why this version cannot read an entry.
#[derive(Debug, thiserror::Error)]
pub enum BadEntry {
    /// The entry contains something that this version does not know.
    #[error("written by a newer raum: {0}")]
    Newer(String),
    /// The text is not an entry.
    #[error(transparent)]
    Malformed(serde_json::Error),
}

/// The part that entries of every format have.
#[derive(Deserialize)]
#[expect(dead_code, reason = "some fields only have to exist")]
struct Outline {
    seq: Seq,
    at: Millis,
    /// The format that the entry needs, if an older version would misread it; otherwise format 1.
    format: Option<u32>,
    event: EventOutline,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "some fields only have to exist")]
struct EventOutline {
    r#type: String,
    /// In the opening of a room: the format that the whole room needs.
    format: Option<u32>,
}

impl Entry {
    /// Reads an entry of a journal. Entries of all released versions stay readable.
    pub fn read(text: &str) -> Result<Self, BadEntry> {
        let read = serde_json::from_str(text);
        // Most entries name no format. The search cannot match inside a string, where quotes are escaped.
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
            // Entries of all released versions can be read, so a newer version wrote this one.
            (Err(error), Ok(_)) => Err(BadEntry::Newer(error.to_string())),
            (Err(error), Err(_)) => Err(BadEntry::Malformed(error)),
        }
    }
}
