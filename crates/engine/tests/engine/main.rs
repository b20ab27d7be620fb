//! The tests of the engine.

#![expect(clippy::unwrap_used, reason = "a failed assumption stops the test")]

mod tic_tac_toe;
