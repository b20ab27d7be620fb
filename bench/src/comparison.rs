//! Compares the rules with other libraries and programs in one run. Reports ratios, because absolute times depend on the
//! machine.

use std::{path::PathBuf, time::Instant};

use clap::Args;
use serde_json::json;

use crate::{
    callgrind,
    goal::{Goal, figure},
    record::{Record, Table},
    rules_peers::{Stockfish, jocly},
    takebacks, wasm,
    workload::Workload,
};

/// Runs per workload. The best time counts, because noise only adds.
const ROUNDS: usize = 5;

/// Our workload, the peer's, and the lowest acceptable ratio of their speeds.
const COMPARISONS: [(Workload, Workload, f64); 3] = [
    (Workload::Chess, Workload::Shakmaty, 0.8),
    (Workload::SpaceListed, Workload::CozyListed, 1.2),
    (Workload::SpaceCounted, Workload::CozyCounted, 2.0),
];

/// Jocly's games: our workload that lists moves as Jocly does, and a depth that takes Jocly seconds.
const OF_JOCLY: [(&str, Workload, u32); 2] = [
    ("raumschach", Workload::SpaceListed, 3),
    ("classic-chess", Workload::Chess, 4),
];

const METHOD: [&str; 2] = [
    "Perft counts the leaves of the game tree from the start, in one thread. The best of five rounds counts, because noise \
     only adds; rounds interleave the libraries and Stockfish, so a busy moment affects all of them. `listed` lists the \
     moves of the last ply, `counted` counts them by population counts. Instructions are counted by callgrind, and do not \
     depend on the machine's load. Every peer's number of leaves is checked.",
    "Peers: shakmaty, on which raum's chess is built, and cozy-chess (Rust); Stockfish from its package, with `go perft`; \
     Jocly from npm, the other public program for Raumschach, whose move generator runs in Node without the promises of \
     its public interface, best of two rounds. WebAssembly is the page's package in Node.",
];

/// Compare the rules with other libraries and programs
#[derive(Args, Default)]
pub(crate) struct Rules {
    /// Write all figures to this file
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

impl Rules {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let mut record = Record::new("The rules", &METHOD);
        compare(&mut record);
        takebacks::measure(&mut record)?;
        record.finish(self.json.as_deref())
    }
}

/// The best speeds in leaves a second.
struct Speeds {
    of_workloads: [f64; Workload::ALL.len()],
    of_stockfish: anyhow::Result<(String, f64)>,
}

impl Speeds {
    fn of(&self, workload: Workload) -> f64 {
        self.of_workloads[workload as usize]
    }
}

fn compare(record: &mut Record) {
    // Builds the tables of space chess, which must not count.
    Workload::SpaceCounted.run(1);
    let speeds = measure();
    let columns = ["", "depth", "million leaves/s", "instructions per leaf"];
    let mut table = Table::new("Perft from the start", columns);
    for workload in Workload::ALL {
        let instructions =
            callgrind::instructions_per_leaf(workload).map_or_else(|why| why, figure);
        table.row([
            workload.name().to_owned(),
            workload.depth().to_string(),
            figure(speeds.of(workload) / 1e6),
            instructions,
        ]);
        record.sample(workload.name(), json!(speeds.of(workload)));
    }
    let mut ratios = Table::new("Speed of ours against the peer's", ["", "ratio"]);
    for (ours, peer, wanted) in COMPARISONS {
        let ratio = speeds.of(ours) / speeds.of(peer);
        let names = format!("{} / {}", ours.name(), peer.name());
        ratios.row([names.clone(), figure(ratio)]);
        record.goals.push(Goal::at_least(names, ratio, wanted, ""));
    }
    match &speeds.of_stockfish {
        Err(why) => ratios.row(["chess / Stockfish".to_owned(), why.to_string()]),
        Ok((name, speed)) => {
            let depth = Workload::Chess.depth().to_string();
            table.row([name.clone(), depth, figure(speed / 1e6), "–".to_owned()]);
            let ratio = speeds.of(Workload::Chess) / speed;
            ratios.row([format!("chess / {name}"), figure(ratio)]);
            record.sample("stockfish", json!(speed));
        }
    }
    for (game, ours, depth) in OF_JOCLY {
        let names = format!("{} / Jocly {game}", ours.name());
        match jocly(game, depth, 2, ours.run(depth)) {
            Err(why) => ratios.row([names, why.to_string()]),
            Ok(speed) => {
                let name = format!("Jocly {game}");
                let cells = [depth.to_string(), format!("{:.3}", speed / 1e6)];
                table.row([name].into_iter().chain(cells).chain(["–".to_owned()]));
                ratios.row([names, figure(speeds.of(ours) / speed)]);
                record.sample(&format!("jocly-{game}"), json!(speed));
            }
        }
    }
    record.table(table);
    record.table(ratios);
    against_wasm(record);
}

fn against_wasm(record: &mut Record) {
    let columns = ["", "WebAssembly / native"];
    let mut table = Table::new("Time of WebAssembly in Node against native", columns);
    for workload in [Workload::SpaceCounted, Workload::Chess] {
        match wasm::seconds_against_native(workload) {
            Err(why) => table.row([workload.name().to_owned(), why]),
            Ok(ratio) => {
                table.row([workload.name().to_owned(), figure(ratio)]);
                let name = format!("{}: WebAssembly / native", workload.name());
                record.goals.push(Goal::at_most(name, ratio, 3.0, ""));
            }
        }
    }
    record.table(table);
}

/// Rounds interleave the workloads, so a busy moment of the machine affects all of them.
fn measure() -> Speeds {
    let mut best = [0.0; Workload::ALL.len()];
    let depth = Workload::Chess.depth();
    let leaves = Workload::Chess.run(depth);
    let mut stockfish = Stockfish::start();
    let mut best_of_stockfish: anyhow::Result<f64> = Ok(0.0);
    for _ in 0..ROUNDS {
        for workload in Workload::ALL {
            let speed = speed(workload, workload.depth());
            let best = &mut best[workload as usize];
            *best = speed.max(*best);
        }
        if let (Ok(stockfish), Ok(best)) = (&mut stockfish, &best_of_stockfish) {
            let speed = stockfish.perft(depth, leaves);
            best_of_stockfish = speed.map(|speed| speed.max(*best));
        }
    }
    Speeds {
        of_workloads: best,
        of_stockfish: stockfish.and_then(|it| Ok((it.name.clone(), best_of_stockfish?))),
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "a speed needs no more precision"
)]
fn speed(workload: Workload, depth: u32) -> f64 {
    let begin = Instant::now();
    let leaves = workload.run(depth);
    leaves as f64 / begin.elapsed().as_secs_f64()
}
