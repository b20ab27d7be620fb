//! Black-box attacks on the `raum` program, and the clients that carry them out.
//!
//! - [`program`] starts the program and measures its CPU time ([`cpu`]), memory and metrics.
//! - [`net`] has HTTP and WebSocket clients that bind to a chosen loopback address, so one machine has many addresses.
//! - [`native`] is a client of the native dialect, [`narrow`] has clients of the other three; [`table`] is a pair of
//!   members who play random games, [`sparring`] a member who plays them against a computer.
//! - [`stored`] reads and writes rooms in a data folder without a server.
//! - [`proxy`] is a TCP proxy that can be cut.
//! - [`honest`] is the load of honest clients during an attack.
//! - [`attack`] has the attacks that ten addresses run at once, for the checks here and for `raum-bench`.
//!
//! The binary runs the checks. Each states what must hold after an attack, and prints counts.

pub mod attack;
pub mod cpu;
pub mod honest;
pub mod narrow;
pub mod native;
pub mod net;
pub mod program;
pub mod proxy;
pub mod sparring;
pub mod stored;
pub mod table;
