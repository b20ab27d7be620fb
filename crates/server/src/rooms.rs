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
pub(crate) use hosts::Hosts;
pub(crate) use monitored_store::MonitoredStore;
pub(crate) use services::Services;
pub(crate) use snapshots::CachedSnapshot;
pub(crate) use workers::{Urgency, Workers};
