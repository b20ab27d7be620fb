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

pub use effect::{Backlog, Denied, Effect};
pub use host::{Context, Host};
pub use input::{
    Action, Enter, Handshake, Input, NodePresence, Origin, OtherNodes, PresentMember, SessionId,
};
pub use ledger::{AppendOutcome, Ledger, Stamp, Verdict};
pub use limits::Limits;
pub use log::{entries_frames, mark};

pub use recent::SlidingWindow;
pub use snapshot::{GameSnapshot, Snapshot};
