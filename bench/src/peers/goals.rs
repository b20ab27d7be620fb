//! The goals, and whether raum meets them.

use super::{Rivals, idle::Idle};
use crate::{comparison::verdict, latencies::Latencies};

/// A goal: a figure and its upper bound.
pub(super) struct Goal {
    pub(super) name: String,
    pub(super) figure: f64,
    pub(super) max: f64,
    pub(super) unit: &'static str,
}

impl Goal {
    pub(super) fn holds(&self) -> bool {
        self.figure <= self.max
    }

    pub(super) fn print(&self) {
        let Self {
            name,
            figure,
            max,
            unit,
        } = self;
        println!(
            "  {name:52} {figure:9.2} {unit}   wanted ≤ {max:6.2}  {}",
            verdict(self.holds())
        );
    }
}

/// The goals of the CPU time and of the latency at a rate.
pub(super) fn of_rivals(rivals: &Rivals, rate: u32) -> [Goal; 3] {
    let (name, [peer, raum]) = (rivals.dialect.name(), &rivals.figures);
    let max = rivals.dialect.goals().cpu_micros_max;
    [
        Goal {
            name: format!("{name}: CPU per move at full speed"),
            figure: raum.full_speed.cpu_micros(),
            max,
            unit: "µs",
        },
        Goal {
            name: format!("{name}: CPU per move at {rate} moves/s"),
            figure: raum.at_rate.cpu_micros(),
            max: 2.0 * max,
            unit: "µs",
        },
        Goal {
            name: format!("{name}: p99 at {rate} moves/s, peer's + bare fdatasync"),
            figure: millis(&raum.at_rate.latencies, 0.99),
            max: millis(&peer.at_rate.latencies, 0.99) + millis(&raum.at_rate.disk, 0.99),
            unit: "ms",
        },
    ]
}

/// The goal of the memory of an idle connection.
pub(super) fn of_idle(idle: &Idle) -> Goal {
    let dialect = idle.kind.dialect();
    Goal {
        name: format!("{}: idle client, {}", dialect.name(), idle.kind.name()),
        figure: idle.bytes[1] / 1e3,
        max: dialect.goals().idle_bytes_max / 1e3,
        unit: "kB",
    }
}

pub(super) fn millis(latencies: &Latencies, share: f64) -> f64 {
    latencies.quantile(share).as_secs_f64() * 1e3
}
