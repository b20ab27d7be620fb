//! Keeping the entries of rooms, so that no acknowledged one is ever lost.
//!
//! - [`Store`] is what keeping means: append at an expected place, read, list, delete, and what it takes.
//! - [`Memory`] keeps entries as long as the process lives, [`Disk`] in a folder.
//! - [`RoomId`] is the name that a room is kept by.
//! - [`Error`] is what can go wrong with a store, [`OpenError`] with opening one.

mod disk;
mod error;
mod memory;
mod room_id;
mod store;

pub use disk::Disk;
#[cfg(feature = "fault-injection")]
pub use disk::Faults;
pub use error::{Error, OpenError};
pub use memory::Memory;
pub use room_id::{BadRoomId, RoomId};
pub use store::{Activity, Append, Listed, Page, Pending, Priority, Reads, Size, Store};
