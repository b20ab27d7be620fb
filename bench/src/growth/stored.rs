//! Many rooms on the disk: the start, the list, the sweep, and moves meanwhile.

mod file;

use std::{
    path::Path,
    process::Stdio,
    time::{Duration, Instant},
};

use anyhow::Context;
use raum_rules::Kind;
use raum_torture::{
    net,
    program::{Program, command, peak_bytes},
    table::Table as Players,
};
use serde_json::json;
use tokio::time::{Instant as At, sleep};

use super::long_room::drop_from_cache;
use crate::{
    goal::{Goal, figure},
    latencies::Latencies,
    load::per,
    people,
    record::{Record, Table, quantiles},
};

const MOVES_PER_SECOND: u32 = 50;

/// How long a sweep may take before it counts as failed.
const PATIENCE: Duration = Duration::from_mins(10);

/// How often the metrics are read.
const LOOK: Duration = Duration::from_millis(250);

/// The players' address, and that of the observer.
const PLAYERS: u32 = 1;
const OBSERVER: u32 = 2;

pub(super) async fn measure(
    record: &mut Record,
    program: &Path,
    rooms: u32,
    time: Duration,
) -> anyhow::Result<()> {
    let folder = people::folder(program)?;
    let data = folder.path().join("data");
    let begin = Instant::now();
    let entries = file::write(&data, rooms)?;
    println!(
        "\nstored {rooms} rooms with {entries} entries in {:.0} s",
        begin.elapsed().as_secs_f64()
    );
    drop_from_cache(&data)?;
    let begin = Instant::now();
    let server = people::start(program, folder.path(), &["--metrics"])?;
    let observer = people::home(OBSERVER);
    let health = net::get(server.address(), observer, "/readyz").await?;
    anyhow::ensure!(health.status == 200, "not ready: {health:?}");
    let ready = begin.elapsed();
    let resident_bytes = server.resident_bytes()?;
    let cpu = server.cpu()?;
    let address = server.address();
    let mut players = Players::open(address, people::home(PLAYERS), Kind::Chess, 1).await?;
    let during = play_while(&mut players, swept(&server, begin)).await?;
    let (sweep, seen) = during;
    let cpu = (server.cpu()? - cpu).all;
    let expired = server.metric("raum_rooms_expired_total").await?;
    let after = play_while(&mut players, async {
        sleep(time).await;
        Ok(time)
    });
    let (_, seen_after) = after.await?;
    let [after_bytes, peak] = [server.resident_bytes()?, server.peak_bytes()?];
    drop(players);
    server.end()?;
    let (list, list_peak) = list(program, &data).await?;

    let mut table = Table::new(
        format!("{rooms} rooms on disk, {entries} entries"),
        ["", ""],
    );
    let millis =
        |latencies: &Latencies, share| figure(latencies.quantile(share).as_secs_f64() * 1e3);
    let latencies = |latencies: &Latencies| {
        let [p50, p99, max] = [0.5, 0.99, 1.0].map(|share| millis(latencies, share));
        format!("{p50}, {p99}, {max}")
    };
    let megabytes = |bytes: u64| figure(per(bytes, 1e6));
    let bytes = data.join("raum.db").metadata()?.len();
    for (name, value) in [
        ("size of the file, MB", megabytes(bytes)),
        (
            "from the start until `/readyz` answers, ms",
            figure(ready.as_secs_f64() * 1e3),
        ),
        ("resident memory then, MB", megabytes(resident_bytes)),
        ("the first sweep, s", figure(sweep.as_secs_f64())),
        (
            "the server's CPU in that time, s",
            figure(cpu.as_secs_f64()),
        ),
        ("rooms that it deleted", figure(expired)),
        ("peak memory, MB", megabytes(peak)),
        ("resident memory after it, MB", megabytes(after_bytes)),
        (
            "a move to the opponent during the sweep: p50, p99, max, ms",
            latencies(&seen),
        ),
        ("… after the sweep", latencies(&seen_after)),
        (
            "`raum journal list` of all rooms, s",
            figure(list.as_secs_f64()),
        ),
        ("its peak memory, MB", megabytes(list_peak)),
    ] {
        table.row([name.to_owned(), value]);
    }
    record.table(table);
    record.sample(
        "stored rooms",
        json!({
            "rooms": rooms,
            "entries": entries,
            "file_bytes": bytes,
            "ready_micros": ready.as_micros(),
            "sweep_seconds": sweep.as_secs_f64(),
            "sweep_cpu_seconds": cpu.as_secs_f64(),
            "expired": expired,
            "resident_bytes": {"ready": resident_bytes, "after": after_bytes, "peak": peak},
            "list_seconds": list.as_secs_f64(),
            "list_peak_bytes": list_peak,
            "latency_micros_by_quantile": {"during": quantiles(&seen), "after": quantiles(&seen_after)},
        }),
    );
    record.goals.extend([
        Goal::at_most(
            format!("start with {rooms} rooms on disk"),
            ready.as_secs_f64() * 1e3,
            1000.0,
            "ms",
        ),
        Goal::at_most(
            "p99 of a move during the sweep / after it",
            seen.quantile(0.99).as_secs_f64() / seen_after.quantile(0.99).as_secs_f64(),
            3.0,
            "",
        ),
    ]);
    Ok(())
}

/// Waits until the first sweep is over, and returns how long it took.
async fn swept(server: &Program, begin: Instant) -> anyhow::Result<Duration> {
    while begin.elapsed() < PATIENCE {
        if server.metric("raum_rooms_kept").await? > 0.0 {
            return Ok(begin.elapsed());
        }
        sleep(LOOK).await;
    }
    anyhow::bail!("the sweep was not over after {} s", PATIENCE.as_secs())
}

/// Plays while something else happens, and returns its result with the latencies to the opponent.
async fn play_while(
    players: &mut Players,
    other: impl Future<Output = anyhow::Result<Duration>>,
) -> anyhow::Result<(Duration, Latencies)> {
    let mut other = Box::pin(other);
    let mut seen = Vec::new();
    let period = Duration::from_secs(1) / MOVES_PER_SECOND;
    let took = loop {
        let now = At::now();
        // A second at a time: a move that has begun must end.
        let playing = players.play(now, now + Duration::from_secs(1), period);
        let mut playing = Box::pin(playing);
        tokio::select! {
            timings = &mut playing => seen.extend(timings?.iter().map(|timing| timing.seen)),
            took = &mut other => {
                seen.extend(playing.await?.iter().map(|timing| timing.seen));
                break took?;
            }
        }
    };
    Ok((took, seen.into_iter().collect()))
}

/// Lists all rooms with the command line. Returns the time and the peak memory.
async fn list(program: &Path, data: &Path) -> anyhow::Result<(Duration, u64)> {
    let begin = Instant::now();
    let mut child = command(program)
        .args(["journal", "list", "--data"])
        .arg(data)
        .stdout(Stdio::null())
        .spawn()
        .context("raum journal list")?;
    let mut peak = 0;
    let status = loop {
        // Fails once the process has ended.
        peak = peak_bytes(child.id()).unwrap_or(peak);
        if let Some(status) = child.try_wait()? {
            break status;
        }
        sleep(Duration::from_millis(10)).await;
    };
    anyhow::ensure!(status.success(), "raum journal list: {status}");
    Ok((begin.elapsed(), peak))
}
