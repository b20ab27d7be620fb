//! Chooses moves: one search for every kind of game, and an evaluation for each.
//!
//! Pure: it reads no clock and starts no thread. A caller passes a [`Table`] to share, [`Limits`] and a flag that stops
//! the search, and receives [`Report`]s.
//!
//! - [`Engine`] plays any kind. `search` deepens; `tree` visits positions, `quiescence` the captures at its leaves.
//! - `picker` and `order` decide which moves come first; `pruning` which are left out, by the numbers in [`Params`].
//! - [`Table`] remembers positions across searches and threads. `score` is the unit of evaluations, mates included.
//! - [`Level`] is how strong a [`Player`] is; [`Oversight`] is what it does not see. An [`Opponent`] plays with manners.
//! - [`chess`] and [`space`] evaluate their kinds; [`net`] is the network that both can add.
//! - [`greedy_move`] and [`random_move`] are players without a search, to measure levels against.
//! - [`mod@bench`] computes the signature of the search.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    clippy::inline_always,
    reason = "scores, depths and indices are small, and evaluation is one loop"
)]

pub mod bench;
pub mod chess;
mod engine;
mod greedy;
mod level;
mod mate;
pub mod net;
mod opponent;
mod order;
mod oversight;
mod params;
mod picker;
mod pruning;
mod quiescence;
mod report;
mod score;
mod search;
pub mod space;
mod table;
mod tic_tac_toe;
mod tree;
mod vectors;

pub use engine::Engine;
pub use greedy::{greedy_move, random_move};
pub use level::{Level, Player, Strength, UnknownLevel};
pub use mate::Checks;
pub use opponent::{Act, Opponent, Situation};
pub use oversight::Oversight;
pub use params::Params;
pub use report::{Limits, Line, Report};
pub use score::{MATE, MATE_MIN, PLIES_MAX};
pub use search::{Evaluate, Searcher};
pub use table::Table;
pub use vectors::vectorized;
