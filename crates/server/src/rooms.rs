//! Rooms on this server: [`hosts`] finds the [`host`] of a room, [`admission`] decides which clients may enter,
//! [`expiry`] deletes rooms whose time is over.

pub(crate) mod admission;
pub(crate) mod codes;
pub(crate) mod expiry;
pub(crate) mod host;
pub(crate) mod hosts;
pub(crate) mod pass_keys;
pub(crate) mod secrets;
mod services;
pub(crate) mod snapshots;
mod turns;
pub(crate) mod workers;

pub(crate) use services::Services;
