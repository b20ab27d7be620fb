//! `raum match`: plays two players against each other and measures how much stronger one is.

mod engine;
mod game;
mod mover;
mod openings;
mod pgn;
mod player;
mod random;
mod report;
mod statistics;
mod tally;
mod tournament;

use std::{
    io::{self, Write},
    path::PathBuf,
    time::Duration,
};

use anyhow::bail;
use clap::{Args, error::ErrorKind, value_parser};
use raum_engine::Level;
use raum_rules::Kind;

use crate::modes::{
    arguments::kind_parser,
    uci::{Budget, Control},
};
use game::Referee;
use openings::Openings;
use pgn::PgnFile;
use player::{Mind, Player};
use report::{Report, elo, score};
use statistics::Sprt;
use tally::Tally;
use tournament::Tournament;

/// The match ends early when a player has failed this often: something is wrong with it.
const FAILURES_MAX: u32 = 3;

/// Play two players against each other: raum, its levels, or any UCI program
///
/// Each opening is played twice, with the sides swapped. The rules of raum judge every game; a draw that can be claimed is
/// claimed. Node limits and a seed make a match repeatable.
#[derive(Args)]
#[command(after_long_help = "\
Players:
  raum              raum's engine, with settings after a colon, separated by commas
                    level=1…8, nodes=, depth=, movetime=MS, tc=, threads=, hash=MIB, seed=, plain
  greedy            takes the most valuable undefended piece and otherwise moves at random; seed=
  random            moves at random; seed=
  COMMAND           a UCI program, with settings separated by semicolons
                    nodes=, depth=, movetime=MS, tc=, option.NAME=VALUE
  A setting of a player replaces the limits of the match. A level has a number of nodes of its own.

Examples:
  raum match raum raum:plain --kind space --nodes 2000 --games 200
  raum match raum:level=2 raum:level=1 --kind space --games 200
  raum match raum 'stockfish; option.UCI_LimitStrength=true; option.UCI_Elo=2200' --movetime 100
  raum match raum 'node bench/jocly/uci.mjs; option.Level=medium' --kind space --games 20 --movetime 100
  raum match raum:nodes=4000 raum:nodes=2000 --sprt 0 20 --games 5000 --concurrency 4 --pgn games.pgn

Output:
  The score is the first player's. Elo has a 95 % interval, which follows from pairs of games, as do LOS, the likelihood
  that the first player is stronger, and SPRT, the pentanomial test with 5 % errors, which ends the match when it decides.

Exit codes:
  0  the match was played
  1  it could not be played, or a player made an illegal move, died or did not answer
  2  invalid command line")]
pub(crate) struct Match {
    /// The first player
    #[arg(value_name = "FIRST")]
    first: Player,

    /// The second player
    #[arg(value_name = "SECOND")]
    second: Player,

    /// The game
    #[arg(long, value_parser = kind_parser(), default_value = "chess")]
    kind: Kind,

    /// How many games to play; an odd number is rounded up, because openings are played twice
    #[arg(long, default_value_t = 100, value_parser = value_parser!(u32).range(1..=10_000_000))]
    games: u32,

    /// Positions that a player may enter for a move [default: 20000, unless there is another limit]
    #[arg(long, value_parser = value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// The depth of a search
    #[arg(long, value_parser = value_parser!(u32).range(1..=100))]
    depth: Option<u32>,

    /// Milliseconds for a move
    #[arg(long, value_name = "MS", value_parser = value_parser!(u64).range(1..=86_400_000))]
    movetime: Option<u64>,

    /// Seconds for a game, and for each move in addition, such as 10+0.1
    #[arg(long, value_name = "TIME")]
    tc: Option<Control>,

    /// A file of openings: in each line a position, or moves from the start [default: random balanced ones]
    #[arg(long, value_name = "FILE", conflicts_with = "opening_plies")]
    openings: Option<PathBuf>,

    /// The number of random moves in an opening [default: 8; tic-tac-toe: 2]
    #[arg(long, value_name = "PLIES", value_parser = value_parser!(u32).range(..=40))]
    opening_plies: Option<u32>,

    /// Decides everything that is left to chance
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// How many games to play at the same time
    #[arg(long, value_name = "GAMES", default_value_t = 1, value_parser = value_parser!(u32).range(1..=1024))]
    concurrency: u32,

