//! Evaluates chess by hand-written features, each weighed for the middlegame and for the endgame, and by a small network on top
//! of them. The weights were fitted to games of the engine against itself.

mod board;
mod endings;
pub mod features;
mod sets;
mod weights;

use std::sync::Arc;

use raum_rules::{
    Role, Side,
    chess::{ChessStep, Node},
    node::{Node as _, ROLES},
};

use crate::{
    net::{self, Board as _, Changes, NetLine},
    params::Params,
    search::Evaluate,
    vectors::vectorized,
};
use features::{index::COUNT, pawn_features, piece_features};
use sets::Set;

pub use endings::scale;
pub use weights::WEIGHTS;

/// A network of chess.
pub type Net = net::Net<Node>;

/// A value for the middlegame and one for the endgame, in one number: two sums cost one addition.
type Pair = i32;

const fn pair([middle, end]: [i16; 2]) -> Pair {
    ((end as i32) << 16) + middle as i32
}

const fn middle(pair: Pair) -> i32 {
    pair as i16 as i32
}

const fn end(pair: Pair) -> i32 {
    // A negative lower half has borrowed from the upper one.
    ((pair + 0x8000) >> 16) as i16 as i32
}

static PAIRS: [Pair; COUNT] = {
    let mut pairs = [0; COUNT];
    let mut number = 0;
    while number < COUNT {
        pairs[number] = pair(WEIGHTS[number]);
        number += 1;
    }
    pairs
};

/// The phase of a position with all its pieces.
pub const PHASES: i32 = 24;

/// How much of the middlegame is left: 24 at the start, 0 with kings and pawns alone.
pub fn phase(node: &Node) -> i32 {
    let count = |role| {
        let both = Side::BOTH.map(|side| node.pieces(side, role).count_ones() as i32);
        both[0] + both[1]
    };
    let phase =
        count(Role::Knight) + count(Role::Bishop) + 2 * count(Role::Rook) + 4 * count(Role::Queen);
    phase.min(PHASES)
}

/// What is known about a structure of pawns.
#[derive(Clone, Copy, Default)]
struct Structure {
    pawns: [Set; 2],
    passed: [Set; 2],
    sum: Pair,
}

/// How many structures of pawns are remembered.
const STRUCTURES: usize = 1 << 12;

/// Judges positions of chess. Remembers structures of pawns, which change seldom.
pub struct Evaluator {
    structures: Vec<Structure>,
    net: NetLine<Node>,
}

impl Default for Evaluator {
    fn default() -> Self {
        Self::new(Net::shipped())
    }
}

impl Evaluator {
    /// An evaluator with or without a network.
    pub fn new(net: Option<Arc<Net>>) -> Self {
        Self {
            // A board without pawns is the structure that an empty entry describes.
            structures: vec![Structure::default(); STRUCTURES],
            net: NetLine::new(net),
        }
    }

    #[inline(always)]
    fn structure(&mut self, node: &Node) -> Structure {
        let pawns = Side::BOTH.map(|side| node.pieces(side, Role::Pawn));
        let hash = (pawns[0] ^ pawns[1].rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let slot = (hash >> 52) as usize % STRUCTURES;
        let known = &mut self.structures[slot];
        if known.pawns != pawns {
            let mut sum = 0;
            let passed = pawn_features(node, |index, count| sum += PAIRS[index] * count);
            *known = Structure { pawns, passed, sum };
        }
        *known
    }

    #[inline(always)]
    fn portably_evaluate(&mut self, node: &Node) -> i32 {
        let Structure {
            passed, mut sum, ..
        } = self.structure(node);
        piece_features(node, passed, |index, count| sum += PAIRS[index] * count);
        let (middle, end) = (middle(sum), end(sum) + endings::drive(node));
        let phase = phase(node);
        let end = end * scale(node, end) / endings::WHOLE;
        let value = (middle * phase + end * (PHASES - phase)) / PHASES;
        let value = match node.turn() {
            Side::First => value,
            Side::Second => -value,
        };
        let value = value + self.net.evaluate(node.turn());
        // The longer nothing happens, the closer the draw is, whatever features and network say.
        value * (200 - node.halfmove_clock().min(100) as i32) / 200
    }
}

impl Evaluate for Evaluator {
    type Node = Node;
    const VALUES: [i32; ROLES] = [10_000, 1000, 520, 350, 330, 0, 100, 0];
    /// Chess has half as many moves as space chess and deeper tactics: less is left out and reduced, checks are not.
    const PARAMS: Params = Params {
        spare_checks: 1,
        check_extension: 1,
        futility_base: 150,
        futility_slope: 100,
        reverse_margin: 80,
        reduction_base: 80,
        reduction_divisor: 190,
        one_evasion: 0,
        quiescence_margin: 200,
        mate_share: 0,
        ..Params::SPACE
    };

    fn begin(&mut self, node: &Node) {
        self.net.begin(node);
    }

    fn push(&mut self, node: &Node, step: ChessStep) {
        self.net.push(|| node.changes(step));
    }

    fn push_pass(&mut self) {
        self.net.push(Changes::default);
    }

    fn pop(&mut self) {
        self.net.pop();
    }

    fn evaluate(&mut self, node: &Node) -> i32 {
        // Features count bits, for which wide processors have instructions.
        vectorized(
            #[inline(always)]
            || self.portably_evaluate(node),
        )
    }
}
