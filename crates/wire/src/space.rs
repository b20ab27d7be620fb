//! Space chess as spec 1 has it. Clauses in `docs/dialects/space.md`.

use raum_room::{HouseRules, Rematch};
use raum_rules::Kind;

use crate::narrow::{Audience, News};

/// The house rules of the rooms that are opened in this dialect.
pub(crate) fn house_rules() -> HouseRules {
    HouseRules {
        spectators: false,
        chat: false,
        rematch: Rematch::None,
        takeback: false,
        ..HouseRules::native(Kind::Space)
    }
}

pub(crate) fn tell(_news: &News<'_>, _to: Audience) -> Vec<String> {
    Vec::new()
}

pub(crate) fn refused(_code: &str, _sentence: &str) -> String {
    String::new()
}
