//! The engine's integers against floating point.

use std::sync::Arc;

use fastrand::Rng;
use raum_engine::{
    chess,
    net::{Board, HIDDEN_ONE, Net, OUTPUT_ONE, QuantisedNet},
    space::{self, Weights},
};
use raum_rules::{
    node::Node as _,
    space::{Node, Space},
};
use raum_trainer::{
    kinds::Trained,
    model::{Example, Model},
    position::Position,
    quantise::{Difference, quantise},
    target::Target,
    tied::Tied,
};

use crate::{positions_of, positive};

/// The network that the integers stand for.
fn as_floats<B: Board>(net: &QuantisedNet) -> Model<B> {
    let [hidden_one, output_one] = [HIDDEN_ONE, OUTPUT_ONE].map(|one| one as f32);
    let input = net
        .input
        .iter()
        .map(|weight| f32::from(*weight) / hidden_one);
    let bias = net
        .bias
        .iter()
        .map(|weight| f32::from(*weight) / hidden_one);
    let output = net
        .output
        .iter()
        .map(|weight| f32::from(*weight) / output_one);
    let biases = net.output_bias.iter();
    let output_bias = biases.map(|weight| *weight as f32 / (hidden_one * output_one));
    let mut tied = Tied::zero();
    tied.weights = input.chain(bias).chain(output).chain(output_bias).collect();
    let mut model = Model::zero();
    tied.expand(&mut model);
    model
}

/// A network with weights as large as trained ones are.
fn random_model<B: Board>() -> Model<B> {
    let mut random = Rng::with_seed(8);
    let mut tied = Tied::random(&mut random);
    let outputs = tied.weights.iter_mut();
    for weight in outputs.skip(Tied::<B>::INPUT_END + B::ORBITS) {
        *weight = (random.f32() * 2.0 - 1.0) * 0.3;
    }
    let mut model = Model::zero();
    tied.expand(&mut model);
    model
}

#[test]
fn rounding_changes_a_weight_by_half_a_unit_at_most() {
    let model = random_model::<Node>();
    let rounded = as_floats::<Node>(&quantise(&model));
    for (number, (row, other)) in model.rows.iter().zip(&rounded.rows).enumerate() {
        let one = if number < Model::<Node>::OUTPUT {
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

fn compare<E: Trained>() {
    let net = quantise(&random_model::<E::Node>());
    let model = as_floats::<E::Node>(&net);
    let net = Arc::new(Net::read(&net.to_file::<E::Node>().unwrap()).unwrap());
    let weights = Weights::default();
    let mut evaluators = [Some(net), None].map(|net| E::new(&weights, net));
    let mut most = 0f32;
    for node in positions_of::<E::Node>(9, 20) {
        // Without counters: the network of chess counts less when a draw is near.
        let position = Position::new(&node.game()).unwrap();
        let node = E::Node::new(&position.game().unwrap());
        let [with, without] = evaluators.each_mut().map(|evaluator| {
            evaluator.begin(&node);
            evaluator.evaluate(&node)
        });
        let (engine, exact) = ((with - without) as f32, model.value(&position));
        assert!((engine - exact).abs() < 2.0, "{engine}, not {exact}");
        most = most.max(exact.abs());
    }
    assert!(most > 100.0, "{most}");
}

/// The engine divides integers twice, and each division may lose a part of a centipawn.
#[test]
fn the_engine_computes_what_the_rounded_weights_mean_within_two_centipawns() {
    compare::<space::Evaluator>();
    compare::<chess::Evaluator>();
}

/// The engine adds what it knows about mating a bare king, which is no rounding.
#[test]
fn the_difference_is_that_of_the_network_alone() {
    let net = quantise(&random_model::<Node>());
    let model = as_floats(&net);
    let net = Arc::new(Net::read(&net.to_file::<Node>().unwrap()).unwrap());
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
    let found =
        Difference::measure::<space::Evaluator>(positive(1), &model, &net, &examples, target);
    let found = found.unwrap();
    assert!(found.most < 2.0 && found.mean <= found.most, "{found:?}");
    let losses = examples.iter().map(|example| model.loss(example, target));
    assert!((losses.sum::<f64>() / 2.0 - found.loss).abs() < 0.01);
}
