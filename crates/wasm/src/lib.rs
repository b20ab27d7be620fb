//! The rules and rooms for a web page, as WebAssembly.
//!
//! - [`perft()`] counts move sequences.
//! - [`Record`] is one game with its moves; its `position` has everything that a screen shows.
//! - [`LocalTable`] is a room inside the page, [`Replica`] a copy of a room on a server. Both apply entries to a `Table`
//!   and return the same `View`.
//!
//! Only text crosses the boundary: names, move texts and JSON. `web/src/raum/types.ts` has the TypeScript types of that
//! JSON; it is generated from this crate, and a test fails when it is stale.

mod cell;
mod decode;
mod json;
mod kinds;
mod local_table;
mod position;
mod record;
mod replica;
mod table;
mod thought;
#[cfg(test)]
mod types;
mod value;
mod view;
mod words;

pub use kinds::perft;
pub use local_table::LocalTable;
pub use record::Record;
pub use replica::Replica;

/// Small code matters more than speed here: a game allocates little.
#[cfg(target_family = "wasm")]
#[global_allocator]
static ALLOCATOR: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();
