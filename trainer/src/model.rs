//! The network in floating point, what it predicts, and the gradient of its error.
//!
//! It has the shape of the engine's network ([`raum_engine::space::Net`]); the width of the hidden layer is a parameter, so that a
//! small one can be checked.

use fastrand::Rng;
use raum_engine::space::{BUCKETS, INPUTS, NET_SCALE, bucket, input};

use crate::{
    position::{PIECES_MAX, Position},
    target::Target,
};

/// The row of the biases of the hidden layer; the rows before it are the weights of the inputs.
pub const BIAS: usize = INPUTS;
/// The first row of output weights: two for each bucket, one for each view.
pub const OUTPUT: usize = BIAS + 1;
/// The number of rows.
pub const ROWS: usize = OUTPUT + 2 * BUCKETS;

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
#[derive(Clone, Debug, PartialEq)]
pub struct Model<const HIDDEN: usize> {
    /// The weights of each input, then the biases of the hidden layer, then the output weights by bucket and view (the mover's first).
    pub rows: Vec<[f32; HIDDEN]>,
    /// The bias of the output, by bucket.
    pub output_bias: [f32; BUCKETS],
}

impl<const HIDDEN: usize> Model<HIDDEN> {
    /// A network of zeros.
    pub fn zero() -> Self {
        Self {
            rows: vec![[0.0; HIDDEN]; ROWS],
            output_bias: [0.0; BUCKETS],
        }
    }

    /// A network to begin training with.
    pub fn random(random: &mut Rng) -> Self {
        let mut model = Self::zero();
        let mut fill = |rows: &mut [[f32; HIDDEN]], size: f32| {
            for weight in rows.iter_mut().flatten() {
                *weight = (random.f32() * 2.0 - 1.0) * size;
            }
        };
        fill(&mut model.rows[..BIAS], 0.1);
        fill(&mut model.rows[OUTPUT..], 0.05);
        model.rows[BIAS].fill(0.1);
        model
    }

    /// The value of a position under a symmetry for the side to move, in centipawns, without the plain evaluation.
    pub fn value(&self, position: &Position, symmetry: usize) -> f32 {
        NET_SCALE as f32 * Forward::new(self, position, symmetry).output
    }

    /// The squared error of the prediction for an example.
    pub fn loss(&self, example: &Example, target: Target) -> f64 {
        let value = example.plain + self.value(&example.position, 0);
        f64::from(target.chance(value) - example.target).powi(2)
    }
}

/// What the network computes for one position.
struct Forward<const HIDDEN: usize> {
    /// The rows of the pieces, for each view.
    inputs: [[u16; PIECES_MAX]; 2],
    count: usize,
    bucket: usize,
    /// The hidden layer of each view, not yet clipped.
    hidden: [[f32; HIDDEN]; 2],
    output: f32,
}

impl<const HIDDEN: usize> Forward<HIDDEN> {
    fn new(model: &Model<HIDDEN>, position: &Position, symmetry: usize) -> Self {
        let views = [position.turn(), !position.turn()];
        let mut inputs = [[0; PIECES_MAX]; 2];
        for (number, (side, role, cell)) in position.pieces(symmetry).enumerate() {
            for (inputs, view) in inputs.iter_mut().zip(views) {
                inputs[number] = input(view, side, role, cell) as u16;
            }
        }
        let count = position.count();
        let bucket = bucket(count as i32);
        let mut hidden = [model.rows[BIAS]; 2];
        let mut output = model.output_bias[bucket];
        for (view, (hidden, inputs)) in hidden.iter_mut().zip(&inputs).enumerate() {
            for row in &inputs[..count] {
                add(hidden, &model.rows[usize::from(*row)]);
            }
            output += dot(hidden, &model.rows[OUTPUT + bucket * 2 + view]);
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

fn add<const HIDDEN: usize>(sum: &mut [f32; HIDDEN], row: &[f32; HIDDEN]) {
    for (unit, weight) in sum.iter_mut().zip(row) {
        *unit += weight;
    }
}

/// The sum of the clipped, squared units by their weights. Eight sums side by side take one instruction each.
fn dot<const HIDDEN: usize>(hidden: &[f32; HIDDEN], weights: &[f32; HIDDEN]) -> f32 {
    const {
        assert!(
            HIDDEN.is_multiple_of(8),
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
pub struct Gradient<const HIDDEN: usize> {
    /// The sum, in the shape of the network.
    pub sum: Model<HIDDEN>,
    /// Which rows of the sum are not zero: most batches touch only some inputs.
    pub touched: Vec<bool>,
    /// The sum of the squared errors.
    pub loss: f64,
}

impl<const HIDDEN: usize> Default for Gradient<HIDDEN> {
    fn default() -> Self {
        Self {
            sum: Model::zero(),
            touched: vec![false; ROWS],
            loss: 0.0,
        }
    }
}

impl<const HIDDEN: usize> Gradient<HIDDEN> {
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

    /// Adds the gradient of one example, seen under a symmetry of the rules.
    pub fn add(
        &mut self,
        model: &Model<HIDDEN>,
        example: &Example,
        symmetry: usize,
        target: Target,
    ) {
        let forward = Forward::new(model, &example.position, symmetry);
        let value = example.plain + NET_SCALE as f32 * forward.output;
        let guess = target.chance(value);
        let error = guess - example.target;
        self.loss += f64::from(error).powi(2);
        let slope = error * guess * (1.0 - guess) * NET_SCALE as f32 / target.scale;
        self.sum.output_bias[forward.bucket] += slope;
        self.touched[BIAS] = true;
        for (view, (hidden, inputs)) in forward.hidden.iter().zip(&forward.inputs).enumerate() {
            let output = OUTPUT + forward.bucket * 2 + view;
            self.touched[output] = true;
            let back = back(
                hidden,
                &model.rows[output],
                slope,
                &mut self.sum.rows[output],
            );
            add(&mut self.sum.rows[BIAS], &back);
            for row in &inputs[..forward.count] {
                add(&mut self.sum.rows[usize::from(*row)], &back);
                self.touched[usize::from(*row)] = true;
            }
        }
    }
}

/// Adds the gradient of a view's output weights, and returns the gradient of its hidden layer.
fn back<const HIDDEN: usize>(
    hidden: &[f32; HIDDEN],
    weights: &[f32; HIDDEN],
    slope: f32,
    sums: &mut [f32; HIDDEN],
) -> [f32; HIDDEN] {
    let mut back = [0.0; HIDDEN];
    for index in 0..HIDDEN {
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
