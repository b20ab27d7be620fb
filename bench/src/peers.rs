//! raum beside servers on the stacks that its dialects come from: one load generator plays the same legal games over each
//! dialect, against both. See `docs/performance.md`; the peers are in `bench/peers`.

mod chess_state;
mod chessata;
mod contender;
pub(crate) mod floor;
mod goals;
mod idle;
mod pair;
mod phase;
mod record;
mod report;
mod server;
mod space;
mod tictactoe;

use std::{
    env,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::Context;
use clap::{Args, value_parser};
use raum_torture::program::raise_file_limit;

use contender::{Contender, Dialect};
use phase::{Pairs, Phase};

use crate::record::Record;

/// How long to play before measuring, so that just-in-time compilers have seen the code.
const WARM_UP: Duration = Duration::from_secs(2);

/// Compare raum with other servers that speak the same dialects
#[derive(Args)]
pub(crate) struct Peers {
    /// The program [default: `raum` beside this program]
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,

    /// The pairs of clients
    #[arg(long, default_value_t = 200, value_parser = value_parser!(u32).range(1..=5000))]
    pairs: u32,

    /// How long to play at full speed, and at the rate
    #[arg(long, default_value_t = 10, value_parser = value_parser!(u64).range(1..=600))]
    seconds: u64,

    /// How often to measure each server, in turns; the medians count
    #[arg(long, default_value_t = 3, value_parser = value_parser!(u32).range(1..=99))]
    rounds: u32,

    /// Moves a second of all pairs together
    #[arg(long, default_value_t = 800, value_parser = value_parser!(u32).range(1..))]
    rate: u32,

    /// The number of idle clients; 0 skips them
    #[arg(long, default_value_t = 2000, value_parser = value_parser!(u32).range(..=20_000))]
    idle: u32,

    /// Measure this dialect only
    #[arg(long)]
    only: Option<Dialect>,

    /// Write all figures to this file
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,

    /// Instead of comparing, keep raum alone under the load of one dialect for this long, for a profiler
    #[arg(
        long,
        value_name = "SECONDS",
        requires = "only",
        conflicts_with = "json"
    )]
    hold: Option<u64>,

    /// Hold raum at full speed instead of at the rate
    #[arg(long, requires = "hold")]
    full_speed: bool,

    /// Play at full speed for this long first, as the comparison does
    #[arg(long, value_name = "SECONDS", requires = "hold", default_value_t = 0)]
    after: u64,

    /// Hold the floor instead of raum
    #[arg(long, requires = "hold")]
    floor: bool,
}

/// The figures of one server.
struct Figures {
    full_speed: Phase,
    at_rate: Phase,
}

/// The figures of the peer and of raum in a dialect, and of the floor if the dialect has one.
struct Rivals {
    dialect: Dialect,
    figures: [Figures; 2],
    floor: Option<Figures>,
}

