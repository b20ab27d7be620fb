//! Benchmarks: the rules against other libraries, the journal, the server under load, how costs grow, a restart, the page's
//! view, an honest room under attack, people beside computers that think, the nodes of a cluster, the lobby, and servers
//! on other stacks. Modes with `--json` feed `report`.

#![expect(
    clippy::print_stdout,
    reason = "a command-line program prints its results"
)]

mod attacks;
mod callgrind;
mod cluster;
mod comparison;
mod disk;
mod goal;
mod growth;
mod journal;
mod latencies;
mod load;
mod lobby;
mod long_room;
mod page;
mod peers;
mod people;
mod plot;
mod record;
mod report;
mod restart;
mod rules_peers;
mod takebacks;
mod thinking;
mod view;
mod wasm;
mod workload;

use std::path::PathBuf;

use clap::{Parser, Subcommand};
use raum_rules::Kind;

use attacks::Attacks;
use cluster::Cluster;
use comparison::Rules;
use growth::Growth;
use load::Load;
use lobby::Lobby;
use page::Page;
use peers::{Peers, floor::Floor};
use report::Report;
use restart::Restart;
use thinking::Thinking;
use view::Step;
use workload::Workload;

/// Measure how fast raum is; without a command, compare its rules with other libraries
#[derive(Parser)]
#[command(name = "raum-bench")]
struct Arguments {
    #[command(subcommand)]
    mode: Option<Mode>,
}

#[derive(Subcommand)]
enum Mode {
    Rules(Rules),
    Load(Load),
    Attacks(Attacks),
    Thinking(Thinking),
    Cluster(Cluster),
    Lobby(Lobby),
    Peers(Peers),
    Floor(Floor),
    Growth(Growth),
    Page(Page),
    Restart(Restart),
    Report(Report),
    /// Measure the journal on the disk of a folder
    Journal {
        folder: PathBuf,
    },
    /// Measure the journal on a NATS server, or on a cluster of this many, beside bare JetStream
    Nats {
        #[arg(default_value_t = 1)]
        servers: usize,

        /// The number of streams
        #[arg(long, default_value_t = 8)]
        streams: u32,
    },
    /// Measure what a page does per frame in games of 5, 50 and 200 moves
    View,
    /// Repeat one step of `view`, for a profiler
    ViewStep {
        kind: Kind,
        plies: usize,
        step: Step,
        times: usize,
    },
    /// Run one workload of the comparison once, for a profiler
    Perft {
        #[arg(value_parser = Workload::from_name)]
        workload: Workload,
        depth: u32,
    },
}

fn main() -> anyhow::Result<()> {
    match Arguments::parse().mode {
        None => Rules::default().run()?,
        Some(Mode::Rules(rules)) => rules.run()?,
        Some(Mode::Load(load)) => load.run()?,
        Some(Mode::Attacks(attacks)) => attacks.run()?,
        Some(Mode::Thinking(thinking)) => thinking.run()?,
        Some(Mode::Cluster(cluster)) => cluster.run()?,
        Some(Mode::Lobby(lobby)) => lobby.run()?,
        Some(Mode::Peers(peers)) => peers.run()?,
        Some(Mode::Floor(floor)) => floor.run()?,
        Some(Mode::Growth(growth)) => growth.run()?,
        Some(Mode::Page(page)) => page.run()?,
        Some(Mode::Restart(restart)) => restart.run()?,
        Some(Mode::Report(report)) => report.run()?,
        Some(Mode::Journal { folder }) => journal::compare(&folder)?,
        Some(Mode::Nats { servers, streams }) => journal::nats::compare(servers, streams)?,
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
