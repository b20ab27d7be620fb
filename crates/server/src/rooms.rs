//! The rooms of this server: [`Hosts`] finds or loads the host of a room, [`Admission`] decides which clients may
//! enter, [`Sweep`] deletes expired rooms, [`Workers`] run long jobs off the runtime's threads, and [`Thinking`] runs the
//! computers.

mod admission;
mod batches;
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
mod thinking;
mod turns;
mod workers;

pub(crate) use admission::{Admission, Arrival, FoundRoom, RoomSession};
pub(crate) use batches::batches;
pub(crate) use codes::SHORT_CODE_LIFE;
pub(crate) use expiry::{Retention, Sweep};
pub(crate) use host::{
    Driver, Facts, Frame, HostMessage, Mailbox, Newcomer, Outbox, Outgoing, SessionId, Socket, ask,
    denied, outbox, query, read_older,
};
pub(crate) use hosts::{Computer, Hosts, Idle, Ids, NewRoom, Occupants, OpenedRoom, SleepState};
pub(crate) use monitored_store::MonitoredStore;
pub(crate) use services::Services;
pub(crate) use snapshots::CachedSnapshot;
pub(crate) use thinking::Thinking;
pub(crate) use workers::{Owner, Turn, Urgency, Workers};
