//! The nodes of a setup at a fixed depth, and its speed.

use std::{sync::atomic::AtomicBool, time::Instant};

use clap::Args;
use raum_engine::{Limits, Searcher, Table, space::Evaluator};
use raum_rules::{
    Kind,
    node::Node as _,
    space::{Node, Space},
};

use crate::{
    course::{opening, random_of_game},
    setup::{self, Setup},
};

/// Count the nodes of a setup in a few positions of space chess, and its speed
#[derive(Args)]
#[command(after_help = setup::HELP)]
pub struct Bench {
    /// What the player is made of
    #[arg(default_value = "")]
    setup: String,

    /// How deep to search
    #[arg(long, value_name = "PLIES", default_value_t = 9)]
    depth: i32,
}

impl Bench {
    /// Searches the positions.
    pub fn run(&self) -> anyhow::Result<()> {
        let setup = Setup::read(Kind::Space, &self.setup, u64::MAX)?;
        let limits = Limits {
            depth: self.depth,
            ..Limits::default()
        };
        let table = Table::new(64);
        let start = Instant::now();
        let mut nodes = 0;
        for number in 0..6 {
            let game: Space = opening(&mut random_of_game(1, number), number as usize * 6);
            table.clear();
            let evaluator = Evaluator::new(&setup.weights, setup.net.clone());
            let report = Searcher::new(evaluator, setup.params).search(
                &Node::new(&game),
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
