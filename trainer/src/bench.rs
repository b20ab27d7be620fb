//! The nodes of a setup at a fixed depth, and its speed.

use std::{sync::atomic::AtomicBool, time::Instant};

use clap::Args;
use raum_engine::{Limits, Searcher, Table};
use raum_rules::{Kind, node::Node as _};

use crate::{
    course::{opening, random_of_game},
    kinds::{GameOf, Trained, with_kind},
    setup::{self, Setup},
};

/// Count the nodes of a setup in a few positions, and its speed
#[derive(Args)]
#[command(after_help = setup::HELP)]
pub struct Bench {
    /// What the player is made of
    #[arg(default_value = "")]
    setup: String,

    /// The kind of game: space or chess
    #[arg(long, default_value_t = Kind::Space)]
    kind: Kind,

    /// How deep to search
    #[arg(long, value_name = "PLIES", default_value_t = 9)]
    depth: i32,
}

impl Bench {
    /// Searches the positions.
    pub fn run(&self) -> anyhow::Result<()> {
        with_kind!(self.kind, self.run_kind())
    }

    fn run_kind<E: Trained>(&self) -> anyhow::Result<()> {
        let setup = Setup::<E>::read(&self.setup, u64::MAX)?;
        let limits = Limits {
            depth: self.depth,
            ..Limits::default()
        };
        let table = Table::new(64);
        let start = Instant::now();
        let mut nodes = 0;
        for number in 0..6 {
            let game: GameOf<E> = opening(&mut random_of_game(1, number), number as usize * 6);
            table.clear();
            let report = Searcher::new(setup.evaluator(), setup.params).search(
                &E::Node::new(&game),
                &[],
                &limits,
                &table,
                &AtomicBool::new(false),
                &mut |_| true,
            );
            let score = report.lines.first().map_or(0, |line| line.score);
            println!("{:9} nodes, score {score:5}: {game}", report.nodes);
            nodes += report.nodes;
        }
        let speed = nodes as f64 / start.elapsed().as_secs_f64() / 1e6;
        println!("{nodes} nodes, {speed:.3} Mnps");
        Ok(())
    }
}
