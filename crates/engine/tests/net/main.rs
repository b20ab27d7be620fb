//! The network of each kind: its file, and its laws along random games.

#![expect(clippy::unwrap_used, reason = "a failed assumption stops the test")]

mod file;
mod laws;
mod symmetry;

use std::sync::Arc;

use raum_engine::{
    Evaluate, chess,
    net::{BUCKETS, Board, Net, QuantisedNet},
    space,
};
use raum_rules::{
    chess::{Chess, Node as ChessNode},
    node::Node,
    space::{Node as SpaceNode, Space},
};

/// A board whose evaluation can have a network.
trait Evaluated: Board {
    type Evaluator: Evaluate<Node = Self>;

    fn evaluator(net: Option<Arc<Net<Self>>>) -> Self::Evaluator;

    /// The start, and positions in which rare moves are near.
    fn starts() -> Vec<Self>;
}

impl Evaluated for SpaceNode {
    type Evaluator = space::Evaluator;

    fn evaluator(net: Option<Arc<Net<Self>>>) -> space::Evaluator {
        space::Evaluator::new(&space::Weights::default(), net)
    }

    fn starts() -> Vec<Self> {
        let texts = [
            "5/5/5/PPPPP/RNKNR|5/5/5/PPPPP/BUQBU|5/5/5/5/5|ubqub/ppppp/5/5/5|rnknr/ppppp/5/5/5 w 0 1",
            "k4/5/5/5/5|5/5/ppppp/5/5|5/5/5/5/5|5/PPPPP/5/5/5|rnb1r/PPPPP/5/5/4K w 0 1",
            "4k/5/pp3/ppppp/1Q3|5/5/5/pppp1/5|5/5/5/5/5|1PP2/5/5/5/5|5/PPPP1/5/5/K4 b 0 1",
        ];
        let nodes = texts.map(|text| Self::new(&text.parse::<Space>().unwrap()));
        nodes.to_vec()
    }
}

impl Evaluated for ChessNode {
    type Evaluator = chess::Evaluator;

    fn evaluator(net: Option<Arc<Net<Self>>>) -> chess::Evaluator {
        chess::Evaluator::new(net)
    }

    fn starts() -> Vec<Self> {
        let texts = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/pppqbppp/2n2n2/3p4/3P4/2N2N2/PPPQBPPP/R3K2R w KQkq - 0 1",
            "4k3/p1p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/4K3 w - - 0 1",
            "rn1n4/P1P1P1P1/7k/8/8/7K/p1p1p1p1/RN1N4 w - - 0 1",
        ];
        let nodes = texts.map(|text| Self::new(&text.parse::<Chess>().unwrap()));
        nodes.to_vec()
    }
}

/// A network of random weights, as large as trained ones are.
fn random_net<B: Board>(seed: u64) -> QuantisedNet {
    let mut random = fastrand::Rng::with_seed(seed);
    QuantisedNet {
        input: (0..B::INPUTS * B::ORBITS)
            .map(|_| random.i8(-40..=40))
            .collect(),
        bias: (0..B::ORBITS).map(|_| random.i16(-90..=90)).collect(),
        output: (0..BUCKETS * 2 * B::ORBITS)
            .map(|_| random.i16(-30..=30))
            .collect(),
        output_bias: (0..BUCKETS).map(|_| random.i32(-1000..=1000)).collect(),
    }
}

/// The same network, as the engine uses it.
fn loaded<B: Board>(seed: u64) -> Arc<Net<B>> {
    let file = random_net::<B>(seed).to_file::<B>().unwrap();
    Arc::new(Net::read(&file).unwrap())
}

/// The value of a position, by an evaluator that has not followed a game.
fn from_scratch<B: Evaluated>(net: &Arc<Net<B>>, node: &B) -> i32 {
    let mut evaluator = B::evaluator(Some(Arc::clone(net)));
    evaluator.begin(node);
    evaluator.evaluate(node)
}

/// Calls `visit` in every position of a random game, with the step that led there.
fn random_game<B: Evaluated>(seed: u64, mut visit: impl FnMut(Option<(&B, B::Step)>, &B)) {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut node = random.choice(B::starts()).unwrap();
    visit(None, &node);
    for _ in 0..120 {
        let mut steps = Vec::new();
        node.list(&mut steps);
        let Some(step) = random.choice(&steps).copied() else {
            return;
        };
        let next = node.after(step);
        visit(Some((&node, step)), &next);
        node = next;
    }
}
