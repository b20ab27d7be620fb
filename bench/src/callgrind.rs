//! Instructions per leaf, counted by callgrind: independent of the machine's load.

use std::{env, process::Command};

use crate::workload::Workload;

/// The instructions between two depths, divided by the leaves between them, which cancels one-time work such as
/// building tables. The error says why counting failed.
pub(crate) fn instructions_per_leaf(workload: Workload) -> Result<f64, String> {
    let depth = workload.depth() - 2;
    let [shallow, deep] = [depth - 1, depth].map(|depth| count(workload, depth));
    let (shallow, deep) = (shallow?, deep?);
    let leaves = workload.run(depth) - workload.run(depth - 1);
    #[expect(clippy::cast_precision_loss, reason = "a mean needs no more precision")]
    Ok((deep - shallow) as f64 / leaves as f64)
}

fn count(workload: Workload, depth: u32) -> Result<u64, String> {
    let program = env::current_exe().map_err(|error| error.to_string())?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .args(["perft", workload.name(), &depth.to_string()])
        .output()
        .map_err(|error| format!("no instruction counts: valgrind: {error}"))?;
    let report = String::from_utf8_lossy(&output.stderr);
    report
        .lines()
        .find_map(|line| line.split_once("Collected : ")?.1.trim().parse().ok())
        .ok_or_else(|| "no instruction counts: callgrind reported none".to_owned())
}
