//! The server under load: the real program is started, people play at it through real sockets, and it
//! is measured what that costs it. What is measured and how: `docs/performance.md`.

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
    cpu::Cpu,
    net::HONEST,
    program::{Program, raise_file_limit},
    table::{MOVES_PER_SECOND_MAX, Table, Timing},
};
use tokio::{task::JoinSet, time::Instant};

use crate::{comparison::verdict, disk, latencies::Latencies};

/// How long the disk is measured alone.
const DISK_ALONE: Duration = Duration::from_secs(3);

/// Between two writes of the bare loop, so that it watches the disk and does not rule it.
const DISK_PAUSE: Duration = Duration::from_millis(2);

/// All connections come from one address.
const OPTIONS: [&str; 10] = [
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

/// How many tables are laid, and connections made, at once.
const AT_ONCE: usize = 64;

/// Play legal random games at the real program through its sockets, and measure what they cost it
#[derive(Args)]
pub(crate) struct Load {
    /// The program [default: `raum` in the folder of this one]
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,

    /// The folder in which rooms are kept in a folder of their own; its disk is what is measured [default: the program's]
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,

    /// Which game is played
    #[arg(long, default_value = "chess")]
    kind: Kind,

    /// How many rooms, with two people each
    #[arg(long, default_value_t = 400, value_parser = value_parser!(u32).range(1..=5000))]
    rooms: u32,

    /// How many moves a second all rooms together are to make
    #[arg(long, default_value_t = 2000, value_parser = value_parser!(u32).range(1..))]
    rate: u32,

    /// How long people play at that rate; 0 leaves it out
    #[arg(long, default_value_t = 20, value_parser = value_parser!(u64).range(..=600))]
    seconds: u64,

    /// How long people play as fast as they can; 0 leaves it out
    #[arg(long, default_value_t = 10, value_parser = value_parser!(u64).range(..=600))]
    full_speed_seconds: u64,

    /// How many connections only watch, while nobody plays; 0 leaves it out
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
            "there is no {}: cargo build --release --bin raum makes it",
            program.display()
        );
        raise_file_limit()?;
        let runtime = tokio::runtime::Runtime::new()?;
        runtime.block_on(self.measure(&program))
    }

    async fn measure(&self, program: &Path) -> anyhow::Result<()> {
        let around = match (&self.folder, program.parent()) {
            (Some(folder), _) => folder.clone(),
            // The system's folder for temporary files may be memory, where nothing waits for a disk.
            (None, Some(folder)) => folder.to_owned(),
            (None, None) => PathBuf::from("."),
        };
        let new_folder = || tempfile::tempdir_in(&around);
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

    /// Has all rooms play, each a move in every period, and prints what it cost. The answer is how much
    /// longer than the disk alone a move took to reach the opponent, by p99.
    async fn play(
        &self,
        server: &Program,
        folder: &Path,
        period: Duration,
        time: Duration,
    ) -> anyhow::Result<f64> {
        let seeds = 0..self.rooms;
        let laying = seeds.map(|seed| Table::lay(server.address(), HONEST, self.kind, seed));
        let tables = some_at_a_time(laying).await?;
        let folder = folder.to_owned();
        let disk = thread::spawn(move || disk::measure(&folder, time, DISK_PAUSE));
        let (begin, cpu) = (Instant::now(), server.cpu()?);
        let mut playing = JoinSet::new();
        for (mut table, index) in tables.into_iter().zip(0..) {
            // Evenly spread over the period.
            let first = begin + period * index / self.rooms;
            playing.spawn(async move {
                let played = table.play(first, begin + time, period).await;
                // The table goes with the answer: its connections last as long as all the others.
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
            .map_err(|_| anyhow::anyhow!("the loop of writes panicked"))??;
        Ok(report(&timings, &disk, took, cpu, resident))
    }
}

/// A server on a folder inside this one.
fn start(program: &Path, folder: &Path) -> anyhow::Result<Program> {
    Program::start(program, &folder.join("data"), &OPTIONS)
}

fn report(timings: &[Timing], disk: &Latencies, took: Duration, cpu: Cpu, resident: u64) -> f64 {
    let answered: Latencies = timings.iter().map(|timing| timing.answered).collect();
    let seen: Latencies = timings.iter().map(|timing| timing.seen).collect();
    let moves = timings.len() as u64;
    let speed = per(moves, took.as_secs_f64());
    println!("  moves a second                       {speed:8.0}");
    println!("  bare fdatasync in the meantime       {disk}");
    println!("  from the command to one's own answer {answered}");
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

/// Does all of these, some at a time.
async fn some_at_a_time<T: Send + 'static>(
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
fn per(amount: u64, unit: f64) -> f64 {
    amount as f64 / unit
}
