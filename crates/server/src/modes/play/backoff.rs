//! How long to wait before the next attempt to connect.

use std::time::{Duration, Instant};

const FIRST: Duration = Duration::from_millis(250);
const LONGEST: Duration = Duration::from_secs(30);

/// Pauses that double, until they have taken too long altogether.
pub(super) struct Backoff {
    max: Duration,
    since: Option<Instant>,
    pause: Duration,
}

impl Backoff {
    pub(super) fn new(max: Duration) -> Self {
        Self {
            max,
            since: None,
            pause: FIRST,
        }
    }

    /// Starts again with short pauses: a connection has worked.
    pub(super) fn reset(&mut self) {
        *self = Self::new(self.max);
    }

    /// The next pause, or `None` if all attempts together have taken too long.
    pub(super) fn next(&mut self) -> Option<Duration> {
        let since = *self.since.get_or_insert_with(Instant::now);
        if since.elapsed() >= self.max {
            return None;
        }
        // Clients of one server that restarts do not all come back at the same moment.
        let pause = self.pause.mul_f64(0.75 + 0.5 * chance());
        self.pause = (self.pause * 2).min(LONGEST);
        Some(pause)
    }

    /// Whether there has been no more than one attempt since the connection was lost.
    pub(super) fn is_first(&self) -> bool {
        self.pause == FIRST * 2
    }
}

/// A random number from 0 to 1.
fn chance() -> f64 {
    let mut bytes = [0; 2];
    // Without random numbers, all pauses are a little shorter.
    getrandom::fill(&mut bytes).ok();
    f64::from(u16::from_le_bytes(bytes)) / f64::from(u16::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_a_limit() {
        let mut backoff = Backoff::new(Duration::from_mins(10));
        let mut expected = FIRST;
        for attempt in 0..12 {
            let pause = backoff.next().unwrap();
            assert!(pause >= expected.mul_f64(0.75), "{pause:?}");
            assert!(pause <= expected.mul_f64(1.25), "{pause:?}");
            assert_eq!(backoff.is_first(), attempt == 0);
            expected = (expected * 2).min(LONGEST);
        }
        backoff.reset();
        assert!(backoff.next().unwrap() <= FIRST.mul_f64(1.25));
    }

    #[test]
    fn attempts_end() {
        let mut backoff = Backoff::new(Duration::ZERO);
        assert_eq!(backoff.next(), None);
    }
}
