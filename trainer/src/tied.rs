//! The weights that are trained: one set for each orbit of hidden units, which the units of an orbit share.

use std::{marker::PhantomData, num::NonZero};

use fastrand::Rng;
use raum_engine::net::{BUCKETS, Board, turned_input};

use crate::{
    model::{Gradient, Model},
    parallel,
};

/// The weights of each orbit, or a gradient of them.
pub struct Tied<B> {
    /// The rows of a [`Model`], a weight for each orbit, one row after the other; then the biases of the output.
    pub weights: Vec<f32>,
    board: PhantomData<fn() -> B>,
}

impl<B: Board> Tied<B> {
    /// Where the weights of the inputs end.
    pub const INPUT_END: usize = B::INPUTS * B::ORBITS;
    /// Where the biases of the output begin.
    const ROWS_END: usize = Model::<B>::ROWS * B::ORBITS;

    /// Weights of zero.
    pub fn zero() -> Self {
        Self {
            weights: vec![0.0; Self::ROWS_END + BUCKETS],
            board: PhantomData,
        }
    }

    /// Weights to begin training with.
    pub fn random(random: &mut Rng) -> Self {
        let mut tied = Self::zero();
        let mut fill = |weights: &mut [f32], size: f32| {
            for weight in weights {
                *weight = (random.f32() * 2.0 - 1.0) * size;
            }
        };
        let (input, rest) = tied.weights.split_at_mut(Self::INPUT_END);
        let (bias, rest) = rest.split_at_mut(B::ORBITS);
        let outputs = rest.len() - BUCKETS;
        fill(input, 0.1);
        fill(&mut rest[..outputs], 0.05);
        bias.fill(0.1);
        tied
    }

    /// Writes the whole network: every unit with the weights of its orbit.
    pub fn expand(&self, model: &mut Model<B>) {
        let (rows, output_bias) = self.weights.split_at(Self::ROWS_END);
        for (number, row) in rows.chunks_exact(B::ORBITS).enumerate() {
            for symmetry in 0..B::SYMMETRIES {
                let units = &mut model.rows[turned_row::<B>(symmetry, number)];
                units[symmetry * B::ORBITS..][..B::ORBITS].copy_from_slice(row);
            }
        }
        model.output_bias.copy_from_slice(output_bias);
    }

    /// Becomes the gradient of the shared weights: the sum over the units that share them, in a fixed order.
    pub fn fold(&mut self, threads: NonZero<usize>, gradients: &[Gradient<B>]) {
        self.weights.fill(0.0);
        let (rows, output_bias) = self.weights.split_at_mut(Self::ROWS_END);
        let size = Model::<B>::ROWS.div_ceil(threads.get());
        let items = rows.chunks_mut(size * B::ORBITS).enumerate().collect();
        parallel::map(threads, items, |(part, rows)| {
            for (at, row) in rows.chunks_exact_mut(B::ORBITS).enumerate() {
                for symmetry in 0..B::SYMMETRIES {
                    let number = turned_row::<B>(symmetry, part * size + at);
                    for gradient in gradients.iter().filter(|gradient| gradient.touched[number]) {
                        add(row, &gradient.sum.rows[number][symmetry * B::ORBITS..]);
                    }
                }
            }
        });
        for gradient in gradients {
            add(output_bias, &gradient.sum.output_bias);
        }
    }
}

/// The row of a network in which a unit under a symmetry has the weights of this row.
fn turned_row<B: Board>(symmetry: usize, row: usize) -> usize {
    if row < B::INPUTS {
        turned_input::<B>(symmetry, row)
    } else {
        row
    }
}

fn add(sums: &mut [f32], slopes: &[f32]) {
    for (sum, slope) in sums.iter_mut().zip(slopes) {
        *sum += slope;
    }
}
