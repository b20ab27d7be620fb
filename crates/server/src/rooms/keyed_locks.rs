//! One asynchronous lock for each key.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, Weak},
};

use tokio::sync;

use crate::lock::lock;

/// Locks by key. A key that no task holds or waits for takes no memory for long.
#[derive(Default)]
pub(crate) struct KeyedLocks(Mutex<HashMap<String, Weak<sync::Mutex<()>>>>);

impl KeyedLocks {
    /// Waits for the lock of a key.
    pub(crate) async fn lock(&self, key: &str) -> sync::OwnedMutexGuard<()> {
        let key_lock = self.get(key);
        key_lock.lock_owned().await
    }

    fn get(&self, key: &str) -> Arc<sync::Mutex<()>> {
        let mut locks = lock(&self.0);
        if let Some(used) = locks.get(key).and_then(Weak::upgrade) {
            return used;
        }
        locks.retain(|_, key_lock| key_lock.strong_count() > 0);
        let new = Arc::default();
        locks.insert(key.to_owned(), Arc::downgrade(&new));
        new
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    #[tokio::test]
    async fn a_lock_excludes_its_own_key_only() {
        let locks = KeyedLocks::default();
        let held = locks.lock("a").await;
        assert!(locks.lock("a").now_or_never().is_none());
        assert!(locks.lock("b").now_or_never().is_some());
        drop(held);
        assert!(locks.lock("a").now_or_never().is_some());
        assert_eq!(lock(&locks.0).len(), 1);
    }
}
