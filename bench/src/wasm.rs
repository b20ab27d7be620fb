//! Perft of the page's WebAssembly package, in Node.

use std::{path::Path, process::Command, time::Instant};

use crate::workload::Workload;

/// Runs per side. The best time counts.
const ROUNDS: usize = 5;

/// The best time in Node divided by the best native time. The error says why there is no result.
pub(crate) fn seconds_against_native(workload: Workload) -> Result<f64, String> {
    let depth = workload.depth() - 1;
    let kind = match workload {
        Workload::Chess => "chess",
        Workload::SpaceCounted => "space",
        _ => return Err("the package has no such perft".to_owned()),
    };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/scripts/perft.mjs");
    let output = Command::new("node")
        .arg(script)
        .args([kind, &depth.to_string(), &ROUNDS.to_string()])
        .output()
        .map_err(|error| format!("no result: node: {error}"))?;
    let answer = String::from_utf8_lossy(&output.stdout);
    let (leaves, seconds) = parse(&answer).ok_or_else(|| {
        format!(
            "no result: {}",
            String::from_utf8_lossy(&output.stderr).trim()
        )
    })?;
    if leaves != workload.run(depth) {
        return Err(format!("WRONG: Node counts {leaves} leaves"));
    }
    let native = (0..ROUNDS)
        .map(|_| {
            let begin = Instant::now();
            workload.run(depth);
            begin.elapsed().as_secs_f64()
        })
        .fold(f64::INFINITY, f64::min);
    Ok(seconds / native)
}

/// Parses the script's output: the leaves and the best time in seconds.
fn parse(answer: &str) -> Option<(u64, f64)> {
    let (leaves, seconds) = answer.trim().split_once(' ')?;
    Some((leaves.parse().ok()?, seconds.parse().ok()?))
}
