//! The server under load: starts the program, plays games over sockets, and measures latency, CPU time and memory.
//! See `docs/performance.md`.

mod idle;

use std::{
    env,
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

use clap::{Args, value_parser};
use raum_rules::Kind;
use raum_torture::{
    cpu::CpuTime,
    net::HONEST,
    program::{Program, raise_file_limit},
    table::{MOVES_PER_SECOND_MAX, Table, Timing},
};
use tokio::{task::JoinSet, time::Instant};

use crate::{disk, goal::verdict, latencies::Latencies};

/// How long to measure the idle disk.
const DISK_ALONE: Duration = Duration::from_secs(3);

/// The pause between two writes of the bare loop, so it does not saturate the disk.
const DISK_PAUSE: Duration = Duration::from_millis(2);

/// All connections come from one address.
pub(crate) const OPTIONS: [&str; 10] = [
    "--connections-per-address-max=1000000",
    "--sessions-per-address-max=1000000",
    "--rooms-per-hour=100000",
    "--requests-per-minute=100000",
    "--address-commands-per-second=1000000",
    "--address-commands-burst=1000000",
    "--address-sessions-per-second=1000000",
    "--address-sessions-burst=1000000",
    "--address-bytes-per-hour=4294967295",
    "--address-entries-per-hour=4294967295",
];

/// Tables and connections opened at once.
const AT_ONCE: usize = 64;

/// Play random games over the program's sockets, and measure their cost
#[derive(Args)]
pub(crate) struct Load {
    /// The program [default: `raum` beside this program]
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,

    /// The parent of the data folder, on the disk to measure [default: the program's folder]
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,

    /// The game to play
    #[arg(long, default_value = "chess")]
    kind: Kind,

    /// The number of rooms, with two members each
    #[arg(long, default_value_t = 400, value_parser = value_parser!(u32).range(1..=5000))]
    rooms: u32,

    /// Moves a second of all rooms together
    #[arg(long, default_value_t = 2000, value_parser = value_parser!(u32).range(1..))]
    rate: u32,

    /// How long to play at that rate; 0 skips it
    #[arg(long, default_value_t = 20, value_parser = value_parser!(u64).range(..=600))]
    seconds: u64,

    /// How long to play at full speed; 0 skips it
    #[arg(long, default_value_t = 10, value_parser = value_parser!(u64).range(..=600))]
    full_speed_seconds: u64,

    /// The number of idle spectators; 0 skips them
    #[arg(long, default_value_t = 5000, value_parser = value_parser!(u32).range(..=100_000))]
    spectators: u32,
}

impl Load {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let program = match &self.program {
            Some(program) => program.clone(),
            None => env::current_exe()?.with_file_name("raum"),
        };
        anyhow::ensure!(
            program.is_file(),
            "{} does not exist: run `cargo build --release --bin raum`",
            program.display()
        );
        raise_file_limit()?;
        let runtime = tokio::runtime::Runtime::new()?;
        runtime.block_on(self.measure(&program))
    }

    async fn measure(&self, program: &Path) -> anyhow::Result<()> {
        let parent = match (&self.folder, program.parent()) {
            (Some(folder), _) => folder.clone(),
            // The system's temporary folder may be in memory.
            (None, Some(folder)) => folder.to_owned(),
            (None, None) => PathBuf::from("."),
        };
        let new_folder = || tempfile::tempdir_in(&parent);
        let alone = disk::measure(new_folder()?.path(), DISK_ALONE, DISK_PAUSE)?;
        println!("bare write and fdatasync of {} bytes", disk::BYTES);
        println!("  alone                                {alone}");
        if self.seconds > 0 {
            let period = Duration::from_secs(1) * self.rooms / self.rate;
            let time = Duration::from_secs(self.seconds);
            let folder = new_folder()?;
            let server = start(program, folder.path())?;
            println!("\n{} rooms at {} moves a second", self.rooms, self.rate);
            let ratio = self.play(&server, folder.path(), period, time).await?;
            println!(
                "  p99 to the opponent / p99 of the disk{ratio:8.2}     wanted ≤ 3.00  {}",
                verdict(ratio <= 3.0)
            );
        }
        if self.full_speed_seconds > 0 {
            let period = Duration::from_secs(1) / MOVES_PER_SECOND_MAX;
            let time = Duration::from_secs(self.full_speed_seconds);
            let folder = new_folder()?;
            let server = start(program, folder.path())?;
            println!("\n{} rooms as fast as they can", self.rooms);
            self.play(&server, folder.path(), period, time).await?;
        }
        if self.spectators > 0 {
            let folder = new_folder()?;
            let server = start(program, folder.path())?;
            println!("\n{} spectators of {} rooms", self.spectators, self.rooms);
            idle::measure(&server, self.kind, self.rooms, self.spectators).await?;
        }
        Ok(())
    }

    /// Makes one move per period in all rooms, and prints the results. Returns the p99 latency to the opponent divided
    /// by that of the disk.
    async fn play(
        &self,
        server: &Program,
        folder: &Path,
        period: Duration,
        time: Duration,
    ) -> anyhow::Result<f64> {
        let seeds = 0..self.rooms;
        let opening = seeds.map(|seed| Table::open(server.address(), HONEST, self.kind, seed));
        let tables = some_at_a_time(opening).await?;
        let folder = folder.to_owned();
        let disk = thread::spawn(move || disk::measure(&folder, time, DISK_PAUSE));
        let (begin, cpu) = (Instant::now(), server.cpu()?);
        let mut playing = JoinSet::new();
        for (mut table, index) in tables.into_iter().zip(0..) {
            // Spread evenly over the period.
            let first = begin + period * index / self.rooms;
            playing.spawn(async move {
                let played = table.play(first, begin + time, period).await;
                // Returns the table too, so that all connections stay open to the end.
                played.map(|timings| (timings, table))
            });
        }
        let (mut timings, mut done) = (Vec::new(), Vec::new());
        while let Some(played) = playing.join_next().await {
            let (of_one, table) = played??;
            timings.extend(of_one);
            done.push(table);
        }
        let took = begin.elapsed();
        let cpu = server.cpu()? - cpu;
        let resident = server.resident_bytes()?;
        let disk = disk
            .join()
            .map_err(|_| anyhow::anyhow!("the disk measurement panicked"))??;
        Ok(report(&timings, &disk, took, cpu, resident))
    }
}

