//! The dialects: what travels between raum and its clients, as text. Pure: no sockets, no clock.
//!
//! - [`native`] is raum's own, at `/ws/raum/{room}`; `docs/dialects/raum.md` is its contract.

pub mod native;
