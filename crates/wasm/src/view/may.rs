//! What a member may do now.

use raum_room::{AbsenceResult, AnyMove, Command};
use raum_rules::Game;
use serde::Serialize;

use super::Viewpoint;
use crate::table::Table;

/// The commands that the room would heed now. `play` is by the first legal move, `claimAbsence` for a
/// win, `undo` and `redo` by one step.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "one for each command")]
pub(crate) struct May {
    take_seat: bool,
    rename: bool,
    pub(super) play: bool,
    resign: bool,
    offer_draw: bool,
    accept_draw: bool,
    decline_draw: bool,
    claim_draw: bool,
    claim_absence: bool,
    ask_takeback: bool,
    accept_takeback: bool,
    decline_takeback: bool,
    ask_rematch: bool,
    undo: bool,
    redo: bool,
    say: bool,
    leave: bool,
}

impl May {
    /// Asks the room itself, so that no rule is written down twice.
    pub(super) fn of(table: &Table, from: &Viewpoint) -> Self {
        let (room, game) = (&table.room, table.record().game());
        let by = from.by();
        let context = from.context(room);
        let may = |command: Command| room.decide(by, &command, &context).is_ok();
        let ply = table.record().moves().len();
        let some_name = || "?".to_owned();
        Self {
            take_seat: may(Command::TakeSeat {
                name: some_name(),
                side: None,
            }),
            rename: may(Command::Rename { name: some_name() }),
            play: game.legal().first().is_some_and(|mv| {
                let mv = AnyMove::Known(game.kind(), *mv);
                may(Command::Play { mv, ply })
            }),
            resign: may(Command::Resign),
            offer_draw: may(Command::OfferDraw),
            accept_draw: may(Command::AcceptDraw),
            decline_draw: may(Command::DeclineDraw),
            claim_draw: may(Command::ClaimDraw),
            claim_absence: may(Command::ClaimAbsence {
                result: AbsenceResult::Win,
            }),
            ask_takeback: may(Command::AskTakeback),
            accept_takeback: may(Command::AcceptTakeback),
            decline_takeback: may(Command::DeclineTakeback),
            ask_rematch: may(Command::AskRematch),
            undo: may(Command::Undo {
                ply: ply.saturating_sub(1),
            }),
            redo: may(Command::Redo { ply: ply + 1 }),
            say: may(Command::Say {
                name: Some(some_name()),
                text: some_name(),
            }),
            leave: may(Command::Leave),
        }
    }
}
