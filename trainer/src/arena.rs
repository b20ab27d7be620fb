//! Games between two configurations of the engine.

use std::{
    fs,
    path::PathBuf,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
    time::Instant,
};

use anyhow::Context;
use clap::Args;
use raum_engine::{
    Limits, MATE_MIN, Params, Searcher, Table,
    space::{Evaluator, Net, Weights},
};
use raum_rules::{
    Game, Outcome, Side,
    node::Node as _,
    space::{Node, Space},
};

/// What one player is made of: `key=value` pairs separated by commas.
#[derive(Clone)]
pub(crate) struct Setup {
    pub(crate) params: Params,
    pub(crate) weights: Arc<Weights>,
    pub(crate) net: Option<Arc<Net>>,
    pub(crate) nodes: u64,
}

impl Setup {
    pub(crate) fn parse(text: &str) -> anyhow::Result<Self> {
        let mut setup = Self {
            params: Params::default(),
            weights: Arc::default(),
            net: None,
            nodes: 6000,
        };
        for pair in text.split(',').filter(|pair| !pair.is_empty()) {
            let (key, value) = pair.split_once('=').unwrap_or((pair, "1"));
            let params = &mut setup.params;
            match key {
                "nodes" => setup.nodes = value.parse()?,
                "net" => {
                    let bytes = fs::read(value).with_context(|| value.to_owned())?;
                    setup.net = Some(Arc::new(
                        Net::read(&bytes).with_context(|| value.to_owned())?,
                    ));
                }
                "weights" => setup.weights = Arc::new(read_weights(value)?),
                key if params.set(key, value.parse().unwrap_or(0)) => {}
                _ => anyhow::bail!("what is {key}?"),
            }
        }
        Ok(setup)
    }

    pub(crate) fn searcher(&self) -> Searcher<Evaluator> {
        Searcher::new(Evaluator::new(&self.weights, self.net.clone()), self.params)
    }
}

pub(crate) fn read_weights(path: &str) -> anyhow::Result<Weights> {
    let text = fs::read_to_string(path).with_context(|| path.to_owned())?;
    Weights::read(&text).context("not weights")
}

#[derive(Args)]
pub(crate) struct Bench {
    #[arg(default_value = "")]
    setup: String,
    #[arg(long, default_value_t = 9)]
    depth: i32,
}

impl Bench {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let setup = Setup::parse(&self.setup)?;
        let table = Table::new(64);
        let start = Instant::now();
        let mut nodes = 0;
        for seed in 0..6 {
            let mut searcher = setup.searcher();
            let game = opening(seed, seed as usize * 6);
            let budget = Limits {
                depth: self.depth,
                ..Limits::default()
            };
            table.clear();
            let line = searcher.search(
                &Node::new(&game),
                &[],
                &budget,
                &table,
                &AtomicBool::new(false),
                &mut |_| true,
            );
            nodes += line.nodes;
            println!(
                "{:9} {:6} depth {} longest {} {:?}",
                line.nodes,
                line.lines[0].score,
                line.depth,
                line.longest,
                line.lines[0].moves.len()
            );
        }
        let time = start.elapsed();
        println!(
            "{nodes} nodes, {:.3} Mnps",
            nodes as f64 / time.as_secs_f64() / 1e6
        );
        Ok(())
    }
}

/// A position after some random moves, in which nobody is mated.
pub(crate) fn opening(seed: u64, plies: usize) -> Space {
    let mut random = fastrand::Rng::with_seed(seed);
    loop {
        let mut game = Space::default();
        for _ in 0..plies {
            let legal = game.legal();
            if legal.is_empty() {
                break;
            }
            if let Ok(next) = game.play(legal[random.usize(..legal.len())]) {
                game = next;
            }
        }
        if game.outcome().is_none() {
            return game;
        }
    }
}

/// A balanced opening: random moves after which a short search sees no great advantage.
pub(crate) fn balanced(seed: u64, searcher: &mut Searcher<Evaluator>, table: &Table) -> Space {
    let mut try_number = 0;
    loop {
        let game = opening(seed.wrapping_mul(1_000_003).wrapping_add(try_number), 8);
        try_number += 1;
        let budget = Limits {
            nodes: 3000,
            ..Limits::default()
        };
        let line = searcher.search(
            &Node::new(&game),
            &[],
            &budget,
            table,
            &AtomicBool::new(false),
            &mut |_| true,
        );
        if line.lines.first().is_some_and(|line| line.score.abs() < 80) {
            return game;
        }
    }
}

