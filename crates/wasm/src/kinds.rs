//! What holds for every game of a kind.

use raum_rules::{Game, Side};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::{cell::Extent, json::json, record::game};

/// What a page must know of a kind before there is a game: `title` is its name for people, `sides` are
/// its names for the first and the second side.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct KindFacts {
    #[cfg_attr(test, ts(type = "Kind"))]
    kind: &'static str,
    title: &'static str,
    extent: Extent,
    #[cfg_attr(test, ts(type = "[Side, Side]"))]
    sides: [&'static str; 2],
}

impl From<raum_rules::Kind> for KindFacts {
    fn from(kind: raum_rules::Kind) -> Self {
        Self {
            kind: kind.name(),
            title: kind.title(),
            extent: kind.extent().into(),
            sides: Side::BOTH.map(|side| kind.side_name(side)),
        }
    }
}

/// Every kind, as JSON of `KindFacts[]`.
#[wasm_bindgen]
pub fn kinds() -> String {
    let kinds = raum_rules::Kind::ALL.iter().copied();
    json(&kinds.map(KindFacts::from).collect::<Vec<_>>())
}

/// How many sequences of `depth` legal moves there are from a position, or from the start.
#[wasm_bindgen]
#[expect(
    clippy::cast_precision_loss,
    reason = "a JavaScript number counts exactly to 2^53, further than anybody waits"
)]
pub fn perft(kind: &str, depth: u32, position: Option<String>) -> Result<f64, JsError> {
    Ok(game(kind, position)?.perft(depth) as f64)
}
