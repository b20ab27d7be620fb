//! Trains the network that is added to the linear evaluation.

use std::{fs, path::PathBuf, time::Instant};

use clap::Args;
use raum_engine::space::{BUCKETS, HIDDEN, INPUTS, QuantisedNet, Weights, bucket, input, plain};
use raum_rules::{Side, node::Node as _, space::Node};

use crate::{
    arena::read_weights,
    data::{Sample, game, read},
    fit::{in_parallel, sigmoid, target},
};

#[derive(Args)]
pub(crate) struct Train {
    data: Vec<PathBuf>,
    #[arg(long)]
    out: PathBuf,
    #[arg(long)]
    weights: Option<String>,
    #[arg(long, default_value_t = 100_000_000)]
    max: usize,
    #[arg(long, default_value_t = 20)]
    epochs: usize,
    #[arg(long, default_value_t = 1)]
    threads: usize,
    #[arg(long, default_value_t = 0.7)]
    score_share: f64,
    #[arg(long, default_value_t = 250.0)]
    scale: f64,
    #[arg(long, default_value_t = 16_384)]
    batch: usize,
    #[arg(long, default_value_t = 0.001)]
    rate: f32,
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// A sample as training reads it.
struct Compact {
    /// Side (bit 10), role (bits 7 to 9) and cell of each piece.
    pieces: Vec<u16>,
    turn: Side,
    plain: f32,
    target: f32,
}

const OUTPUTS: usize = BUCKETS * 2 * HIDDEN;
const SIZE: usize = INPUTS * HIDDEN + HIDDEN + OUTPUTS + BUCKETS;
const BIAS: usize = INPUTS * HIDDEN;
const OUTPUT: usize = BIAS + HIDDEN;
const OUTPUT_BIAS: usize = OUTPUT + OUTPUTS;
/// Centipawns for an output of one, as in the engine.
const OUTPUT_SCALE: f32 = 400.0;

/// A cell under one of the four symmetries of the rules.
fn turned(cell: u8, symmetry: usize) -> u8 {
    let [mut x, mut y, mut z] = [cell % 5, cell / 5 % 5, cell / 25];
    if symmetry & 1 != 0 {
        x = 4 - x;
    }
    if symmetry & 2 != 0 {
        std::mem::swap(&mut y, &mut z);
    }
    x + 5 * y + 25 * z
}

const ROLES: [raum_rules::Role; 7] = {
    use raum_rules::Role::{Bishop, King, Knight, Pawn, Queen, Rook, Unicorn};
    [King, Queen, Rook, Bishop, Knight, Unicorn, Pawn]
};

/// Adds one sample's gradient and returns its squared error.
fn learn(sample: &Compact, symmetry: usize, net: &[f32], gradient: &mut [f32], scale: f32) -> f64 {
    let views = [sample.turn, !sample.turn];
    let mut inputs = [[0usize; 64]; 2];
    for (place, piece) in sample.pieces.iter().enumerate() {
        let side = Side::BOTH[usize::from(piece >> 10)];
        let role = ROLES[usize::from(piece >> 7 & 7)];
        let cell = turned((piece & 127) as u8, symmetry);
        for (inputs, view) in inputs.iter_mut().zip(views) {
            inputs[place] = input(view, side, role, cell) * HIDDEN;
        }
    }
    let count = sample.pieces.len();
    let bucket = bucket(count as i32);
    let mut hidden = [[0f32; HIDDEN]; 2];
    let mut output = net[OUTPUT_BIAS + bucket];
    for (number, (hidden, inputs)) in hidden.iter_mut().zip(&inputs).enumerate() {
        hidden.copy_from_slice(&net[BIAS..BIAS + HIDDEN]);
        for at in &inputs[..count] {
            for (unit, weight) in hidden.iter_mut().zip(&net[*at..at + HIDDEN]) {
                *unit += weight;
            }
        }
        let at = OUTPUT + (bucket * 2 + number) * HIDDEN;
        for (unit, weight) in hidden.iter().zip(&net[at..at + HIDDEN]) {
            let clipped = unit.clamp(0.0, 1.0);
            output += clipped * clipped * weight;
        }
    }
    let guess = sigmoid(f64::from((sample.plain + OUTPUT_SCALE * output) / scale)) as f32;
    let error = guess - sample.target;
    let slope = error * guess * (1.0 - guess) * OUTPUT_SCALE / scale;
    gradient[OUTPUT_BIAS + bucket] += slope;
    for (number, (hidden, inputs)) in hidden.iter().zip(&inputs).enumerate() {
        let at = OUTPUT + (bucket * 2 + number) * HIDDEN;
        let mut back = [0f32; HIDDEN];
        for index in 0..HIDDEN {
            let clipped = hidden[index].clamp(0.0, 1.0);
            gradient[at + index] += slope * clipped * clipped;
            back[index] = if hidden[index] > 0.0 && hidden[index] < 1.0 {
                slope * 2.0 * clipped * net[at + index]
            } else {
                0.0
            };
        }
        for (unit, slope) in gradient[BIAS..BIAS + HIDDEN].iter_mut().zip(&back) {
            *unit += slope;
        }
        for at in &inputs[..count] {
            for (weight, slope) in gradient[*at..at + HIDDEN].iter_mut().zip(&back) {
                *weight += slope;
            }
        }
    }
    f64::from(error) * f64::from(error)
}

impl Train {
    fn compact(&self, samples: Vec<Sample>, weights: &Weights) -> Vec<Compact> {
        let mut samples = samples;
        let parts = in_parallel(&mut samples, self.threads, |chunk| {
            chunk
                .iter()
                .filter_map(|sample| {
                    let node = Node::new(&game(sample)?);
                    let value = plain(&node, weights) as f32;
                    Some(Compact {
                        pieces: sample
                            .pieces
                            .iter()
                            .map(|(side, role, at)| {
                                (*side as u16) << 10 | (*role as u16) << 7 | u16::from(*at)
                            })
                            .collect(),
                        turn: sample.turn,
                        plain: if sample.turn == Side::First {
                            value
                        } else {
                            -value
                        },
                        target: target(sample, self.score_share, self.scale) as f32,
                    })
                })
                .collect::<Vec<_>>()
        });
        parts.into_iter().flatten().collect()
    }

    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let start = Instant::now();
        let weights = match &self.weights {
            Some(path) => read_weights(path)?,
            None => Weights::default(),
        };
        let mut samples = Vec::new();
        for path in &self.data {
            samples.extend(self.compact(read(path, self.max)?, &weights));
        }
        let mut random = fastrand::Rng::with_seed(self.seed);
        random.shuffle(&mut samples);
        let mut validation = samples.split_off(samples.len() - samples.len() / 50);
        println!(
            "{} samples in {:.0} s",
            samples.len(),
            start.elapsed().as_secs_f64()
        );
        let mut net: Vec<f32> = (0..SIZE).map(|_| 0.0).collect();
        for weight in &mut net[..BIAS] {
            *weight = (random.f32() - 0.5) * 0.2;
        }
        net[BIAS..OUTPUT].fill(0.1);
        for weight in &mut net[OUTPUT..OUTPUT_BIAS] {
            *weight = (random.f32() - 0.5) * 0.1;
        }
        let (mut mean, mut square) = (vec![0f32; SIZE], vec![0f32; SIZE]);
        let scale = self.scale as f32;
        let batches = samples.len() / self.batch;
        let mut gradients = vec![vec![0f32; SIZE]; self.threads];
        let total = self.epochs * batches;
        let mut number = 0;
        for epoch in 1..=self.epochs {
            random.shuffle(&mut samples);
            let mut loss = 0.0;
            for batch in samples.chunks_exact(self.batch) {
                number += 1;
                let slices: Vec<&[Compact]> =
                    batch.chunks(batch.len().div_ceil(self.threads)).collect();
                let net_now = &net;
                let seed = random.u64(..);
                let mut work: Vec<_> = gradients.iter_mut().zip(slices).collect();
                loss += in_parallel(&mut work, self.threads, |work| {
                    let mut loss = 0.0;
                    for (gradient, slice) in work.iter_mut() {
                        let mut symmetry = seed as usize;
                        for sample in slice.iter() {
                            symmetry = symmetry.wrapping_mul(25).wrapping_add(7);
                            loss += learn(sample, symmetry >> 5 & 3, net_now, gradient, scale);
                        }
                    }
                    loss
                })
                .into_iter()
                .sum::<f64>()
                    / self.batch as f64;
                let progress = number as f32 / total as f32;
                let rate = self.rate
                    * (0.02 + 0.98 * 0.5 * (1.0 + (std::f32::consts::PI * progress).cos()));
                let correction = [
                    1.0 - 0.9f32.powi(number.min(1000)),
                    1.0 - 0.999f32.powi(number.min(20_000)),
                ];
                let size = SIZE.div_ceil(self.threads);
                let batch_size = self.batch as f32;
                // Each thread updates a part of the weights, with the sum of all gradients.
                let columns: Vec<_> = net
                    .chunks_mut(size)
                    .zip(mean.chunks_mut(size))
                    .zip(square.chunks_mut(size))
                    .enumerate()
                    .collect();
                let sums = &gradients;
                std::thread::scope(|scope| {
                    for (part, ((net, mean), square)) in columns {
                        scope.spawn(move || {
                            let offset = part * size;
                            for index in 0..net.len() {
                                let at = offset + index;
                                let gradient =
                                    sums.iter().map(|gradient| gradient[at]).sum::<f32>()
                                        / batch_size;
                                mean[index] = 0.9 * mean[index] + 0.1 * gradient;
                                square[index] = 0.999 * square[index] + 0.001 * gradient * gradient;
                                let step = mean[index]
                                    / correction[0]
                                    / ((square[index] / correction[1]).sqrt() + 1e-8);
                                let bound = if at < BIAS { 0.49 } else { 1.97 };
                                net[index] = (net[index] - rate * step).clamp(-bound, bound);
                            }
                        });
                    }
                });
                for gradient in &mut gradients {
                    gradient.fill(0.0);
                }
            }
            let checked = in_parallel(&mut validation, self.threads, |chunk| {
                let mut unused = vec![0f32; SIZE];
                chunk
                    .iter()
                    .map(|sample| learn(sample, 0, &net, &mut unused, scale))
                    .sum::<f64>()
            });
            let checked = checked.into_iter().sum::<f64>() / validation.len() as f64;
            println!(
                "epoch {epoch}: {:.6}, validation {checked:.6}, {:.0} s",
                loss / batches as f64,
                start.elapsed().as_secs_f64()
            );
        }
        fs::write(&self.out, quantise(&net).to_file()?)?;
        Ok(())
    }
}

