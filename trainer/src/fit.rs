//! Fits the weights of the plain evaluation to positions.

use std::{fs, num::NonZero, path::PathBuf, time::Instant};

use anyhow::{Context as _, ensure};
use clap::Args;
use raum_rules::{Kind, Side, node::Node as _};

use crate::{
    data::{Data, Sample},
    kinds::{GameOf, Pair, Trained, with_kind},
    parallel::{self, cores},
    provenance::{self, Fact},
    target::Target,
};

const MEAN_SHARE: f64 = 0.9;
const SQUARE_SHARE: f64 = 0.99;
/// The most centipawns that a weight changes in the first step.
const RATE: f64 = 4.0;
/// Pulls weights of which the data says nothing to where they began.
const PULL: f64 = 1e-8;

/// Fit the weights of the plain evaluation to positions
///
/// The data determines the weights, whatever the number of threads. A text beside the weights tells how they were made. Weights of
/// space chess are a text that the engine reads; those of chess are lines of a table in its source.
#[derive(Args)]
pub struct Fit {
    /// Files of samples that `play` wrote
    #[arg(required = true, value_name = "DATA")]
    pub data: Vec<PathBuf>,

    /// The kind of game: space or chess
    #[arg(long, default_value_t = Kind::Space)]
    pub kind: Kind,

    /// The file of weights to write; its provenance is written to FILE.provenance
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,

    /// The weights to start from [default: those that ship]
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,

    /// Use only so many positions of each file
    #[arg(long, value_name = "N", default_value_t = 2_000_000)]
    pub max: usize,

    /// How many steps to take
    #[arg(long, value_name = "N", default_value_t = 400)]
    pub steps: u32,

    #[command(flatten)]
    #[expect(
        missing_docs,
        reason = "a comment here would replace the help of the command"
    )]
    pub target: Target,

    /// How many threads to use; more than 16 do not help
    #[arg(long, value_name = "N", default_value_t = cores())]
    pub threads: NonZero<usize>,
}

/// The features of a part of the samples, one list after the other.
#[derive(Default)]
struct Part {
    samples: Vec<Listed>,
    indices: Vec<u16>,
    counts: Vec<i8>,
}

/// A sample whose features are listed.
struct Listed {
    /// Where its list ends.
    end: u32,
    /// What the weights should predict for the first side.
    target: f32,
    /// How much the two weights of each pair count.
    shares: [f32; 2],
}

impl Part {
    fn of<E: Trained>(samples: &[Sample], target: Target) -> anyhow::Result<Self> {
        let mut part = Self::default();
        let mut counts = vec![0i8; E::WEIGHTS];
        for sample in samples {
            let game: GameOf<E> = sample.position.game()?;
            let node = E::Node::new(&game);
            counts.fill(0);
            E::features(&node, |index, count| counts[index] += count as i8);
            let present = counts.iter().enumerate().filter(|(_, count)| **count != 0);
            for (index, count) in present {
                part.indices.push(index as u16);
                part.counts.push(*count);
            }
            let chance = target.of(sample);
            let (chance, sign) = match sample.position.turn() {
                Side::First => (chance, 1),
                Side::Second => (1.0 - chance, -1),
            };
            part.samples.push(Listed {
                end: part.indices.len() as u32,
                target: chance,
                shares: E::shares(&node, sign * i32::from(sample.score)),
            });
        }
        Ok(part)
    }

    /// Adds up the gradient, and the loss after it.
    fn gradient(&self, weights: &[[f64; 2]], scale: f64) -> (Vec<[f64; 2]>, f64) {
        let (mut gradient, mut loss) = (vec![[0.0; 2]; weights.len()], 0.0);
        let mut start = 0;
        for sample in &self.samples {
            let range = start..sample.end as usize;
            start = range.end;
            let indices = self.indices[range.clone()]
                .iter()
                .map(|at| usize::from(*at));
            let list = indices.zip(self.counts[range].iter().map(|count| f64::from(*count)));
            let [first, second] = sample.shares.map(f64::from);
            let value: f64 = list
                .clone()
                .map(|(index, count)| {
                    count * (first * weights[index][0] + second * weights[index][1])
                })
                .sum();
            let guess = 1.0 / (1.0 + (-value / scale).exp());
            let error = guess - f64::from(sample.target);
            loss += error * error;
            let slope = error * guess * (1.0 - guess);
            for (index, count) in list {
                gradient[index][0] += slope * count * first;
                gradient[index][1] += slope * count * second;
            }
        }
        (gradient, loss)
    }
}

