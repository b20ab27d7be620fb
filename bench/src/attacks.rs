//! The latency and failures of an honest room while ten other addresses attack. See `docs/performance.md`.

use std::{
    env,
    net::SocketAddr,
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

use anyhow::Context;
use clap::{Args, value_parser};
use raum_torture::{
    attack::{Attack, Scale, Tally},
    honest::{self, Activity},
    net::attackers,
    program::{Program, raise_file_limit},
};
use tokio::time::Instant;

use crate::{goal::verdict, latencies::Latencies};

/// The number of attacking addresses.
const ADDRESSES: u8 = 10;

/// The rate of the honest room.
const MOVES_PER_SECOND: u32 = 50;

/// Attack the program from ten addresses, and measure the effect on an honest room
#[derive(Args)]
pub(crate) struct Attacks {
    /// The program [default: `raum` beside this program]
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,

    /// How long each attack lasts
    #[arg(long, default_value_t = 60, value_parser = value_parser!(u64).range(1..=600))]
    seconds: u64,

    /// How long to measure the room before each attack
    #[arg(long, default_value_t = 15, value_parser = value_parser!(u64).range(1..=600))]
    quiet_seconds: u64,

    /// The attacks to run, by name [default: all]
    names: Vec<String>,
}

impl Attacks {
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
        println!("an honest room at {MOVES_PER_SECOND} moves a second, from command to opponent");
        println!(
            "{:16} {:>17} {:>17} {:>6} {:>15} {:>8} {:>18}",
            "attack",
            "quiet p50 / p99",
            "during p50 / p99",
            "ratio",
            "failed / visits",
            "MB",
            "done / refused"
        );
        for attack in Attack::ALL {
            if self.names.is_empty() || self.names.iter().any(|name| name == attack.name()) {
                self.measure(&program, attack)?;
            }
        }
        Ok(())
    }

    fn measure(&self, program: &Path, attack: Attack) -> anyhow::Result<()> {
        let parent = program
            .parent()
            .context("the program has no parent folder")?;
        let folder = tempfile::tempdir_in(parent)?;
        let data = folder.path().join("data");
        // One thread for all attackers, which would otherwise take the server's cores on a small machine.
        let attackers = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()?;
        let room = attackers.block_on(attack.prepare(&data, Scale::Whole))?;
        let options: &[&str] = match attack {
            // Few enough for the attack to reach in a minute.
            Attack::RunningClocks => &["--rooms-max=500", "--room-idle-seconds=5"],
            _ => &[],
        };
        let server = Program::start(program, &data, options)?;
        let quiet = play_honestly(server.address(), self.quiet_seconds);
        let quiet = quiet
            .join()
            .map_err(|_| anyhow::anyhow!("the honest room panicked"))??;
        let during = play_honestly(server.address(), self.seconds);
        let end = Instant::now() + Duration::from_secs(self.seconds);
        let tally = attackers.block_on(async {
            let attacking = attack.run(server.address(), addresses(), room, end);
            // Bounded, in case an attacker waits for the server forever.
            tokio::time::timeout_at(end + Duration::from_mins(1), attacking).await
        });
        let tally = tally.unwrap_or_else(|_| Ok(Tally::default()))?;
        let during = during
            .join()
            .map_err(|_| anyhow::anyhow!("the honest room panicked"))??;
        let resident = server.resident_bytes()?;
        report(attack, &quiet, &during, tally, resident);
        Ok(())
    }
}

fn addresses() -> impl Iterator<Item = std::net::IpAddr> {
    attackers(ADDRESSES)
}

/// Runs the honest load in its own thread, so it does not wait for attackers.
fn play_honestly(server: SocketAddr, seconds: u64) -> thread::JoinHandle<anyhow::Result<Activity>> {
    thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        let end = Duration::from_secs(seconds);
        Ok(runtime
            .block_on(async { honest::run(server, MOVES_PER_SECOND, Instant::now() + end).await }))
    })
}

fn report(attack: Attack, quiet: &Activity, during: &Activity, tally: Tally, resident: u64) {
    let seen = |activity: &Activity| activity.timings.iter().map(|timing| timing.seen).collect();
    let (before, meanwhile): (Latencies, Latencies) = (seen(quiet), seen(during));
    let millis = |latencies: &Latencies, share| latencies.quantile(share).as_secs_f64() * 1e3;
    let (p99_before, p99) = (millis(&before, 0.99), millis(&meanwhile, 0.99));
    let ratio = p99 / p99_before;
    let failed = quiet.failures.len() + during.failures.len();
    let holds = ratio <= 3.0 && p99 <= 50.0 && failed == 0 && meanwhile.count() > 0;
    println!(
        "{:16} {:8.2} {:8.2} {:8.2} {:8.2} {:6.2} {:7} {:7} {:8} {:9} {:8}  wanted ≤ 3, ≤ 50 ms, 0 failed  {}",
        attack.name(),
        millis(&before, 0.5),
        p99_before,
        millis(&meanwhile, 0.5),
        p99,
        ratio,
        failed,
        during.visits,
        resident / 1_000_000,
        tally.done,
        tally.refused,
        verdict(holds)
    );
    for failure in quiet.failures.iter().chain(&during.failures).take(3) {
        println!("    {failure}");
    }
}
