//! The raum server, as the `raum` program runs it and for programs that embed it.
//!
//! - `modes`: the command line, one file for each mode. [`Cli`] runs any of them; [`Serve`] is the server.
//! - `cluster`: several nodes that serve the same rooms, with the journal on NATS.
//! - `lobby`: people who look for an opponent, and rooms that strangers can find.
//! - `rooms`: from a room's id to the task that hosts it; admission, expiry, and work that takes long.
//! - `sessions`: connections to rooms over WebSocket and Socket.IO, one file for each dialect.
//! - `http`: the router, the API, the embedded page, health checks, and the checks of origin and host.
//! - `net`: the listener, client addresses, and rate limits.
//! - `limits`, `log`, `meters`, `time`, `lock`: used everywhere.

mod cluster;
mod http;
mod limits;
mod lobby;
mod lock;
mod log;
mod meters;
mod modes;
mod net;
mod rooms;
mod sessions;
mod time;

pub use modes::{Cli, serve::Serve};
