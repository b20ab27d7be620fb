//! Fits the weights of the plain evaluation to positions.

use std::{fmt::Write as _, fs, num::NonZero, path::PathBuf, time::Instant};

use anyhow::{Context as _, ensure};
use clap::Args;
use raum_engine::space::{WEIGHTS, Weights, features};
use raum_rules::{Side, node::Node as _, space::Node};

use crate::{
    data::{Data, Sample},
    parallel::{self, cores},
    provenance::{self, Fact},
    setup::read_weights,
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
/// The data determines the weights, whatever the number of threads. A text beside the weights tells how they were made.
#[derive(Args)]
pub struct Fit {
    /// Files of samples that `play` wrote
    #[arg(required = true, value_name = "DATA")]
    pub data: Vec<PathBuf>,

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
    /// Where the list of each sample ends, and what it should predict for the first side.
    samples: Vec<(u32, f32)>,
    indices: Vec<u16>,
    counts: Vec<i8>,
}

impl Part {
    fn of(samples: &[Sample], target: Target) -> anyhow::Result<Self> {
        let mut part = Self::default();
        for sample in samples {
            let mut counts = [0i8; WEIGHTS];
            let node = Node::new(&sample.position.game()?);
            features(&node, |index, count| counts[index] += count as i8);
            let present = counts.iter().enumerate().filter(|(_, count)| **count != 0);
            for (index, count) in present {
                part.indices.push(index as u16);
                part.counts.push(*count);
            }
            let chance = target.of(sample);
            let chance = match sample.position.turn() {
                Side::First => chance,
                Side::Second => 1.0 - chance,
            };
            part.samples.push((part.indices.len() as u32, chance));
        }
        Ok(part)
    }

    /// Adds up the gradient, and the loss after it.
    fn gradient(&self, weights: &[f64; WEIGHTS], scale: f64) -> ([f64; WEIGHTS], f64) {
        let (mut gradient, mut loss) = ([0.0; WEIGHTS], 0.0);
        let mut start = 0;
        for (end, target) in &self.samples {
            let range = start..*end as usize;
            start = range.end;
            let indices = self.indices[range.clone()]
                .iter()
                .map(|at| usize::from(*at));
            let list = indices.zip(self.counts[range].iter().map(|count| f64::from(*count)));
            let value: f64 = list
                .clone()
                .map(|(index, count)| weights[index] * count)
                .sum();
            let guess = 1.0 / (1.0 + (-value / scale).exp());
            let error = guess - f64::from(*target);
            loss += error * error;
            let slope = error * guess * (1.0 - guess);
            for (index, count) in list {
                gradient[index] += slope * count;
            }
        }
        (gradient, loss)
    }
}

impl Fit {
    /// Fits the weights and writes them with their provenance.
    pub fn run(&self) -> anyhow::Result<()> {
        self.target.check()?;
        let start = Instant::now();
        let (samples, mut facts) = self.read()?;
        let parts = parallel::map(self.threads, parallel::parts(&samples), |part| {
            Part::of(part, self.target)
        });
        let parts = parts.into_iter().collect::<anyhow::Result<Vec<_>>>()?;
        let count = samples.len();
        drop(samples);
        println!(
            "{count} positions read in {:.1} s",
            start.elapsed().as_secs_f64()
        );
        let origin = match &self.from {
            Some(path) => read_weights(path)?,
            None => Weights::default(),
        };
        let (weights, losses) = self.fit(&parts, count, &origin);
        fs::write(&self.out, text(&weights))
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
            let mut data = Data::read(path)?;
            facts.push(("data", data.description(path)));
            data.samples.truncate(self.max);
            samples.append(&mut data.samples);
        }
        ensure!(!samples.is_empty(), "there are no positions to fit to");
        Ok((samples, facts))
    }

    /// Fits weights; returns them with the first and the last loss.
    fn fit(&self, parts: &[Part], count: usize, origin: &Weights) -> (Weights, [f64; 2]) {
        let origin = origin.0.map(f64::from);
        let mut weights = origin;
        let (mut means, mut squares) = ([0.0; WEIGHTS], [0.0; WEIGHTS]);
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
            let corrections = [MEAN_SHARE, SQUARE_SHARE].map(|share| 1.0 - share.powi(step as i32));
            for index in 0..WEIGHTS {
                let sum: f64 = sums.iter().map(|(gradient, _)| gradient[index]).sum();
                let gradient = sum / count as f64 + PULL * (weights[index] - origin[index]);
                let (mean, square) = (&mut means[index], &mut squares[index]);
                *mean = MEAN_SHARE * *mean + (1.0 - MEAN_SHARE) * gradient;
                *square = SQUARE_SHARE * *square + (1.0 - SQUARE_SHARE) * gradient * gradient;
                let size = (*square / corrections[1]).sqrt() + 1e-9;
                weights[index] -= rate * (*mean / corrections[0]) / size;
            }
            if step % 50 == 0 || step == 1 {
                println!("step {step}: loss {loss:.6}");
            }
        }
        (Weights(weights.map(|weight| weight.round() as i32)), losses)
    }
}

/// The weights as text: roles, then three lines of cell classes for each role, then threats by role, then the tempo.
fn text(weights: &Weights) -> String {
    let (roles, rest) = weights.0.split_at(8);
    let (placement, threats) = rest.split_at(8 * 45);
    let lines = [roles]
        .into_iter()
        .chain(placement.chunks(15))
        .chain(threats.chunks(8));
    let mut text = String::new();
    for line in lines {
        let numbers: Vec<String> = line.iter().map(i32::to_string).collect();
        // Writing to a string cannot fail.
        writeln!(text, "{}", numbers.join(" ")).ok();
    }
    text
}