/// The result for the first side: 0, 1 or 2 halves.
pub(crate) fn play(start: &Space, players: [&Setup; 2]) -> u32 {
    let tables = [Table::new(8), Table::new(8)];
    let mut searchers = players.map(Setup::searcher);
    let mut game = *start;
    let mut history = Vec::new();
    let never = AtomicBool::new(false);
    let mut hopeless = [0; 2];
    for _ in 0..400 {
        if let Some(outcome) = game.outcome() {
            return match outcome {
                Outcome::Win { winner, .. } => {
                    if winner == Side::First {
                        2
                    } else {
                        0
                    }
                }
                Outcome::Draw(_) => 1,
            };
        }
        let node = Node::new(&game);
        if game.claim().is_some()
            || history.iter().filter(|hash| **hash == node.hash()).count() >= 2
        {
            return 1;
        }
        let mover = game.turn().index();
        let budget = Limits {
            nodes: players[mover].nodes,
            ..Limits::default()
        };
        let found = searchers[mover].search(
            &node,
            &history,
            &budget,
            &tables[mover],
            &never,
            &mut |_| true,
        );
        let Some(line) = found.lines.first() else {
            return 1;
        };
        if line.score < -1500 || line.score < -MATE_MIN {
            hopeless[mover] += 1;
            if hopeless[mover] >= 4 {
                return if mover == 0 { 0 } else { 2 };
            }
        } else {
            hopeless[mover] = 0;
        }
        history.push(node.hash());
        let Ok(next) = game.play(line.moves[0]) else {
            return 1;
        };
        game = next;
        if node.halfmove_clock() > 0 && game_clock(&game) == 0 {
            history.clear();
        }
    }
    1
}

fn game_clock(game: &Space) -> u32 {
    Node::new(game).halfmove_clock()
}

#[derive(Args)]
pub(crate) struct Match {
    first: String,
    second: String,
    #[arg(long, default_value_t = 200)]
    games: usize,
    #[arg(long, default_value_t = 1)]
    threads: usize,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[arg(long)]
    log: Option<PathBuf>,
}

impl Match {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let setups = [Setup::parse(&self.first)?, Setup::parse(&self.second)?];
        let next = AtomicUsize::new(0);
        let counts = Mutex::new([0usize; 3]);
        let start = Instant::now();
        thread::scope(|scope| {
            for _ in 0..self.threads {
                scope.spawn(|| {
                    let judge = Setup::parse("").expect("the default");
                    let table = Table::new(8);
                    let mut searcher = judge.searcher();
                    loop {
                        let pair = next.fetch_add(1, Ordering::Relaxed);
                        if pair * 2 >= self.games {
                            return;
                        }
                        let opening =
                            balanced(self.seed * 100_000 + pair as u64, &mut searcher, &table);
                        for swapped in [false, true] {
                            let result = if swapped {
                                2 - play(&opening, [&setups[1], &setups[0]])
                            } else {
                                play(&opening, [&setups[0], &setups[1]])
                            };
                            counts.lock().expect("no panic")[result as usize] += 1;
                        }
                    }
                });
            }
        });
        let [losses, draws, wins] = *counts.lock().expect("no panic");
        let games = (wins + draws + losses) as f64;
        let score = (wins as f64 + draws as f64 / 2.0) / games;
        let variance = (wins as f64 * (1.0 - score).powi(2)
            + draws as f64 * (0.5 - score).powi(2)
            + losses as f64 * score.powi(2))
            / games;
        let error = 1.96 * (variance / games).sqrt();
        let elo = |score: f64| -400.0 * (1.0 / score.clamp(0.001, 0.999) - 1.0).log10();
        println!(
            "{} v {}: +{wins} ={draws} -{losses}, {:.1} %, Elo {:.0} [{:.0}, {:.0}] in {:.0} s",
            self.first,
            self.second,
            100.0 * score,
            elo(score),
            elo(score - error),
            elo(score + error),
            start.elapsed().as_secs_f64()
        );
        Ok(())
    }
}
