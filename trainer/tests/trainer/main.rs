//! The tests of the trainer: its files, its arithmetic, and a small evaluation made from end to end.

#![expect(clippy::unwrap_used, reason = "a failed assumption stops the test")]
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    reason = "counts and weights are small"
)]

mod data;
mod end_to_end;
mod gradient;
mod matches;
mod positions;
mod program;
mod quantise;
mod tied;

use std::{num::NonZero, path::Path};

use raum_engine::net::Board;
use raum_rules::{Kind, space::Node};
use raum_trainer::{
    course::{opening, random_of_game},
    play::Play,
};

/// The positions of random games, in which the sides move without sense.
fn random_positions(seed: u64, games: u64) -> Vec<Node> {
    positions_of(seed, games)
}

/// The same for any board.
fn positions_of<B: Board>(seed: u64, games: u64) -> Vec<B> {
    let mut nodes = Vec::new();
    for number in 0..games {
        let mut random = random_of_game(seed, number);
        let mut node = B::new(&opening::<B::Game>(&mut random, 6));
        for _ in 0..100 {
            nodes.push(node.clone());
            let mut steps = Vec::new();
            node.list(&mut steps);
            let Some(step) = random.choice(steps) else {
                break;
            };
            node = node.after(step);
        }
    }
    nodes
}

fn positive(count: usize) -> NonZero<usize> {
    NonZero::new(count).unwrap()
}

/// Self-play of few nodes.
fn short_play(out: &Path, positions: u64, seed: u64, count: usize) -> Play {
    Play {
        kind: Kind::Space,
        setup: "net=none,nodes=60".to_owned(),
        out: out.to_owned(),
        positions,
        seed,
        threads: positive(count),
    }
}
