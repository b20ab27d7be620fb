//! The rules and rooms for a web page, as WebAssembly.
//!
//! - [`kinds()`] tells what games there are, [`perft()`] how fast they are.
//! - [`Record`] is one game with its moves; `position` says all that a screen shows of it.
//! - [`LocalTable`] is a room in the page itself, [`Replica`] one elsewhere, followed by its frames. Both
//!   fold entries into a `Table` and show the same `View`.
//!
//! What crosses the boundary is text: names, move texts, and JSON whose types `web/src/raum/types.ts`
//! gives to TypeScript. That file is generated from the types of this crate; a test keeps it current.

mod cell;
mod decode;
mod json;
mod kinds;
mod local_table;
mod position;
mod record;
mod replica;
mod table;
mod time;
#[cfg(test)]
mod types;
mod value;
mod view;
mod words;

pub use kinds::{kinds, perft};
pub use local_table::LocalTable;
pub use record::Record;
pub use replica::Replica;
