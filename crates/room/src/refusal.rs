//! Why a room, or the host around it, refuses a command.

use std::{error, fmt};

use crate::Millis;

/// Defines [`Refusal`] with one line per refusal: variant, code and message.
macro_rules! refusals {
    ($($variant:ident $code:literal $message:literal)*) => {
        /// Why a command was refused: a stable code for programs and a message for people.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Refusal {
            $(#[doc = $message] $variant,)*
            /// The opponent has not been away long enough.
            GraceNotOver {
                /// The time until the game can be claimed.
                left_millis: Millis,
            },
            /// The kind of game has no such level.
            BadLevel {
                /// The highest level.
                max: u8,
            },
        }

        impl Refusal {
            /// Every refusal.
            pub const ALL: &[Self] = &[
                $(Self::$variant,)*
                Self::GraceNotOver { left_millis: 0 },
                Self::BadLevel { max: 8 },
            ];

            /// The stable code.
            pub const fn code(self) -> &'static str {
                match self {
                    $(Self::$variant => $code,)*
                    Self::GraceNotOver { .. } => "grace-not-over",
                    Self::BadLevel { .. } => "bad-level",
                }
            }
        }

        impl fmt::Display for Refusal {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                // One call instead of one per message keeps the WebAssembly module small.
                f.write_str(match self {
                    $(Self::$variant => $message,)*
                    Self::GraceNotOver { left_millis } => return write!(
                        f,
                        "Your opponent may still come back. You can claim the game in {} seconds.",
                        left_millis.div_ceil(1000)
                    ),
                    Self::BadLevel { max } => {
                        // A number of the same type as above adds no code to the module.
                        let max = u64::from(*max);
                        return write!(f, "This game has levels 1 to {max}.");
                    }
                })
            }
        }
    };
}

refusals! {
    RoomClosed "room-closed" "The room is closed."
    NotSeated "not-seated" "You need a seat to do that."
    SeatsTaken "seats-taken" "Both seats are taken."
    SideTaken "side-taken" "That side is taken."
    SideNotChosen "side-not-chosen" "You can't choose a side in this room."
    AlreadySeated "already-seated" "You already have a seat."
    WrongPassKey "wrong-pass-key" "The pass key is missing or wrong."
    BadName "bad-name" "A name is one line of 1 to 40 visible characters."
    NoSpectators "no-spectators" "This room doesn't allow spectators."
    NoChat "no-chat" "Chat is off in this room."
    BadMessage "bad-message" "A message has 1 to 500 visible characters on at most 20 lines."
    NotStarted "not-started" "The game hasn't started."
    GameOver "game-over" "The game is over."
    GameUnderWay "game-under-way" "The game is still in progress."
    NotYourTurn "not-your-turn" "It's not your turn."
    StalePly "stale-ply" "The position has changed since you chose that move."
    BadMove "bad-move" "That isn't a move in this game."
    IllegalMove "illegal-move" "That move isn't legal."
    TimeIsUp "time-is-up" "Time is up."
    TimeIsNotUp "time-is-not-up" "Neither side has run out of time."
    TooLateToAbort "too-late-to-abort" "A game can be aborted only until both sides have moved."
    DrawAlreadyOffered "draw-already-offered" "You've already offered a draw."
    NoDrawOffer "no-draw-offer" "Your opponent hasn't offered a draw."
    NothingToClaim "nothing-to-claim" "There is no draw to claim."
    OpponentPresent "opponent-present" "Your opponent is here."
    YourTurn "your-turn" "It's your turn. You can claim the game only while your opponent is to move."
    NoAbsenceClaim "no-absence-claim" "You can't claim a game for absence in this room."
    NoTakebacks "no-takebacks" "Takebacks aren't available in this room."
    NothingToTakeBack "nothing-to-take-back" "You have no move to take back."
    TakebackAlreadyAsked "takeback-already-asked" "You've already asked for a takeback."
    NoTakebackAsked "no-takeback-asked" "Your opponent hasn't asked for a takeback."
    NoRematch "no-rematch" "Rematches are off in this room."
    RematchAlreadyAsked "rematch-already-asked" "You've already asked for a rematch."
    OpponentLeft "opponent-left" "Your opponent has left."
    NotAlone "not-alone" "You can only do that in a game on one device."
    NoMachine "no-machine" "There is no computer in this room."
    NoComputers "no-computers" "This server has no computers to play against."
    NotForMachines "not-for-machines" "A computer can't do that."
    NothingToUndo "nothing-to-undo" "There is no move to undo."
    NothingToRedo "nothing-to-redo" "There is no move to redo."
    CannotReopen "cannot-reopen" "That result can't be undone."
    PromotionMissing "promotion-missing" "This move needs a promotion: choose a piece."
    PromotionOutOfPlace "promotion-out-of-place" "No pawn promotes with this move."
    MessageTooLong "message-too-long" "That message is too long."
    TooManyMessages "too-many-messages" "You're sending messages too fast. Wait a moment."
    ChatFull "chat-full" "You've reached the chat limit for this game."
    TooManyRenames "too-many-renames" "You've changed your name too often. Wait a minute."
    TooManyReturns "too-many-returns" "You've taken a seat too often. Wait a minute."
    TooManyOffers "too-many-offers" "You've offered draws too often. Wait a minute."
    TooManyTakebacks "too-many-takebacks" "You've gone back too often. Wait a minute."
    TooManyLevels "too-many-levels" "You've changed the computer too often. Wait a minute."
    GameTooLong "game-too-long" "You've reached this game's limit. You can still play and finish it."
    RoomFull "room-full" "This room has reached its limit. Open a new one."
    NumberUsed "number-used" "That number belongs to another command. Use the next one."
    JournalUnavailable "journal-unavailable" "The server can't save that right now. Nothing has changed; try again later."
    OutcomeUnknown "outcome-unknown" "The server doesn't know whether that was saved. Check before you try again."
}

impl error::Error for Refusal {}
