//! How fast raum is: its rules beside their peers, its store of entries, its server under load, and an honest room under attack.

#![expect(
    clippy::print_stdout,
    reason = "a command-line program talks on standard output"
)]

mod attacks;
mod callgrind;
mod comparison;
mod disk;
mod journal;
mod latencies;
mod load;
mod takebacks;
mod wasm;
mod workload;

use std::path::PathBuf;

use clap::{Parser, Subcommand};

use attacks::Attacks;
use load::Load;
use workload::Workload;

/// Measure how fast raum is; without a command, its rules beside their peers
#[derive(Parser)]
#[command(name = "raum-bench")]
struct Arguments {
    #[command(subcommand)]
    mode: Option<Mode>,
}

#[derive(Subcommand)]
enum Mode {
    Load(Load),
    Attacks(Attacks),
    /// Measure the store of entries on the disk that a folder is on
    Journal {
        folder: PathBuf,
    },
    /// Measure the replay of the room that costs most
    Takebacks,
    /// Do one workload of the comparison once, to be watched by a profiler
    Perft {
        #[arg(value_parser = Workload::from_name)]
        workload: Workload,
        depth: u32,
    },
}

fn main() -> anyhow::Result<()> {
    match Arguments::parse().mode {
        None => {
            comparison::compare();
            takebacks::measure()?;
        }
        Some(Mode::Takebacks) => takebacks::measure()?,
        Some(Mode::Load(load)) => load.run()?,
        Some(Mode::Attacks(attacks)) => attacks.run()?,
        Some(Mode::Journal { folder }) => journal::compare(&folder)?,
        Some(Mode::Perft { workload, depth }) => println!("{}", workload.run(depth)),
    }
    Ok(())
}
