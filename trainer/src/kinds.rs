//! The kinds whose evaluation can be fitted and trained: space chess and chess.

use std::{fmt::Write as _, path::Path, sync::Arc};

use anyhow::bail;
use raum_engine::{
    Evaluate, chess,
    net::{Board, Net},
    space::{self, Weights},
};
use raum_rules::{Kind, node::Node, space::Node as SpaceNode};

use crate::setup::read_weights;

/// A weight for the middlegame and one for the endgame. A kind without phases uses the first one alone.
pub type Pair = [i32; 2];

/// An evaluation that is a sum of weights, and perhaps a network.
pub trait Trained: Evaluate<Node: Board> + Sized {
    /// The kind.
    const KIND: Kind = <Self::Node as Board>::KIND;
    /// The number of weights.
    const WEIGHTS: usize;

    /// An evaluation with or without a network. Chess has the weights that ship, whatever these are.
    fn new(weights: &Weights, net: Option<Arc<Net<Self::Node>>>) -> Self;

    /// Visits what counts for the first side in a position: the number of a weight, and how often it counts.
    fn features(node: &Self::Node, visit: impl FnMut(usize, i32));

    /// How much the two weights of each pair count in a position whose value has this sign.
    fn shares(node: &Self::Node, sign: i32) -> [f32; 2];

    /// The weights of a file, or those that ship.
    fn read_weights(path: Option<&Path>) -> anyhow::Result<Vec<Pair>>;

    /// The weights as the engine stores them.
    fn weights_text(weights: &[Pair]) -> String;
}

/// The game of an evaluation's positions.
pub type GameOf<E> = <<E as Evaluate>::Node as Node>::Game;

impl Trained for space::Evaluator {
    const WEIGHTS: usize = space::WEIGHTS;

    fn new(weights: &Weights, net: Option<Arc<space::Net>>) -> Self {
        Self::new(weights, net)
    }

    fn features(node: &SpaceNode, visit: impl FnMut(usize, i32)) {
        space::features(node, visit);
    }

    fn shares(_: &SpaceNode, _: i32) -> [f32; 2] {
        [1.0, 0.0]
    }

    fn read_weights(path: Option<&Path>) -> anyhow::Result<Vec<Pair>> {
        let weights = match path {
            Some(path) => read_weights(path)?,
            None => Weights::default(),
        };
        Ok(weights.0.map(|weight| [weight, 0]).to_vec())
    }

    /// Roles, then three lines of cell classes for each role, then threats by role, then the tempo.
    fn weights_text(weights: &[Pair]) -> String {
        let numbers: Vec<String> = weights.iter().map(|pair| pair[0].to_string()).collect();
        let (roles, rest) = numbers.split_at(8);
        let (placement, threats) = rest.split_at(8 * space::CLASSES);
        let lines = [roles]
            .into_iter()
            .chain(placement.chunks(15))
            .chain(threats.chunks(8));
        lines.fold(String::new(), |text, line| text + &line.join(" ") + "\n")
    }
}

impl Trained for chess::Evaluator {
    const WEIGHTS: usize = chess::WEIGHTS.len();

    fn new(_: &Weights, net: Option<Arc<chess::Net>>) -> Self {
        Self::new(net)
    }

    fn features(node: &Self::Node, mut visit: impl FnMut(usize, i32)) {
        let passed = chess::features::pawn_features(node, &mut visit);
        chess::features::piece_features(node, passed, visit);
    }

    fn shares(node: &Self::Node, sign: i32) -> [f32; 2] {
        // The engine scales endings in parts of 64.
        let scale = chess::scale(node, sign) as f32 / 64.0;
        let middle = chess::phase(node) as f32 / chess::PHASES as f32;
        [middle, (1.0 - middle) * scale]
    }

    fn read_weights(path: Option<&Path>) -> anyhow::Result<Vec<Pair>> {
        if path.is_some() {
            bail!("fitting chess starts from the weights that ship, which are part of the source");
        }
        let weights = chess::WEIGHTS.iter();
        Ok(weights.map(|pair| pair.map(i32::from)).collect())
    }

    /// The lines of the table in `crates/engine/src/chess/weights.rs`.
    fn weights_text(weights: &[Pair]) -> String {
        let mut text = String::new();
        for line in weights.chunks(8) {
            let pairs: Vec<String> = line.iter().map(|pair| format!("{pair:?}")).collect();
            // Writing to a string cannot fail.
            writeln!(text, "    {},", pairs.join(", ")).ok();
        }
        text
    }
}

/// Calls a method of a command with the evaluation of a kind.
macro_rules! with_kind {
    ($kind:expr, $command:ident.$method:ident()) => {
        match $kind {
            raum_rules::Kind::Space => $command.$method::<raum_engine::space::Evaluator>(),
            raum_rules::Kind::Chess => $command.$method::<raum_engine::chess::Evaluator>(),
            raum_rules::Kind::TicTacToe => {
                anyhow::bail!("tic-tac-toe has no evaluation: its search sees the end")
            }
        }
    };
}
pub(crate) use with_kind;
