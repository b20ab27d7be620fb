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

use std::{num::NonZero, path::Path};

use raum_rules::{
    Kind,
    node::Node as _,
    space::{Node, Space},
};
use raum_trainer::{
    course::{opening, random_of_game},
    play::Play,
};

/// The positions of random games, in which the sides move without sense.
fn random_positions(seed: u64, games: u64) -> Vec<Node> {
    let mut nodes = Vec::new();
    for number in 0..games {
        let mut random = random_of_game(seed, number);
        let mut node = Node::new(&opening::<Space>(&mut random, 6));
        for _ in 0..100 {
            nodes.push(node);
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