    /// End the match when the second of two Elo differences is accepted over the first, or the first over the second
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    sprt: Option<Vec<f64>>,

    /// Write the games to a file
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,

    /// End games early when both players agree on the result
    #[arg(long)]
    adjudicate: bool,

    /// Milliseconds that a move may be late before it loses the game
    #[arg(long, value_name = "MS", default_value_t = 100)]
    margin: u64,

    /// Seconds that a UCI program may take beyond its time, or without a time for a move, before it is ended
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = value_parser!(u64).range(1..=86_400))]
    grace: u64,

    /// Print a line after each pair of games
    #[arg(long)]
    verbose: bool,
}

impl Match {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let sprt = self.sprt()?;
        self.check_levels()?;
        let tournament = self.tournament()?;
        let mut pgn = self.pgn.as_deref().map(PgnFile::create).transpose()?;
        let mut tally = Tally::default();
        tournament.run(|pair| {
            tally.add(&pair);
            if let Some(pgn) = &mut pgn {
                pgn.write(&tournament, &pair, tally.pairs.count())?;
            }
            if self.verbose {
                print_progress(&tally)?;
            }
            let has_failed = tally.failures.iter().any(|count| *count >= FAILURES_MAX);
            let is_decided = sprt.is_some_and(|sprt| sprt.verdict(tally.pairs).is_some());
            Ok(!has_failed && !is_decided)
        })?;
        let report = Report {
            kind: self.kind,
            players: &tournament.players,
            tally: &tally,
            sprt,
            with_overruns: tournament.has_times(),
        };
        write!(io::stdout(), "{report}")?;
        complain(&tournament.players, &tally)
    }

    fn sprt(&self) -> anyhow::Result<Option<Sprt>> {
        let Some([elo0, elo1]) = self.sprt.as_deref() else {
            return Ok(None);
        };
        let (elo0, elo1) = (*elo0, *elo1);
        if elo0 < elo1 && elo0.abs() < 10_000.0 && elo1.abs() < 10_000.0 {
            return Ok(Some(Sprt { elo0, elo1 }));
        }
        Err(usage(
            "--sprt needs two Elo differences, the smaller one first",
        ))
    }

    fn check_levels(&self) -> anyhow::Result<()> {
        for player in [&self.first, &self.second] {
            let Mind::Raum(setup) = &player.mind else {
                continue;
            };
            if let Some(Err(error)) = setup.level.map(|level| Level::new(self.kind, level.into())) {
                return Err(usage(&format!("{player}: {error}")));
            }
        }
        Ok(())
    }

    fn tournament(&self) -> anyhow::Result<Tournament> {
        let budget = Budget {
            depth: self.depth,
            nodes: self.nodes,
            movetime: self.movetime.map(Duration::from_millis),
            control: self.tc,
        };
        let plies = self.opening_plies;
        let openings = match &self.openings {
            Some(path) => openings::read(path, self.kind)?,
            None => Openings::Random(plies.unwrap_or_else(|| openings::plies(self.kind))),
        };
        Ok(Tournament {
            kind: self.kind,
            players: [self.first.clone(), self.second.clone()],
            budget: if budget.is_unlimited() {
                Budget::DEFAULT
            } else {
                budget
            },
            openings,
            pairs: self.games.div_ceil(2) as usize,
            seed: self.seed,
            threads: self.concurrency as usize,
            referee: Referee {
                margin: Duration::from_millis(self.margin),
                adjudicates: self.adjudicate,
            },
            grace: Duration::from_secs(self.grace),
        })
    }
}

/// Prints the score so far.
fn print_progress(tally: &Tally) -> io::Result<()> {
    let games = tally.total().games();
    let (score, elo) = (score(tally.total()), elo(tally.pairs));
    writeln!(io::stdout(), "{games} games: {score}, Elo {elo}")
}

/// Reports an invalid command line, as clap does.
fn usage(sentence: &str) -> anyhow::Error {
    clap::Error::raw(ErrorKind::ValueValidation, format!("{sentence}\n")).into()
}

/// Fails if a player has failed.
fn complain(players: &[Player; 2], tally: &Tally) -> anyhow::Result<()> {
    match tally.examples.first() {
        None => Ok(()),
        Some((player, example)) => bail!("{:?} {example}", players[*player].to_string()),
    }
}
