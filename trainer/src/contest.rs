//! Matches between two setups: which of two evaluations is stronger, and what a part of the search is worth.

use std::{
    fmt,
    num::NonZero,
    path::{Path, PathBuf},
    time::Instant,
};

use clap::Args;
use raum_rules::{Game as _, Kind, Side};

use crate::{
    course::{Course, Player, balanced_opening, random_of_game, won_by},
    kinds::{GameOf, Trained, with_kind},
    parallel::{self, cores},
    provenance,
    setup::{self, Setup},
};

/// The nodes for each move, unless the setup gives their number.
const NODES: u64 = 6000;
/// The nodes of the judge of the openings.
const JUDGE_NODES: u64 = 3000;
/// Longer games are drawn.
const PLIES_MAX: usize = 400;
/// A player resigns when it has seen itself lose by at least this score for some moves in a row.
const RESIGN_SCORE: i32 = 1500;
const RESIGN_MOVES: u32 = 4;

/// Play a match between two setups at equal nodes
///
/// Each opening is played twice, with sides swapped. The games depend on the seed alone, whatever the number of threads.
#[derive(Args)]
#[command(after_help = setup::HELP)]
pub struct Match {
    /// The setup whose score is printed, for example `net=new.net` [default nodes: 6000]
    pub first: String,

    /// The setup of its opponent, for example `net=old.net,late_pruning=0`
    pub second: String,

    /// The kind of game: space or chess
    #[arg(long, default_value_t = Kind::Space)]
    pub kind: Kind,

    /// The number of games; an odd one is rounded up
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub games: usize,

    /// The seed of the openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// How many pairs of games to play at once
    #[arg(long, value_name = "N", default_value_t = cores())]
    pub threads: NonZero<usize>,

    /// Add the result to the provenance of this file, for example of the network that is measured
    #[arg(long, value_name = "FILE")]
    pub provenance: Option<PathBuf>,
}

impl Match {
    /// Plays the match.
    pub fn run(&self) -> anyhow::Result<()> {
        with_kind!(self.kind, self.run_kind())
    }

    fn run_kind<E: Trained>(&self) -> anyhow::Result<()> {
        let setups = [&self.first, &self.second].map(|text| Setup::<E>::read(text, NODES));
        let [first, second] = setups;
        let setups = [first?, second?];
        let judge = Setup::<E>::read("", JUDGE_NODES)?;
        let start = Instant::now();
        let pairs = (0..self.games.div_ceil(2)).collect();
        let pairs = parallel::map(self.threads, pairs, |number| {
            let mut random = random_of_game(self.seed, number as u64);
            let opening = balanced_opening(&mut random, &mut Player::new(&judge));
            play_pair(&opening, &setups)
        });
        let score = Score::of(&pairs);
        println!("{} v {}: {score}", setups[0], setups[1]);
        for (number, setup) in setups.iter().enumerate() {
            let nodes: u64 = pairs.iter().map(|pair| pair.nodes[number]).sum();
            let seconds: f64 = pairs.iter().map(|pair| pair.seconds[number]).sum();
            println!("{setup}: {:.2} Mnps", nodes as f64 / seconds / 1e6);
        }
        println!("{:.0} s", start.elapsed().as_secs_f64());
        if let Some(path) = &self.provenance {
            let line = format!("{} v {}, seed {}: {score}", setups[0], setups[1], self.seed);
            provenance::append(Path::new(path), "match", &line)?;
        }
        Ok(())
    }
}

/// Two games from one opening.
#[derive(Default)]
pub struct Pair {
    /// The results for the first player: 0 lost, 1 drawn, 2 won.
    pub results: [u8; 2],
    /// The nodes of each player.
    pub nodes: [u64; 2],
    /// The time of each player.
    pub seconds: [f64; 2],
}

fn play_pair<E: Trained>(opening: &GameOf<E>, setups: &[Setup<E>; 2]) -> Pair {
    let mut pair = Pair::default();
    for side in Side::BOTH {
        let mut players = setups.each_ref().map(Player::<E>::new);
        // The first player plays this side.
        let result = play_game(opening, side, &mut players, &mut pair.seconds);
        pair.results[side.index()] = match side {
            Side::First => result,
            Side::Second => 2 - result,
        };
        for (sum, player) in pair.nodes.iter_mut().zip(&players) {
            *sum += player.nodes;
        }
    }
    pair
}

/// Plays a game; returns the result for the first side.
fn play_game<E: Trained>(
    opening: &GameOf<E>,
    side: Side,
    players: &mut [Player<E>; 2],
    seconds: &mut [f64; 2],
) -> u8 {
    let mut course = Course::<E::Node>::new(opening);
    let mut hopeless = [0; 2];
    for _ in 0..PLIES_MAX {
        if let Some(result) = course.result() {
            return result;
        }
        let turn = course.game().turn();
        let mover = usize::from(turn != side);
        let start = Instant::now();
        let line = players[mover].search(&course);
        seconds[mover] += start.elapsed().as_secs_f64();
        let Some(line) = line else {
            return 1;
        };
        hopeless[mover] = if line.score < -RESIGN_SCORE {
            hopeless[mover] + 1
        } else {
            0
        };
        if hopeless[mover] >= RESIGN_MOVES {
            return won_by(!turn);
        }
        if !course.play(line.moves[0]) {
            return 1;
        }
    }
    1
}

/// The score of the first player.
#[derive(Debug, PartialEq)]
pub struct Score {
    /// Games lost, drawn and won.
    pub games: [usize; 3],
    /// The share of the points, and its 95 % interval.
    pub share: [f64; 3],
}

impl Score {
    /// The score of pairs of games. The interval takes a pair as one event: both games have the same opening.
    pub fn of(pairs: &[Pair]) -> Self {
        let mut games = [0; 3];
        for result in pairs.iter().flat_map(|pair| pair.results) {
            games[usize::from(result)] += 1;
        }
        let count = pairs.len().max(1) as f64;
        let shares = || {
            let points = pairs.iter().map(|pair| pair.results[0] + pair.results[1]);
            points.map(|points| f64::from(points) / 4.0)
        };
        let share = shares().sum::<f64>() / count;
        let variance = shares().map(|pair| (pair - share).powi(2)).sum::<f64>() / count;
        let error = 1.96 * (variance / count).sqrt();
        Self {
            games,
            share: [share - error, share, share + error],
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [lost, drawn, won] = self.games;
        let elo = |share: f64| {
            let share = share.clamp(0.001, 0.999);
            400.0 * (share / (1.0 - share)).log10()
        };
        let [low, middle, high] = self.share.map(elo);
        write!(
            f,
            "+{won} ={drawn} -{lost}, {:.1} %, Elo {middle:+.0} [{low:.0}, {high:.0}]",
            100.0 * self.share[1]
        )
    }
}
