//! `raum engine bench`: the speed and the signature of the search.

use std::{fmt::Write, time::Instant};

use raum_engine::bench::{depth, nodes};
use raum_rules::Kind;

/// Searches the fixed positions of one kind or of all, and reports on each kind and on the sum.
pub(super) fn report(kind: Option<Kind>, fixed_depth: Option<i32>) -> String {
    let mut report = String::new();
    let mut total = 0;
    for each in Kind::ALL {
        if kind.is_some_and(|kind| kind != *each) {
            continue;
        }
        let depth = fixed_depth.unwrap_or(depth(*each));
        let begun = Instant::now();
        let nodes = nodes(*each, depth);
        let micros = begun.elapsed().as_micros().max(1);
        total += nodes;
        // Nodes per microsecond are millions per second. Both numbers are far below 2⁵², so nothing is lost.
        #[expect(clippy::cast_precision_loss, reason = "the speed has two decimals")]
        let speed = nodes as f64 / micros as f64;
        // Writing to a string cannot fail.
        writeln!(
            report,
            "{:<9} depth {depth:>3} {nodes:>10} nodes {:>7} ms {speed:>6.2} Mnps",
            each.name(),
            micros / 1000,
        )
        .ok();
    }
    let name = if kind.is_none() && fixed_depth.is_none() {
        "signature"
    } else {
        "total"
    };
    report + &format!("{name:<9}           {total:>10} nodes")
}
