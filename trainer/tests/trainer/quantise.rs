//! The engine's integers against floating point.

use std::sync::Arc;

use fastrand::Rng;
use raum_engine::{
    Evaluate as _,
    space::{Evaluator, HIDDEN, HIDDEN_ONE, Net, OUTPUT_ONE, QuantisedNet, Weights},
};
use raum_rules::node::Node as _;
use raum_trainer::{
    model::{BIAS, Model, OUTPUT},
    position::Position,
    quantise::quantise,
};

use crate::random_positions;

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
