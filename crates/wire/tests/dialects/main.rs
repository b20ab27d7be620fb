//! Tests of the dialects, each against its document, alone and together.
//!
//! [`script`] reads golden transcripts, and [`hall`] plays them in memory.

#![expect(clippy::unwrap_used, reason = "a failed assumption stops the test")]

mod chessata;
mod fuzz;
mod hall;
mod json_schema;
mod lobby;
mod matrix;
mod refusals;
mod schema;
mod script;
mod space;
mod transcripts;
