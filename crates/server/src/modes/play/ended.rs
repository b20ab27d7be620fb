//! How a conversation with a server ends.

use anyhow::anyhow;
use futures_util::SinkExt;
use raum_wire::native::Close;
use tungstenite::Message;

use super::{link::Link, replica::Unusable, socket::Socket};

/// Why a conversation with the server has ended.
pub(super) enum Ended {
    /// There is nothing left to do.
    Done,
    /// For this reason, which is final.
    Failed(anyhow::Error),
    /// The connection is lost, or the server asks for another one.
    Lost(String),
}

impl Ended {
    /// What a close code of the server means (clause 14). `is_live` says whether the connection had delivered all entries.
    pub(super) fn closed(code: u16, link: &Link, is_live: bool) -> Self {
        let close = Close::ALL.iter().find(|close| close.code() == code);
        let Some(close) = close else {
            return Self::Lost(format!("the connection was closed with code {code}"));
        };
        let reason = close.reason();
        match close {
            Close::RoomClosed if is_live => Self::Done,
            Close::Forbidden => Self::Failed(anyhow!(
                "{link} does not admit the program: the seats are taken, or the pass key is missing or wrong"
            )),
            Close::NoRoom => Self::Failed(anyhow!("{link}: the room does not exist")),
            Close::BadFrame if !is_live => {
                Self::Failed(anyhow!("{link}: the server does not understand the token"))
            }
            Close::Cursor
            | Close::Restart
            | Close::Slow
            | Close::Silent
            | Close::Flood
            | Close::Journal
            | Close::Full
            | Close::Newer => Self::Lost(reason.to_owned()),
            Close::Replaced
            | Close::Version
            | Close::TooBig
            | Close::BadFrame
            | Close::NoHello
            | Close::RoomClosed => Self::Failed(anyhow!("{link}: {reason}")),
        }
    }

    /// The connection broke.
    pub(super) fn broken(error: &tungstenite::Error) -> Self {
        Self::Lost(format!("the connection is lost ({error})"))
    }
}

impl From<Unusable> for Ended {
    fn from(error: Unusable) -> Self {
        match error {
            Unusable::UnknownOutcome | Unusable::Gap(_) => Self::Lost(error.to_string()),
            Unusable::Version(_) | Unusable::Newer | Unusable::Frame(_) => {
                Self::Failed(error.into())
            }
        }
    }
}

/// Sends a frame.
pub(super) async fn send(socket: &mut Socket, frame: String) -> Result<(), Ended> {
    let sent = socket.send(Message::text(frame)).await;
    sent.map_err(|error| Ended::broken(&error))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Which codes end the program, and which ones it survives.
    #[test]
    fn every_close_code_has_a_meaning() {
        let link: Link = "https://raum.example/r/K3V9".parse().unwrap();
        let ended = |code, is_live| match Ended::closed(code, &link, is_live) {
            Ended::Done => "done".to_owned(),
            Ended::Failed(error) => format!("failed: {error}"),
            Ended::Lost(reason) => format!("lost: {reason}"),
        };
        assert_eq!(ended(1000, true), "done");
        assert!(ended(1000, false).contains("the room is closed"));
        for code in [1006, 1012, 4005, 4007, 4008, 4009, 4010, 4011, 4012] {
            assert!(ended(code, true).starts_with("lost: "), "{code}");
        }
        for code in [1009, 4000, 4001, 4002, 4003, 4004, 4006] {
            assert!(ended(code, true).starts_with("failed: "), "{code}");
        }
        assert!(ended(4000, false).contains("does not understand the token"));
        assert!(ended(4004, false).contains("the pass key is missing or wrong"));
    }
}
