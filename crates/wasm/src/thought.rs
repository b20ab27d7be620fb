//! What a machine has to think about, for the worker that runs the engine.

use raum_room::Millis;
use serde::Serialize;

use crate::json::json;

/// A situation in which a machine has to act: it is its turn, or it has been offered a draw.
///
/// - `key` identifies the situation; the answer repeats it.
/// - `moves` are the moves played from the position text `start`.
/// - `game` is the number of the game, which varies the machine's games together with its `seed`.
/// - `lastOffer` is the ply at which the machine last offered a draw.
/// - `leftMillis` is the time that the machine has left, and `incrementMillis` the time added after each move; both are
///   null without a clock.
/// - `notBefore` is the earliest time for the answer.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct Thought<'a> {
    // The types are those of a view's fields, so that the module has no more code for them.
    #[cfg_attr(test, ts(type = "number"))]
    key: u64,
    #[cfg_attr(test, ts(type = "Kind"))]
    kind: &'static str,
    #[cfg_attr(test, ts(type = "Side"))]
    side: &'static str,
    level: u32,
    seed: u32,
    game: u32,
    start: &'a str,
    moves: &'a [String],
    draw_offered: bool,
    last_offer: Option<usize>,
    #[cfg_attr(test, ts(type = "number | null"))]
    left_millis: Option<Millis>,
    #[cfg_attr(test, ts(type = "number | null"))]
    increment_millis: Option<Millis>,
    #[cfg_attr(test, ts(type = "number"))]
    not_before: Millis,
}

/// Writes a thought as JSON.
pub(crate) fn write(thought: &raum_room::Thought) -> String {
    let (kind, record) = (thought.kind, &thought.record);
    let moves = record.moves().iter().map(|mv| kind.move_text(*mv));
    json(&Thought {
        key: thought.key.number(),
        kind: kind.name(),
        side: kind.side_name(thought.side),
        level: thought.machine.level.into(),
        seed: thought.machine.seed,
        game: thought.number,
        start: &record.start().to_string(),
        moves: &moves.collect::<Vec<_>>(),
        draw_offered: thought.draw_offered,
        last_offer: thought.last_offer,
        left_millis: thought.clock.map(|clock| clock.left_millis),
        increment_millis: thought.clock.map(|clock| clock.increment_millis),
        not_before: thought.not_before,
    })
}
