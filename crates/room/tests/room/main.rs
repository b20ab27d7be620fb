//! The tests of a room: cases as data, laws under random commands, a reference model, and the JSON format.

#![expect(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "a failed assumption stops the test"
)]

mod cases;
mod chaos;
mod common;
mod coverage;
mod facts;
mod format;
mod invariants;
mod journals;
mod laws;
mod members;
mod model;
mod script;
