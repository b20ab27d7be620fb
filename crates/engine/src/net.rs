//! A small network over pieces on cells, for any board: one hidden layer for each side's view, squared, and a bucket of output
//! weights by the number of pieces.
//!
//! The rules look the same when files are mirrored; those of space chess also when ranks are swapped with levels. So does the
//! network: hidden units come in orbits, whose units see the board under one symmetry each, with the same weights. A symmetry of the
//! board only swaps units of one orbit, so the value stays the same, and the file holds each weight once.

mod accumulator;
mod board;
mod error;
mod file;
mod hash;

use std::marker::PhantomData;

use raum_rules::Side;

use crate::vectors::vectorized;

pub use board::{Board, Changes, Placed, bucket, input, turned_input};
pub use error::NetError;
pub use file::QuantisedNet;
pub use hash::Fnv;

use accumulator::Accumulator;
pub(crate) use accumulator::NetLine;

/// The width of the hidden layer, for each view.
pub const HIDDEN: usize = 128;

/// Output weights differ by how many pieces are left.
pub const BUCKETS: usize = 4;

/// The integer that stands for one in the hidden layer.
pub const HIDDEN_ONE: i32 = 255;

/// The integer that stands for one in the output's weights.
pub const OUTPUT_ONE: i32 = 128;

/// Centipawns for an output of one.
pub const NET_SCALE: i32 = 400;

/// Quantised weights of a network for a board.
pub struct Net<B> {
    /// By input and hidden unit.
    input: Vec<[i16; HIDDEN]>,
    bias: [i16; HIDDEN],
    output: [[[i16; HIDDEN]; 2]; BUCKETS],
    output_bias: [i32; BUCKETS],
    /// The hash of its file.
    hash: u64,
    board: PhantomData<fn() -> B>,
}

impl<B: Board> Net<B> {
    fn refresh(&self, node: &B) -> Accumulator {
        let mut accumulator = Accumulator {
            views: [self.bias; 2],
            is_current: true,
            ..Accumulator::default()
        };
        node.visit_pieces(|piece| {
            accumulator.pieces += 1;
            for view in Side::BOTH {
                let weights = &self.input[input::<B>(view, piece)];
                add(&mut accumulator.views[view.index()], weights);
            }
        });
        accumulator
    }

    /// The value of the last position for the side to move. Brings the accumulators up to date first.
    fn evaluate(&self, line: &mut [Accumulator], turn: Side) -> i32 {
        // Only an inlined closure is compiled for wide vectors.
        vectorized(
            #[inline(always)]
            || self.portably_evaluate(line, turn),
        )
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
        let bucket = bucket::<B>(accumulator.pieces);
        let mut sum = 0;
        for (view, weights) in [turn, !turn].into_iter().zip(&self.output[bucket]) {
            sum += dot(&accumulator.views[view.index()], weights);
        }
        (sum / HIDDEN_ONE + self.output_bias[bucket]) * NET_SCALE / (HIDDEN_ONE * OUTPUT_ONE)
    }

    #[inline(always)]
    fn update(&self, before: &Accumulator, after: &mut Accumulator) {
        let Changes { removed, added } = after.changes;
        after.pieces = before.pieces - i32::from(removed[1].is_some() && added[1].is_none());
        for view in Side::BOTH {
            let weights = |piece| &self.input[input::<B>(view, piece)];
            let (old, new) = (&before.views[view.index()], &mut after.views[view.index()]);
            match (
                removed.map(|piece| piece.map(weights)),
                added.map(|piece| piece.map(weights)),
            ) {
                ([Some(from), None], [Some(to), _]) => {
                    for index in 0..HIDDEN {
                        new[index] = old[index] - from[index] + to[index];
                    }
                }
                ([Some(from), Some(captured)], [Some(to), None]) => {
                    for index in 0..HIDDEN {
                        new[index] = old[index] - from[index] - captured[index] + to[index];
                    }
                }
                ([Some(king), Some(rook)], [Some(to), Some(place)]) => {
                    for index in 0..HIDDEN {
                        new[index] =
                            old[index] - king[index] - rook[index] + to[index] + place[index];
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
    use raum_rules::{chess, space};

    use super::*;

    /// A network of any weights.
    fn some_net<B: Board>() -> Net<B> {
        let mut number = 0u32;
        let mut next = |size: i32| {
            number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (number >> 8) as i32 % (2 * size + 1) - size
        };
        Net {
            input: (0..B::INPUTS)
                .map(|_| [0; HIDDEN].map(|_: i16| next(40) as i16))
                .collect(),
            bias: [0; HIDDEN].map(|_: i16| next(90) as i16),
            output: [[[0i16; HIDDEN]; 2]; BUCKETS]
                .map(|views| views.map(|units| units.map(|_| next(30) as i16))),
            output_bias: [0; BUCKETS].map(|_: i32| next(1000)),
            hash: 0,
            board: PhantomData,
        }
    }

    /// A line of positions by the first, the last or a middle move of each, from the start.
    fn line<B: Board>(net: &Net<B>, plies: usize) -> (Vec<Accumulator>, Side) {
        let mut node = B::new(&B::Game::default());
        let mut line = vec![net.refresh(&node)];
        let mut steps = Vec::new();
        for ply in 0..plies {
            steps.clear();
            node.list(&mut steps);
            let Some(step) = steps.get(ply * 7919 % steps.len().max(1)) else {
                break;
            };
            let mut after = Accumulator::default();
            after.await_update(node.changes(*step));
            line.push(after);
            node = node.after(*step);
        }
        (line, node.turn())
    }

    fn compare<B: Board>() {
        let net = some_net::<B>();
        let mut values = Vec::new();
        for plies in 0..80 {
            let (mut wide, turn) = line(&net, plies);
            let mut portable = wide.clone();
            let value = net.evaluate(&mut wide, turn);
            assert_eq!(value, net.portably_evaluate(&mut portable, turn));
            values.push(value);
        }
        values.sort_unstable();
        values.dedup();
        assert!(values.len() > 20, "{values:?}");
    }

    #[test]
    fn wide_vectors_give_the_same_value_as_portable_code() {
        compare::<space::Node>();
        compare::<chess::Node>();
    }
}
