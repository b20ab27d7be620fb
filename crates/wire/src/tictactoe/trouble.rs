//! Errors. The dialect has six codes; every other error uses the nearest one.

use raum_room::Refusal;
use serde::Serialize;

use super::event;

/// The six codes of the dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum Code {
    RoomNotFound,
    WrongPasskey,
    RoomFull,
    NotYourTurn,
    CellTaken,
    GameNotStarted,
}

troubles! { Code:
    Unreadable Code::GameNotStarted, "That event can't be read.";
    UnknownEvent Code::GameNotStarted, "There is no event with that name.";
    NoRoomId Code::RoomNotFound, "The event needs a roomId, a string.";
    UnknownRoom Code::RoomNotFound, "There is no such room.";
    OtherRoom Code::RoomNotFound, "You aren't in that room.";
    NotServed Code::RoomNotFound, "That room has a clock or a different game. Play it on the web page.";
    TooManySearches Code::RoomNotFound, "Too many requests for rooms that don't exist. Wait a minute.";
    Unavailable Code::RoomNotFound, "The room can't be reached right now. Try again later.";
    BadPassKey Code::WrongPasskey, "A pass key has 4 to 20 characters.";
    TooManyPassKeys Code::WrongPasskey, "Too many wrong pass keys from your address. Wait a minute.";
    OwnRoom Code::RoomFull, "You're already in that room.";
    TooManyRooms Code::RoomFull, "You're in too many rooms.";
    TooManyOpened Code::RoomFull, "Too many new rooms from your address. Wait a moment.";
    ServerFull Code::RoomFull, "The server is full. Try again later.";
}

impl Trouble {
    /// The error event.
    pub fn event(self) -> String {
        let (code, message) = self.code_and_message();
        error(code, message)
    }
}

fn error(code: Code, message: &str) -> String {
    #[derive(Serialize)]
    struct Error<'a> {
        code: Code,
        message: &'a str,
    }
    event("error", &Error { code, message })
}

/// The event for a refusal; `None` if the dialect ignores it. Moves are cell indices, so an illegal move is always a
/// taken cell.
pub(crate) fn refused(refusal: Refusal) -> Option<String> {
    let cell_taken = |message| Some(error(Code::CellTaken, message));
    let code = for_refusal!(refusal {
        // A second vote changes nothing.
        return None => RematchAlreadyAsked;
        return cell_taken("That cell is taken.") => IllegalMove;
        return cell_taken("The index must be a whole number from 0 to 8.") => BadMove;
        Code::RoomNotFound => RoomClosed NotSeated;
        Code::WrongPasskey => WrongPassKey;
        Code::RoomFull => SeatsTaken;
        Code::NotYourTurn => NotYourTurn;
        Code::GameNotStarted => SideTaken SideNotChosen AlreadySeated BadName NoSpectators NoChat
            BadMessage NotStarted GameOver GameUnderWay StalePly TimeIsUp TimeIsNotUp
            DrawAlreadyOffered NoDrawOffer TooLateToAbort NothingToClaim OpponentPresent YourTurn
            GraceNotOver NoAbsenceClaim NoTakebacks NothingToTakeBack TakebackAlreadyAsked NoTakebackAsked
            NoRematch OpponentLeft NotAlone NothingToUndo NothingToRedo CannotReopen
            PromotionMissing PromotionOutOfPlace MessageTooLong TooManyMessages ChatFull
            TooManyRenames TooManyReturns TooManyOffers TooManyTakebacks TooManyLevels GameTooLong
            RoomFull NumberUsed JournalUnavailable OutcomeUnknown NoMachine NoComputers
            NotForMachines BadLevel;
    });
    Some(error(code, &refusal.to_string()))
}
