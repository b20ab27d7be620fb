//! The gradient of the network against differences of a second implementation in double precision.

use fastrand::Rng;
use raum_engine::space::{BUCKETS, NET_SCALE, bucket, input};
use raum_rules::node::Node as _;
use raum_trainer::{
    model::{BIAS, Example, Gradient, Model, OUTPUT, ROWS},
    position::{Position, SYMMETRIES},
    target::Target,
};

use crate::random_positions;

const HIDDEN: usize = 8;
const TARGET: Target = Target {
    score_share: 0.7,
    scale: 250.0,
};

/// Half the squared error, straight from its definition.
fn half_squared_error(
    rows: &[[f64; HIDDEN]],
    output_bias: &[f64; BUCKETS],
    example: &Example,
    symmetry: usize,
) -> f64 {
    let position = &example.position;
    let bucket = bucket(position.count() as i32);
    let mut output = output_bias[bucket];
    for (number, view) in [position.turn(), !position.turn()].into_iter().enumerate() {
        for (unit, weight) in rows[OUTPUT + 2 * bucket + number].iter().enumerate() {
            let mut sum = rows[BIAS][unit];
            for (side, role, cell) in position.pieces(symmetry) {
                sum += rows[input(view, side, role, cell)][unit];
            }
            let clipped = sum.clamp(0.0, 1.0);
            output += clipped * clipped * weight;
        }
    }
    let value = f64::from(example.plain) + f64::from(NET_SCALE) * output;
    let guess = 1.0 / (1.0 + (-value / f64::from(TARGET.scale)).exp());
    (guess - f64::from(example.target)).powi(2) / 2.0
}

fn examples() -> Vec<Example> {
    let nodes = random_positions(4, 3);
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

#[test]
fn the_gradient_is_the_slope_of_the_error() {
    let mut random = Rng::with_seed(6);
    let mut model = Model::<HIDDEN>::random(&mut random);
    // Output weights as large as after training, so that every slope counts.
    for weight in model.rows[OUTPUT..].iter_mut().flatten() {
        *weight *= 10.0;
    }
    let examples = examples();
    let mut steep = 0;
    for (number, example) in examples.iter().enumerate() {
        let symmetry = number % SYMMETRIES;
        let mut gradient = Gradient::default();
        gradient.add(&model, example, symmetry, TARGET);
        let rows: Vec<[f64; HIDDEN]> = model.rows.iter().map(|row| row.map(f64::from)).collect();
        let biases = model.output_bias.map(f64::from);
        let first = half_squared_error(&rows, &biases, example, symmetry);
        assert!((gradient.loss - 2.0 * first).abs() < 1e-5);
        for row in (0..ROWS).filter(|row| gradient.touched[*row]) {
            for unit in 0..HIDDEN {
                let mut changed = rows.clone();
                let error = |change| {
                    changed[row][unit] = rows[row][unit] + change;
                    half_squared_error(&changed, &biases, example, symmetry)
                };
                let place = format!("row {row}, unit {unit}");
                steep += usize::from(check(gradient.sum.rows[row][unit], error, &place));
            }
        }
        for bucket in 0..BUCKETS {
            let error = |change| {
                let mut changed = biases;
                changed[bucket] += change;
                half_squared_error(&rows, &changed, example, symmetry)
            };
            check(gradient.sum.output_bias[bucket], error, "output bias");
        }
    }
    assert!(steep > 500, "{steep}");
}

#[test]
fn gradients_add_up_and_begin_anew() {
    let model = Model::<HIDDEN>::random(&mut Rng::with_seed(7));
    let examples = examples();
    let mut both = Gradient::default();
    both.add(&model, &examples[0], 0, TARGET);
    let first = both.sum.clone();
    both.add(&model, &examples[1], 1, TARGET);
    assert_ne!(both.sum, first);
    // Rows that were not touched are zero, so leaving them out of a sum is right.
    for (row, touched) in both.sum.rows.iter().zip(&both.touched) {
        assert!(*touched || row.iter().all(|slope| *slope == 0.0));
    }
    both.clear();
    assert_eq!(both.sum, Model::zero());
    both.add(&model, &examples[0], 0, TARGET);
    assert_eq!(both.sum, first);
}
