//! What goes wrong, and the status codes for it. The table is in the document.

use raum_room::Refusal;

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
            Self::BadFrame(sentence) => error(400, sentence),
            Self::BadCode => error(
                400,
                "A game code has 1 to 64 characters and no control characters.",
            ),
            Self::NotServed => error(
                403,
                "This is the code of a room that asks for a pass key, has a clock or plays another game.",
            ),
            Self::Closed(Close::Flood) => error(
                429,
                "Your address has done too much in too short a time: try again later.",
            ),
            Self::Closed(_) => error(
                503,
                "The server has no place for that now: try again later.",
            ),
        }
    }
}

/// The frame for a refusal.
pub fn refused(refusal: Refusal) -> String {
    error(status_code(refusal), &refusal.to_string())
}

fn error(status_code: u16, message: &str) -> String {
    ServerFrame::Error {
        status_code,
        message,
    }
    .write()
}

const fn status_code(refusal: Refusal) -> u16 {
    for_refusal!(refusal {
        400 => BadName BadMessage;
        406 => BadMove IllegalMove;
        409 => NotStarted NotYourTurn StalePly GameOver RoomClosed;
        413 => MessageTooLong;
        429 => TooManyMessages ChatFull GameTooLong;
        503 => JournalUnavailable OutcomeUnknown;
        // Not allowed here, to anyone or to this member.
        403 => NotSeated SeatsTaken SideTaken SideNotChosen AlreadySeated WrongPassKey NoSpectators
            NoChat GameUnderWay TimeIsUp TimeIsNotUp DrawAlreadyOffered NoDrawOffer NothingToClaim
            OpponentPresent GraceNotOver NoAbsenceClaim NoTakebacks NothingToTakeBack
            TakebackAlreadyAsked NoTakebackAsked NoRematch RematchAlreadyAsked OpponentLeft NotAlone
            NothingToUndo NothingToRedo CannotReopen PromotionMissing PromotionOutOfPlace
            TooManyRenames TooManyReturns TooManyOffers TooManyTakebacks RoomFull NumberUsed;
    })
}
