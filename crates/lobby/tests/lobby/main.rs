//! Tests of pairing: laws in single cases, and a simulation of many people on failing nodes.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

mod board;
mod cases;
mod simulation;
