//! The commands that a member may issue now.

use raum_room::{AbsenceResult, AnyMove, Command};
use raum_rules::Game;
use serde::Serialize;

use super::Viewpoint;
use crate::table::Table;

/// Defines [`May`] with one field per command. The room itself decides them, so no rule is written twice.
macro_rules! may {
    ($(#[$doc:meta])* |$ply:ident, $undo_to:ident, $redo_to:ident, $first:ident, $text:ident| $($field:ident: $command:expr;)*) => {
        $(#[$doc])*
        #[derive(Serialize)]
        #[cfg_attr(test, derive(ts_rs::TS))]
        #[serde(rename_all = "camelCase")]
        pub(crate) struct May {
            $(pub(super) $field: bool,)*
        }

        impl May {
            pub(super) fn of(table: &Table, from: &Viewpoint) -> Self {
                let (room, record) = (&table.room, table.record());
                let (by, context) = (from.by(), from.context(room));
                let may = |command: Command| room.decide(by, &command, &context).is_ok();
                let $ply = record.moves().len();
                let $undo_to = from.member.and_then(|member| room.undo_to(member)).unwrap_or($ply);
                let $redo_to = from.member.and_then(|member| room.redo_to(member)).unwrap_or($ply);
                let $text = || "?".to_owned();
                let first = record.game().legal().first().copied();
                let $first = first.map_or_else(
                    || AnyMove::from(String::new()),
                    |mv| AnyMove::Known(room.kind(), mv),
                );
                Self {
                    $($field: may($command),)*
                }
            }
        }
    };
}

may! {
    /// The commands that the room would accept now: `play` with the first legal move, `claimAbsence` for a win, `undo` and
    /// `redo` to `undoTo` and `redoTo`, `seatMachine` and `setLevel` with the first level.
    |ply, undo_to, redo_to, mv, text|
    take_seat: Command::TakeSeat { name: text(), side: None };
    rename: Command::Rename { name: text() };
    play: Command::Play { mv, ply };
    resign: Command::Resign;
    abort: Command::Abort;
    offer_draw: Command::OfferDraw;
    accept_draw: Command::AcceptDraw;
    decline_draw: Command::DeclineDraw;
    claim_draw: Command::ClaimDraw;
    claim_absence: Command::ClaimAbsence { result: AbsenceResult::Win };
    ask_takeback: Command::AskTakeback;
    accept_takeback: Command::AcceptTakeback;
    decline_takeback: Command::DeclineTakeback;
    ask_rematch: Command::AskRematch;
    undo: Command::Undo { ply: undo_to };
    redo: Command::Redo { ply: redo_to };
    say: Command::Say { name: Some(text()), text: text() };
    seat_machine: Command::SeatMachine { level: 1, side: None, instant: false };
    take_over: Command::TakeOver;
    set_level: Command::SetLevel { level: 1 };
    leave: Command::Leave;
}
