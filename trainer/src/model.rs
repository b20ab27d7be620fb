//! The network in floating point, what it predicts, and the gradient of its error.
//!
//! It has the shape of the engine's network ([`raum_engine::net::Net`]) for a board; the width of the hidden layer is a parameter, so that a
//! small one can be checked.

use std::marker::PhantomData;

use raum_engine::net::{BUCKETS, Board, HIDDEN, NET_SCALE, bucket, input};

use crate::{
    position::{PIECES_MAX, Position},
    target::Target,
};

/// A position as training sees it.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// The position.
    pub position: Position,
    /// The plain evaluation for the side to move, to which the network's is added.
    pub plain: f32,
    /// The chance to win that the sum should predict.
    pub target: f32,
}

/// The weights of a network, or a gradient of them.
pub struct Model<B, const UNITS: usize = HIDDEN> {
    /// The weights of each input, then the biases of the hidden layer, then the output weights by bucket and view (the mover's first).
    pub rows: Vec<[f32; UNITS]>,
    /// The bias of the output, by bucket.
    pub output_bias: [f32; BUCKETS],
    board: PhantomData<fn() -> B>,
}

impl<B: Board, const UNITS: usize> Model<B, UNITS> {
    /// The row of the biases of the hidden layer; the rows before it are the weights of the inputs.
    pub const BIAS: usize = B::INPUTS;
    /// The first row of output weights: two for each bucket, one for each view.
    pub const OUTPUT: usize = Self::BIAS + 1;
    /// The number of rows.
    pub const ROWS: usize = Self::OUTPUT + 2 * BUCKETS;

    /// A network of zeros.
    pub fn zero() -> Self {
        Self {
            rows: vec![[0.0; UNITS]; Self::ROWS],
            output_bias: [0.0; BUCKETS],
            board: PhantomData,
        }
    }

    /// The value of a position for the side to move, in centipawns, without the plain evaluation.
    #[inline(always)]
    pub fn value(&self, position: &Position) -> f32 {
        NET_SCALE as f32 * Forward::new(self, position).output
    }

    /// The squared error of the prediction for an example.
    #[inline(always)]
    pub fn loss(&self, example: &Example, target: Target) -> f64 {
        let value = example.plain + self.value(&example.position);
        f64::from(target.chance(value) - example.target).powi(2)
    }
}

/// What the network computes for one position.
struct Forward<const UNITS: usize> {
    /// The rows of the pieces, for each view.
    inputs: [[u16; PIECES_MAX]; 2],
    count: usize,
    bucket: usize,
    /// The hidden layer of each view, not yet clipped.
    hidden: [[f32; UNITS]; 2],
    output: f32,
}

impl<const UNITS: usize> Forward<UNITS> {
    #[inline(always)]
    fn new<B: Board>(model: &Model<B, UNITS>, position: &Position) -> Self {
        let views = [position.turn(), !position.turn()];
        let mut inputs = [[0; PIECES_MAX]; 2];
        for (number, piece) in position.pieces().enumerate() {
            for (inputs, view) in inputs.iter_mut().zip(views) {
                inputs[number] = input::<B>(view, piece) as u16;
            }
        }
        let count = position.count();
        let bucket = bucket::<B>(count as i32);
        let mut hidden = [model.rows[Model::<B, UNITS>::BIAS]; 2];
        let mut output = model.output_bias[bucket];
        for (view, (hidden, inputs)) in hidden.iter_mut().zip(&inputs).enumerate() {
            for row in &inputs[..count] {
                add(hidden, &model.rows[usize::from(*row)]);
            }
            output += dot(
                hidden,
                &model.rows[Model::<B, UNITS>::OUTPUT + bucket * 2 + view],
            );
        }
        Self {
            inputs,
            count,
            bucket,
            hidden,
            output,
        }
    }
}