impl Fit {
    /// Fits the weights and writes them with their provenance.
    pub fn run(&self) -> anyhow::Result<()> {
        with_kind!(self.kind, self.run_kind())
    }

    fn run_kind<E: Trained>(&self) -> anyhow::Result<()> {
        self.target.check()?;
        let start = Instant::now();
        let (samples, mut facts) = self.read()?;
        let first = E::read_weights(self.from.as_deref())?;
        let parts = parallel::map(self.threads, parallel::parts(&samples), |part| {
            Part::of::<E>(part, self.target)
        });
        let parts = parts.into_iter().collect::<anyhow::Result<Vec<_>>>()?;
        let count = samples.len();
        drop(samples);
        println!(
            "{count} positions read in {:.1} s",
            start.elapsed().as_secs_f64()
        );
        let (weights, losses) = self.fit(&parts, count, &first);
        fs::write(&self.out, E::weights_text(&weights))
            .with_context(|| format!("cannot write {}", self.out.display()))?;
        facts.push(("positions", count.to_string()));
        facts.push(("steps", self.steps.to_string()));
        let Target { score_share, scale } = self.target;
        facts.push((
            "target",
            format!("score share {score_share}, scale {scale}"),
        ));
        facts.push((
            "loss",
            format!("{:.6} at first, {:.6} at last", losses[0], losses[1]),
        ));
        provenance::write(&self.out, &facts)?;
        println!(
            "{:.0} s: {}",
            start.elapsed().as_secs_f64(),
            self.out.display()
        );
        Ok(())
    }

    fn read(&self) -> anyhow::Result<(Vec<Sample>, Vec<Fact>)> {
        let (mut samples, mut facts) = (Vec::new(), Vec::new());
        for path in &self.data {
            let mut data = Data::read(path, self.kind)?;
            facts.push(("data", data.description(path)));
            data.samples.truncate(self.max);
            samples.append(&mut data.samples);
        }
        ensure!(!samples.is_empty(), "there are no positions to fit to");
        Ok((samples, facts))
    }

    /// Fits weights; returns them with the first and the last loss.
    fn fit(&self, parts: &[Part], count: usize, first: &[Pair]) -> (Vec<Pair>, [f64; 2]) {
        let first: Vec<[f64; 2]> = first.iter().map(|pair| pair.map(f64::from)).collect();
        let mut weights = first.clone();
        let mut memory = vec![[Memory::default(); 2]; first.len()];
        let mut losses = [f64::NAN; 2];
        for step in 1..=self.steps {
            let sums = parallel::map(self.threads, parts.iter().collect(), |part: &Part| {
                part.gradient(&weights, f64::from(self.target.scale))
            });
            let loss = sums.iter().map(|(_, loss)| loss).sum::<f64>() / count as f64;
            losses[1] = loss;
            if step == 1 {
                losses[0] = loss;
            }
            let rate = RATE * (1.0 - f64::from(step) / (f64::from(self.steps) + 1.0));
            for (index, pair) in weights.iter_mut().enumerate() {
                for (phase, weight) in pair.iter_mut().enumerate() {
                    let slopes = sums.iter().map(|(gradient, _)| gradient[index][phase]);
                    let pull = PULL * (*weight - first[index][phase]);
                    let slope = slopes.sum::<f64>() / count as f64 + pull;
                    *weight -= rate * memory[index][phase].step(slope, step as i32);
                }
            }
            if step % 50 == 0 || step == 1 {
                println!("step {step}: loss {loss:.6}");
            }
        }
        let rounded = weights
            .iter()
            .map(|pair| pair.map(|weight| weight.round() as i32));
        (rounded.collect(), losses)
    }
}

/// What is remembered of the slopes of a weight so far: their mean, and that of their squares.
#[derive(Clone, Copy, Default)]
struct Memory {
    mean: f64,
    square: f64,
}

impl Memory {
    /// The mean slope relative to the size of slopes, after a number of steps.
    fn step(&mut self, slope: f64, steps: i32) -> f64 {
        self.mean = MEAN_SHARE * self.mean + (1.0 - MEAN_SHARE) * slope;
        self.square = SQUARE_SHARE * self.square + (1.0 - SQUARE_SHARE) * slope * slope;
        let [mean, square] = [(self.mean, MEAN_SHARE), (self.square, SQUARE_SHARE)]
            .map(|(sum, share)| sum / (1.0 - share.powi(steps)));
        mean / (square.sqrt() + 1e-9)
    }
}
