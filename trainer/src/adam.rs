//! Adam: changes each weight by the mean of its gradients, relative to their size.

use std::num::NonZero;

use crate::{
    model::{BIAS, Gradient, Model, ROWS},
    parallel,
};

const MEAN_SHARE: f32 = 0.9;
const SQUARE_SHARE: f32 = 0.999;

/// The bound of input weights, which fit in a signed byte when quantised.
const INPUT_MAX: f32 = 0.49;
/// The bound of all others: output weights times a clipped unit fit in 16 bits when quantised.
const OTHER_MAX: f32 = 1.97;

/// What is remembered of the gradients so far.
pub struct Adam<const HIDDEN: usize> {
    mean: Model<HIDDEN>,
    square: Model<HIDDEN>,
    steps: i32,
}

impl<const HIDDEN: usize> Default for Adam<HIDDEN> {
    fn default() -> Self {
        Self {
            mean: Model::zero(),
            square: Model::zero(),
            steps: 0,
        }
    }
}

/// One step for all weights.
#[derive(Clone, Copy)]
struct Step {
    rate: f32,
    examples: f32,
    /// What corrects the means, which begin at zero.
    corrections: [f32; 2],
}

impl<const HIDDEN: usize> Adam<HIDDEN> {
    /// Changes the weights by the sum of the gradients of so many examples. The sum is taken in the order of the gradients, so the
    /// number of threads does not matter.
    pub fn step(
        &mut self,
        threads: NonZero<usize>,
        model: &mut Model<HIDDEN>,
        gradients: &[Gradient<HIDDEN>],
        examples: usize,
        rate: f32,
    ) {
        self.steps += 1;
        let step = Step {
            rate,
            examples: examples as f32,
            corrections: [MEAN_SHARE, SQUARE_SHARE].map(|share| 1.0 - share.powi(self.steps)),
        };
        let size = ROWS.div_ceil(threads.get());
        let rows = model.rows.chunks_mut(size);
        let means = self.mean.rows.chunks_mut(size);
        let squares = self.square.rows.chunks_mut(size);
        let items = rows.zip(means).zip(squares).enumerate().collect();
        parallel::map(threads, items, |(part, ((rows, means), squares))| {
            let all = rows.iter_mut().zip(means).zip(squares).enumerate();
            for (at, ((row, mean), square)) in all {
                let number = part * size + at;
                let mut sum = [0.0; HIDDEN];
                for gradient in gradients.iter().filter(|gradient| gradient.touched[number]) {
                    for (sum, slope) in sum.iter_mut().zip(&gradient.sum.rows[number]) {
                        *sum += slope;
                    }
                }
                let bound = if number < BIAS { INPUT_MAX } else { OTHER_MAX };
                step.apply(row, mean, square, &sum, bound);
            }
        });
        let mut sum = [0.0; _];
        for gradient in gradients {
            for (sum, slope) in sum.iter_mut().zip(&gradient.sum.output_bias) {
                *sum += slope;
            }
        }
        step.apply(
            &mut model.output_bias,
            &mut self.mean.output_bias,
            &mut self.square.output_bias,
            &sum,
            OTHER_MAX,
        );
    }
}

impl Step {
    fn apply<const N: usize>(
        self,
        weights: &mut [f32; N],
        means: &mut [f32; N],
        squares: &mut [f32; N],
        sums: &[f32; N],
        bound: f32,
    ) {
        for index in 0..N {
            let gradient = sums[index] / self.examples;
            let mean = MEAN_SHARE * means[index] + (1.0 - MEAN_SHARE) * gradient;
            let square = SQUARE_SHARE * squares[index] + (1.0 - SQUARE_SHARE) * gradient * gradient;
            means[index] = mean;
            squares[index] = square;
            let size = (square / self.corrections[1]).sqrt() + 1e-8;
            let change = self.rate * (mean / self.corrections[0]) / size;
            weights[index] = (weights[index] - change).clamp(-bound, bound);
        }
    }
}
