//! What goes wrong, and the status codes for it. The table is in the document.

use super::frame::ServerFrame;
use crate::native::Close;

/// What goes wrong before a room has its say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// A frame that is not of this dialect, and what is wrong with it.
    BadFrame(String),
    /// A code that cannot be one.
    BadCode,
    /// A room that cannot be played in this dialect.
    NotServed,
    /// What a connection in the native dialect would be closed for.
    Closed(Close),
}

impl Trouble {
    /// The frame that says so.
    pub fn frame(&self) -> String {
        match self {
            Self::BadFrame(sentence) => refused("bad-frame", sentence),
            Self::BadCode => refused(
                "bad-code",
                "A game code has 1 to 64 characters and no control characters.",
            ),
            Self::NotServed => refused(
                "not-served",
                "This is the code of a room that asks for a pass key, has a clock or plays another game.",
            ),
            Self::Closed(Close::Flood) => refused(
                "too-many-requests",
                "Your address has done too much in too short a time: try again later.",
            ),
            Self::Closed(_) => refused(
                "unavailable",
                "The server has no place for that now: try again later.",
            ),
        }
    }
}

/// The frame for something that is not done, by its code and its sentence.
pub fn refused(code: &str, sentence: &str) -> String {
    ServerFrame::Error {
        status_code: status_code(code),
        message: sentence,
    }
    .write()
}

fn status_code(code: &str) -> u16 {
    match code {
        "bad-frame" | "bad-name" | "bad-code" | "bad-message" => 400,
        "bad-move" | "illegal-move" => 406,
        "not-started" | "not-your-turn" | "stale-ply" | "game-over" | "room-closed" => 409,
        "message-too-long" => 413,
        "too-many-messages" | "too-many-requests" | "chat-full" | "game-too-long" => 429,
        "journal-unavailable" | "outcome-unknown" | "unavailable" => 503,
        // Whatever is not allowed here, to anybody or to them.
        _ => 403,
    }
}
