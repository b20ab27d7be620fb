//! The goals of raum beside its peers.

use super::{
    Figures, Rivals,
    idle::{Idle, Kind},
};
use crate::{goal::Goal, latencies::Latencies};

/// The goals of the CPU time and of the latency at a rate. No durable server of the dialect takes less CPU than the floor.
pub(super) fn of_rivals(rivals: &Rivals, floor: Option<&Figures>, rate: u32) -> [Goal; 3] {
    let (name, [peer, raum]) = (rivals.dialect.name(), &rivals.figures);
    let max = rivals.dialect.goals().cpu_micros_max;
    [
        Goal::at_most(
            format!("{name}: CPU per move at full speed"),
            raum.full_speed.cpu_micros(),
            max,
            "µs",
        )
        .above(floor.map(|floor| floor.full_speed.cpu_micros())),
        Goal::at_most(
            format!("{name}: CPU per move at {rate} moves/s"),
            raum.at_rate.cpu_micros(),
            2.0 * max,
            "µs",
        )
        .above(floor.map(|floor| floor.at_rate.cpu_micros())),
        Goal::at_most(
            format!("{name}: p99 at {rate} moves/s, peer's + bare fdatasync"),
            millis(&raum.at_rate.latencies, 0.99),
            millis(&peer.at_rate.latencies, 0.99) + millis(&raum.at_rate.disk, 0.99),
            "ms",
        ),
    ]
}

/// The memory that a loaded room may take.
const ROOM_BYTES_MAX: f64 = 8_000.0;

/// The goal of the memory of an idle connection, with its room if it has one of its own.
pub(super) fn of_idle(idle: &Idle) -> Goal {
    let dialect = idle.kind.dialect();
    let room_bytes_max = match idle.kind {
        Kind::Waiting => ROOM_BYTES_MAX,
        Kind::Connected(_) | Kind::Watching => 0.0,
    };
    Goal::at_most(
        format!("{}: idle client, {}", dialect.name(), idle.kind.name()),
        idle.bytes[1] / 1e3,
        (dialect.goals().idle_bytes_max + room_bytes_max) / 1e3,
        "kB",
    )
}

pub(super) fn millis(latencies: &Latencies, share: f64) -> f64 {
    latencies.quantile(share).as_secs_f64() * 1e3
}
