//! The dialects, each against its document, alone and together.
//!
//! [`script`] reads golden transcripts, and [`hall`] is where they are played in memory.

#![expect(
    clippy::unwrap_used,
    reason = "a test says what went wrong by panicking"
)]

mod chessata;
mod fuzz;
mod hall;
mod json_schema;
mod matrix;
mod refusals;
mod schema;
mod script;
mod space;
mod transcripts;
