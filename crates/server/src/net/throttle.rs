//! Rate limits and headcounts: how often ([`Throttle`]), how fast ([`Buckets`]), how many at once ([`Headcount`]).
//!
//! Our own types rather than a crate's: pass keys need a check without a charge, stored bytes are charged after the
//! fact, and every clock here is one that tests can pause.

mod buckets;

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Arc, Mutex},
    time::Duration,
};

use raum_host::{Denied, SlidingWindow};
use raum_room::Millis;
use tokio::time::Instant;

use crate::{lock::lock, log, net::address::Address};

pub(crate) use buckets::{Bucket, Buckets, Rate};

/// At most so many in a span of time, for each key.
pub(crate) struct Throttle<K> {
    /// The name of the limit, for the log.
    limit: &'static str,
    /// Times are counted from here.
    start: Instant,
    recent: Mutex<SlidingWindow<K>>,
}

/// What a limit counts by.
pub(crate) trait Owner {
    /// The address behind it, for the log.
    fn address(&self) -> Option<Address>;
}

impl Owner for Address {
    fn address(&self) -> Option<Address> {
        Some(*self)
    }
}

/// Something of one address, in a room for instance.
impl<T> Owner for (T, Address) {
    fn address(&self) -> Option<Address> {
        Some(self.1)
    }
}

impl<K: Ord + Owner> Throttle<K> {
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

    /// Whether another one is allowed, which is not counted yet.
    pub(crate) fn check(&self, key: &K) -> Result<(), Denied> {
        let checked = lock(&self.recent).check(key, self.now());
        checked.map_err(|wait| {
            log::limit_hit(self.limit, key.address());
            Denied::TooMany(wait)
        })
    }

    /// Counts one, whether it was allowed or not.
    pub(crate) fn count(&self, key: K) {
        lock(&self.recent).count(key, self.now());
    }

    /// Counts one if it is allowed.
    pub(crate) fn take(&self, key: K) -> Result<(), Denied> {
        self.check(&key)?;
        self.count(key);
        Ok(())
    }

    /// Takes back the last one that was counted.
    pub(crate) fn give_back(&self, key: &K) {
        lock(&self.recent).give_back(key);
    }

    fn now(&self) -> Millis {
        millis(self.start.elapsed())
    }
}

pub(crate) fn millis(span: Duration) -> Millis {
    span.as_millis().try_into().unwrap_or(Millis::MAX)
}

/// How many there are at once: in all and for each key.
pub(crate) struct Headcount<K: Eq + Hash> {
    max: usize,
    per_key_max: usize,
    present: Arc<Mutex<Present<K>>>,
}

struct Present<K> {
    all: usize,
    of_key: HashMap<K, usize>,
}

/// One of those who are counted, until it is dropped.
pub(crate) struct Counting<K: Eq + Hash> {
    key: K,
    present: Arc<Mutex<Present<K>>>,
}

/// Why there is no place for another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoPlace {
    InAll,
    ForKey,
}

impl<K: Clone + Eq + Hash> Headcount<K> {
    pub(crate) fn new(max: usize, per_key_max: usize) -> Self {
        Self {
            max,
            per_key_max,
            present: Arc::new(Mutex::new(Present {
                all: 0,
                of_key: HashMap::new(),
            })),
        }
    }

    /// Counts one, if there is a place for it.
    pub(crate) fn enter(&self, key: K) -> Result<Counting<K>, NoPlace> {
        let mut present = lock(&self.present);
        if present
            .of_key
            .get(&key)
            .is_some_and(|of_key| *of_key >= self.per_key_max)
        {
            return Err(NoPlace::ForKey);
        }
        if present.all >= self.max {
            return Err(NoPlace::InAll);
        }
        present.all += 1;
        *present.of_key.entry(key.clone()).or_default() += 1;
        Ok(Counting {
            key,
            present: self.present.clone(),
        })
    }

    /// How many of a key there are.
    pub(crate) fn present(&self, key: &K) -> usize {
        lock(&self.present).of_key.get(key).copied().unwrap_or(0)
    }
}

impl<K: Eq + Hash> Counting<K> {
    pub(crate) fn key(&self) -> &K {
        &self.key
    }
}

impl<K: Eq + Hash> Drop for Counting<K> {
    fn drop(&mut self) {
        let mut present = lock(&self.present);
        present.all -= 1;
        if let Some(of_key) = present.of_key.get_mut(&self.key) {
            *of_key -= 1;
            if *of_key == 0 {
                present.of_key.remove(&self.key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;

    impl Owner for &str {
        fn address(&self) -> Option<Address> {
            None
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_throttle_counts_each_key_over_the_span_before_now() {
        let throttle = Throttle::per_minute("test", 3);
        for _ in 0..3 {
            assert_eq!(throttle.take("a"), Ok(()));
            advance(Duration::from_secs(10)).await;
        }
        let wait = Duration::from_secs(30);
        assert_eq!(throttle.take("a"), Err(Denied::TooMany(millis(wait))));
        assert_eq!(throttle.take("b"), Ok(()));
        advance(wait).await;
        assert_eq!(throttle.take("a"), Ok(()));
        assert!(throttle.check(&"a").is_err());
        throttle.give_back(&"a");
        assert_eq!(throttle.check(&"a"), Ok(()));
    }

    #[test]
    fn a_headcount_knows_who_has_gone() {
        let headcount = Headcount::new(3, 2);
        let first = headcount.enter("a");
        let second = headcount.enter("a");
        assert_eq!(headcount.enter("a").err(), Some(NoPlace::ForKey));
        let third = headcount.enter("b");
        assert_eq!(headcount.enter("c").err(), Some(NoPlace::InAll));
        drop(first);
        assert!(headcount.enter("a").is_ok());
        drop((second, third));
        assert_eq!(lock(&headcount.present).of_key.len(), 0);
    }
}
