//! How long things took.

use std::{fmt, time::Duration};

/// How long things took, in order of length.
#[derive(Clone, Debug, Default)]
pub(crate) struct Latencies {
    sorted: Vec<Duration>,
}

impl Latencies {
    pub(crate) fn count(&self) -> usize {
        self.sorted.len()
    }

    /// The length that this share of all did not exceed; nothing took no time.
    pub(crate) fn quantile(&self, share: f64) -> Duration {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_precision_loss,
            clippy::cast_sign_loss,
            reason = "a place in a list that fits into memory"
        )]
        let place = (self.sorted.len() as f64 * share).ceil() as usize;
        let found = self.sorted.get(place.saturating_sub(1));
        found.copied().unwrap_or_default()
    }
}

impl FromIterator<Duration> for Latencies {
    fn from_iter<I: IntoIterator<Item = Duration>>(durations: I) -> Self {
        let mut sorted: Vec<_> = durations.into_iter().collect();
        sorted.sort_unstable();
        Self { sorted }
    }
}

impl fmt::Display for Latencies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let millis = |share| self.quantile(share).as_secs_f64() * 1e3;
        write!(
            f,
            "{:8.2} ms p50 {:8.2} p99 {:8.2} max",
            millis(0.5),
            millis(0.99),
            millis(1.0)
        )
    }
}
