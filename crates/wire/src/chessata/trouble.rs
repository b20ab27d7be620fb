//! Errors and their status codes; `docs/dialects/chessata.md` has the table.

use raum_room::Refusal;

use super::frame::ServerFrame;
use crate::native::Close;

/// Why a request failed before it reached a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// An invalid frame, with the message for the client.
    BadFrame(String),
    /// An invalid game code.
    BadCode,
    /// A room that this dialect cannot serve.
    NotServed,
    /// An error for which the native dialect closes the connection.
    Closed(Close),
}

impl Trouble {
    /// The error frame.
    pub fn frame(&self) -> String {
        match self {
            Self::BadFrame(message) => error(400, message),
            Self::BadCode => error(
                400,
                "A game code has 1 to 64 characters and no control characters.",
            ),
            Self::NotServed => error(
                403,
                "This code belongs to a room with a pass key, a clock or a different game.",
            ),
            Self::Closed(Close::Flood) => {
                error(429, "Too many requests from your address. Try again later.")
            }
            Self::Closed(_) => error(503, "The server can't do that right now. Try again later."),
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
        409 => NotStarted NotYourTurn YourTurn StalePly GameOver RoomClosed;
        413 => MessageTooLong;
        429 => TooManyMessages ChatFull GameTooLong;
        503 => JournalUnavailable OutcomeUnknown;
        // Not allowed in this room, or for this member.
        403 => NotSeated SeatsTaken SideTaken SideNotChosen AlreadySeated WrongPassKey NoSpectators
            NoChat GameUnderWay TimeIsUp TimeIsNotUp DrawAlreadyOffered NoDrawOffer TooLateToAbort NothingToClaim
            OpponentPresent GraceNotOver NoAbsenceClaim NoTakebacks NothingToTakeBack
            TakebackAlreadyAsked NoTakebackAsked NoRematch RematchAlreadyAsked OpponentLeft NotAlone
            NothingToUndo NothingToRedo CannotReopen PromotionMissing PromotionOutOfPlace
            TooManyRenames TooManyReturns TooManyOffers TooManyTakebacks TooManyLevels RoomFull NumberUsed
            NoMachine NoComputers NotForMachines BadLevel;
    })
}
