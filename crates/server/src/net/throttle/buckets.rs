//! Token buckets. A bucket is one moment: the time at which it will be full again. So it needs no timer, it may be
//! overdrawn, and what it owes is the time to wait.

use std::{collections::HashMap, hash::Hash, sync::Mutex, time::Duration};

use tokio::time::Instant;

use crate::lock::lock;

/// From so many keys on, those whose buckets are full are dropped.
const KEYS_MIN: usize = 1024;

/// How fast a bucket fills, and how much it holds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rate {
    /// The time that earns one token.
    each: Duration,
    /// The time that fills an empty bucket.
    full: Duration,
}

impl Rate {
    pub(crate) fn per_second(per_second: u32, burst: u32) -> Self {
        let each = Duration::from_secs(1) / per_second.max(1);
        Self {
            each,
            full: each.saturating_mul(burst),
        }
    }

    /// So many an hour, all of them at once if need be.
    pub(crate) fn per_hour(per_hour: u32) -> Self {
        let hour = Duration::from_hours(1);
        Self {
            each: hour / per_hour.max(1),
            full: hour,
        }
    }
}

/// One bucket, full at first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    full_at: Instant,
}

impl Bucket {
    pub(crate) fn full(now: Instant) -> Self {
        Self { full_at: now }
    }

    /// Takes tokens, whether they are there or not, and returns how long to wait for those that are not.
    pub(crate) fn take(&mut self, rate: Rate, count: u32, now: Instant) -> Duration {
        self.full_at = self.full_at.max(now) + rate.each.saturating_mul(count);
        self.debt(rate, now)
    }

    /// How long it takes until nothing is owed.
    fn debt(self, rate: Rate, now: Instant) -> Duration {
        self.missing(now).saturating_sub(rate.full)
    }

    /// How long it takes until the bucket is full.
    fn missing(self, now: Instant) -> Duration {
        self.full_at.saturating_duration_since(now)
    }
}

/// A bucket for each key. A key whose bucket is full needs no memory.
pub(crate) struct Buckets<K> {
    rate: Rate,
    buckets: Mutex<Kept<K>>,
}

struct Kept<K> {
    buckets: HashMap<K, Bucket>,
    /// The number of keys at which full buckets are dropped.
    keys_to_prune: usize,
}

impl<K: Eq + Hash> Buckets<K> {
    pub(crate) fn new(rate: Rate) -> Self {
        Self {
            rate,
            buckets: Mutex::new(Kept {
                buckets: HashMap::new(),
                keys_to_prune: KEYS_MIN,
            }),
        }
    }

    /// Takes tokens, whether they are there or not, and returns how long to wait for those that are not.
    pub(crate) fn take(&self, key: K, count: u32) -> Duration {
        let now = Instant::now();
        let mut kept = lock(&self.buckets);
        if kept.buckets.len() >= kept.keys_to_prune {
            kept.buckets.retain(|_, bucket| bucket.full_at > now);
            kept.keys_to_prune = KEYS_MIN.max(2 * kept.buckets.len());
        }
        let bucket = kept.buckets.entry(key).or_insert(Bucket::full(now));
        bucket.take(self.rate, count, now)
    }

    /// Takes one token, unless that would mean to wait longer than this.
    pub(crate) fn take_within(&self, key: K, longest: Duration) -> Result<Duration, Duration> {
        let now = Instant::now();
        let known = lock(&self.buckets).buckets.get(&key).copied();
        let mut next = known.unwrap_or(Bucket::full(now));
        let wait = next.take(self.rate, 1, now);
        if wait > longest {
            return Err(wait);
        }
        Ok(self.take(key, 1))
    }

    /// How long it takes until a key owes nothing.
    pub(crate) fn debt(&self, key: &K) -> Duration {
        let bucket = lock(&self.buckets).buckets.get(key).copied();
        bucket.map_or(Duration::ZERO, |bucket| {
            bucket.debt(self.rate, Instant::now())
        })
    }

    /// How many tokens a key has used that have not come back yet.
    pub(crate) fn used(&self, key: &K) -> u64 {
        let bucket = lock(&self.buckets).buckets.get(key).copied();
        let missing = bucket.map_or(Duration::ZERO, |bucket| bucket.missing(Instant::now()));
        let used = missing.as_nanos() / self.rate.each.as_nanos().max(1);
        u64::try_from(used).unwrap_or(u64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[tokio::test(start_paused = true)]
    async fn a_bucket_gives_its_burst_at_once_and_then_so_many_a_second() {
        let buckets = Buckets::new(Rate::per_second(20, 40));
        assert!((0..40).all(|_| buckets.take("a", 1).is_zero()));
        // Overdrawn, each has to wait for those before it.
        assert_eq!(buckets.take("a", 1), SECOND / 20);
        assert_eq!(buckets.take("a", 1), SECOND / 10);
        assert_eq!(buckets.debt(&"a"), SECOND / 10);
        assert!(buckets.take("b", 40).is_zero());
        advance(SECOND / 10).await;
        assert_eq!(buckets.debt(&"a"), Duration::ZERO);
        // At uneven intervals, too, it is so many a second.
        let mut free = 0;
        for _ in 0..100 {
            advance(Duration::from_millis(30)).await;
            free += u32::from(buckets.take_within("a", Duration::ZERO).is_ok());
        }
        assert_eq!(free, 60);
    }

    #[tokio::test(start_paused = true)]
    async fn a_wait_that_is_too_long_is_not_charged() {
        let buckets = Buckets::new(Rate::per_second(1, 1));
        assert_eq!(buckets.take_within("a", SECOND), Ok(Duration::ZERO));
        assert_eq!(buckets.take_within("a", SECOND), Ok(SECOND));
        assert_eq!(buckets.take_within("a", SECOND), Err(2 * SECOND));
        advance(SECOND).await;
        assert_eq!(buckets.take_within("a", SECOND), Ok(SECOND));
    }

    #[tokio::test(start_paused = true)]
    async fn an_hour_brings_an_hours_budget_back_evenly() {
        let buckets = Buckets::new(Rate::per_hour(3600));
        assert_eq!(buckets.take("a", 3600), Duration::ZERO);
        assert_eq!(buckets.take("a", 10), 10 * SECOND);
        advance(70 * SECOND).await;
        assert_eq!(buckets.used(&"a"), 3540);
        assert_eq!(buckets.take("a", 60), Duration::ZERO);
        assert_eq!(buckets.take("a", 1), SECOND);
    }

    #[tokio::test(start_paused = true)]
    async fn full_buckets_are_forgotten() {
        let buckets = Buckets::new(Rate::per_second(1, 2));
        for key in 0..10 * KEYS_MIN {
            buckets.take(key, 1);
            advance(SECOND).await;
        }
        assert!(lock(&buckets.buckets).buckets.len() <= KEYS_MIN);
    }
}
