//! The dialects: what travels between raum and its clients, as text. Pure: no sockets, no clock.
//!
//! - [`native`] is raum's own, at `/ws/raum/{room}`; `docs/dialects/raum.md` is its contract.
//! - [`narrow`] is what the three others share, which say less than a room can do.
//! - [`space`], [`chessata`] and [`tictactoe`] are those three, each with its document in `docs/dialects`.

/// A value for each refusal, without a default: the compiler asks every dialect for a new one.
macro_rules! for_refusal {
    ($refusal:ident { $($value:expr => $($variant:ident)+;)+ }) => {
        match $refusal {
            $($(raum_room::Refusal::$variant { .. })|+ => $value,)+
        }
    };
}

pub mod chessata;
pub mod narrow;
pub mod native;
pub mod space;
pub mod tictactoe;
