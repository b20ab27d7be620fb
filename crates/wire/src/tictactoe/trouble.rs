//! Why something is not done. The dialect has six codes, and what they do not name has the nearest of them.

use raum_room::Refusal;
use serde::Serialize;
use serde_json::json;

/// The codes of the dialect. It has no others.
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

/// Makes [`Trouble`], its codes and its sentences from one line for each.
macro_rules! troubles {
    ($($variant:ident $code:ident $sentence:literal)*) => {
        /// Why something is not done, apart from what a room refuses.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Trouble {
            $(#[doc = $sentence] $variant,)*
        }

        impl Trouble {
            /// The event that tells it.
            pub fn event(self) -> String {
                match self {
                    $(Self::$variant => error(Code::$code, $sentence),)*
                }
            }
        }
    };
}

troubles! {
    Unreadable GameNotStarted "The event cannot be read."
    UnknownEvent GameNotStarted "There is no event of that name."
    NoRoomId RoomNotFound "The event has no roomId, which is a text."
    UnknownRoom RoomNotFound "There is no such room."
    OtherRoom RoomNotFound "You are not in that room."
    NotServed RoomNotFound "That room has a clock or another game: play it on the web page."
    TooManySearches RoomNotFound "You have asked for too many rooms that there are not: wait a minute."
    Unavailable RoomNotFound "The room cannot be reached now: try again later."
    BadPassKey WrongPasskey "A pass key has 4 to 20 characters."
    TooManyPassKeys WrongPasskey "There have been too many pass keys from your address: wait a minute."
    OwnRoom RoomFull "You are in that room already."
    TooManyRooms RoomFull "You are in too many rooms."
    TooManyOpened RoomFull "There have been too many new rooms from your address: wait a little."
    ServerFull RoomFull "The server is full: try again later."
}

fn error(code: Code, sentence: &str) -> String {
    json!(["error", { "code": code, "message": sentence }]).to_string()
}

/// The event for a refusal, if it is not passed over. Clients make moves by the index of a cell, and the only illegal
/// one is a taken cell.
pub(crate) fn refused(refusal: Refusal) -> Option<String> {
    let cell_taken = |sentence| Some(error(Code::CellTaken, sentence));
    let code = for_refusal!(refusal {
        // To vote twice is to vote once.
        return None => RematchAlreadyAsked;
        return cell_taken("That cell is taken.") => IllegalMove;
        return cell_taken("There is no such cell: the index is a whole number from 0 to 8.") => BadMove;
        Code::RoomNotFound => RoomClosed NotSeated;
        Code::WrongPasskey => WrongPassKey;
        Code::RoomFull => SeatsTaken;
        Code::NotYourTurn => NotYourTurn;
        Code::GameNotStarted => SideTaken SideNotChosen AlreadySeated BadName NoSpectators NoChat
            BadMessage NotStarted GameOver GameUnderWay StalePly TimeIsUp TimeIsNotUp
            DrawAlreadyOffered NoDrawOffer NothingToClaim OpponentPresent GraceNotOver
            NoAbsenceClaim NoTakebacks NothingToTakeBack TakebackAlreadyAsked NoTakebackAsked
            NoRematch OpponentLeft NotAlone NothingToUndo NothingToRedo CannotReopen
            PromotionMissing PromotionOutOfPlace MessageTooLong TooManyMessages ChatFull
            TooManyRenames TooManyReturns TooManyOffers TooManyTakebacks GameTooLong RoomFull
            NumberUsed JournalUnavailable OutcomeUnknown;
    });
    Some(error(code, &refusal.to_string()))
}
