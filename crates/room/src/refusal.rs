//! Why a member's command is not done: refused by the room, or by the host around it.

use std::{error, fmt};

use crate::Millis;

/// Makes [`Refusal`], its codes and its sentences from one line for each.
macro_rules! refusals {
    ($($variant:ident $code:literal $sentence:literal)*) => {
        /// Why not. Each has a stable code for programs and a sentence for people.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Refusal {
            $(#[doc = $sentence] $variant,)*
            /// The opponent has not been away for long enough.
            GraceNotOver {
                /// How long it still takes.
                left_millis: Millis,
            },
        }

        impl Refusal {
            /// Every refusal.
            pub const ALL: &[Self] = &[$(Self::$variant,)* Self::GraceNotOver { left_millis: 0 }];

            /// The stable code.
            pub const fn code(self) -> &'static str {
                match self {
                    $(Self::$variant => $code,)*
                    Self::GraceNotOver { .. } => "grace-not-over",
                }
            }
        }

        impl fmt::Display for Refusal {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                // One call, not one for each sentence: the page loads this too.
                f.write_str(match self {
                    $(Self::$variant => $sentence,)*
                    Self::GraceNotOver { left_millis } => return write!(
                        f,
                        "Your opponent may still come back: you can claim in {} seconds.",
                        left_millis.div_ceil(1000)
                    ),
                })
            }
        }
    };
}

refusals! {
    RoomClosed "room-closed" "The room is closed."
    NotSeated "not-seated" "Only those who have a seat can do that."
    SeatsTaken "seats-taken" "Both seats are taken."
    SideTaken "side-taken" "That side is taken."
    SideNotChosen "side-not-chosen" "The sides of this room are not a matter of choice."
    AlreadySeated "already-seated" "You have a seat already."
    WrongPassKey "wrong-pass-key" "The pass key is missing or wrong."
    BadName "bad-name" "A name is one line of 1 to 40 visible characters."
    NoSpectators "no-spectators" "This room has no spectators."
    NoChat "no-chat" "Nobody talks in this room."
    BadMessage "bad-message" "A message has 1 to 500 visible characters in at most 20 lines."
    NotStarted "not-started" "The game has not started."
    GameOver "game-over" "The game is over."
    GameUnderWay "game-under-way" "The game is still under way."
    NotYourTurn "not-your-turn" "It is not your turn."
    StalePly "stale-ply" "The game has moved on since that move was made."
    BadMove "bad-move" "That is not a move of this game."
    IllegalMove "illegal-move" "That move is not legal here."
    TimeIsUp "time-is-up" "Time is up."
    TimeIsNotUp "time-is-not-up" "Nobody's time is up."
    DrawAlreadyOffered "draw-already-offered" "You have offered a draw already."
    NoDrawOffer "no-draw-offer" "Your opponent has not offered a draw."
    NothingToClaim "nothing-to-claim" "There is no draw to claim."
    OpponentPresent "opponent-present" "Your opponent is here."
    NoAbsenceClaim "no-absence-claim" "Nobody can claim for absence in this room."
    NoTakebacks "no-takebacks" "Moves cannot be taken back in this room."
    NothingToTakeBack "nothing-to-take-back" "You have no move to take back."
    TakebackAlreadyAsked "takeback-already-asked" "You have asked to take a move back already."
    NoTakebackAsked "no-takeback-asked" "Your opponent has not asked to take a move back."
    NoRematch "no-rematch" "There is one game in this room."
    RematchAlreadyAsked "rematch-already-asked" "You have asked for another game already."
    OpponentLeft "opponent-left" "Your opponent has left."
    NotAlone "not-alone" "Only one person in both seats can do that."
    NothingToUndo "nothing-to-undo" "There is no move to undo."
    NothingToRedo "nothing-to-redo" "There is no move to redo."
    CannotReopen "cannot-reopen" "The game ended by something that cannot be undone."
    PromotionMissing "promotion-missing" "A pawn that gets there becomes a piece: say which."
    PromotionOutOfPlace "promotion-out-of-place" "Nothing becomes a piece there."
    MessageTooLong "message-too-long" "That message is too long."
    TooManyMessages "too-many-messages" "You have said a lot in a minute: wait a little."
    ChatFull "chat-full" "You have said so much in this game that no more is kept."
    TooManyRenames "too-many-renames" "You have changed your name often: wait a minute."
    TooManyReturns "too-many-returns" "You have taken a seat often: wait a minute."
    TooManyOffers "too-many-offers" "You have offered draws often: wait a minute."
    TooManyTakebacks "too-many-takebacks" "You have asked to go back often: wait a minute."
    GameTooLong "game-too-long" "You have added so much to this game that you can only play it on or end it."
    RoomFull "room-full" "This room is full of games: open another one."
    NumberUsed "number-used" "That number belongs to another command: use the next one."
    JournalUnavailable "journal-unavailable" "The server cannot keep that now. Nothing has changed: try again later."
    OutcomeUnknown "outcome-unknown" "The server cannot tell whether that was stored. Check before you try again."
}

impl error::Error for Refusal {}
