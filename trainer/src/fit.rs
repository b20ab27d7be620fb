//! Fits the weights of the linear evaluation to self-play.

use std::{fs, path::PathBuf, thread, time::Instant};

use clap::Args;
use raum_engine::space::{WEIGHTS, Weights, features};
use raum_rules::{Side, node::Node as _, space::Node};

use crate::{
    arena::read_weights,
    data::{Sample, game, read},
};

#[derive(Args)]
pub(crate) struct Fit {
    data: PathBuf,
    #[arg(long)]
    out: PathBuf,
    #[arg(long)]
    from: Option<String>,
    #[arg(long, default_value_t = 2_000_000)]
    max: usize,
    #[arg(long, default_value_t = 400)]
    rounds: usize,
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// The share of the score in the target; the rest is the result
    #[arg(long, default_value_t = 0.5)]
    score_share: f64,
    #[arg(long, default_value_t = 250.0)]
    scale: f64,
}

pub(crate) fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// Works on slices of samples in several threads.
pub(crate) fn in_parallel<T: Send, R: Send>(
    items: &mut [T],
    threads: usize,
    work: impl Fn(&mut [T]) -> R + Sync,
) -> Vec<R> {
    let size = items.len().div_ceil(threads).max(1);
    thread::scope(|scope| {
        let work = &work;
        let handles: Vec<_> = items
            .chunks_mut(size)
            .map(|chunk| scope.spawn(move || work(chunk)))
            .collect();
        handles
            .into_iter()
            .map(|handle| handle.join().expect("no panic"))
            .collect()
    })
}

/// Adds the features of the linear evaluation to each sample.
pub(crate) fn add_features(samples: &mut [Sample], threads: usize) {
    in_parallel(samples, threads, |chunk| {
        for sample in chunk {
            let Some(game) = game(sample) else { continue };
            let mut counts: Vec<(u16, i8)> = Vec::with_capacity(64);
            features(&Node::new(&game), |index, count| {
                if count != 0 {
                    match counts
                        .iter_mut()
                        .find(|(known, _)| usize::from(*known) == index)
                    {
                        Some((_, sum)) => *sum += count as i8,
                        None => counts.push((index as u16, count as i8)),
                    }
                }
            });
            counts.retain(|(_, count)| *count != 0);
            sample.features = counts;
        }
    });
}

pub(crate) fn target(sample: &Sample, score_share: f64, scale: f64) -> f64 {
    score_share * sigmoid(f64::from(sample.score) / scale)
        + (1.0 - score_share) * f64::from(sample.result) / 2.0
}

impl Fit {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let start = Instant::now();
        let mut samples = read(&self.data, self.max)?;
        add_features(&mut samples, self.threads);
        println!(
            "{} samples in {:.0} s",
            samples.len(),
            start.elapsed().as_secs_f64()
        );
        let first = match &self.from {
            Some(path) => read_weights(path)?,
            None => Weights::default(),
        };
        let mut weights: Vec<f64> = first.0.iter().map(|weight| f64::from(*weight)).collect();
        let origin = weights.clone();
        let (mut mean, mut square) = (vec![0.0; WEIGHTS], vec![0.0; WEIGHTS]);
        for round in 1..=self.rounds {
            let known = &weights;
            let parts = in_parallel(&mut samples, self.threads, |chunk| {
                let mut gradient = vec![0.0; WEIGHTS];
                let mut loss = 0.0;
                for sample in chunk.iter() {
                    let sum: f64 = sample
                        .features
                        .iter()
                        .map(|(index, count)| known[usize::from(*index)] * f64::from(*count))
                        .sum();
                    let sign = if sample.turn == Side::First {
                        1.0
                    } else {
                        -1.0
                    };
                    let guess = sigmoid(sign * sum / self.scale);
                    let error = guess - target(sample, self.score_share, self.scale);
                    loss += error * error;
                    let slope = error * guess * (1.0 - guess) * sign;
                    for (index, count) in &sample.features {
                        gradient[usize::from(*index)] += slope * f64::from(*count);
                    }
                }
                (gradient, loss)
            });
            let loss: f64 = parts.iter().map(|(_, loss)| loss).sum::<f64>() / samples.len() as f64;
            let rate = 4.0 * (1.0 - round as f64 / (self.rounds as f64 + 1.0));
            for index in 0..WEIGHTS {
                let gradient: f64 = parts
                    .iter()
                    .map(|(gradient, _)| gradient[index])
                    .sum::<f64>()
                    / samples.len() as f64;
                // Pulls weights that the data says nothing about to where they began.
                let gradient = gradient + 1e-8 * (weights[index] - origin[index]);
                mean[index] = 0.9 * mean[index] + 0.1 * gradient;
                square[index] = 0.99 * square[index] + 0.01 * gradient * gradient;
                let step = mean[index] / (1.0 - 0.9f64.powi(round as i32));
                let size = (square[index] / (1.0 - 0.99f64.powi(round as i32))).sqrt() + 1e-9;
                weights[index] -= rate * step / size;
            }
            if round % 50 == 0 || round == 1 {
                println!("round {round}: {loss:.6}");
            }
        }
        let text: Vec<String> = weights
            .iter()
            .map(|weight| format!("{:.0}", weight))
            .collect();
        fs::write(&self.out, text.join(" "))?;
        println!(
            "material {:?} tempo {} in {:.0} s",
            &text[..8],
            text[WEIGHTS - 1],
            start.elapsed().as_secs_f64()
        );
        println!(
            "hanging {:?} attacked {:?} by pawn {:?}",
            &text[WEIGHTS - 25..WEIGHTS - 17],
            &text[WEIGHTS - 17..WEIGHTS - 9],
            &text[WEIGHTS - 9..WEIGHTS - 1]
        );
        Ok(())
    }
}
