//! A small network over pieces on cells: one hidden layer for each side's view, squared, and a bucket of output weights by
//! the number of pieces.

mod file;

use raum_rules::{
    Role, Side,
    node::Node as _,
    space::{Node, SpaceStep},
};

use crate::vectors::vectorized;

pub use file::{Fnv, NetError, QuantisedNet};

/// The inputs of one view: own and other pieces of seven roles on 125 cells.
pub const INPUTS: usize = 2 * 7 * 125;

/// The width of the hidden layer, for each view.
pub const HIDDEN: usize = 128;

/// Output weights differ by how many pieces are left.
pub const BUCKETS: usize = 4;

/// The integer that stands for one in the hidden layer.
pub const HIDDEN_ONE: i32 = 255;

/// The integer that stands for one in the output's weights.
pub const OUTPUT_ONE: i32 = 64;

/// Centipawns for an output of one.
pub const NET_SCALE: i32 = 400;

/// Quantised weights.
pub struct Net {
    /// By input and hidden unit.
    input: Vec<[i16; HIDDEN]>,
    bias: [i16; HIDDEN],
    output: [[[i16; HIDDEN]; 2]; BUCKETS],
    output_bias: [i32; BUCKETS],
    /// The hash of its file.
    hash: u64,
}

/// The hidden layer of both views in one position.
#[derive(Clone)]
pub(super) struct Accumulator {
    views: [[i16; HIDDEN]; 2],
    pieces: i32,
    changes: Changes,
    is_current: bool,
}

impl Default for Accumulator {
    fn default() -> Self {
        Self {
            views: [[0; HIDDEN]; 2],
            pieces: 0,
            changes: Changes::default(),
            is_current: false,
        }
    }
}

/// What a step removes and adds: pieces with their cells.
#[derive(Clone, Copy, Default)]
pub(super) struct Changes {
    pub(super) removed: [Option<(Side, Role, u8)>; 2],
    pub(super) added: Option<(Side, Role, u8)>,
}

pub(super) fn changes(node: &Node, step: SpaceStep) -> Changes {
    let (side, role) = (node.turn(), Node::role(step));
    let [from, to] = [Node::origin(step), Node::target(step)].map(|cell| cell as u8);
    Changes {
        removed: [
            Some((side, role, from)),
            node.captured(step).map(|captured| (!side, captured, to)),
        ],
        added: Some((side, Node::promotion(step).unwrap_or(role), to)),
    }
}

/// The number of a piece's input, as one side sees it.
pub fn input(view: Side, side: Side, role: Role, cell: u8) -> usize {
    let cell = match view {
        Side::First => cell,
        Side::Second => 124 - cell,
    };
    (usize::from(side != view) * 7 + role as usize) * 125 + usize::from(cell)
}

/// The bucket of a position with so many pieces.
pub fn bucket(pieces: i32) -> usize {
    ((pieces - 2).max(0) as usize * BUCKETS / 39).min(BUCKETS - 1)
}

impl Accumulator {
    pub(super) fn await_update(&mut self, changes: Changes) {
        self.changes = changes;
        self.is_current = false;
    }
}

impl Net {
    pub(super) fn refresh(&self, node: &Node) -> Accumulator {
        let mut accumulator = Accumulator {
            views: [self.bias; 2],
            pieces: 0,
            changes: Changes::default(),
            is_current: true,
        };
        for (side, role, at) in node.all_pieces() {
            accumulator.pieces += 1;
            for view in Side::BOTH {
                let weights = &self.input[input(view, side, role, at)];
                add(&mut accumulator.views[view.index()], weights);
            }
        }
        accumulator
    }

    /// The value of the last position for the side to move. Brings the accumulators up to date first.
    pub(super) fn evaluate(&self, line: &mut [Accumulator], turn: Side) -> i32 {
        vectorized(|| self.portably_evaluate(line, turn))
    }

    #[inline(always)]
    fn portably_evaluate(&self, line: &mut [Accumulator], turn: Side) -> i32 {
        let last = line.len() - 1;
        let mut current = last;
        while !line[current].is_current {
            current -= 1;
        }
        for ply in current..last {
            let (before, after) = line.split_at_mut(ply + 1);
            self.update(&before[ply], &mut after[0]);
        }
        let accumulator = &line[last];
        let bucket = bucket(accumulator.pieces);
        let mut sum = 0;
        for (view, weights) in [turn, !turn].into_iter().zip(&self.output[bucket]) {
            sum += dot(&accumulator.views[view.index()], weights);
        }
        (sum / HIDDEN_ONE + self.output_bias[bucket]) * NET_SCALE / (HIDDEN_ONE * OUTPUT_ONE)
    }

    #[inline(always)]
    fn update(&self, before: &Accumulator, after: &mut Accumulator) {
        after.pieces = before.pieces - i32::from(after.changes.removed[1].is_some());
        for view in Side::BOTH {
            let weights = |(side, role, at)| &self.input[input(view, side, role, at)];
            let (old, new) = (&before.views[view.index()], &mut after.views[view.index()]);
            match (
                after.changes.removed.map(|piece| piece.map(weights)),
                after.changes.added.map(weights),
            ) {
                ([Some(from), None], Some(to)) => {
                    for index in 0..HIDDEN {
                        new[index] = old[index] - from[index] + to[index];
                    }
                }
                ([Some(from), Some(captured)], Some(to)) => {
                    for index in 0..HIDDEN {
                        new[index] = old[index] - from[index] - captured[index] + to[index];
                    }
                }
                _ => *new = *old,
            }
        }
        after.is_current = true;
    }
}

fn add(view: &mut [i16; HIDDEN], weights: &[i16; HIDDEN]) {
    for (unit, weight) in view.iter_mut().zip(weights) {
        *unit += weight;
    }
}

/// The sum of the clipped, squared units by their weights.
#[inline(always)]
fn dot(view: &[i16; HIDDEN], weights: &[i16; HIDDEN]) -> i32 {
    let mut sum = 0;
    for (unit, weight) in view.iter().zip(weights) {
        let unit = (*unit).clamp(0, HIDDEN_ONE as i16);
        // Within 16 bits, for output weights are at most 127.
        sum += i32::from(unit) * i32::from(unit * weight);
    }
    sum
}

#[cfg(test)]
mod tests {
    use raum_rules::space::Space;

    use super::*;

    /// A line of positions by the first, the last or a middle move of each, from the start.
    fn line(net: &Net, plies: usize) -> (Vec<Accumulator>, Side) {
        let mut node = Node::new(&Space::default());
        let mut line = vec![net.refresh(&node)];
        let mut steps = Vec::new();
        for ply in 0..plies {
            steps.clear();
            node.list(&mut steps);
            let Some(step) = steps.get(ply * 7919 % steps.len().max(1)) else {
                break;
            };
            let mut after = Accumulator::default();
            after.await_update(changes(&node, *step));
            line.push(after);
            node = node.after(*step);
        }
        (line, node.turn())
    }

    #[test]
    fn wide_vectors_give_the_same_value_as_portable_code() {
        let Some(net) = Net::shipped() else {
            panic!("the network that ships cannot be read");
        };
        for plies in 0..80 {
            let (mut wide, turn) = line(&net, plies);
            let mut portable = wide.clone();
            let value = net.evaluate(&mut wide, turn);
            assert_eq!(value, net.portably_evaluate(&mut portable, turn));
        }
    }
}
