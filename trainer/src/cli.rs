//! The command line.

use clap::Parser;

use crate::{bench::Bench, contest::Match, fit::Fit, play::Play, rounds::Rounds, train::Train};

/// Make the evaluations of the engine: self-play, fitting, training, and matches between versions
#[derive(Parser)]
#[command(name = "raum-trainer")]
#[expect(
    missing_docs,
    reason = "the help of a command is the comment on its arguments"
)]
pub enum Cli {
    Play(Play),
    Fit(Fit),
    Train(Train),
    Rounds(Rounds),
    Match(Match),
    Bench(Bench),
}

impl Cli {
    /// Runs the command.
    pub fn run(&self) -> anyhow::Result<()> {
        match self {
            Self::Play(command) => command.run(),
            Self::Fit(command) => command.run(),
            Self::Train(command) => command.run(),
            Self::Rounds(command) => command.run(),
            Self::Match(command) => command.run(),
            Self::Bench(command) => command.run(),
        }
    }
}
