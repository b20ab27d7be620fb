//! The classes and functions that JavaScript calls.

use std::sync::atomic::AtomicBool;

use raum_engine::{Level, Report, Situation, Table};
use raum_rules::{Game, Kind};
use wasm_bindgen::prelude::*;

use crate::{
    acts::Commands,
    game::{limits, record},
    report::Json,
    threat,
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

    /// Searches what the other side would play if it were its turn, and returns the move as JSON of `Threat`. There is none
    /// in check or after the end of the game.
    pub fn threat(
        &mut self,
        position: Option<String>,
        moves: Vec<String>,
        nodes: Option<f64>,
        depth: Option<f64>,
    ) -> Result<Option<String>, JsError> {
        let record = record(self.engine.kind(), position, moves)?;
        let limits = limits(nodes, depth, None);
        let stop = AtomicBool::new(false);
        let found = threat::passed(&record).map(|passed| {
            self.engine
                .search(&passed, &limits, &self.table, &stop, &mut |_| true)
        });
        let line = found.and_then(|report| report.lines.into_iter().next());
        let first = line.and_then(|line| line.moves.first().copied());
        Ok(first.map(|mv| threat::Json(mv).to_string()))
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

/// A machine that plays against people: at a level, and with manners.
#[wasm_bindgen]
pub struct Opponent(Kind, raum_engine::Opponent);

#[wasm_bindgen]
impl Opponent {
    /// An opponent for a kind, at a level from 1, in the game of this number of its room. Another seed or number plays
    /// another game.
    #[wasm_bindgen(constructor)]
    pub fn new(kind: &str, level: u32, seed: u32, game: u32) -> Result<Self, JsError> {
        let kind = kind.parse()?;
        let level = Level::new(kind, level as usize)?;
        Ok(Self(kind, raum_engine::Opponent::new(level, seed, game)))
    }

    /// Becomes another opponent of the same kind, without new memory.
    pub fn change(&mut self, level: u32, seed: u32, game: u32) -> Result<(), JsError> {
        let level = Level::new(self.0, level as usize)?;
        self.1.change(level, seed, game);
        Ok(())
    }

    /// What the opponent does after these moves from a position text, or from the start: a JSON list of commands of a
    /// room, in their order.
    ///
    /// `is_its_turn`: whether the opponent is to move; otherwise it only answers a draw offer. `draw_offered`: whether the
    /// person offers a draw. `last_offer`: the ply at which the opponent last offered one.
    #[expect(
        clippy::too_many_arguments,
        reason = "an object of JavaScript would cost more code than its parts"
    )]
    pub fn act(
        &mut self,
        position: Option<String>,
        moves: Vec<String>,
        is_its_turn: bool,
        draw_offered: bool,
        last_offer: Option<u32>,
        nodes: Option<f64>,
        reporter: &Reporter,
    ) -> Result<String, JsError> {
        let Self(kind, opponent) = self;
        let record = record(*kind, position, moves)?;
        let turn = record.game().turn();
        let situation = Situation {
            record: &record,
            side: if is_its_turn { turn } else { !turn },
            draw_offered,
            last_offer: last_offer.map(|ply| ply as usize),
        };
        let limits = limits(nodes, None, None);
        let stop = AtomicBool::new(false);
        let acts = opponent.act(&situation, &limits, &stop, &mut forward(*kind, reporter));
        Ok(Commands(*kind, record.moves().len(), &acts).to_string())
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
