//! The tests of the engine: perfect tic-tac-toe, mates that a solver proves, an ending against perfect defence, and the laws
//! of the search.

#![expect(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "a failed assumption stops the test"
)]

mod common;
mod draws;
mod fuzz;
mod mates;
mod plain_search;
mod queen_ending;
mod reports;
mod solver;
mod suites;
mod symmetry;
mod tic_tac_toe;
