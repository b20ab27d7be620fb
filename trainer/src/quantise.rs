//! Rounds the weights of a network to the integers that the engine computes with.

use std::{num::NonZero, sync::Arc};

use raum_engine::{
    net::{Board, HIDDEN, HIDDEN_ONE, Net, OUTPUT_ONE, QuantisedNet},
    space::Weights,
};
use raum_rules::node::Node as _;

use crate::{
    kinds::{GameOf, Trained},
    model::{Example, Model},
    parallel,
    target::Target,
};

/// The weights of a network as the engine stores them: those of the units that see the board as it is.
pub fn quantise<B: Board>(model: &Model<B>) -> QuantisedNet {
    let [hidden_one, output_one] = [HIDDEN_ONE, OUTPUT_ONE].map(|one| one as f32);
    let rounded = |rows: &[[f32; HIDDEN]], one: f32| -> Vec<f32> {
        let weights = rows.iter().flat_map(|row| &row[..B::ORBITS]);
        weights.map(|weight| (weight * one).round()).collect()
    };
    let (bias, outputs) = (Model::<B>::BIAS, Model::<B>::OUTPUT);
    let as_i16 = |weights: Vec<f32>| weights.into_iter().map(|weight| weight as i16).collect();
    QuantisedNet {
        input: rounded(&model.rows[..bias], hidden_one)
            .into_iter()
            .map(|weight| weight as i8)
            .collect(),
        bias: as_i16(rounded(&model.rows[bias..outputs], hidden_one)),
        output: as_i16(rounded(&model.rows[outputs..], output_one)),
        output_bias: model
            .output_bias
            .map(|bias| (bias * hidden_one * output_one).round() as i32)
            .to_vec(),
    }
}

/// How far the engine's network is from the one in floating point.
#[derive(Clone, Copy, Debug, Default)]
pub struct Difference {
    /// The mean squared error of the engine's predictions.
    pub loss: f64,
    /// The mean difference of the values, in centipawns.
    pub mean: f64,
    /// The greatest difference, in centipawns.
    pub most: f64,
}

impl Difference {
    /// Compares the two over examples.
    pub fn measure<E: Trained>(
        threads: NonZero<usize>,
        model: &Model<E::Node>,
        net: &Arc<Net<E::Node>>,
        examples: &[Example],
        target: Target,
    ) -> anyhow::Result<Self> {
        let parts = parallel::map(threads, parallel::parts(examples), |part| {
            // The difference of two evaluations is the network.
            let weights = Weights::default();
            let mut with_net = E::new(&weights, Some(Arc::clone(net)));
            let mut without = E::new(&weights, None);
            let mut sum = Self::default();
            for example in part {
                let game: GameOf<E> = example.position.game()?;
                let node = E::Node::new(&game);
                with_net.begin(&node);
                without.begin(&node);
                let value = (with_net.evaluate(&node) - without.evaluate(&node)) as f32;
                let guess = target.chance(example.plain + value);
                sum.loss += f64::from(guess - example.target).powi(2);
                let difference = f64::from((value - model.value(&example.position)).abs());
                sum.mean += difference;
                sum.most = sum.most.max(difference);
            }
            anyhow::Ok(sum)
        });
        let mut total = Self::default();
        for part in parts {
            let part = part?;
            total.loss += part.loss;
            total.mean += part.mean;
            total.most = total.most.max(part.most);
        }
        let count = examples.len().max(1) as f64;
        total.loss /= count;
        total.mean /= count;
        Ok(total)
    }
}
