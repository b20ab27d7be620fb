//! The engine for a web page, as WebAssembly: a module of its own, which a page loads when a computer is to play.
//!
//! - [`Engine`] searches a position at full strength and finds threats, [`Player`] chooses moves at a level, [`Opponent`]
//!   acts in a seat.
//! - [`signature()`] is the number of nodes of the benchmark, for comparison with other platforms; [`bench()`] is that of
//!   one kind.
//!
//! Texts, numbers and JSON cross the boundary; `web/src/engine/types.ts` has the types of the JSON. A search blocks its
//! thread until its limits end it, so a page runs it in a worker and cancels it by terminating the worker.

mod acts;
mod bindings;
mod game;
mod report;
mod threat;

pub use bindings::{Engine, Opponent, Player, Reporter, bench, signature};
