//! The dialects: the text that raum and its clients exchange. Pure: no sockets, no clock.
//!
//! - [`native`] is raum's own dialect, at `/ws/raum/{room}`; `docs/dialects/raum.md` is its contract.
//! - [`lobby`] is the channel of the lobby, at `/ws/lobby`, framed like it; `docs/dialects/lobby.md` is its contract.
//! - [`narrow`] is shared by the three dialects that cover only a part of what a room can do.
//! - [`space`], [`chessata`] and [`tictactoe`] are those three, each with a document in `docs/dialects`.
//! - [`socketio`] has the packets that carry the events of [`tictactoe`].

/// Maps each refusal to a value, without a default: a new refusal does not compile until every dialect maps it.
macro_rules! for_refusal {
    ($refusal:ident { $($value:expr => $($variant:ident)+;)+ }) => {
        match $refusal {
            $($(raum_room::Refusal::$variant { .. })|+ => $value,)+
        }
    };
}

/// Defines a dialect's `Trouble` with one line per error: variant, code and message.
macro_rules! troubles {
    ($type:ty: $($variant:ident $code:expr, $message:literal;)*) => {
        /// Why a request failed before it reached a room.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Trouble {
            $(#[doc = $message] $variant,)*
        }

        impl Trouble {
            const fn code_and_message(self) -> ($type, &'static str) {
                match self {
                    $(Self::$variant => ($code, $message),)*
                }
            }
        }
    };
}

pub mod chessata;
pub mod lobby;
pub mod narrow;
pub mod native;
pub mod socketio;
pub mod space;
pub mod tictactoe;
