//! Rate limits by key.

use std::collections::{BTreeMap, VecDeque};

use raum_room::Millis;

/// A rate limit: at most `max` events per key within any `span` of time. There is no moment at which all counts reset.
#[derive(Clone, Debug)]
pub struct SlidingWindow<K> {
    max: usize,
    span: Millis,
    /// The times of the events that still count, by key.
    times: BTreeMap<K, VecDeque<Millis>>,
    /// The number of keys at which expired ones are dropped.
    keys_to_prune: usize,
}

const KEYS_MIN: usize = 1024;

impl<K: Ord> SlidingWindow<K> {
    /// Allows `max` events per key within `span`.
    pub fn new(max: usize, span: Millis) -> Self {
        Self {
            max,
            span,
            times: BTreeMap::new(),
            keys_to_prune: KEYS_MIN,
        }
    }

    /// Whether another event is allowed now, without counting it. The error is the time to wait.
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

    /// Counts an event, allowed or not.
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

    /// Counts an event if it is allowed.
    pub fn take(&mut self, key: K, now: Millis) -> Result<(), Millis> {
        self.check(&key, now)?;
        self.count(key, now);
        Ok(())
    }

    /// Uncounts the last event. A key without events is dropped: thousands of small allocations would keep the memory
    /// around them from being freed.
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
    fn each_key_has_a_limit_within_the_span() {
        let mut window = SlidingWindow::new(3, 60);
        for now in [0, 10, 20] {
            assert_eq!(window.take("a", now), Ok(()));
        }
        assert_eq!(window.take("a", 30), Err(30));
        assert_eq!(window.take("b", 30), Ok(()));
        assert_eq!(window.take("a", 60), Ok(()));
        assert!(window.check(&"a", 60).is_err());
        window.give_back(&"a");
        assert_eq!(window.check(&"a", 60), Ok(()));
        window.give_back(&"b");
        assert!(!window.times.contains_key("b"));
    }

    #[test]
    fn expired_keys_are_dropped() {
        let mut window = SlidingWindow::new(1, 60);
        for key in 0..10 * KEYS_MIN {
            window.count(key, key as Millis);
        }
        assert!(window.times.len() <= KEYS_MIN);
    }
}
