//! Pairing people who look for an opponent, and listing rooms, on one node or many. No I/O, no clock, no random numbers: inputs
//! in, effects out.
//!
//! A person's wish to play is a [`Seek`]. The node that has the person's connection keeps it at its [`Desk`]; one node of the
//! cluster has the [`Pool`], in which seeks meet:
//!
//! 1. A desk announces its seeks to the pool, again and again, because messages between nodes can be lost.
//! 2. The pool offers a pairing to the two that fit, longest waiting first. Both have to say that they are there.
//! 3. Then the pool has a room opened with both of them seated, and tells both desks.
//!
//! The desk has the last word: it takes part in one pairing at a time, and forgets it when another node takes over the pool. So
//! nobody gets into two games, even while two nodes believe that they have the pool.
//!
//! What everybody sees is a [`Board`], to which each node contributes its [`Part`].
//!
//! - `seek.rs`: what people want. `pool.rs`: who plays whom. `desk.rs`: the seeks of one node. `board.rs`: what the lobby shows.
//!   `names.rs`: which names it shows.

mod board;
mod desk;
mod names;
mod pool;
mod seek;

pub use board::{Board, Part, ROOMS_MAX};
pub use desk::{Desk, DeskEffect, Notice};
pub use names::{BadBlockList, BlockList};
pub use pool::{FromPool, Pool, PoolEffect, ToPool};
pub use seek::{Entrant, Order, PairingId, Person, PoolId, Seek, SeekId, Terms};

use raum_room::Millis;

/// How long both have to say that they are there.
pub const OFFER_MILLIS: Millis = 10_000;

/// How often a desk announces a seek that waits.
pub const ANNOUNCE_MILLIS: Millis = 5_000;

/// How long a pool keeps a seek that its desk does not announce.
pub const SEEK_MILLIS: Millis = 4 * ANNOUNCE_MILLIS;
