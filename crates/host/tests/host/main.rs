//! The proof of the host: laws of its parts, and a simulation of several hosts of one room by seed.
#![expect(
    clippy::unwrap_used,
    reason = "a test says what went wrong by panicking"
)]

mod conflicts;
mod follow;
mod ledger;
mod limits;
mod presence;
mod seen;
mod simulation;
mod table;
mod transfers;
mod unknown;
