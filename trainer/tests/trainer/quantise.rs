//! The engine's integers against floating point.

use std::sync::Arc;

use fastrand::Rng;
use raum_engine::{
    Evaluate as _,
    space::{Evaluator, HIDDEN, HIDDEN_ONE, Net, OUTPUT_ONE, QuantisedNet, Weights},
};
use raum_rules::{node::Node as _, space::Space};
use raum_trainer::{
    model::{BIAS, Example, Model, OUTPUT},
    position::Position,
    quantise::{Difference, quantise},
    target::Target,
};

use crate::{positive, random_positions};

/// The network that the integers stand for.
fn as_floats(net: &QuantisedNet) -> Model<HIDDEN> {
    let [hidden_one, output_one] = [HIDDEN_ONE, OUTPUT_ONE].map(|one| one as f32);
    let mut model = Model::zero();
    for (weight, integer) in model.rows[..BIAS].iter_mut().flatten().zip(&net.input) {
        *weight = f32::from(*integer) / hidden_one;
    }
    for (weight, integer) in model.rows[BIAS].iter_mut().zip(&net.bias) {
        *weight = f32::from(*integer) / hidden_one;
    }
    for (weight, integer) in model.rows[OUTPUT..].iter_mut().flatten().zip(&net.output) {
        *weight = f32::from(*integer) / output_one;
    }
    for (weight, integer) in model.output_bias.iter_mut().zip(&net.output_bias) {
        *weight = *integer as f32 / (hidden_one * output_one);
    }
    model
}

/// A network with weights as large as trained ones are.
fn random_model() -> Model<HIDDEN> {
    let mut random = Rng::with_seed(8);
    let mut model = Model::random(&mut random);
    for weight in model.rows[OUTPUT..].iter_mut().flatten() {
        *weight *= 6.0;
    }
    model.output_bias = model.output_bias.map(|_| random.f32() - 0.5);
    model
}

#[test]
fn rounding_changes_a_weight_by_half_a_unit_at_most() {
    let model = random_model();
    let rounded = as_floats(&quantise(&model));
    for (number, (row, other)) in model.rows.iter().zip(&rounded.rows).enumerate() {
        let one = if number < OUTPUT {
            HIDDEN_ONE
        } else {
            OUTPUT_ONE
        };
        for (weight, other) in row.iter().zip(other) {
            assert!((weight - other).abs() <= 0.501 / one as f32, "row {number}");
        }
    }
    for (weight, other) in model.output_bias.iter().zip(&rounded.output_bias) {
        assert!((weight - other).abs() <= 0.501 / (HIDDEN_ONE * OUTPUT_ONE) as f32);
    }
}

/// The engine divides integers twice, and each division may lose a part of a centipawn.
#[test]
fn the_engine_computes_what_the_rounded_weights_mean_within_two_centipawns() {
    let net = quantise(&random_model());
    let model = as_floats(&net);
    let net = Arc::new(Net::read(&net.to_file().unwrap()).unwrap());
    let mut evaluator = Evaluator::new(&Weights([0; _]), Some(net));
    let mut most = 0f32;
    for node in random_positions(9, 20) {
        evaluator.begin(&node);
        let engine = evaluator.evaluate(&node) as f32;
        let exact = model.value(&Position::new(&node.game()).unwrap(), 0);
        assert!((engine - exact).abs() < 2.0, "{engine}, not {exact}");
        most = most.max(exact.abs());
    }
    assert!(most > 100.0, "{most}");
}

/// The engine adds what it knows about mating a bare king, which is no rounding.
#[test]
fn the_difference_is_that_of_the_network_alone() {
    let net = quantise(&random_model());
    let model = as_floats(&net);
    let net = Arc::new(Net::read(&net.to_file().unwrap()).unwrap());
    let texts = [
        "5/5/5/5/K4|5/5/5/5/5|5/5/1Q3/5/5|5/5/5/5/5|5/5/5/5/4k w 0 1",
        "5/5/5/5/k4|5/5/5/5/5|5/1q3/5/5/5|5/5/5/5/5|5/5/5/5/K4 b 0 1",
    ];
    let examples = texts.map(|text| Example {
        position: Position::new(&text.parse::<Space>().unwrap()).unwrap(),
        plain: 0.0,
        target: 0.5,
    });
    let target = Target {
        score_share: 1.0,
        scale: 350.0,
    };
    let found = Difference::measure(positive(1), &model, &net, &examples, target).unwrap();
    assert!(found.most < 2.0 && found.mean <= found.most, "{found:?}");
    let losses = examples.iter().map(|example| model.loss(example, target));
    assert!((losses.sum::<f64>() / 2.0 - found.loss).abs() < 0.01);
}
