//! Tests of the host: laws of its parts, and a seeded simulation of several hosts of one room.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod capacity;
mod conflicts;
mod effects;
mod follow;
mod ledger;
mod presence;
mod simulation;
mod table;
mod thinking;
mod transfers;
mod unknown;
