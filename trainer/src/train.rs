//! Trains the network that is added to the plain evaluation.

use std::{f32::consts::PI, fmt, fs, num::NonZero, path::PathBuf, sync::Arc, time::Instant};

use anyhow::{Context as _, ensure};
use clap::Args;
use fastrand::Rng;
use raum_engine::{
    net::{Board, HIDDEN, Net},
    space::Weights,
    vectorized,
};
use raum_rules::{Kind, node::Node as _};

use crate::{
    adam::Adam,
    data::{Data, Sample},
    kinds::{GameOf, Trained, with_kind},
    model::{Example, Gradient, Model},
    parallel::{self, PARTS, cores},
    provenance,
    quantise::{Difference, quantise},
    setup::read_weights,
    target::Target,
    tied::Tied,
};

/// One position of so many, at the end of each file, is not trained on but validates the network.
const VALIDATION_SHARE: usize = 50;
/// The learning rate falls to this share of its start.
const LAST_RATE: f32 = 0.02;

/// Train a network that is added to the plain evaluation
///
/// Data and seed determine the network bit for bit, whatever the number of threads. A text beside the network tells how it was
/// made.
#[derive(Args)]
pub struct Train {
    /// Files of samples that `play` wrote
    #[arg(required = true, value_name = "DATA")]
    pub data: Vec<PathBuf>,

    /// The kind of game: space or chess
    #[arg(long, default_value_t = Kind::Space)]
    pub kind: Kind,

    /// The file of the network to write; its provenance is written to FILE.provenance
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,

    /// The weights of the plain evaluation of space chess [default: those that ship]
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,

    /// How often to train on each position
    #[arg(long, value_name = "N", default_value = "20")]
    pub epochs: NonZero<usize>,

    /// The positions of one step
    #[arg(long, value_name = "N", default_value = "16384")]
    pub batch: NonZero<usize>,

    /// The learning rate at the start, from which it falls along a cosine
    #[arg(long, value_name = "RATE", default_value_t = 0.001)]
    pub rate: f32,

    #[command(flatten)]
    #[expect(
        missing_docs,
        reason = "a comment here would replace the help of the command"
    )]
    pub target: Target,

    /// The seed of the first weights and of the order of the positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// How many threads to use; more than 16 do not help
    #[arg(long, value_name = "N", default_value_t = cores())]
    pub threads: NonZero<usize>,
}

/// The positions to train on, and what the provenance tells of them.
#[derive(Default)]
struct Examples {
    training: Vec<Example>,
    validation: Vec<Example>,
    sources: Vec<String>,
}

impl Train {
    /// Trains the network and writes it with its provenance.
    pub fn run(&self) -> anyhow::Result<()> {
        with_kind!(self.kind, self.run_kind())
    }

    fn run_kind<E: Trained>(&self) -> anyhow::Result<()> {
        self.target.check()?;
        let start = Instant::now();
        let examples = self.read::<E>()?;
        println!(
            "{} positions, {} for validation, read in {:.1} s",
            examples.training.len(),
            examples.validation.len(),
            start.elapsed().as_secs_f64()
        );
        let plain = self.validate(&Model::<E::Node>::zero(), &examples.validation);
        println!("without a network: validation {plain:.6}");
        let (model, loss) = self.train::<E::Node>(&examples);
        let file = quantise(&model)
            .to_file::<E::Node>()
            .context("cannot write the network")?;
        let net = Arc::new(Net::read(&file).context("cannot read the network back")?);
        let quantised = Difference::measure::<E>(
            self.threads,
            &model,
            &net,
            &examples.validation,
            self.target,
        )?;
        fs::write(&self.out, &file)
            .with_context(|| format!("cannot write {}", self.out.display()))?;
        self.write_provenance(&examples, &net, [plain, loss[0], loss[1]], quantised)?;
        println!(
            "network {:016x} in {:.0} s: {}",
            net.hash(),
            start.elapsed().as_secs_f64(),
            self.out.display()
        );
        Ok(())
    }

    fn read<E: Trained>(&self) -> anyhow::Result<Examples> {
        ensure!(
            self.kind == Kind::Space || self.weights.is_none(),
            "only space chess reads weights from files"
        );
        let weights = match &self.weights {
            Some(path) => read_weights(path)?,
            None => Weights::default(),
        };
        let mut examples = Examples::default();
        for path in &self.data {
            let data = Data::read(path, self.kind)?;
            let name = path.display();
            let mut found = self
                .examples_of::<E>(&data.samples, &weights)
                .with_context(|| format!("cannot use {name}"))?;
            let validation = found.len().div_ceil(VALIDATION_SHARE);
            examples
                .validation
                .extend(found.drain(found.len() - validation..));
            examples.training.append(&mut found);
            examples.sources.push(data.description(path));
        }
        ensure!(
            !examples.training.is_empty(),
            "there are too few positions to train on"
        );
        Ok(examples)
    }

