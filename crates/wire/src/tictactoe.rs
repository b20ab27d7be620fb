//! Tic-tac-toe as spec 5 has it. Clauses in `docs/dialects/tictactoe.md`.

use raum_room::{HouseRules, Leaver};
use raum_rules::{Kind, Side};

use crate::narrow::{Audience, News};

/// The house rules of the rooms that are opened in this dialect.
pub(crate) fn house_rules() -> HouseRules {
    HouseRules {
        spectators: false,
        chat: false,
        pass_key: true,
        opener: Some(Side::First),
        leaver: Leaver::FreesSeat,
        takeback: false,
        ..HouseRules::native(Kind::TicTacToe)
    }
}

pub(crate) fn tell(_news: &News<'_>, _to: Audience) -> Vec<String> {
    Vec::new()
}

pub(crate) fn refused(_code: &str, _sentence: &str) -> Option<String> {
    None
}
