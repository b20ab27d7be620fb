//! Stores the journals of rooms, and never loses an acknowledged entry.
//!
//! Where a change goes:
//!
//! - `store.rs`: [`Store`], what a host needs: append at an expected position, read, follow other hosts' entries.
//! - `upkeep.rs`: [`Upkeep`], what an operator needs: list, delete, size, probe.
//! - `memory.rs`: [`Memory`], a store that lasts as long as the process.
//! - `disk.rs`, `disk/`: [`Disk`], a store in a folder, on SQLite.
//! - `nats.rs`, `nats/`: [`Nats`], a store in NATS JetStream, for several nodes.
//! - `content.rs`: the text of a stored entry.
//! - `followers.rs`: [`Followers`], which notifies followers within one process.
//! - `room_id.rs`: [`RoomId`]. `error.rs`: [`Error`] of a store, [`OpenError`] of opening one.

mod content;
mod disk;
mod error;
mod followers;
mod memory;
mod nats;
mod room_id;
mod store;
mod upkeep;

pub use disk::Disk;
#[cfg(feature = "fault-injection")]
pub use disk::faults::Faults;
pub use error::{Error, OpenError};
pub use followers::{Follower, Followers};
pub use memory::Memory;
#[cfg(feature = "test-server")]
pub use nats::test_server;
pub use nats::{BadNatsUrl, Bus, BusMessages, Named, Names, Nats, NatsError, NatsOptions, NatsUrl};
pub use room_id::{BadRoomId, CROCKFORD, RoomId};
pub use store::{Append, Page, Pending, Priority, Store};
pub use upkeep::{Activity, Journal, ListedRoom, Reads, Size, Upkeep};
