//! Compares the rules with other libraries in one run. Reports ratios, because absolute times depend on the machine.

use std::time::Instant;

use crate::{callgrind, wasm, workload::Workload};

/// Runs per workload. The best time counts, because noise only adds.
const ROUNDS: usize = 5;

/// Our workload, the peer's, and the lowest acceptable ratio of their speeds.
const COMPARISONS: [(Workload, Workload, f64); 3] = [
    (Workload::Chess, Workload::Shakmaty, 0.8),
    (Workload::SpaceListed, Workload::CozyListed, 1.2),
    (Workload::SpaceCounted, Workload::CozyCounted, 2.0),
];

/// Prints the comparison.
pub(crate) fn compare() {
    // Builds the tables of space chess, which must not count.
    Workload::SpaceCounted.run(1);
    let speeds = measure();
    println!("perft from the start, million leaves a second, best of {ROUNDS} interleaved rounds");
    for workload in Workload::ALL {
        let instructions = callgrind::instructions_per_leaf(workload).map_or_else(
            |why| why,
            |count| format!("{count:5.1} instructions a leaf"),
        );
        let speed = speeds[workload as usize] / 1e6;
        let (name, depth) = (workload.name(), workload.depth());
        println!("  {name:14} depth {depth}  {speed:7.1}  {instructions}");
    }
    println!("speed of ours against the peer's");
    for (ours, peer, wanted) in COMPARISONS {
        let ratio = speeds[ours as usize] / speeds[peer as usize];
        let names = format!("{} / {}", ours.name(), peer.name());
        println!(
            "  {names:32} {ratio:5.2}  wanted ≥ {wanted:.2}  {}",
            verdict(ratio >= wanted)
        );
    }
    println!("time of WebAssembly in Node against native");
    for workload in [Workload::SpaceCounted, Workload::Chess] {
        match wasm::seconds_against_native(workload) {
            Err(why) => println!("  {:32} {why}", workload.name()),
            Ok(ratio) => println!(
                "  {:32} {ratio:5.2}  wanted ≤ 3.00  {}",
                workload.name(),
                verdict(ratio <= 3.0)
            ),
        }
    }
}

/// The best speed of each workload in leaves a second. Rounds interleave the workloads, so a busy moment of the
/// machine affects all of them.
fn measure() -> [f64; Workload::ALL.len()] {
    let mut best = [0.0; Workload::ALL.len()];
    for _ in 0..ROUNDS {
        for workload in Workload::ALL {
            let speed = speed(workload, workload.depth());
            let best = &mut best[workload as usize];
            *best = speed.max(*best);
        }
    }
    best
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

/// Whether a target is met, as printed.
pub(crate) fn verdict(holds: bool) -> &'static str {
    if holds { "ok" } else { "MISSED" }
}
