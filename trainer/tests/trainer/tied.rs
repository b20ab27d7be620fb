//! Shared weights: the whole network has them in every unit of an orbit, and their gradient is the sum over these units.

use fastrand::Rng;
use raum_engine::net::Board;
use raum_rules::{chess, space};
use raum_trainer::{
    model::{Example, Gradient, Model},
    position::Position,
    target::Target,
    tied::Tied,
};

use crate::{positions_of, positive};

const TARGET: Target = Target {
    score_share: 0.7,
    scale: 250.0,
};

fn expanded<B: Board>(tied: &Tied<B>) -> Model<B> {
    let mut model = Model::zero();
    tied.expand(&mut model);
    model
}

fn random_tied<B: Board>(seed: u64) -> Tied<B> {
    let mut random = Rng::with_seed(seed);
    let mut tied = Tied::random(&mut random);
    for weight in tied
        .weights
        .iter_mut()
        .skip(Tied::<B>::INPUT_END + B::ORBITS)
    {
        *weight = (random.f32() * 2.0 - 1.0) * 0.5;
    }
    tied
}

fn positions<B: Board>() -> Vec<Position> {
    let nodes = positions_of::<B>(4, 3);
    let positions = nodes.iter().filter_map(|node| Position::new(&node.game()));
    positions.step_by(17).collect()
}

fn compare_images<B: Board>() {
    let model = expanded(&random_tied::<B>(11));
    let mut most = 0f32;
    for position in positions::<B>() {
        let value = model.value(&position);
        for symmetry in 0..B::SYMMETRIES {
            let image = model.value(&position.turned::<B>(symmetry));
            assert!((value - image).abs() < 0.01, "{value}, not {image}");
        }
        most = most.max(value.abs());
    }
    assert!(most > 100.0, "{most}");
}

#[test]
fn images_of_a_position_have_the_same_value() {
    compare_images::<space::Node>();
    compare_images::<chess::Node>();
}

/// Compares the gradient of some shared weights with the difference that a small change of each makes.
fn check_gradient<B: Board>() {
    const CHANGE: f32 = 0.01;
    let mut random = Rng::with_seed(12);
    let examples: Vec<Example> = positions::<B>()
        .into_iter()
        .map(|position| Example {
            position,
            plain: random.i32(-300..300) as f32,
            target: random.f32(),
        })
        .collect();
    let mut tied = random_tied::<B>(13);
    let model = expanded(&tied);
    // Two parts, as if two threads had worked.
    let mut parts = [Gradient::default(), Gradient::default()];
    for (number, example) in examples.iter().enumerate() {
        parts[number % 2].add(&model, example, TARGET);
    }
    let mut folded = Tied::zero();
    folded.fold(positive(3), &parts);
    let mut single = Tied::zero();
    single.fold(positive(1), &parts);
    assert_eq!(folded.weights, single.weights);
    // The weights with the steepest slopes: of inputs, of biases, of outputs.
    let mut order: Vec<usize> = (0..folded.weights.len()).collect();
    order.sort_by(|one, other| {
        folded.weights[*other]
            .abs()
            .total_cmp(&folded.weights[*one].abs())
    });
    let (inputs, others): (Vec<_>, Vec<_>) =
        order.into_iter().partition(|at| *at < Tied::<B>::INPUT_END);
    for at in inputs
        .into_iter()
        .take(20)
        .chain(others.into_iter().take(20))
    {
        let before = tied.weights[at];
        let [more, less] = [CHANGE, -CHANGE].map(|change| {
            tied.weights[at] = before + change;
            let model = expanded(&tied);
            let losses = examples.iter().map(|example| model.loss(example, TARGET));
            losses.sum::<f64>() / 2.0
        });
        tied.weights[at] = before;
        let expected = (more - less) / f64::from(2.0 * CHANGE);
        let slope = f64::from(folded.weights[at]);
        assert!(
            (slope - expected).abs() < 0.02 + 0.05 * expected.abs(),
            "weight {at}: {slope}, not {expected}"
        );
        assert!(slope.abs() > 0.05, "weight {at}: {slope}");
    }
}

#[test]
fn the_gradient_of_shared_weights_is_the_slope_of_the_error() {
    check_gradient::<space::Node>();
    check_gradient::<chess::Node>();
}
