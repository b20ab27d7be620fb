//! How often something happened lately, for each key.

use std::collections::{BTreeMap, VecDeque};

use raum_room::Millis;

/// At most so many in a span of time, for each key. The span is that before each moment, so there is no instant at which
/// everything is new.
#[derive(Clone, Debug)]
pub struct SlidingWindow<K> {
    max: usize,
    span: Millis,
    /// When those that still count happened, of each key.
    times: BTreeMap<K, VecDeque<Millis>>,
    /// With so many keys, those that do not count any more are dropped.
    keys_to_prune: usize,
}

const KEYS_MIN: usize = 1024;

impl<K: Ord> SlidingWindow<K> {
    /// At most `max` within `span`.
    pub fn new(max: usize, span: Millis) -> Self {
        Self {
            max,
            span,
            times: BTreeMap::new(),
            keys_to_prune: KEYS_MIN,
        }
    }

    /// Whether another one is allowed now, which is not counted yet. The error is how long that takes.
    pub fn check(&mut self, key: &K, now: Millis) -> Result<(), Millis> {
        let Some(times) = self.times.get_mut(key) else {
            return Ok(());
        };
        expire(times, self.span, now);
        match times.front() {
            Some(first) if times.len() >= self.max => Err((first + self.span).saturating_sub(now)),
            _ => Ok(()),
        }
    }

    /// Counts one, whether it was allowed or not.
    pub fn count(&mut self, key: K, now: Millis) {
        let span = self.span;
        if self.times.len() >= self.keys_to_prune {
            self.times.retain(|_, times| {
                expire(times, span, now);
                !times.is_empty()
            });
            self.keys_to_prune = KEYS_MIN.max(2 * self.times.len());
        }
        let times = self.times.entry(key).or_default();
        expire(times, span, now);
        if times.len() >= self.max {
            times.pop_front();
        }
        times.push_back(now);
    }

    /// Counts one if it is allowed.
    pub fn take(&mut self, key: K, now: Millis) -> Result<(), Millis> {
        self.check(&key, now)?;
        self.count(key, now);
        Ok(())
    }

    /// Takes back the last one that was counted. A key without any is forgotten: thousands of small allocations that
    /// stay would keep the memory around them, too.
    pub fn give_back(&mut self, key: &K) {
        if let Some(times) = self.times.get_mut(key) {
            times.pop_back();
            if times.is_empty() {
                self.times.remove(key);
            }
        }
    }
}

fn expire(times: &mut VecDeque<Millis>, span: Millis, now: Millis) {
    while times
        .front()
        .is_some_and(|time| now.saturating_sub(*time) >= span)
    {
        times.pop_front();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_key_counts_over_the_span_before_now() {
        let mut recent = SlidingWindow::new(3, 60);
        for now in [0, 10, 20] {
            assert_eq!(recent.take("a", now), Ok(()));
        }
        assert_eq!(recent.take("a", 30), Err(30));
        assert_eq!(recent.take("b", 30), Ok(()));
        assert_eq!(recent.take("a", 60), Ok(()));
        assert!(recent.check(&"a", 60).is_err());
        recent.give_back(&"a");
        assert_eq!(recent.check(&"a", 60), Ok(()));
        recent.give_back(&"b");
        assert!(!recent.times.contains_key("b"));
    }

    #[test]
    fn keys_that_do_not_count_any_more_are_forgotten() {
        let mut recent = SlidingWindow::new(1, 60);
        for key in 0..10 * KEYS_MIN {
            recent.count(key, key as Millis);
        }
        assert!(recent.times.len() <= KEYS_MIN);
    }
}
