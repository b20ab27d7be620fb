//! The server under load: starts the program, plays games over sockets, and measures latency, CPU time and memory.
//! See `docs/performance.md`.

mod idle;
mod rooms;

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
    table::{MOVES_PER_SECOND_MAX, Table as Players},
};
use serde_json::json;
use tokio::{task::JoinSet, time::Instant};

use crate::{
    disk,
    goal::{Goal, figure},
    latencies::Latencies,
    record::{Record, Table, quantiles},
};

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

const METHOD: [&str; 3] = [
    "Two clients sit in each room and play random legal chess, with a rematch after each game. At a rate, moves are due by the \
     clock, whatever the server does; at full speed, a room moves as soon as the last move has arrived, at most 60 times a \
     second. Latency includes the client's own work and the append to the disk. Beside it, a loop writes and syncs 150 \
     bytes every 2 ms.",
    "Idle connections: spectators join rooms of some 60 moves. Resident memory is measured before, and 25 s after, when each \
     has answered a ping.",
    "Loaded rooms: a client has taken a seat in each room and left. A new server loads them when another client enters, \
     who leaves, too. The first 4 000 fill the server's caches, and the others are measured.",
];

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

    /// The number of loaded rooms without clients; 0 skips them
    #[arg(long, default_value_t = 4000, value_parser = value_parser!(u32).range(..=100_000))]
    loaded: u32,

    /// Write all figures to this file
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
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
        let mut record = Record::new("The server under load, in the native dialect", &METHOD);
        let alone = disk::measure(new_folder()?.path(), DISK_ALONE, DISK_PAUSE)?;
        println!("bare write and fdatasync of {} bytes", disk::BYTES);
        println!("  alone                                {alone}");
        record.sample("fdatasync alone", quantiles(&alone));
        let full_speed = Duration::from_secs(1) / MOVES_PER_SECOND_MAX;
        let at_rate = Duration::from_secs(1) * self.rooms / self.rate;
        for (name, period, seconds) in [
            (format!("{} moves/s", self.rate), at_rate, self.seconds),
            ("full speed".to_owned(), full_speed, self.full_speed_seconds),
        ] {
            if seconds == 0 {
                continue;
            }
            let folder = new_folder()?;
            let server = start(program, folder.path())?;
            let time = Duration::from_secs(seconds);
            let played = self.play(&server, folder.path(), period, time).await?;
            played.report(&mut record, &format!("{} rooms at {name}", self.rooms));
            if name != "full speed" {
                let [seen, disk] = [&played.seen, &played.disk].map(|each| each.quantile(0.99));
                let name = format!("native: p99 at {name} / p99 of the disk");
                let ratio = seen.as_secs_f64() / disk.as_secs_f64();
                record.goals.push(Goal::at_most(name, ratio, 3.0, ""));
            }
        }
        if self.spectators > 0 {
            let folder = new_folder()?;
            let server = start(program, folder.path())?;
            let counts = [self.rooms, self.spectators];
            idle::measure(&mut record, &server, self.kind, counts).await?;
        }
        if self.loaded > 0 {
            let folder = new_folder()?;
            rooms::measure(&mut record, program, folder.path(), self.kind, self.loaded).await?;
        }
        record.finish(self.json.as_deref())
    }

    /// Makes one move per period in all rooms.
    async fn play(
        &self,
        server: &Program,
        folder: &Path,
        period: Duration,
        time: Duration,
    ) -> anyhow::Result<Played> {
        let seeds = 0..self.rooms;
        let opening = seeds.map(|seed| Players::open(server.address(), HONEST, self.kind, seed));
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
        let disk = disk
            .join()
            .map_err(|_| anyhow::anyhow!("the disk measurement panicked"))??;
        Ok(Played {
            moves: timings.len() as u64,
            answered: timings.iter().map(|timing| timing.answered).collect(),
            seen: timings.iter().map(|timing| timing.seen).collect(),
            disk,
            took,
            cpu,
            resident_bytes: server.resident_bytes()?,
        })
    }
}

/// Starts a server with its data inside this folder.
fn start(program: &Path, folder: &Path) -> anyhow::Result<Program> {
    Program::start(program, &folder.join("data"), &OPTIONS)
}

/// What playing for a while cost.
struct Played {
    moves: u64,
    /// From a command to its answer, and to the entry at the opponent.
    answered: Latencies,
    seen: Latencies,
    /// The bare loop in the meantime.
    disk: Latencies,
    took: Duration,
    cpu: CpuTime,
    resident_bytes: u64,
}

impl Played {
    fn report(&self, record: &mut Record, title: &str) {
        let micros = |time: Duration| figure(1e6 / per(self.moves, time.as_secs_f64()));
        let mut table = Table::new(title, ["", ""]);
        for (name, value) in [
            ("moves/s", figure(per(self.moves, self.took.as_secs_f64()))),
            ("the server's CPU per move, µs", micros(self.cpu.all)),
            (
                "… of which the thread of the journal's writer",
                micros(self.cpu.journal_writers),
            ),
            (
                "from the command to its answer: p50, p99, max, ms",
                self.answered.in_millis(),
            ),
            ("from the command to the opponent", self.seen.in_millis()),
            ("bare fdatasync in the meantime", self.disk.in_millis()),
            ("resident memory, MB", figure(per(self.resident_bytes, 1e6))),
        ] {
            table.row([name.to_owned(), value]);
        }
        record.table(table);
        let sample = json!({
            "moves": self.moves,
            "seconds": self.took.as_secs_f64(),
            "server_cpu_seconds": self.cpu.all.as_secs_f64(),
            "writer_cpu_seconds": self.cpu.journal_writers.as_secs_f64(),
            "resident_bytes": self.resident_bytes,
            "answered_micros_by_quantile": quantiles(&self.answered),
            "seen_micros_by_quantile": quantiles(&self.seen),
            "fdatasync_micros_by_quantile": quantiles(&self.disk),
        });
        record.sample(title, sample);
    }
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
