//! The tables and plots that people read.

use super::{Figures, Rivals, goals::millis, idle::Idle, phase::Phase};
use crate::{
    goal::figure,
    load::per,
    plot::{Axis, Plot, Series},
    record::Table,
};

/// The figures of raum beside those of its peer and of the floor.
pub(super) fn tables(rivals: &Rivals, rate: u32) -> impl Iterator<Item = Table> {
    let [peer, raum] = &rivals.figures;
    let [name, peer_name] = [rivals.dialect.name(), rivals.dialect.peer_name()];
    let beside_peer = comparison(name, peer_name, [peer, raum], rate);
    let beside_floor = rivals.floor.as_ref().map(|floor| {
        let title = format!("{name}, beside the floor");
        let mut table = comparison(&title, "floor", [floor, raum], rate);
        if let Some(ratio) = table.columns.last_mut() {
            "raum / floor".clone_into(ratio);
        }
        table
    });
    [beside_peer].into_iter().chain(beside_floor)
}

fn comparison(title: &str, other: &str, [peer, raum]: [&Figures; 2], rate: u32) -> Table {
    let mut table = head(title, other);
    phase(
        &mut table,
        "at full speed",
        [&peer.full_speed, &raum.full_speed],
    );
    let at_rate = [&peer.at_rate, &raum.at_rate];
    let title = format!("at {rate} moves/s");
    phase(&mut table, &title, at_rate);
    row(
        &mut table,
        format!("{title}: p99 of the bare fdatasync loop, ms"),
        at_rate.map(|phase| millis(&phase.disk, 0.99)),
    );
    table
}

/// The memory of idle clients.
pub(super) fn idle_table(idle: &[Idle]) -> Table {
    let mut table = head("Idle clients, kB each", "peer");
    for Idle { kind, bytes } in idle {
        let name = format!("{}, {}", kind.dialect().name(), kind.name());
        row(&mut table, name, bytes.map(|bytes| bytes / 1e3));
    }
    table
}

/// The CPU time of a move in all dialects.
pub(super) fn plot(all: &[Rivals], rate: u32) -> Plot {
    let series = |name: &str, micros: &dyn Fn(&Rivals) -> f64| {
        let points = all
            .iter()
            .zip(0..)
            .map(|(rivals, index)| [f64::from(index), micros(rivals)]);
        Series::new(name, points.collect())
    };
    let at_rate =
        |contender: usize| move |rivals: &Rivals| rivals.figures[contender].at_rate.cpu_micros();
    let full_speed =
        |contender: usize| move |rivals: &Rivals| rivals.figures[contender].full_speed.cpu_micros();
    let groups = all.iter().map(|rivals| {
        let [dialect, peer] = [rivals.dialect.name(), rivals.dialect.peer_name()];
        format!("{dialect} ({peer})")
    });
    Plot {
        file: "peers-cpu".to_owned(),
        title: "CPU per move, raum beside the stacks of its dialects".to_owned(),
        x: Axis::linear("dialect (peer)"),
        y: Axis::linear("µs of the server's CPU per move"),
        series: vec![
            series("peer, full speed", &full_speed(0)),
            series("raum, full speed", &full_speed(1)),
            series(&format!("peer, {rate}/s"), &at_rate(0)),
            series(&format!("raum, {rate}/s"), &at_rate(1)),
        ],
        groups: groups.collect(),
    }
}

fn head(title: &str, peer: &str) -> Table {
    Table::new(title, ["", peer, "raum", "raum / peer"])
}

fn phase(table: &mut Table, title: &str, phases: [&Phase; 2]) {
    let mut row = |name: &str, of: fn(&Phase) -> f64| {
        row(table, format!("{title}: {name}"), phases.map(of));
    };
    row("moves/s", Phase::moves_per_second);
    row("the server's CPU, µs/move", Phase::cpu_micros);
    row("the load generator's CPU, µs/move", Phase::own_cpu_micros);
    row("p50 to the opponent, ms", |phase| {
        millis(&phase.latencies, 0.5)
    });
    row("p99 to the opponent, ms", |phase| {
        millis(&phase.latencies, 0.99)
    });
    row("resident memory, MB", |phase| {
        per(phase.resident_bytes, 1e6)
    });
}

fn row(table: &mut Table, name: String, [peer, raum]: [f64; 2]) {
    let figures = [peer, raum, raum / peer].map(figure);
    table.row([name].into_iter().chain(figures));
}
