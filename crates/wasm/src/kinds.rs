//! The facts about the kinds of games, and a count of their move sequences.

use raum_rules::{AnyGame, Game};
use wasm_bindgen::prelude::*;

use crate::record::game;

/// The facts about a kind: `title` is its name for people, `sides` are its names for the first and the second side.
/// `hasRanks` is whether the sides face each other across numbered ranks, `hasClaims` whether players can claim draws.
/// `positionFormat` names the format of position texts if other programs know it.
///
/// Generated into a file: a page shows them before it has the rules.
#[cfg(test)]
#[derive(serde::Serialize, ts_rs::TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct KindFacts {
    #[ts(type = "Kind")]
    kind: &'static str,
    title: &'static str,
    extent: crate::cell::Extent,
    #[ts(type = "[Side, Side]")]
    sides: [&'static str; 2],
    has_ranks: bool,
    has_claims: bool,
    position_format: Option<&'static str>,
}

#[cfg(test)]
impl From<raum_rules::Kind> for KindFacts {
    fn from(kind: raum_rules::Kind) -> Self {
        let facts = kind.facts();
        Self {
            kind: facts.name,
            title: facts.title,
            extent: facts.extent.into(),
            sides: facts.sides,
            has_ranks: facts.has_ranks,
            has_claims: facts.has_claims,
            position_format: facts.position_format,
        }
    }
}

/// Counts the sequences of `depth` legal moves from a position text, or from the start position.
#[wasm_bindgen]
#[expect(
    clippy::cast_precision_loss,
    reason = "JavaScript numbers are exact up to 2^53; counting that far takes years"
)]
pub fn perft(kind: &str, depth: u32, position: Option<String>) -> Result<f64, JsError> {
    let count = match game(kind, position)? {
        // The generator that only counts would add 3 kB to the page.
        AnyGame::Space(space) => space.perft_by_lists(depth),
        AnyGame::Chess(chess) => chess.perft(depth),
        AnyGame::TicTacToe(game) => game.perft(depth),
    };
    Ok(count as f64)
}