/// The network with the weights rounded to what the engine computes with.
fn quantise(net: &[f32]) -> QuantisedNet {
    let scaled = |weights: &[f32], one: f32| -> Vec<f32> {
        weights
            .iter()
            .map(|weight| (weight * one).round())
            .collect()
    };
    let shorts = |weights: &[f32], one| -> Vec<i16> {
        scaled(weights, one)
            .iter()
            .map(|weight| *weight as i16)
            .collect()
    };
    QuantisedNet {
        input: scaled(&net[..BIAS], 255.0)
            .iter()
            .map(|weight| *weight as i8)
            .collect(),
        bias: shorts(&net[BIAS..OUTPUT], 255.0),
        output: shorts(&net[OUTPUT..OUTPUT_BIAS], 64.0),
        output_bias: scaled(&net[OUTPUT_BIAS..], 255.0 * 64.0)
            .iter()
            .map(|weight| *weight as i32)
            .collect(),
    }
}

/// Adds the head to a network without one.
#[derive(Args)]
pub(crate) struct Wrap {
    old: PathBuf,
    new: PathBuf,
}

impl Wrap {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let old = fs::read(&self.old)?;
        anyhow::ensure!(
            old.len() == BIAS + HIDDEN * 2 + OUTPUTS * 2 + BUCKETS * 4,
            "the file has the size of no raw network"
        );
        let (input, rest) = old.split_at(BIAS);
        let (bias, rest) = rest.split_at(HIDDEN * 2);
        let (output, output_bias) = rest.split_at(OUTPUTS * 2);
        let shorts = |bytes: &[u8]| {
            bytes
                .chunks_exact(2)
                .map(|pair| i16::from_le_bytes([pair[0], pair[1]]))
                .collect()
        };
        let net = QuantisedNet {
            input: input.iter().map(|byte| byte.cast_signed()).collect(),
            bias: shorts(bias),
            output: shorts(output),
            output_bias: output_bias
                .chunks_exact(4)
                .map(|four| i32::from_le_bytes([four[0], four[1], four[2], four[3]]))
                .collect(),
        };
        fs::write(&self.new, net.to_file()?)?;
        Ok(())
    }
}