    fn examples_of<E: Trained>(
        &self,
        samples: &[Sample],
        weights: &Weights,
    ) -> anyhow::Result<Vec<Example>> {
        let parts = parallel::map(self.threads, parallel::parts(samples), |part| {
            let mut evaluator = E::new(weights, None);
            let examples = part.iter().map(|sample| {
                let game: GameOf<E> = sample.position.game()?;
                let node = E::Node::new(&game);
                evaluator.begin(&node);
                anyhow::Ok(Example {
                    position: sample.position,
                    plain: evaluator.evaluate(&node) as f32,
                    target: self.target.of(sample),
                })
            });
            examples.collect::<anyhow::Result<Vec<_>>>()
        });
        let mut examples = Vec::with_capacity(samples.len());
        for part in parts {
            examples.append(&mut part?);
        }
        Ok(examples)
    }

    /// Trains a network; returns it with its last losses, of training and of validation.
    fn train<B: Board>(&self, examples: &Examples) -> (Model<B>, [f64; 2]) {
        let start = Instant::now();
        let mut random = Rng::with_seed(self.seed);
        let mut tied = Tied::random(&mut random);
        let mut model = Model::zero();
        tied.expand(&mut model);
        let mut adam = Adam::default();
        let mut folded = Tied::zero();
        let mut gradients: Vec<_> = (0..PARTS).map(|_| Gradient::default()).collect();
        let mut order: Vec<u32> = (0..examples.training.len() as u32).collect();
        let steps = self.epochs.get() * order.len().div_ceil(self.batch.get());
        let mut step = 0;
        let mut losses = [0.0; 2];
        for epoch in 1..=self.epochs.get() {
            random.shuffle(&mut order);
            let mut loss = 0.0;
            for batch in order.chunks(self.batch.get()) {
                let parts = parallel::parts(batch);
                let items = gradients.iter_mut().enumerate().collect();
                parallel::map(self.threads, items, |(number, gradient)| {
                    gradient.clear();
                    let part = parts.get(number).copied().unwrap_or_default();
                    vectorized(
                        #[inline(always)]
                        || {
                            for index in part {
                                let example = &examples.training[*index as usize];
                                gradient.add(&model, example, self.target);
                            }
                        },
                    );
                });
                loss += gradients.iter().map(|gradient| gradient.loss).sum::<f64>();
                let progress = step as f32 / steps as f32;
                let rate = self.rate * (LAST_RATE + (1.0 - LAST_RATE) * falling(progress));
                folded.fold(self.threads, &gradients);
                adam.step(self.threads, &mut tied, &folded, batch.len(), rate);
                tied.expand(&mut model);
                step += 1;
            }
            losses = [
                loss / order.len() as f64,
                self.validate(&model, &examples.validation),
            ];
            println!(
                "epoch {epoch}: loss {:.6}, validation {:.6}, {:.1} s",
                losses[0],
                losses[1],
                start.elapsed().as_secs_f64()
            );
        }
        (model, losses)
    }

    fn validate<B: Board>(&self, model: &Model<B>, examples: &[Example]) -> f64 {
        let parts = parallel::map(self.threads, parallel::parts(examples), |part| {
            vectorized(
                #[inline(always)]
                || {
                    let losses = part.iter().map(|example| model.loss(example, self.target));
                    losses.sum::<f64>()
                },
            )
        });
        parts.into_iter().sum::<f64>() / examples.len().max(1) as f64
    }

    fn write_provenance<B: Board>(
        &self,
        examples: &Examples,
        net: &Net<B>,
        [plain, training, validation]: [f64; 3],
        quantised: Difference,
    ) -> anyhow::Result<()> {
        let mut facts = vec![
            ("hash", format!("{:016x}", net.hash())),
            ("hidden units of one view", HIDDEN.to_string()),
            ("command", self.to_string()),
            ("seed", self.seed.to_string()),
        ];
        let sources = examples.sources.iter();
        facts.extend(sources.map(|source| ("data", source.clone())));
        facts.extend([
            (
                "positions",
                format!(
                    "{} for training, {} for validation",
                    examples.training.len(),
                    examples.validation.len()
                ),
            ),
            (
                "loss",
                format!(
                    "{training:.6} in training, {validation:.6} in validation, {:.6} when quantised; {plain:.6} without a network",
                    quantised.loss
                ),
            ),
            (
                "rounding",
                format!(
                    "{:.2} centipawns on average, {:.1} at most",
                    quantised.mean, quantised.most
                ),
            ),
        ]);
        provenance::write(&self.out, &facts)
    }
}

impl fmt::Display for Train {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "raum-trainer train --kind {}", self.kind)?;
        for path in &self.data {
            write!(f, " {}", path.display())?;
        }
        write!(f, " --out {}", self.out.display())?;
        if let Some(path) = &self.weights {
            write!(f, " --weights {}", path.display())?;
        }
        let Target { score_share, scale } = self.target;
        write!(
            f,
            " --epochs {} --batch {} --rate {} --score-share {score_share} --scale {scale} --seed {}",
            self.epochs, self.batch, self.rate, self.seed
        )
    }
}

/// Falls from 1 to 0 along half a cosine.
fn falling(progress: f32) -> f32 {
    0.5 * (1.0 + (PI * progress).cos())
}
