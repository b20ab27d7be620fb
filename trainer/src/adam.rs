//! Adam: changes each weight by the mean of its gradients, relative to their size.

use std::num::NonZero;

use raum_engine::net::Board;

use crate::{parallel, tied::Tied};

const MEAN_SHARE: f32 = 0.9;
const SQUARE_SHARE: f32 = 0.999;

/// The bound of input weights, which fit in a signed byte when quantised.
const INPUT_MAX: f32 = 0.49;
/// The bound of all others: output weights times a clipped unit fit in 16 bits when quantised.
const OTHER_MAX: f32 = 0.99;

/// What is remembered of the gradients so far.
pub struct Adam<B> {
    mean: Tied<B>,
    square: Tied<B>,
    steps: i32,
}

impl<B: Board> Default for Adam<B> {
    fn default() -> Self {
        Self {
            mean: Tied::zero(),
            square: Tied::zero(),
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

impl<B: Board> Adam<B> {
    /// Changes the weights by the sum of the gradients of so many examples.
    pub fn step(
        &mut self,
        threads: NonZero<usize>,
        tied: &mut Tied<B>,
        gradient: &Tied<B>,
        examples: usize,
        rate: f32,
    ) {
        self.steps += 1;
        let step = Step {
            rate,
            examples: examples as f32,
            corrections: [MEAN_SHARE, SQUARE_SHARE].map(|share| 1.0 - share.powi(self.steps)),
        };
        let size = tied.weights.len().div_ceil(threads.get());
        let weights = tied.weights.chunks_mut(size);
        let means = self.mean.weights.chunks_mut(size);
        let squares = self.square.weights.chunks_mut(size);
        let sums = gradient.weights.chunks(size);
        let items = weights.zip(means).zip(squares).zip(sums).enumerate();
        parallel::map(
            threads,
            items.collect(),
            |(part, (((weights, means), squares), sums))| {
                let inputs = Tied::<B>::INPUT_END
                    .saturating_sub(part * size)
                    .min(weights.len());
                let (weights, others) = weights.split_at_mut(inputs);
                let (means, other_means) = means.split_at_mut(inputs);
                let (squares, other_squares) = squares.split_at_mut(inputs);
                let (sums, other_sums) = sums.split_at(inputs);
                step.apply(weights, means, squares, sums, INPUT_MAX);
                step.apply(others, other_means, other_squares, other_sums, OTHER_MAX);
            },
        );
    }
}

impl Step {
    fn apply(
        self,
        weights: &mut [f32],
        means: &mut [f32],
        squares: &mut [f32],
        sums: &[f32],
        bound: f32,
    ) {
        let all = weights.iter_mut().zip(means).zip(squares).zip(sums);
        for (((weight, mean), square), sum) in all {
            let gradient = sum / self.examples;
            *mean = MEAN_SHARE * *mean + (1.0 - MEAN_SHARE) * gradient;
            *square = SQUARE_SHARE * *square + (1.0 - SQUARE_SHARE) * gradient * gradient;
            let size = (*square / self.corrections[1]).sqrt() + 1e-8;
            let change = self.rate * (*mean / self.corrections[0]) / size;
            *weight = (*weight - change).clamp(-bound, bound);
        }
    }
}
