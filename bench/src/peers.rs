//! raum beside servers on the stacks that its dialects come from: one load generator plays the same legal games over each
//! dialect, against both. See `docs/performance.md`; the peers are in `bench/peers`.

mod chess_state;
mod chessata;
mod contender;
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
}

/// The figures of one server.
struct Figures {
    full_speed: Phase,
    at_rate: Phase,
}

/// The figures of the peer and of raum in a dialect.
struct Rivals {
    dialect: Dialect,
    figures: [Figures; 2],
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
        let mut all = Vec::new();
        for dialect in dialects.iter().copied() {
            let figures = [
                self.figures(Contender::Peer, dialect, raum).await?,
                self.figures(Contender::Raum, dialect, raum).await?,
            ];
            let rivals = Rivals { dialect, figures };
            record.table(report::table(&rivals, self.rate));
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
        let goals = all
            .iter()
            .flat_map(|each| goals::of_rivals(each, self.rate));
        record.goals = goals.chain(idle.iter().map(goals::of_idle)).collect();
        record.plots.push(report::plot(&all, self.rate));
        let (dialects, idle) = record::samples(&all, &idle);
        record.sample("dialects", dialects);
        record.sample("idle", idle);
        record.finish(self.json.as_deref())
    }

    /// A steady load on raum alone.
    async fn keep_busy(&self, dialect: Dialect, time: Duration, raum: &Path) -> anyhow::Result<()> {
        let server = Contender::Raum.start(dialect, raum)?;
        let mut pairs = Pairs::open(dialect, &server, self.pairs).await?;
        println!("raum has the process id {}", server.pid());
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

    async fn figures(
        &self,
        contender: Contender,
        dialect: Dialect,
        raum: &Path,
    ) -> anyhow::Result<Figures> {
        let server = contender.start(dialect, raum)?;
        let played = self.play(dialect, &server).await;
        played.with_context(|| format!("{contender:?} of {}: {}", dialect.name(), server.log()))
    }

    async fn play(&self, dialect: Dialect, server: &server::Server) -> anyhow::Result<Figures> {
        let time = Duration::from_secs(self.seconds);
        let mut pairs = Pairs::open(dialect, server, self.pairs).await?;
        pairs.at_full_speed(WARM_UP).await?;
        Ok(Figures {
            full_speed: pairs.at_full_speed(time).await?,
            at_rate: pairs.at_rate(self.rate, time).await?,
        })
    }
}
