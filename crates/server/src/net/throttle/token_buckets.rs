//! Token buckets. A bucket stores one instant: when it will be full again. So it needs no timer, it can be overdrawn,
//! and its debt is the time to wait.

use std::{array, collections::HashMap, hash::Hash, sync::Mutex, time::Duration};

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

/// `N` token buckets for each key, each with a rate of its own. Full buckets are the same as none.
pub(crate) struct TokenBuckets<K, const N: usize = 1> {
    rates: [Rate; N],
    buckets: Mutex<Pruned<K, N>>,
}

struct Pruned<K, const N: usize> {
    by_key: HashMap<K, [TokenBucket; N]>,
    /// The number of keys at which full buckets are pruned next.
    prune_at: usize,
}

impl<K: Eq + Hash, const N: usize> TokenBuckets<K, N> {
    pub(crate) fn new(rates: [Rate; N]) -> Self {
        Self {
            rates,
            buckets: Mutex::new(Pruned {
                by_key: HashMap::new(),
                prune_at: KEYS_MIN,
            }),
        }
    }

    /// Takes tokens from each bucket, overdrawing it if need be, and returns how long to wait for the missing ones.
    pub(crate) fn take(&self, key: K, counts: [u32; N], now: Instant) -> [Duration; N] {
        let mut buckets = lock(&self.buckets);
        let buckets = buckets.of(key, now);
        array::from_fn(|index| buckets[index].take(self.rates[index], counts[index], now))
    }

    /// The time until each bucket of a key is no longer overdrawn.
    pub(crate) fn debts(&self, key: &K) -> [Duration; N] {
        let now = Instant::now();
        let buckets = self.get(key, now);
        array::from_fn(|index| buckets[index].debt(self.rates[index], now))
    }

    /// How many tokens of each bucket of a key are not refilled yet.
    pub(crate) fn used(&self, key: &K) -> [u64; N] {
        let now = Instant::now();
        let buckets = self.get(key, now);
        array::from_fn(|index| {
            let missing = buckets[index].missing(now).as_nanos();
            let used = missing / self.rates[index].each.as_nanos().max(1);
            u64::try_from(used).unwrap_or(u64::MAX)
        })
    }

    fn get(&self, key: &K, now: Instant) -> [TokenBucket; N] {
        let buckets = lock(&self.buckets).by_key.get(key).copied();
        buckets.unwrap_or([TokenBucket::full(now); N])
    }
}

impl<K: Eq + Hash> TokenBuckets<K> {
    /// Takes one token, unless the wait for it would be longer than this.
    pub(crate) fn take_within(&self, key: K, longest: Duration) -> Result<Duration, Duration> {
        let now = Instant::now();
        let mut buckets = lock(&self.buckets);
        let ([bucket], [rate]) = (buckets.of(key, now), self.rates);
        let mut charged = *bucket;
        let wait = charged.take(rate, 1, now);
        if wait > longest {
            return Err(wait);
        }
        *bucket = charged;
        Ok(wait)
    }
}

impl<K: Eq + Hash, const N: usize> Pruned<K, N> {
    /// The buckets of a key, which are full if it has none.
    fn of(&mut self, key: K, now: Instant) -> &mut [TokenBucket; N] {
        if self.by_key.len() >= self.prune_at {
            let is_full = |bucket: &TokenBucket| bucket.full_at <= now;
            self.by_key
                .retain(|_, buckets| !buckets.iter().all(is_full));
            self.prune_at = KEYS_MIN.max(2 * self.by_key.len());
        }
        let full = [TokenBucket::full(now); N];
        self.by_key.entry(key).or_insert(full)
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn take<K: Eq + Hash>(buckets: &TokenBuckets<K>, key: K, count: u32) -> Duration {
        let [wait] = buckets.take(key, [count], Instant::now());
        wait
    }

    #[tokio::test(start_paused = true)]
    async fn a_bucket_allows_its_burst_and_then_its_rate() {
        let buckets = TokenBuckets::new([Rate::per_second(20, 40)]);
        assert!((0..40).all(|_| take(&buckets, "a", 1).is_zero()));
        // Each token that overdraws the bucket waits for the previous ones.
        assert_eq!(take(&buckets, "a", 1), SECOND / 20);
        assert_eq!(take(&buckets, "a", 1), SECOND / 10);
        assert_eq!(buckets.debts(&"a"), [SECOND / 10]);
        assert!(take(&buckets, "b", 40).is_zero());
        advance(SECOND / 10).await;
        assert_eq!(buckets.debts(&"a"), [Duration::ZERO]);
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
        let buckets = TokenBuckets::new([Rate::per_second(1, 1)]);
        assert_eq!(buckets.take_within("a", SECOND), Ok(Duration::ZERO));
        assert_eq!(buckets.take_within("a", SECOND), Ok(SECOND));
        assert_eq!(buckets.take_within("a", SECOND), Err(2 * SECOND));
        advance(SECOND).await;
        assert_eq!(buckets.take_within("a", SECOND), Ok(SECOND));
    }

    #[tokio::test(start_paused = true)]
    async fn an_hourly_rate_refills_evenly() {
        let buckets = TokenBuckets::new([Rate::per_hour(3600)]);
        assert_eq!(take(&buckets, "a", 3600), Duration::ZERO);
        assert_eq!(take(&buckets, "a", 10), 10 * SECOND);
        advance(70 * SECOND).await;
        assert_eq!(buckets.used(&"a"), [3540]);
        assert_eq!(take(&buckets, "a", 60), Duration::ZERO);
        assert_eq!(take(&buckets, "a", 1), SECOND);
    }

    #[tokio::test(start_paused = true)]
    async fn the_buckets_of_a_key_have_rates_of_their_own() {
        let buckets = TokenBuckets::new([Rate::per_second(10, 1), Rate::per_second(1, 100)]);
        let waits = buckets.take("a", [2, 0], Instant::now());
        assert_eq!(waits, [SECOND / 10, Duration::ZERO]);
        let waits = buckets.take("a", [0, 101], Instant::now());
        assert_eq!(waits, [SECOND / 10, SECOND]);
        assert_eq!(buckets.debts(&"a"), waits);
        assert_eq!(buckets.used(&"a"), [2, 101]);
        assert_eq!(buckets.debts(&"b"), [Duration::ZERO; 2]);
    }

    /// The buckets of a key are pruned only when all of them are full.
    #[tokio::test(start_paused = true)]
    async fn full_buckets_are_pruned() {
        let buckets = TokenBuckets::new([Rate::per_second(1, 2), Rate::per_hour(1)]);
        let keys = 10 * KEYS_MIN;
        buckets.take(keys, [0, 100], Instant::now());
        for key in 0..keys {
            buckets.take(key, [1, 0], Instant::now());
            advance(SECOND).await;
        }
        assert!(lock(&buckets.buckets).by_key.len() <= KEYS_MIN);
        assert_eq!(buckets.used(&keys), [0, 97]);
    }
}
