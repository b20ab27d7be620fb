//! Chess as spec 4 has it. Clauses in `docs/dialects/chessata.md`.

use raum_room::{HouseRules, Leaver, Rematch, Room};
use raum_rules::{Kind, Move};

use crate::narrow::{Audience, News, Visitor};

/// The house rules of the rooms that are opened in this dialect.
pub(crate) fn house_rules() -> HouseRules {
    HouseRules {
        leaver: Leaver::LosesGame,
        rematch: Rematch::None,
        takeback: false,
        ..HouseRules::native(Kind::Chess)
    }
}

/// A move as it is meant: a pawn that reaches the end becomes a queen unless the client says otherwise, and
/// nothing else becomes anything.
pub(crate) fn with_promotion(_room: &Room, mv: Move) -> Move {
    mv
}

pub(crate) fn tell(_news: &News<'_>, _to: Audience) -> Vec<String> {
    Vec::new()
}

pub(crate) fn refused(_code: &str, _sentence: &str) -> String {
    String::new()
}

pub(crate) fn greet(_room: &Room, _visitor: &Visitor<'_>) -> Vec<String> {
    Vec::new()
}

pub(crate) fn came(_visitor: &Visitor<'_>) -> String {
    String::new()
}

pub(crate) fn went(_visitor: &Visitor<'_>) -> String {
    String::new()
}
