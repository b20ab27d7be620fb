//! The commands that a member may issue now.

use raum_room::{AbsenceResult, AnyMove, Command};
use raum_rules::Game;
use serde::Serialize;

use super::Viewpoint;
use crate::table::Table;

/// Defines [`May`] with one field per command. The room itself decides them, so no rule is written twice.
macro_rules! may {
    ($(#[$doc:meta])* |$ply:ident, $first:ident, $text:ident| $($field:ident: $command:expr;)*) => {
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
    /// `redo` by one move.
    |ply, mv, text|
    take_seat: Command::TakeSeat { name: text(), side: None };
    rename: Command::Rename { name: text() };
    play: Command::Play { mv, ply };
    resign: Command::Resign;
    offer_draw: Command::OfferDraw;
    accept_draw: Command::AcceptDraw;
    decline_draw: Command::DeclineDraw;
    claim_draw: Command::ClaimDraw;
    claim_absence: Command::ClaimAbsence { result: AbsenceResult::Win };
    ask_takeback: Command::AskTakeback;
    accept_takeback: Command::AcceptTakeback;
    decline_takeback: Command::DeclineTakeback;
    ask_rematch: Command::AskRematch;
    undo: Command::Undo { ply: ply.saturating_sub(1) };
    redo: Command::Redo { ply: ply + 1 };
    say: Command::Say { name: Some(text()), text: text() };
    leave: Command::Leave;
}
