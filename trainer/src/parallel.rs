//! Work in several threads whose result does not depend on their number: items are worked on one by one, and results keep the
//! order of the items.

use std::{num::NonZero, panic, thread};

/// How many parts a sum over many samples has. It is fixed, because floating-point sums depend on how they are split; more
/// threads than this are idle during such a sum.
pub const PARTS: usize = 16;

/// Calls `work` with each item, in several threads, and returns the results in the order of the items.
pub fn map<T: Send, R: Send>(
    threads: NonZero<usize>,
    items: Vec<T>,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let share = items.len().div_ceil(threads.get()).max(1);
    let mut items = items.into_iter();
    let shares: Vec<Vec<T>> = (0..threads.get())
        .map(|_| items.by_ref().take(share).collect())
        .collect();
    let work = &work;
    thread::scope(|scope| {
        let handles: Vec<_> = shares
            .into_iter()
            .filter(|share| !share.is_empty())
            .map(|share| scope.spawn(move || share.into_iter().map(work).collect::<Vec<R>>()))
            .collect();
        let results = handles.into_iter().flat_map(|handle| {
            // A panic of a thread goes on in this one.
            handle
                .join()
                .unwrap_or_else(|cause| panic::resume_unwind(cause))
        });
        results.collect()
    })
}

/// Splits items into [`PARTS`] parts of nearly equal size, fewer if there are not enough items.
pub fn parts<T>(items: &[T]) -> Vec<&[T]> {
    items.chunks(items.len().div_ceil(PARTS).max(1)).collect()
}

/// The number of cores, for the help.
pub fn cores() -> NonZero<usize> {
    thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN)
}