#[inline(always)]
fn add<const UNITS: usize>(sum: &mut [f32; UNITS], row: &[f32; UNITS]) {
    for (unit, weight) in sum.iter_mut().zip(row) {
        *unit += weight;
    }
}

/// The sum of the clipped, squared units by their weights. Eight sums side by side take one instruction each.
#[inline(always)]
fn dot<const UNITS: usize>(hidden: &[f32; UNITS], weights: &[f32; UNITS]) -> f32 {
    const {
        assert!(
            UNITS.is_multiple_of(8),
            "sums are over eight units at a time"
        );
    };
    let mut sums = [0.0; 8];
    for (units, weights) in hidden.chunks_exact(8).zip(weights.chunks_exact(8)) {
        for ((sum, unit), weight) in sums.iter_mut().zip(units).zip(weights) {
            let clipped = unit.clamp(0.0, 1.0);
            *sum += clipped * clipped * weight;
        }
    }
    sums.iter().sum()
}

/// The gradient of half the squared error, summed over examples.
pub struct Gradient<B, const UNITS: usize = HIDDEN> {
    /// The sum, in the shape of the network.
    pub sum: Model<B, UNITS>,
    /// Which rows of the sum are not zero: most batches touch only some inputs.
    pub touched: Vec<bool>,
    /// The sum of the squared errors.
    pub loss: f64,
}

impl<B: Board, const UNITS: usize> Default for Gradient<B, UNITS> {
    fn default() -> Self {
        Self {
            sum: Model::zero(),
            touched: vec![false; Model::<B, UNITS>::ROWS],
            loss: 0.0,
        }
    }
}

impl<B: Board, const UNITS: usize> Gradient<B, UNITS> {
    /// Begins a new sum.
    pub fn clear(&mut self) {
        for (row, touched) in self.sum.rows.iter_mut().zip(&mut self.touched) {
            if *touched {
                row.fill(0.0);
                *touched = false;
            }
        }
        self.sum.output_bias = [0.0; BUCKETS];
        self.loss = 0.0;
    }

    /// Adds the gradient of one example.
    #[inline(always)]
    pub fn add(&mut self, model: &Model<B, UNITS>, example: &Example, target: Target) {
        let (bias, outputs) = (Model::<B, UNITS>::BIAS, Model::<B, UNITS>::OUTPUT);
        let forward = Forward::new(model, &example.position);
        let value = example.plain + NET_SCALE as f32 * forward.output;
        let guess = target.chance(value);
        let error = guess - example.target;
        self.loss += f64::from(error).powi(2);
        let slope = error * guess * (1.0 - guess) * NET_SCALE as f32 / target.scale;
        self.sum.output_bias[forward.bucket] += slope;
        self.touched[bias] = true;
        for (view, (hidden, inputs)) in forward.hidden.iter().zip(&forward.inputs).enumerate() {
            let output = outputs + forward.bucket * 2 + view;
            self.touched[output] = true;
            let back = back(
                hidden,
                &model.rows[output],
                slope,
                &mut self.sum.rows[output],
            );
            add(&mut self.sum.rows[bias], &back);
            for row in &inputs[..forward.count] {
                add(&mut self.sum.rows[usize::from(*row)], &back);
                self.touched[usize::from(*row)] = true;
            }
        }
    }
}

/// Adds the gradient of a view's output weights, and returns the gradient of its hidden layer.
#[inline(always)]
fn back<const UNITS: usize>(
    hidden: &[f32; UNITS],
    weights: &[f32; UNITS],
    slope: f32,
    sums: &mut [f32; UNITS],
) -> [f32; UNITS] {
    let mut back = [0.0; UNITS];
    for index in 0..UNITS {
        let unit = hidden[index];
        let clipped = unit.clamp(0.0, 1.0);
        sums[index] += slope * clipped * clipped;
        let is_clipped = unit <= 0.0 || unit >= 1.0;
        back[index] = if is_clipped {
            0.0
        } else {
            2.0 * slope * clipped * weights[index]
        };
    }
    back
}
