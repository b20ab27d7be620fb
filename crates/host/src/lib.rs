//! A room with everyone in it, as a value: inputs in, effects out. Nothing here waits, reads a clock or draws lots; the
//! driver does, and hands over what comes of it.
//!
//! [`Ledger`] is the lower half: the one transaction by which anything enters a room's journal. [`Host`] is a room with its
//! ledger, sessions, owners, presence and quotas.

mod absence;
mod ask;
mod door;
mod effect;
mod host;
mod input;
mod ledger;
mod limits;
mod log;
mod numbers;
mod owners;
mod places;
mod presence;
mod quota;
mod recent;
mod sessions;
mod snapshot;
mod transfers;
mod work;

pub use effect::{Denied, Effect, Replay};
pub use host::{Context, Host};
pub use input::{Asked, Elsewhere, Enter, Here, Input, Origin, Present, Protocol, SessionId};
pub use ledger::{Ledger, Stamp, Stored, Verdict};
pub use limits::Limits;
pub use log::{entries_frames, mark};

pub use recent::Recent;
pub use snapshot::{GameShown, Snapshot};
