//! Mutexes that a panic elsewhere does not spoil: nothing here is left half changed while one is held.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Waits for a mutex. One whose holder panicked is as good as any other.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
