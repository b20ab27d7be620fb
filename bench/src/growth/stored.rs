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
    let figures = sweep(program, rooms, time).await?;
    figures.report(record, rooms);
    Ok(())
}

/// What many stored rooms cost.
struct Figures {
    entries: u64,
    file_bytes: u64,
    /// From the start until `/readyz` answers, and the memory then.
    ready: Duration,
    ready_bytes: u64,
    /// The first sweep.
    sweep: Duration,
    cpu: Duration,
    expired: f64,
    /// Moves to the opponent during the sweep, and after it.
    seen: [Latencies; 2],
    after_bytes: u64,
    peak_bytes: u64,
    /// The command that lists all rooms.
    list: Duration,
    list_peak_bytes: u64,
}

async fn sweep(program: &Path, rooms: u32, time: Duration) -> anyhow::Result<Figures> {
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
    let ready_bytes = server.resident_bytes()?;
    let cpu = server.cpu()?;
    let address = server.address();
    let mut players = Players::open(address, people::home(PLAYERS), Kind::Chess, 1).await?;
    let (sweep, during) = play_while(&mut players, swept(&server, begin)).await?;
    let cpu = (server.cpu()? - cpu).all;
    let expired = server.metric("raum_rooms_expired_total").await?;
    let quiet = async {
        sleep(time).await;
        Ok(time)
    };
    let (_, after) = play_while(&mut players, quiet).await?;
    let [after_bytes, peak_bytes] = [server.resident_bytes()?, server.peak_bytes()?];
    drop(players);
    server.end()?;
    let (list, list_peak_bytes) = list(program, &data).await?;
    Ok(Figures {
        entries,
        file_bytes: data.join("raum.db").metadata()?.len(),
        ready,
        ready_bytes,
        sweep,
        cpu,
        expired,
        seen: [during, after],
        after_bytes,
        peak_bytes,
        list,
        list_peak_bytes,
    })
}

impl Figures {
    fn report(&self, record: &mut Record, rooms: u32) {
        let title = format!("{rooms} rooms on disk, {} entries", self.entries);
        let mut table = Table::new(title, ["", ""]);
        let seconds = |time: Duration| figure(time.as_secs_f64());
        let megabytes = |bytes: u64| figure(per(bytes, 1e6));
        let [during, after] = self.seen.each_ref().map(Latencies::in_millis);
        let ready_millis = self.ready.as_secs_f64() * 1e3;
        for (name, value) in [
            ("size of the file, MB", megabytes(self.file_bytes)),
            (
                "from the start until `/readyz` answers, ms",
                figure(ready_millis),
            ),
            ("resident memory then, MB", megabytes(self.ready_bytes)),
            ("the first sweep, s", seconds(self.sweep)),
            ("the server's CPU meanwhile, s", seconds(self.cpu)),
            ("rooms that it deleted", figure(self.expired)),
            ("peak memory, MB", megabytes(self.peak_bytes)),
            ("resident memory after it, MB", megabytes(self.after_bytes)),
            (
                "a move to the opponent during the sweep: p50, p99, max, ms",
                during,
            ),
            ("… after the sweep", after),
            ("`raum journal list` of all rooms, s", seconds(self.list)),
            ("its peak memory, MB", megabytes(self.list_peak_bytes)),
        ] {
            table.row([name.to_owned(), value]);
        }
        record.table(table);
        let [during, after] = &self.seen;
        record.sample(
            "stored rooms",
            json!({
                "rooms": rooms,
                "entries": self.entries,
                "file_bytes": self.file_bytes,
                "ready_micros": self.ready.as_micros(),
                "sweep_seconds": self.sweep.as_secs_f64(),
                "sweep_cpu_seconds": self.cpu.as_secs_f64(),
                "expired": self.expired,
                "resident_bytes": {"ready": self.ready_bytes, "after": self.after_bytes, "peak": self.peak_bytes},
                "list_seconds": self.list.as_secs_f64(),
                "list_peak_bytes": self.list_peak_bytes,
                "latency_micros_by_quantile": {"during": quantiles(during), "after": quantiles(after)},
            }),
        );
        let [during, after] = [during, after].map(|latencies| latencies.quantile(0.99));
        let ratio = during.as_secs_f64() / after.as_secs_f64();
        record.goals.extend([
            Goal::at_most(
                format!("start with {rooms} rooms on disk"),
                ready_millis,
                1000.0,
                "ms",
            ),
            Goal::at_most("p99 of a move during the sweep / after it", ratio, 3.0, ""),
        ]);
    }
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
