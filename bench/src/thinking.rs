//! The latency of people's moves while computers think in other rooms, compared with the same rooms in quiet. See
//! `docs/performance.md`.

use std::{env, path::PathBuf, time::Duration};

use anyhow::Context;
use clap::{Args, value_parser};
use raum_rules::Kind;
use raum_torture::{
    net::{HONEST, attacker},
    program::{Program, raise_file_limit},
    sparring::Sparring,
    table::Table,
};
use tokio::{task::JoinSet, time::Instant};

use crate::{
    goal::verdict,
    latencies::Latencies,
    load::{OPTIONS, some_at_a_time},
};

/// Let people play while computers think in other rooms, and measure the effect on the people
#[derive(Args)]
pub(crate) struct Thinking {
    /// The program [default: `raum` beside this program]
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,

    /// The rooms with a computer that thinks without a pause
    #[arg(long, default_value_t = 50, value_parser = value_parser!(u32).range(1..=1000))]
    computers: u32,

    /// The level of the computers
    #[arg(long, default_value_t = 8, value_parser = value_parser!(u8).range(1..=8))]
    level: u8,

    /// The rooms in which people play
    #[arg(long, default_value_t = 100, value_parser = value_parser!(u32).range(1..=1000))]
    rooms: u32,

    /// Moves a second of all people together
    #[arg(long, default_value_t = 200, value_parser = value_parser!(u32).range(1..))]
    rate: u32,

    /// How often to measure, with and without computers in turn
    #[arg(long, default_value_t = 15, value_parser = value_parser!(u32).range(1..=100))]
    rounds: u32,

    /// How long each measurement takes
    #[arg(long, default_value_t = 4, value_parser = value_parser!(u64).range(1..=600))]
    seconds: u64,
}

impl Thinking {
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
        let parent = program
            .parent()
            .context("the program has no parent folder")?;
        let folder = tempfile::tempdir_in(parent)?;
        let options = [&OPTIONS[..], &["--metrics"]].concat();
        let server = Program::start(&program, &folder.path().join("data"), &options)?;
        let runtime = tokio::runtime::Runtime::new()?;
        runtime.block_on(self.measure(&server))
    }

    async fn measure(&self, server: &Program) -> anyhow::Result<()> {
        let address = server.address();
        let seeds = 0..self.rooms;
        let tables = seeds.map(|seed| Table::open(address, HONEST, Kind::Chess, seed));
        let mut tables = some_at_a_time(tables).await?;
        // Half of the rooms play each chess, and come from several addresses, as people do.
        let level = self.level;
        let opening = (0..self.computers).map(|seed| {
            let kind = [Kind::Chess, Kind::Space][seed as usize % 2];
            let from = attacker(20 + u8::try_from(seed % 10).unwrap_or(0));
            Sparring::open(address, from, kind, level, seed)
        });
        let mut sparring = some_at_a_time(opening).await?;
        let (mut quiet, mut beside, mut replies) = (Vec::new(), Vec::new(), 0);
        for _ in 0..self.rounds {
            let (played, latencies, _) = self.round(tables, &mut Vec::new()).await?;
            quiet.push(latencies);
            let (played, latencies, made) = self.round(played, &mut sparring).await?;
            beside.push(latencies);
            tables = played;
            replies += made;
        }
        let (shortened, nodes) = (
            server.metric("raum_thoughts_shortened_total").await?,
            server.metric("raum_thought_nodes_total").await?,
        );
        let ratio = typical_p99(&beside).as_secs_f64() / typical_p99(&quiet).as_secs_f64();
        let (quiet, beside) = (all(quiet), all(beside));
        let busy = u64::from(self.rounds) * self.seconds;
        println!(
            "{} rooms of people at {} moves a second, from the command to the opponent, {} moves",
            self.rooms,
            self.rate,
            quiet.count() + beside.count()
        );
        println!("  without computers                    {quiet}");
        println!(
            "  with {:3} rooms thinking               {beside}",
            self.computers
        );
        println!(
            "  p99 of a round, median with / without {ratio:7.2}     wanted ≤ 1.20  {}",
            verdict(ratio <= 1.2)
        );
        println!(
            "  the computers' moves a second        {:8.1}, {shortened} of {replies} thoughts shortened, {:.0} knodes a move",
            f64::from(u32::try_from(replies)?) / f64::from(u32::try_from(busy)?),
            nodes / 1e3 / f64::from(u32::try_from(replies.max(1))?)
        );
        Ok(())
    }

    /// Lets all people play for a while, beside some computers. Returns the tables, the latencies of the people, and how many
    /// moves the computers made.
    async fn round(
        &self,
        tables: Vec<Table>,
        sparring: &mut Vec<Sparring>,
    ) -> anyhow::Result<(Vec<Table>, Vec<Duration>, usize)> {
        let period = Duration::from_secs(1) * self.rooms / self.rate;
        let begin = Instant::now();
        let end = begin + Duration::from_secs(self.seconds);
        let mut thinking = JoinSet::new();
        for mut room in sparring.drain(..) {
            thinking.spawn(async move { room.play(end).await.map(|replies| (room, replies)) });
        }
        let mut playing = JoinSet::new();
        for (mut table, index) in tables.into_iter().zip(0..) {
            // Spread evenly over the period.
            let first = begin + period * index / self.rooms;
            playing.spawn(async move {
                let played = table.play(first, end, period).await;
                played.map(|timings| (table, timings))
            });
        }
        let (mut tables, mut latencies) = (Vec::new(), Vec::new());
        while let Some(played) = playing.join_next().await {
            let (table, timings) = played??;
            tables.push(table);
            latencies.extend(timings.into_iter().map(|timing| timing.seen));
        }
        let mut replies = 0;
        while let Some(played) = thinking.join_next().await {
            let (room, made) = played??;
            sparring.push(room);
            replies += made;
        }
        Ok((tables, latencies, replies))
    }
}

/// The median of the rounds' 99th percentiles. One stall of the disk decides the percentile of all rounds together, but of one
/// round only.
fn typical_p99(rounds: &[Vec<Duration>]) -> Duration {
    let of_round = |round: &Vec<Duration>| round.iter().copied().collect::<Latencies>();
    let p99s: Latencies = rounds
        .iter()
        .map(|round| of_round(round).quantile(0.99))
        .collect();
    p99s.quantile(0.5)
}

fn all(rounds: Vec<Vec<Duration>>) -> Latencies {
    rounds.into_iter().flatten().collect()
}
