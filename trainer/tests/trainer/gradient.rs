//! The gradient of the network against differences of a second implementation in double precision.

use fastrand::Rng;
use raum_engine::net::{BUCKETS, Board, NET_SCALE, bucket, input};
use raum_rules::{chess, space};
use raum_trainer::{
    model::{Example, Gradient, Model},
    position::Position,
    target::Target,
};

use crate::positions_of;

const HIDDEN: usize = 8;
const TARGET: Target = Target {
    score_share: 0.7,
    scale: 250.0,
};

/// Half the squared error, straight from its definition.
fn half_squared_error<B: Board>(
    rows: &[[f64; HIDDEN]],
    output_bias: &[f64; BUCKETS],
    example: &Example,
) -> f64 {
    let position = &example.position;
    let bucket = bucket::<B>(position.count() as i32);
    let mut output = output_bias[bucket];
    for (number, view) in [position.turn(), !position.turn()].into_iter().enumerate() {
        for (unit, weight) in rows[Model::<B>::OUTPUT + 2 * bucket + number]
            .iter()
            .enumerate()
        {
            let mut sum = rows[Model::<B>::BIAS][unit];
            for piece in position.pieces() {
                sum += rows[input::<B>(view, piece)][unit];
            }
            let clipped = sum.clamp(0.0, 1.0);
            output += clipped * clipped * weight;
        }
    }
    let value = f64::from(example.plain) + f64::from(NET_SCALE) * output;
    let guess = 1.0 / (1.0 + (-value / f64::from(TARGET.scale)).exp());
    (guess - f64::from(example.target)).powi(2) / 2.0
}

fn examples<B: Board>() -> Vec<Example> {
    let nodes = positions_of::<B>(4, 3);
    let positions = nodes
        .iter()
        .filter_map(|node| Position::new(&node.game()))
        .step_by(29);
    let mut random = Rng::with_seed(5);
    positions
        .map(|position| Example {
            position,
            plain: random.i32(-300..300) as f32,
            target: random.f32(),
        })
        .collect()
}

/// A network of random weights. Output weights are as large as after training, so that every slope counts.
fn random_model<B: Board>(seed: u64) -> Model<B, HIDDEN> {
    let mut random = Rng::with_seed(seed);
    let mut model = Model::zero();
    for (number, row) in model.rows.iter_mut().enumerate() {
        let size = if number < Model::<B>::BIAS { 0.1 } else { 0.5 };
        row.fill_with(|| (random.f32() * 2.0 - 1.0) * size);
    }
    model.rows[Model::<B>::BIAS].fill(0.1);
    model
}

/// Compares a slope with the difference that a small change of one weight makes.
fn check(slope: f32, mut error: impl FnMut(f64) -> f64, place: &str) -> bool {
    const CHANGE: f64 = 1e-5;
    let expected = (error(CHANGE) - error(-CHANGE)) / (2.0 * CHANGE);
    let slope = f64::from(slope);
    let tolerance = 1e-5 + 1e-3 * expected.abs();
    assert!(
        (slope - expected).abs() < tolerance,
        "{place}: {slope}, not {expected}"
    );
    expected.abs() > 1e-4
}

fn check_gradient<B: Board>() {
    let model = random_model::<B>(6);
    let mut steep = 0;
    for example in &examples::<B>() {
        let mut gradient = Gradient::default();
        gradient.add(&model, example, TARGET);
        let rows: Vec<[f64; HIDDEN]> = model.rows.iter().map(|row| row.map(f64::from)).collect();
        let biases = model.output_bias.map(f64::from);
        let first = half_squared_error::<B>(&rows, &biases, example);
        assert!((gradient.loss - 2.0 * first).abs() < 1e-5);
        for row in (0..Model::<B>::ROWS).filter(|row| gradient.touched[*row]) {
            for unit in 0..HIDDEN {
                let mut changed = rows.clone();
                let error = |change| {
                    changed[row][unit] = rows[row][unit] + change;
                    half_squared_error::<B>(&changed, &biases, example)
                };
                let place = format!("row {row}, unit {unit}");
                steep += usize::from(check(gradient.sum.rows[row][unit], error, &place));
            }
        }
        for bucket in 0..BUCKETS {
            let error = |change| {
                let mut changed = biases;
                changed[bucket] += change;
                half_squared_error::<B>(&rows, &changed, example)
            };
            check(gradient.sum.output_bias[bucket], error, "output bias");
        }
    }
    assert!(steep > 500, "{steep}");
}

#[test]
fn the_gradient_is_the_slope_of_the_error() {
    check_gradient::<space::Node>();
    check_gradient::<chess::Node>();
}

#[test]
fn gradients_add_up_and_begin_anew() {
    let model = random_model::<space::Node>(7);
    let examples = examples::<space::Node>();
    let mut both = Gradient::default();
    both.add(&model, &examples[0], TARGET);
    let first = both.sum.rows.clone();
    both.add(&model, &examples[1], TARGET);
    assert_ne!(both.sum.rows, first);
    // Rows that were not touched are zero, so leaving them out of a sum is right.
    for (row, touched) in both.sum.rows.iter().zip(&both.touched) {
        assert!(*touched || row.iter().all(|slope| *slope == 0.0));
    }
    both.clear();
    assert_eq!(both.sum.rows, Model::<space::Node, HIDDEN>::zero().rows);
    assert!(both.sum.output_bias.iter().all(|slope| *slope == 0.0));
    both.add(&model, &examples[0], TARGET);
    assert_eq!(both.sum.rows, first);
}
