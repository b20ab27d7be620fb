//! Attacks on the `raum` program from outside, and the clients that carry them out.
//!
//! - [`program`] starts the program and watches it from outside: its processor time ([`cpu`]), its memory, its metrics.
//! - [`net`] is plain HTTP and WebSockets from a chosen loopback address, so that one machine can be many addresses.
//! - [`native`] speaks the native dialect, [`narrow`] the three others; [`table`] is two members who play random games.
//! - [`stored`] writes and reads rooms in a data folder without a server.
//! - [`honest`] is what members do meanwhile who mean no harm.
//! - [`attack`] is what ten addresses do at once, for the checks here and for the measurements of `raum-bench`.
//!
//! The binary runs the checks: each states what must hold after an attack, and prints counts.

pub mod attack;
pub mod cpu;
pub mod honest;
pub mod narrow;
pub mod native;
pub mod net;
pub mod program;
pub mod stored;
pub mod table;
