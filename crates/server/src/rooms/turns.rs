//! Fair queueing: a queue for each owner, served round-robin. [`super::workers`] adds time and threads.

use std::{
    collections::{HashMap, VecDeque},
    hash::Hash,
};

/// Waiting items by owner. Owners take turns, so an owner with many items delays another by one item.
pub(crate) struct Turns<K, T> {
    per_owner_max: usize,
    queues: HashMap<K, VecDeque<T>>,
    /// The owners with waiting items, next one first.
    next: VecDeque<K>,
}

impl<K: Clone + Eq + Hash, T> Turns<K, T> {
    pub(crate) fn new(per_owner_max: usize) -> Self {
        Self {
            per_owner_max,
            queues: HashMap::new(),
            next: VecDeque::new(),
        }
    }

    /// Appends an item to the owner's queue. Returns false if the queue is full.
    pub(crate) fn push(&mut self, owner: &K, item: T) -> bool {
        if self.is_full(owner) {
            return false;
        }
        let queue = self.queues.entry(owner.clone()).or_insert_with(|| {
            self.next.push_back(owner.clone());
            VecDeque::new()
        });
        queue.push_back(item);
        true
    }

    pub(crate) fn is_full(&self, owner: &K) -> bool {
        let queue = self.queues.get(owner);
        queue.is_some_and(|queue| queue.len() >= self.per_owner_max)
    }

    /// How many owners have waiting items, and how many of them the next owner has.
    pub(crate) fn crowd(&self) -> (usize, usize) {
        let next = self.next.front().and_then(|owner| self.queues.get(owner));
        (self.next.len(), next.map_or(0, VecDeque::len))
    }

    /// Takes the oldest item of the next owner.
    pub(crate) fn pop(&mut self) -> Option<T> {
        let owner = self.next.pop_front()?;
        let queue = self.queues.get_mut(&owner)?;
        let item = queue.pop_front();
        if queue.is_empty() {
            self.queues.remove(&owner);
        } else {
            self.next.push_back(owner);
        }
        item
    }

    /// Drops items that are no longer wanted.
    pub(crate) fn retain(&mut self, wanted: impl Fn(&T) -> bool) {
        self.queues.retain(|_, queue| {
            queue.retain(&wanted);
            !queue.is_empty()
        });
        let queues = &self.queues;
        self.next.retain(|owner| queues.contains_key(owner));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn owners_take_turns() {
        let mut turns = Turns::new(10);
        for item in ["a1", "a2", "a3", "b1", "c1", "b2"] {
            assert!(turns.push(&item.as_bytes()[0], item));
        }
        assert_eq!(turns.crowd(), (3, 3));
        let served: Vec<_> = std::iter::from_fn(|| turns.pop()).collect();
        assert_eq!(served, ["a1", "b1", "c1", "a2", "b2", "a3"]);
        assert!(turns.queues.is_empty() && turns.next.is_empty());
        assert_eq!(turns.crowd(), (0, 0));
    }

    #[test]
    fn an_owners_queue_is_bounded() {
        let mut turns = Turns::new(2);
        assert_eq!(
            [1, 2, 3].map(|item| turns.push(&"a", item)),
            [true, true, false]
        );
        assert!(turns.push(&"b", 4));
        assert_eq!(turns.pop(), Some(1));
        assert!(turns.push(&"a", 5));
    }

    #[test]
    fn unwanted_items_take_no_turn() {
        let mut turns = Turns::new(3);
        for (owner, item) in [("a", 1), ("a", 2), ("b", 3), ("c", 4)] {
            assert!(turns.push(&owner, item));
        }
        turns.retain(|item| *item % 2 == 0);
        let served: Vec<_> = std::iter::from_fn(|| turns.pop()).collect();
        assert_eq!(served, [2, 4]);
    }
}
