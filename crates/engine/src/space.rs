//! Evaluates space chess: what pieces are worth where they stand and under what threats, as a sum of weights that were
//! fitted to games, and a small network on top of it.

mod endings;
mod features;
mod net;
mod tables;
mod weights;

use std::sync::Arc;

use raum_rules::{
    Role, Side,
    node::{Node as _, ROLES},
    space::{Node, SpaceStep},
};

use crate::{mate::Checks, search::Evaluate};

pub use features::{CLASSES, WEIGHTS, features, plain};
pub use net::{
    BUCKETS, Fnv, HIDDEN, HIDDEN_ONE, INPUTS, NET_SCALE, Net, NetError, OUTPUT_ONE, QuantisedNet,
    bucket, input,
};
pub use weights::Weights;

use net::{Accumulator, Changes, changes};
use tables::Tables;

/// Evaluates positions along the line that is searched.
pub struct Evaluator {
    tables: Arc<Tables>,
    net: Option<Arc<Net>>,
    /// What the pieces are worth where they stand, for the first side, at each ply.
    placements: Vec<i32>,
    accumulators: Vec<Accumulator>,
}

impl Default for Evaluator {
    fn default() -> Self {
        Self::new(&Weights::default(), Net::shipped())
    }
}

impl Evaluator {
    /// An evaluator by these weights, with or without a network.
    pub fn new(weights: &Weights, net: Option<Arc<Net>>) -> Self {
        Self {
            tables: Arc::new(Tables::new(weights)),
            net,
            placements: vec![0],
            accumulators: Vec::new(),
        }
    }

    /// An evaluator with the network of a file; by weights alone if the file is damaged or for another engine.
    pub fn with_file(weights: &Weights, file: &[u8]) -> Self {
        Self::new(weights, Net::read(file).ok().map(Arc::new))
    }

    fn placement(&self) -> i32 {
        self.placements.last().copied().unwrap_or(0)
    }

    /// Adds a ply: what it changes in the network's inputs, and the placement after it.
    fn push_changes(&mut self, changes: Changes, placement: i32) {
        if self.net.is_some() {
            let ply = self.placements.len();
            if self.accumulators.len() <= ply {
                self.accumulators.push(Accumulator::default());
            }
            self.accumulators[ply].await_update(changes);
        }
        self.placements.push(placement);
    }
}

impl Evaluate for Evaluator {
    type Node = Node;
    const VALUES: [i32; ROLES] = [10_000, 966, 311, 336, 353, 157, 100, 0];

    fn begin(&mut self, node: &Node) {
        self.placements.clear();
        let places = node
            .all_pieces()
            .map(|(side, role, at)| self.tables.place(side, role, at));
        self.placements.push(places.sum());
        if let Some(net) = &self.net {
            self.accumulators.clear();
            self.accumulators.push(net.refresh(node));
        }
    }

    fn push(&mut self, node: &Node, step: SpaceStep) {
        let changes = changes(node, step);
        let worth = |(side, role, at)| self.tables.place(side, role, at);
        let lost = changes
            .removed
            .into_iter()
            .flatten()
            .map(worth)
            .sum::<i32>();
        let placement = self.placement() - lost + changes.added.map_or(0, worth);
        self.push_changes(changes, placement);
    }

    fn push_pass(&mut self) {
        self.push_changes(Changes::default(), self.placement());
    }

    fn pop(&mut self) {
        self.placements.pop();
    }

    fn evaluate(&mut self, node: &Node) -> i32 {
        let mut sum = self.placement() + self.tables.threats(node) + endings::drive(node);
        if node.turn() == Side::Second {
            sum = -sum;
        }
        if let Some(net) = &self.net {
            let line = &mut self.accumulators[..self.placements.len()];
            sum += net.evaluate(line, node.turn());
        }
        sum + self.tables.tempo
    }

    fn checks(node: &Node) -> Checks {
        endings::checks(node)
    }

    fn flights_after(node: &Node, step: SpaceStep, flights: u128) -> u128 {
        node.flights_after(step, flights)
    }
}

/// The pieces whose threats count.
const THREATENED: [Role; 6] = [
    Role::Queen,
    Role::Rook,
    Role::Bishop,
    Role::Knight,
    Role::Unicorn,
    Role::Pawn,
];
