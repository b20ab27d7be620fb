//! The tables that people read.

use super::{Rivals, goals::millis, idle::Idle, phase::Phase};
use crate::load::per;

/// Prints the figures of a peer and of raum side by side.
pub(super) fn print(rivals: &Rivals, rate: u32) {
    let [peer, raum] = &rivals.figures;
    head(rivals.dialect.name(), rivals.dialect.peer_name());
    phase("at full speed", &peer.full_speed, &raum.full_speed);
    let title = format!("at {rate} moves/s");
    phase(&title, &peer.at_rate, &raum.at_rate);
    row(
        "  p99 of the bare fdatasync loop, ms",
        [&peer.at_rate, &raum.at_rate].map(|phase| millis(&phase.disk, 0.99)),
    );
}

/// Prints the memory of idle clients.
pub(super) fn print_idle(idle: &[Idle]) {
    head("idle clients, kB each", "peer");
    for Idle { kind, bytes } in idle {
        let name = format!("{}, {}", kind.dialect().name(), kind.name());
        row(&name, bytes.map(|bytes| bytes / 1e3));
    }
}

fn head(title: &str, peer: &str) {
    println!("\n{title:42} {peer:>12} {:>12} {:>12}", "raum", "raum/peer");
}

fn phase(title: &str, peer: &Phase, raum: &Phase) {
    println!("{title}");
    let row = |name, figure: fn(&Phase) -> f64| row(name, [figure(peer), figure(raum)]);
    row("  moves/s", Phase::moves_per_second);
    row("  server's CPU, µs/move", Phase::cpu_micros);
    row("  load generator's CPU, µs/move", Phase::own_cpu_micros);
    row("  p50 to the opponent, ms", |phase| {
        millis(&phase.latencies, 0.5)
    });
    row("  p99 to the opponent, ms", |phase| {
        millis(&phase.latencies, 0.99)
    });
    row("  resident memory, MB", |phase| {
        per(phase.resident_bytes, 1e6)
    });
}

fn row(name: &str, [peer, raum]: [f64; 2]) {
    println!("{name:42} {peer:12.2} {raum:12.2} {:12.2}", raum / peer);
}
