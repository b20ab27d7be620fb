//! Evaluates space chess: what pieces are worth where they stand and under what threats, as a sum of weights that were
//! fitted to games, and a small network on top of it.

mod board;
mod endings;
mod features;
mod tables;
mod weights;

use std::sync::Arc;

use raum_rules::{
    Role, Side,
    node::{Node as _, ROLES},
    space::{Node, SpaceStep},
};

use crate::{
    mate::Checks,
    net::{self, Board as _, Changes, NetLine},
    search::Evaluate,
};

pub use features::{CLASSES, WEIGHTS, features, plain};
pub use weights::Weights;

use tables::Tables;

/// A network of space chess.
pub type Net = net::Net<Node>;

/// Evaluates positions along the line that is searched.
pub struct Evaluator {
    tables: Arc<Tables>,
    net: NetLine<Node>,
    /// What the pieces are worth where they stand, for the first side, at each ply.
    placements: Vec<i32>,
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
            net: NetLine::new(net),
            placements: vec![0],
        }
    }

    /// An evaluator with the network of a file; by weights alone if the file is damaged or for another engine.
    pub fn with_file(weights: &Weights, file: &[u8]) -> Self {
        Self::new(weights, Net::read(file).ok().map(Arc::new))
    }

    fn placement(&self) -> i32 {
        self.placements.last().copied().unwrap_or(0)
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
        self.net.begin(node);
    }

    fn push(&mut self, node: &Node, step: SpaceStep) {
        let changes = node.changes(step);
        let worth = |pieces: [_; 2]| {
            let worths = pieces.into_iter().flatten();
            worths
                .map(|(side, role, at)| self.tables.place(side, role, at))
                .sum::<i32>()
        };
        let placement = self.placement() - worth(changes.removed) + worth(changes.added);
        self.placements.push(placement);
        self.net.push(|| changes);
    }

    fn push_pass(&mut self) {
        self.placements.push(self.placement());
        self.net.push(Changes::default);
    }

    fn pop(&mut self) {
        self.placements.pop();
        self.net.pop();
    }

    fn evaluate(&mut self, node: &Node) -> i32 {
        let mut sum = self.placement() + self.tables.threats(node) + endings::drive(node);
        if node.turn() == Side::Second {
            sum = -sum;
        }
        sum + self.net.evaluate(node.turn()) + self.tables.tempo
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
