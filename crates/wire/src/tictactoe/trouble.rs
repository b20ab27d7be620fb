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

/// The sentence of a refusal. Clients make moves by the index of a cell, and the only illegal one is a taken cell.
pub(crate) fn sentence(refusal: Refusal) -> String {
    match refusal {
        Refusal::IllegalMove => "That cell is taken.".to_owned(),
        Refusal::BadMove => {
            "There is no such cell: the index is a whole number from 0 to 8.".to_owned()
        }
        _ => refusal.to_string(),
    }
}

/// The event for what a room refuses, if it is not passed over.
pub(crate) fn refused(code: &str, sentence: &str) -> Option<String> {
    let code = match code {
        // To vote twice is to vote once.
        "rematch-already-asked" => return None,
        "room-closed" | "not-seated" => Code::RoomNotFound,
        "wrong-pass-key" => Code::WrongPasskey,
        "seats-taken" => Code::RoomFull,
        "not-your-turn" => Code::NotYourTurn,
        "bad-move" | "illegal-move" => Code::CellTaken,
        _ => Code::GameNotStarted,
    };
    Some(error(code, sentence))
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn every_refusal_has_one_of_the_six_codes() {
        let cases = [
            ("room-closed", "ROOM_NOT_FOUND"),
            ("not-seated", "ROOM_NOT_FOUND"),
            ("wrong-pass-key", "WRONG_PASSKEY"),
            ("seats-taken", "ROOM_FULL"),
            ("not-your-turn", "NOT_YOUR_TURN"),
            ("bad-move", "CELL_TAKEN"),
            ("illegal-move", "CELL_TAKEN"),
            ("not-started", "GAME_NOT_STARTED"),
            ("game-over", "GAME_NOT_STARTED"),
            ("game-under-way", "GAME_NOT_STARTED"),
            ("journal-unavailable", "GAME_NOT_STARTED"),
        ];
        for (refusal, code) in cases {
            let event = refused(refusal, "Why.").unwrap();
            let event: Value = serde_json::from_str(&event).unwrap();
            assert_eq!(event, json!(["error", { "code": code, "message": "Why." }]));
        }
        assert_eq!(refused("rematch-already-asked", "Why."), None);
    }
}
