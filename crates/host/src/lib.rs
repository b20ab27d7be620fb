//! One room with its sessions, as a value: [`Host::handle`] takes an [`Input`] and returns the [`Effect`]s that its
//! driver has to perform. A host does no I/O, reads no clock and draws no random numbers.
//!
//! Where a change goes:
//!
//! - `input.rs`, `effect.rs`: the interface to the driver. `host.rs`: the state, and when the host wakes.
//! - `tasks.rs`: decide, append, apply, and retries after conflicts. `ledger.rs`: the transaction underneath.
//!   `broadcast.rs`: frames about new entries.
//! - `entering.rs`: joining and disconnecting. `sessions.rs`: who is connected. `capacity.rs`: which guests get in.
//! - `actions.rs`: what sessions ask for. `command_numbers.rs`: numbers that a client reuses by mistake.
//! - `presence.rs`: who is here, on all nodes. `absence.rs`: games that end because a player stays away.
//! - `quota.rs`, `sliding_window.rs`: rate limits and quotas. `limits.rs`: their numbers.
//! - `thinking.rs`: machines that have to act.
//! - `owners.rs`: which token owns which seat. `transfers.rs`: codes that move a seat to another device.
//! - `listing.rs`: the room as the lobby lists it.
//! - `log.rs`: the latest entries as JSON. `snapshot.rs`: the room at one moment, for HTTP.

mod absence;
mod actions;
mod broadcast;
mod capacity;
mod command_numbers;
mod effect;
mod entering;
mod host;
mod input;
mod ledger;
mod limits;
mod listing;
mod log;
mod owners;
mod presence;
mod quota;
mod sessions;
mod sliding_window;
mod snapshot;
mod tasks;
mod thinking;
mod transfers;

pub use effect::{Backlog, Denied, Effect};
pub use host::{Context, Host};
pub use input::{
    Action, Enter, Handshake, Input, NarrowHandshake, NativeHandshake, Network, NodePresence,
    OtherNodes, PresentMember, SessionId,
};
pub use ledger::{AppendOutcome, Ledger, Stamp, Verdict};
pub use limits::Limits;
pub use log::{entries_frames, mark};
pub use sliding_window::SlidingWindow;
pub use snapshot::{GameSnapshot, Snapshot};
