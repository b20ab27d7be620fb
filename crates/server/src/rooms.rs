//! The rooms of this server: [`Hosts`] finds or loads the host of a room, [`Admission`] decides which clients may
//! enter, [`Sweep`] deletes expired rooms, and [`Workers`] run long jobs off the runtime's threads.

mod admission;
mod codes;
mod expiry;
pub(crate) mod host;
mod hosts;
mod keyed_locks;
mod monitored_store;
mod pass_keys;
pub(crate) mod secrets;
mod services;
mod snapshots;
mod turns;
mod workers;

pub(crate) use admission::{Admission, Arrival, FoundRoom, RoomSession};
pub(crate) use expiry::{Retention, Sweep};
pub(crate) use host::{
    Driver, Facts, Frame, HostMessage, Mailbox, Newcomer, Outgoing, SessionId, ask, denied, outbox,
    query, read_older,
};
pub(crate) use hosts::{Hosts, Idle, Ids, SleepState};
pub(crate) use monitored_store::MonitoredStore;
pub(crate) use services::Services;
pub(crate) use snapshots::CachedSnapshot;
pub(crate) use workers::{Owner, Turn, Urgency, Workers};
