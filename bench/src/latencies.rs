//! Quantiles of latencies.

use std::{fmt, time::Duration};

use crate::goal::figure;

/// Sorted latencies.
#[derive(Clone, Debug, Default)]
pub(crate) struct Latencies {
    sorted: Vec<Duration>,
}

impl Latencies {
    pub(crate) fn count(&self) -> usize {
        self.sorted.len()
    }

    /// The latency that this share did not exceed; zero if there are none.
    pub(crate) fn quantile(&self, share: f64) -> Duration {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_precision_loss,
            clippy::cast_sign_loss,
            reason = "an index into a list in memory"
        )]
        let index = (self.sorted.len() as f64 * share).ceil() as usize;
        let found = self.sorted.get(index.saturating_sub(1));
        found.copied().unwrap_or_default()
    }

    /// The median, the 99th percentile and the maximum in milliseconds, for a table.
    pub(crate) fn in_millis(&self) -> String {
        let millis = |share| figure(self.quantile(share).as_secs_f64() * 1e3);
        [0.5, 0.99, 1.0].map(millis).join(", ")
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