/// Starts a server with its data inside this folder.
fn start(program: &Path, folder: &Path) -> anyhow::Result<Program> {
    Program::start(program, &folder.join("data"), &OPTIONS)
}

fn report(
    timings: &[Timing],
    disk: &Latencies,
    took: Duration,
    cpu: CpuTime,
    resident: u64,
) -> f64 {
    let answered: Latencies = timings.iter().map(|timing| timing.answered).collect();
    let seen: Latencies = timings.iter().map(|timing| timing.seen).collect();
    let moves = timings.len() as u64;
    let speed = per(moves, took.as_secs_f64());
    println!("  moves a second                       {speed:8.0}");
    println!("  bare fdatasync in the meantime       {disk}");
    println!("  from the command to its answer       {answered}");
    println!("  from the command to the opponent     {seen}");
    let micros = |time: Duration| 1e6 / per(moves, time.as_secs_f64());
    println!(
        "  the server's CPU a move              {:8.1} µs, {:.1} of it in the journal's writer",
        micros(cpu.all),
        micros(cpu.journal_writers)
    );
    println!(
        "  the server's resident memory         {:8.1} MB",
        per(resident, 1e6)
    );
    seen.quantile(0.99).as_secs_f64() / disk.quantile(0.99).as_secs_f64()
}

/// Runs all of these, at most [`AT_ONCE`] at a time.
pub(crate) async fn some_at_a_time<T: Send + 'static>(
    all: impl IntoIterator<Item: Future<Output = anyhow::Result<T>> + Send + 'static>,
) -> anyhow::Result<Vec<T>> {
    let mut done = Vec::new();
    let mut under_way = JoinSet::new();
    for one in all {
        if under_way.len() >= AT_ONCE
            && let Some(result) = under_way.join_next().await
        {
            done.push(result??);
        }
        under_way.spawn(one);
    }
    while let Some(result) = under_way.join_next().await {
        done.push(result??);
    }
    Ok(done)
}

#[expect(
    clippy::cast_precision_loss,
    reason = "a figure to look at needs no more precision"
)]
pub(crate) fn per(amount: u64, unit: f64) -> f64 {
    amount as f64 / unit
}
