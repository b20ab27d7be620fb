//! The cost of a move as the number of rooms grows.

use std::{path::Path, time::Duration};

use anyhow::Context;
use raum_rules::Kind;
use raum_torture::{
    program::Program,
    table::{Table as Players, Timing},
};
use serde_json::json;
use tokio::{
    sync::watch,
    time::{Instant, sleep},
};

use crate::{
    goal::{Goal, figure},
    latencies::Latencies,
    load::{per, some_at_a_time},
    people,
    plot::{Axis, Plot, Series},
    record::{Record, Table, quantiles},
};

/// All rooms are played in at once.
const OPTIONS: [&str; 2] = ["--connections-max=1000000", "--rooms-max=1000000"];

/// Moves a second in one room: less than members may make.
const MOVES_PER_SECOND_MAX: u32 = 50;

/// How long the connections are idle before they play.
const IDLE: Duration = Duration::from_secs(5);

/// The figures of a number of rooms.
struct Step {
    rooms: u32,
    /// The server's CPU time for each second in which nothing but pings happens.
    idle: Duration,
    moves: u64,
    cpu: Duration,
    took: Duration,
    seen: Latencies,
    resident_bytes: u64,
}

impl Step {
    /// The CPU time of a move, without that of idle connections.
    fn micros(&self) -> f64 {
        let idle = self.idle.mul_f64(self.took.as_secs_f64());
        1e6 / per(self.moves, self.cpu.saturating_sub(idle).as_secs_f64())
    }
}

pub(super) async fn measure(
    record: &mut Record,
    program: &Path,
    counts: &[u32],
    rate: u32,
    time: Duration,
) -> anyhow::Result<()> {
    let mut steps: Vec<Step> = Vec::new();
    for count in counts {
        let rooms = (*count).min(people::connections_max() / 2);
        let folder = people::folder(program)?;
        let server = people::start(program, folder.path(), &OPTIONS)?;
        steps.push(step(&server, rooms, rate, time).await?);
    }
    let title = format!("Rooms: {rate} moves a second in all of them together");
    let columns = [
        "rooms",
        "moves/s",
        "CPU per move, µs",
        "with idle connections, µs",
        "idle, ms of CPU a second",
        "p50, ms",
        "p99, ms",
        "resident, MB",
    ];
    let mut table = Table::new(title, columns);
    let mut samples = Vec::new();
    for step in &steps {
        let millis = |share| step.seen.quantile(share).as_secs_f64() * 1e3;
        let figures = [
            f64::from(step.rooms),
            per(step.moves, step.took.as_secs_f64()),
            step.micros(),
            1e6 / per(step.moves, step.cpu.as_secs_f64()),
            step.idle.as_secs_f64() * 1e3,
            millis(0.5),
            millis(0.99),
            per(step.resident_bytes, 1e6),
        ];
        let mut row: Vec<_> = figures.into_iter().map(figure).collect();
        row[0] = step.rooms.to_string();
        table.row(row);
        samples.push(json!({
            "rooms": step.rooms,
            "moves": step.moves,
            "seconds": step.took.as_secs_f64(),
            "server_cpu_seconds": step.cpu.as_secs_f64(),
            "idle_cpu_seconds_a_second": step.idle.as_secs_f64(),
            "resident_bytes": step.resident_bytes,
            "latency_micros_by_quantile": quantiles(&step.seen),
        }));
    }
    record.table(table);
    record.sample("rooms", samples.into());
    record.plots.push(plot(&steps, rate));
    if let [first, .., last] = &steps[..] {
        let name = format!(
            "CPU per move with {} rooms / with {}",
            last.rooms, first.rooms
        );
        let ratio = last.micros() / first.micros();
        record.goals.push(Goal::at_most(name, ratio, 1.5, ""));
    }
    Ok(())
}

async fn step(server: &Program, rooms: u32, rate: u32, time: Duration) -> anyhow::Result<Step> {
    let period = Duration::from_secs(1) * rooms / rate.min(rooms * MOVES_PER_SECOND_MAX);
    let (starting, started) = watch::channel(None);
    let address = server.address();
    let opening = (0..rooms).map(|index| {
        let mut started = started.clone();
        async move {
            // Two people at home in each room.
            let home = people::home(index);
            let mut table = Players::open(address, home, Kind::Chess, index).await?;
            // Answers pings as soon as the room is open: many rooms take longer than a ping may.
            Ok(tokio::spawn(async move {
                let start: Instant = tokio::select! {
                    ended = table.wait() => return Err(ended),
                    start = started.wait_for(Option::is_some) => start?.context("no start")?,
                };
                // Spread evenly over the period.
                let first = start + period * index / rooms;
                let timings = table.play(first, start + time, period).await?;
                Ok((timings, table))
            }))
        }
    });
    let playing = some_at_a_time(opening).await?;
    let cpu = server.cpu()?;
    sleep(IDLE).await;
    let idle = (server.cpu()? - cpu).all.div_f64(IDLE.as_secs_f64());
    let (start, cpu) = (Instant::now(), server.cpu()?);
    starting.send(Some(start))?;
    let (mut seen, mut done) = (Vec::new(), Vec::new());
    for played in playing {
        let (timings, table) = played.await??;
        seen.extend(timings.iter().map(|timing: &Timing| timing.seen));
        // All connections stay open to the end.
        done.push(table);
    }
    let took = start.elapsed();
    Ok(Step {
        rooms,
        idle,
        moves: seen.len() as u64,
        cpu: (server.cpu()? - cpu).all,
        took,
        seen: seen.into_iter().collect(),
        resident_bytes: server.resident_bytes()?,
    })
}

fn plot(steps: &[Step], rate: u32) -> Plot {
    let series = |name: &str, of: &dyn Fn(&Step) -> f64| {
        let points = steps.iter().map(|step| [f64::from(step.rooms), of(step)]);
        Series::new(name, points.collect())
    };
    Plot {
        file: "growth-rooms".to_owned(),
        title: format!("CPU per move as rooms grow, {rate} moves a second in all"),
        x: Axis::logarithmic("rooms"),
        y: Axis::linear("µs of the server's CPU per move"),
        series: vec![
            series("of moves", &Step::micros),
            series("with idle connections", &|step| {
                1e6 / per(step.moves, step.cpu.as_secs_f64())
            }),
        ],
        groups: Vec::new(),
    }
}
