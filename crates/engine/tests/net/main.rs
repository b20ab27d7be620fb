//! The network of space chess: its file, and its laws along random games.

#![expect(clippy::unwrap_used, reason = "a failed assumption stops the test")]

mod file;
mod laws;

use raum_engine::space::{BUCKETS, HIDDEN, INPUTS, QuantisedNet};

/// A network of random weights, as large as trained ones are.
fn random_net(seed: u64) -> QuantisedNet {
    let mut random = fastrand::Rng::with_seed(seed);
    QuantisedNet {
        input: (0..INPUTS * HIDDEN).map(|_| random.i8(-40..=40)).collect(),
        bias: (0..HIDDEN).map(|_| random.i16(-90..=90)).collect(),
        output: (0..BUCKETS * 2 * HIDDEN)
            .map(|_| random.i16(-30..=30))
            .collect(),
        output_bias: (0..BUCKETS).map(|_| random.i32(-1000..=1000)).collect(),
    }
}
