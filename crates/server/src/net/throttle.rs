//! Limits by key: how often ([`Throttle`]), how fast ([`TokenBuckets`]), how many at once ([`Headcount`]).
//!
//! Written here because no crate fits: pass keys need a check without a charge, stored bytes are charged after the
//! fact, and tests pause the clock.

mod token_buckets;

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Arc, Mutex},
    time::Duration,
};

use raum_host::{Denied, SlidingWindow};
use raum_room::Millis;
use tokio::time::Instant;

use super::Address;
use crate::{lock::lock, log};

pub(crate) use token_buckets::{Rate, TokenBucket, TokenBuckets};

/// At most so many events in a span of time, for each address, or for each address and key.
pub(crate) struct Throttle<K = ()> {
    /// The name of the limit, for the log.
    limit: &'static str,
    /// The origin of the times in the window.
    start: Instant,
    recent: Mutex<SlidingWindow<(Address, K)>>,
}

impl<K: Ord> Throttle<K> {
    pub(crate) fn new(limit: &'static str, max: usize, span: Duration) -> Self {
        Self {
            limit,
            start: Instant::now(),
            recent: Mutex::new(SlidingWindow::new(max, millis(span))),
        }
    }

    pub(crate) fn per_minute(limit: &'static str, max: usize) -> Self {
        Self::new(limit, max, Duration::from_mins(1))
    }

    /// Fails if the limit is reached. Charges nothing.
    pub(crate) fn check(&self, key: &(Address, K)) -> Result<(), Denied> {
        let checked = lock(&self.recent).check(key, self.now());
        checked.map_err(|wait| {
            log::limit_hit(self.limit, Some(key.0));
            Denied::TooMany(wait)
        })
    }

    /// Charges one event, whether the limit is reached or not.
    pub(crate) fn count(&self, key: (Address, K)) {
        lock(&self.recent).count(key, self.now());
    }

    /// Charges one event, or fails if the limit is reached.
    pub(crate) fn take(&self, key: (Address, K)) -> Result<(), Denied> {
        self.check(&key)?;
        self.count(key);
        Ok(())
    }

    /// Refunds the last event.
    pub(crate) fn give_back(&self, key: &(Address, K)) {
        lock(&self.recent).give_back(key);
    }

    fn now(&self) -> Millis {
        millis(self.start.elapsed())
    }
}

pub(crate) fn millis(span: Duration) -> Millis {
    span.as_millis().try_into().unwrap_or(Millis::MAX)
}

/// Limits how many slots are taken at once, in total and for each key.
pub(crate) struct Headcount<K: Eq + Hash> {
    max: usize,
    per_key_max: usize,
    taken: Arc<Mutex<Taken<K>>>,
}

struct Taken<K> {
    total: usize,
    by_key: HashMap<K, usize>,
}

/// A slot, taken until it is dropped.
pub(crate) struct Slot<K: Eq + Hash> {
    key: K,
    taken: Arc<Mutex<Taken<K>>>,
}

/// Which limit leaves no slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoSlot {
    InTotal,
    ForKey,
}

/// Without limits: it only counts.
impl<K: Clone + Eq + Hash> Default for Headcount<K> {
    fn default() -> Self {
        Self::new(usize::MAX, usize::MAX)
    }
}

impl<K: Clone + Eq + Hash> Headcount<K> {
    pub(crate) fn new(max: usize, per_key_max: usize) -> Self {
        Self {
            max,
            per_key_max,
            taken: Arc::new(Mutex::new(Taken {
                total: 0,
                by_key: HashMap::new(),
            })),
        }
    }

    /// Takes a slot for a key.
    pub(crate) fn enter(&self, key: K) -> Result<Slot<K>, NoSlot> {
        let mut taken = lock(&self.taken);
        if taken.of(&key) >= self.per_key_max {
            return Err(NoSlot::ForKey);
        }
        if taken.total >= self.max {
            return Err(NoSlot::InTotal);
        }
        taken.total += 1;
        *taken.by_key.entry(key.clone()).or_default() += 1;
        Ok(Slot {
            key,
            taken: self.taken.clone(),
        })
    }

    /// How many slots are taken in total.
    pub(crate) fn taken(&self) -> usize {
        lock(&self.taken).total
    }

    /// How many slots a key has taken.
    pub(crate) fn taken_by(&self, key: &K) -> usize {
        lock(&self.taken).of(key)
    }
}

impl<K: Eq + Hash> Taken<K> {
    fn of(&self, key: &K) -> usize {
        self.by_key.get(key).copied().unwrap_or(0)
    }
}

impl<K: Eq + Hash> Slot<K> {
    pub(crate) fn key(&self) -> &K {
        &self.key
    }
}

impl<K: Eq + Hash> Drop for Slot<K> {
    fn drop(&mut self) {
        let mut taken = lock(&self.taken);
        taken.total -= 1;
        if let Some(count) = taken.by_key.get_mut(&self.key) {
            *count -= 1;
            if *count == 0 {
                taken.by_key.remove(&self.key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use tokio::time::advance;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_throttle_counts_each_key_over_the_span_before_now() {
        let [a, b] = [1, 2].map(|last| (IpAddr::from([192, 0, 2, last]).into(), ()));
        let throttle = Throttle::per_minute("test", 3);
        for _ in 0..3 {
            assert_eq!(throttle.take(a), Ok(()));
            advance(Duration::from_secs(10)).await;
        }
        let wait = Duration::from_secs(30);
        assert_eq!(throttle.take(a), Err(Denied::TooMany(millis(wait))));
        assert_eq!(throttle.take(b), Ok(()));
        advance(wait).await;
        assert_eq!(throttle.take(a), Ok(()));
        assert!(throttle.check(&a).is_err());
        throttle.give_back(&a);
        assert_eq!(throttle.check(&a), Ok(()));
    }

    #[test]
    fn a_dropped_slot_is_free_again() {
        let headcount = Headcount::new(3, 2);
        let first = headcount.enter("a");
        let second = headcount.enter("a");
        assert_eq!(headcount.enter("a").err(), Some(NoSlot::ForKey));
        let third = headcount.enter("b");
        assert_eq!(headcount.enter("c").err(), Some(NoSlot::InTotal));
        drop(first);
        assert!(headcount.enter("a").is_ok());
        drop((second, third));
        assert_eq!(lock(&headcount.taken).by_key.len(), 0);
    }
}