impl Peers {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let program = match &self.program {
            Some(program) => program.clone(),
            None => env::current_exe()?.with_file_name("raum"),
        };
        raise_file_limit()?;
        // One thread, so that a server with one thread has a core of its own.
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        match (self.hold, self.only) {
            (Some(seconds), Some(dialect)) => {
                runtime.block_on(self.keep_busy(dialect, Duration::from_secs(seconds), &program))
            }
            _ => runtime.block_on(self.measure(&program)),
        }
    }

    async fn measure(&self, raum: &Path) -> anyhow::Result<()> {
        let dialects = self.only.map_or(Dialect::ALL.to_vec(), |only| vec![only]);
        println!("{} pairs, {} s per phase", self.pairs, self.seconds);
        let mut record = Record::new("Beside the stacks of the dialects", &record::METHOD);
        let mut all: Vec<Rivals> = Vec::new();
        for dialect in dialects.iter().copied() {
            let mut contenders = vec![Contender::Peer, Contender::Raum];
            if dialect.has_floor() {
                contenders.push(Contender::Floor);
            }
            let mut figures = self.figures(&contenders, dialect, raum).await?.into_iter();
            let (Some(peer), Some(own)) = (figures.next(), figures.next()) else {
                anyhow::bail!("a server has no figures");
            };
            let rivals = Rivals {
                dialect,
                figures: [peer, own],
                floor: figures.next(),
            };
            let tables = report::tables(&rivals, self.rate);
            tables.for_each(|table| record.table(table));
            all.push(rivals);
        }
        let idle = if self.idle > 0 {
            idle::measure(&dialects, raum, self.idle).await?
        } else {
            Vec::new()
        };
        if !idle.is_empty() {
            record.table(report::idle_table(&idle));
        }
        // Chessata has no floor of its own: its frames are longer than those of the first dialect, so it would not be lower.
        let lowest = all.first().and_then(|space| space.floor.as_ref());
        let goals = all
            .iter()
            .flat_map(|each| goals::of_rivals(each, each.floor.as_ref().or(lowest), self.rate));
        record.goals = goals.chain(idle.iter().map(goals::of_idle)).collect();
        record.plots.push(report::plot(&all, self.rate));
        let (dialects, idle) = record::samples(&all, &idle);
        record.sample("dialects", dialects);
        record.sample("idle", idle);
        record.finish(self.json.as_deref())
    }

    /// A steady load on raum alone.
    async fn keep_busy(&self, dialect: Dialect, time: Duration, raum: &Path) -> anyhow::Result<()> {
        let contender = if self.floor {
            Contender::Floor
        } else {
            Contender::Raum
        };
        let server = contender.start(dialect, raum)?;
        let mut pairs = Pairs::open(dialect, &server, self.pairs).await?;
        pairs.at_full_speed(Duration::from_secs(self.after)).await?;
        println!("{contender:?} has the process id {}", server.pid());
        let phase = if self.full_speed {
            pairs.at_full_speed(time).await?
        } else {
            pairs.at_rate(self.rate, time).await?
        };
        println!(
            "{:.0} moves/s, {:.1} µs of CPU per move, to the opponent {}",
            phase.moves_per_second(),
            phase.cpu_micros(),
            phase.latencies
        );
        Ok(())
    }

    /// The figures of each contender: the medians of several rounds, in which they take turns, because a shared machine
    /// is slower at some times than at others.
    async fn figures(
        &self,
        contenders: &[Contender],
        dialect: Dialect,
        raum: &Path,
    ) -> anyhow::Result<Vec<Figures>> {
        let mut rounds: Vec<_> = contenders.iter().map(|_| Vec::new()).collect();
        for _ in 0..self.rounds {
            for (contender, rounds) in contenders.iter().zip(&mut rounds) {
                let server = contender.start(dialect, raum)?;
                let played = self.play(dialect, &server).await;
                let name = dialect.name();
                rounds.push(
                    played.with_context(|| format!("{contender:?} of {name}: {}", server.log()))?,
                );
            }
        }
        let medians = rounds.into_iter().map(Figures::median);
        medians
            .collect::<Option<_>>()
            .context("no round was played")
    }

    async fn play(&self, dialect: Dialect, server: &server::Server) -> anyhow::Result<[Phase; 2]> {
        let time = Duration::from_secs(self.seconds);
        let mut pairs = Pairs::open(dialect, server, self.pairs).await?;
        pairs.at_full_speed(WARM_UP).await?;
        Ok([
            pairs.at_full_speed(time).await?,
            pairs.at_rate(self.rate, time).await?,
        ])
    }
}

impl Figures {
    /// The median round of each phase.
    fn median(rounds: Vec<[Phase; 2]>) -> Option<Self> {
        let (full_speed, at_rate) = rounds.into_iter().map(|[full, rate]| (full, rate)).unzip();
        Some(Self {
            full_speed: phase::median(full_speed)?,
            at_rate: phase::median(at_rate)?,
        })
    }
}
