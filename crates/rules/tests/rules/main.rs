//! The tests of the rules: perft data, laws over all kinds, a second space chess, special cases, and fuzzed texts.

#![expect(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "a failed assumption stops the test"
)]

mod chess_cases;
mod chess_special_moves;
mod common;
mod draws;
mod examples;
mod exchange;
mod flights;
mod fourth_kind;
mod fuzz;
mod laws;
mod naive_space;
mod nodes;
mod package;
mod perft;
mod pgn;
mod pgn_errors;
mod position_errors;
mod record;
mod repetition;
mod space_agrees;
mod space_cases;
mod space_ends;
mod symmetry;
mod tic_tac_toe_cases;
