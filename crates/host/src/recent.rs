//! How often something happened lately, for each key.

use std::collections::{BTreeMap, VecDeque};

use raum_room::Millis;

/// At most so many in a span of time, for each key. The span is that before each moment, so there is no instant at which
/// everything is new.
#[derive(Clone, Debug)]
pub struct Recent<K> {
    max: usize,
    span: Millis,
    /// When those that still count happened, of each key.
    times: BTreeMap<K, VecDeque<Millis>>,
    /// With so many keys, those that do not count any more are dropped.
    keys_to_prune: usize,
}

const KEYS_MIN: usize = 1024;

impl<K: Ord> Recent<K> {
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

    /// Takes back the last one that was counted.
    pub fn give_back(&mut self, key: &K) {
        if let Some(times) = self.times.get_mut(key) {
            times.pop_back();
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
