//! Plays the engine against itself, fits its evaluation, and matches versions of it.
#![allow(
    clippy::pedantic,
    clippy::print_stdout,
    clippy::expect_used,
    dead_code,
    missing_docs,
    reason = "work under way"
)]

mod arena;
mod data;
mod fit;
mod train;

use clap::Parser;

#[derive(Parser)]
enum Cli {
    /// One position at fixed depth: nodes and speed
    Bench(arena::Bench),
    /// Two configurations against each other
    Match(arena::Match),
    /// Self-play positions into a file
    Play(data::Play),
    /// Fit the linear weights to positions
    Fit(fit::Fit),
    /// Train the network on positions
    Train(train::Train),
    /// Give a network of the old format, raw weights, the head that the engine checks
    Wrap(train::Wrap),
}

fn main() -> anyhow::Result<()> {
    match Cli::parse() {
        Cli::Bench(mode) => mode.run(),
        Cli::Match(mode) => mode.run(),
        Cli::Play(mode) => mode.run(),
        Cli::Fit(mode) => mode.run(),
        Cli::Train(mode) => mode.run(),
        Cli::Wrap(mode) => mode.run(),
    }
}
