//! How fast raum is: its rules beside their peers, its store of entries, its server under load, the page's view, and an honest room under attack.

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
mod long_room;
mod takebacks;
mod view;
mod wasm;
mod workload;

use std::path::PathBuf;

use clap::{Parser, Subcommand};
use raum_rules::Kind;

use attacks::Attacks;
use load::Load;
use view::Step;
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
    /// Measure what a page does for a frame in a game of 5, 50 and 200 moves
    View,
    /// Do one step of that some times, to be watched by a profiler
    ViewStep {
        kind: Kind,
        plies: usize,
        step: Step,
        times: usize,
    },
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
        Some(Mode::View) => view::measure()?,
        Some(Mode::ViewStep {
            kind,
            plies,
            step,
            times,
        }) => view::run(kind, plies, step, times)?,
        Some(Mode::Perft { workload, depth }) => println!("{}", workload.run(depth)),
    }
    Ok(())
}
