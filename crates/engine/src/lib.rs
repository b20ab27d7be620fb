//! Chooses moves: one search for every kind of game, and an evaluation for each.
//!
//! Pure: it reads no clock and starts no thread. A caller hands it a [`Table`] to share, a [`Budget`] and a flag that
//! stops it.
//!
//! - [`search`] walks the tree; [`order`] decides which moves it tries first.
//! - [`table`] remembers positions across searches and threads.
//! - [`score`] is the unit of evaluations, mates included.
//! - [`space`] evaluates space chess.

mod order;
mod score;
mod search;
pub mod space;
mod table;

pub use score::{MATE, MATE_MIN, PLIES_MAX};
pub use search::{Budget, Evaluate, Line, Params, Searcher};
pub use table::Table;
