//! Token buckets. A bucket stores one instant: when it will be full again. So it needs no timer, it can be overdrawn,
//! and its debt is the time to wait.

use std::{collections::HashMap, hash::Hash, sync::Mutex, time::Duration};

use tokio::time::Instant;

use crate::lock::lock;

/// The number of keys from which on full buckets are pruned.
const KEYS_MIN: usize = 1024;

/// How fast a bucket refills, and its capacity.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rate {
    /// The time to refill one token.
    each: Duration,
    /// The time to refill an empty bucket.
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

    /// A rate per hour whose burst is the whole hour's tokens.
    pub(crate) fn per_hour(per_hour: u32) -> Self {
        let hour = Duration::from_hours(1);
        Self {
            each: hour / per_hour.max(1),
            full: hour,
        }
    }
}

/// A token bucket that starts full.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TokenBucket {
    full_at: Instant,
}

impl TokenBucket {
    pub(crate) fn full(now: Instant) -> Self {
        Self { full_at: now }
    }

    /// Takes tokens, overdrawing the bucket if need be, and returns how long to wait for the missing ones.
    pub(crate) fn take(&mut self, rate: Rate, count: u32, now: Instant) -> Duration {
        self.full_at = self.full_at.max(now) + rate.each.saturating_mul(count);
        self.debt(rate, now)
    }

    /// The time until the bucket is no longer overdrawn.
    fn debt(self, rate: Rate, now: Instant) -> Duration {
        self.missing(now).saturating_sub(rate.full)
    }

    /// The time until the bucket is full.
    fn missing(self, now: Instant) -> Duration {
        self.full_at.saturating_duration_since(now)
    }
}

/// A token bucket for each key. A full bucket is the same as none.
pub(crate) struct TokenBuckets<K> {
    rate: Rate,
    buckets: Mutex<Pruned<K>>,
}

struct Pruned<K> {
    by_key: HashMap<K, TokenBucket>,
    /// The number of keys at which full buckets are pruned next.
    prune_at: usize,
}

impl<K: Eq + Hash> TokenBuckets<K> {
    pub(crate) fn new(rate: Rate) -> Self {
        Self {
            rate,
            buckets: Mutex::new(Pruned {
                by_key: HashMap::new(),
                prune_at: KEYS_MIN,
            }),
        }
    }

    /// Takes tokens, overdrawing the bucket if need be, and returns how long to wait for the missing ones.
    pub(crate) fn take(&self, key: K, count: u32) -> Duration {
        let now = Instant::now();
        let mut buckets = lock(&self.buckets);
        if buckets.by_key.len() >= buckets.prune_at {
            buckets.by_key.retain(|_, bucket| bucket.full_at > now);
            buckets.prune_at = KEYS_MIN.max(2 * buckets.by_key.len());
        }
        let bucket = buckets.by_key.entry(key).or_insert(TokenBucket::full(now));
        bucket.take(self.rate, count, now)
    }

    /// Takes one token, unless the wait for it would be longer than this.
    pub(crate) fn take_within(&self, key: K, longest: Duration) -> Result<Duration, Duration> {
        let wait = self.get(&key).take(self.rate, 1, Instant::now());
        if wait > longest {
            return Err(wait);
        }
        Ok(self.take(key, 1))
    }

    /// The time until a key's bucket is no longer overdrawn.
    pub(crate) fn debt(&self, key: &K) -> Duration {
        self.get(key).debt(self.rate, Instant::now())
    }

    /// How many tokens of a key are not refilled yet.
    pub(crate) fn used(&self, key: &K) -> u64 {
        let missing = self.get(key).missing(Instant::now());
        let used = missing.as_nanos() / self.rate.each.as_nanos().max(1);
        u64::try_from(used).unwrap_or(u64::MAX)
    }

    fn get(&self, key: &K) -> TokenBucket {
        let bucket = lock(&self.buckets).by_key.get(key).copied();
        bucket.unwrap_or(TokenBucket::full(Instant::now()))
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[tokio::test(start_paused = true)]
    async fn a_bucket_allows_its_burst_and_then_its_rate() {
        let buckets = TokenBuckets::new(Rate::per_second(20, 40));
        assert!((0..40).all(|_| buckets.take("a", 1).is_zero()));
        // Each token that overdraws the bucket waits for the previous ones.
        assert_eq!(buckets.take("a", 1), SECOND / 20);
        assert_eq!(buckets.take("a", 1), SECOND / 10);
        assert_eq!(buckets.debt(&"a"), SECOND / 10);
        assert!(buckets.take("b", 40).is_zero());
        advance(SECOND / 10).await;
        assert_eq!(buckets.debt(&"a"), Duration::ZERO);
        // The rate also holds for requests at uneven intervals.
        let mut free = 0;
        for _ in 0..100 {
            advance(Duration::from_millis(30)).await;
            free += u32::from(buckets.take_within("a", Duration::ZERO).is_ok());
        }
        assert_eq!(free, 60);
    }

    #[tokio::test(start_paused = true)]
    async fn a_wait_that_is_too_long_is_not_charged() {
        let buckets = TokenBuckets::new(Rate::per_second(1, 1));
        assert_eq!(buckets.take_within("a", SECOND), Ok(Duration::ZERO));
        assert_eq!(buckets.take_within("a", SECOND), Ok(SECOND));
        assert_eq!(buckets.take_within("a", SECOND), Err(2 * SECOND));
        advance(SECOND).await;
        assert_eq!(buckets.take_within("a", SECOND), Ok(SECOND));
    }

    #[tokio::test(start_paused = true)]
    async fn an_hourly_rate_refills_evenly() {
        let buckets = TokenBuckets::new(Rate::per_hour(3600));
        assert_eq!(buckets.take("a", 3600), Duration::ZERO);
        assert_eq!(buckets.take("a", 10), 10 * SECOND);
        advance(70 * SECOND).await;
        assert_eq!(buckets.used(&"a"), 3540);
        assert_eq!(buckets.take("a", 60), Duration::ZERO);
        assert_eq!(buckets.take("a", 1), SECOND);
    }

    #[tokio::test(start_paused = true)]
    async fn full_buckets_are_pruned() {
        let buckets = TokenBuckets::new(Rate::per_second(1, 2));
        for key in 0..10 * KEYS_MIN {
            buckets.take(key, 1);
            advance(SECOND).await;
        }
        assert!(lock(&buckets.buckets).by_key.len() <= KEYS_MIN);
    }
}
