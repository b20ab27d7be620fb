//! Keeping the entries of rooms, so that no acknowledged one is ever lost.
//!
//! - [`Store`] is what a host needs: append at an expected place, read, and follow what others append.
//! - [`Upkeep`] is what looks after a store as a whole: list, delete, size, probe.
//! - [`Memory`] keeps entries as long as the process lives, [`Disk`] in a folder.
//! - [`Followers`] tells those who follow a room, for stores within one process.
//! - [`RoomId`] is the name that a room is kept by.
//! - [`Error`] is what can go wrong with a store, [`OpenError`] with opening one.

mod disk;
mod error;
mod followers;
mod memory;
mod room_id;
mod store;
mod upkeep;

pub use disk::Disk;
#[cfg(feature = "fault-injection")]
pub use disk::Faults;
pub use error::{Error, OpenError};
pub use followers::{Follower, Followers};
pub use memory::Memory;
pub use room_id::{BadRoomId, RoomId};
pub use store::{Append, Page, Pending, Priority, Store};
pub use upkeep::{Activity, Journal, ListedRoom, Reads, Size, Upkeep};
