//! The classes and functions that JavaScript calls.

use std::sync::atomic::AtomicBool;

use raum_engine::{Level, Report, Table};
use raum_rules::Kind;
use wasm_bindgen::prelude::*;

use crate::{
    game::{limits, record},
    report::Json,
};

/// The size of the hash table, the default of `raum engine`: searches with equal tables find equal lines.
const HASH_MEBIBYTES: usize = 16;

#[wasm_bindgen]
extern "C" {
    /// Receives a report, as JSON of `Report`, after each iteration of a search.
    #[wasm_bindgen(typescript_type = "{ report(json: string): void }")]
    pub type Reporter;

    #[wasm_bindgen(method)]
    fn report(this: &Reporter, json: &str);
}

/// Searches positions of one kind at full strength, and remembers what earlier searches found.
#[wasm_bindgen]
pub struct Engine {
    engine: raum_engine::Engine,
    table: Table,
}

#[wasm_bindgen]
impl Engine {
    /// An engine for a kind.
    #[wasm_bindgen(constructor)]
    pub fn new(kind: &str) -> Result<Self, JsError> {
        Ok(Self {
            engine: raum_engine::Engine::new(kind.parse()?),
            table: Table::new(HASH_MEBIBYTES),
        })
    }

    /// Forgets earlier searches: the next one finds the same as that of a new engine.
    pub fn clear(&mut self) {
        self.engine.clear();
        self.table.clear();
    }

    /// Searches the position after these moves from a position text, or from the start, and returns the last report.
    ///
    /// The first limit that is reached ends the search; without one it runs until its thread is terminated.
    pub fn search(
        &mut self,
        position: Option<String>,
        moves: Vec<String>,
        nodes: Option<f64>,
        depth: Option<f64>,
        lines: Option<f64>,
        reporter: &Reporter,
    ) -> Result<String, JsError> {
        let kind = self.engine.kind();
        let record = record(kind, position, moves)?;
        let limits = limits(nodes, depth, lines);
        let mut forward = forward(kind, reporter);
        let stop = AtomicBool::new(false);
        let engine = &mut self.engine;
        let found = engine.search(&record, &limits, &self.table, &stop, &mut forward);
        Ok(Json(kind, &found).to_string())
    }
}

/// Chooses moves of one kind at a level, the same ones on every device.
#[wasm_bindgen]
pub struct Player(raum_engine::Player);

#[wasm_bindgen]
impl Player {
    /// A player for a kind, at a level from 1. Another seed plays other games.
    #[wasm_bindgen(constructor)]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a number of JavaScript becomes the nearest integer that fits"
    )]
    pub fn new(kind: &str, level: f64, seed: f64) -> Result<Self, JsError> {
        let level = Level::new(kind.parse()?, level as usize)?;
        Ok(Self(raum_engine::Player::new(level, seed as u64)))
    }

    /// Chooses a move in the position after these moves from a position text, or from the start: the first move of the
    /// first line of the report. Limits can end the search before the level does.
    pub fn choose(
        &mut self,
        position: Option<String>,
        moves: Vec<String>,
        nodes: Option<f64>,
        depth: Option<f64>,
        reporter: &Reporter,
    ) -> Result<String, JsError> {
        let Self(player) = self;
        let kind = player.level().kind();
        let record = record(kind, position, moves)?;
        let limits = limits(nodes, depth, None);
        let stop = AtomicBool::new(false);
        let found = player.choose(&record, &limits, &stop, &mut forward(kind, reporter));
        Ok(Json(kind, &found).to_string())
    }
}

/// Forwards every report to JavaScript.
fn forward(kind: Kind, reporter: &Reporter) -> impl FnMut(&Report) -> bool {
    move |report| {
        reporter.report(&Json(kind, report).to_string());
        true
    }
}

/// The number of nodes of the benchmark over all kinds.
#[wasm_bindgen]
pub fn signature() -> f64 {
    number(raum_engine::bench::signature())
}

/// The number of nodes of the benchmark of one kind, to its own depth or another one.
#[wasm_bindgen]
pub fn bench(kind: &str, depth: Option<i32>) -> Result<f64, JsError> {
    let kind: Kind = kind.parse()?;
    let depth = depth.unwrap_or_else(|| raum_engine::bench::depth(kind));
    Ok(number(raum_engine::bench::nodes(kind, depth)))
}

#[expect(
    clippy::cast_precision_loss,
    reason = "JavaScript numbers are exact up to 2^53 nodes, a century of searching"
)]
fn number(nodes: u64) -> f64 {
    nodes as f64
}
