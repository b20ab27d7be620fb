//! The command line.

use clap::Parser;

use crate::{
    bench::Bench, contest::Match, fit::Fit, play::Play, rounds::Rounds, train::Train, wrap::Wrap,
};

/// Make the evaluation of space chess: self-play, fitting, training, and matches between versions
#[derive(Parser)]
#[command(name = "raum-trainer")]
pub enum Cli {
    /// Play the engine against itself and write the positions to a file
    Play(Play),
    /// Fit the weights of the plain evaluation to positions
    Fit(Fit),
    /// Train a network that is added to the plain evaluation
    Train(Train),
    /// Play and train several times, each time with the last network
    Rounds(Rounds),
    /// Play a match between two setups at equal nodes
    Match(Match),
    /// Count the nodes of a setup in a few positions, and its speed
    Bench(Bench),
    /// Convert a network or positions of the old formats, which had no head
    Wrap(Wrap),
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
            Self::Wrap(command) => command.run(),
        }
    }
}
