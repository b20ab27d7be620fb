//! The hidden layers along the line that is searched, brought up to date when a position is evaluated.

use std::sync::Arc;

use raum_rules::Side;

use super::{Board, Changes, HIDDEN, Net};

/// The hidden layer of both views in one position.
#[derive(Clone)]
pub(super) struct Accumulator {
    pub(super) views: [[i16; HIDDEN]; 2],
    pub(super) pieces: i32,
    pub(super) changes: Changes,
    pub(super) is_current: bool,
}

impl Default for Accumulator {
    fn default() -> Self {
        Self {
            views: [[0; HIDDEN]; 2],
            pieces: 0,
            changes: Changes::default(),
            is_current: false,
        }
    }
}

impl Accumulator {
    pub(super) fn await_update(&mut self, changes: Changes) {
        self.changes = changes;
        self.is_current = false;
    }
}

/// A network that follows the line that is searched; does nothing if there is no network.
pub(crate) struct NetLine<B> {
    net: Option<Arc<Net<B>>>,
    /// One for each ply of the line; those beyond are left over from longer lines.
    accumulators: Vec<Accumulator>,
    ply: usize,
}

impl<B: Board> NetLine<B> {
    pub(crate) fn new(net: Option<Arc<Net<B>>>) -> Self {
        Self {
            net,
            accumulators: Vec::new(),
            ply: 0,
        }
    }

    /// Begins anew from a position.
    pub(crate) fn begin(&mut self, node: &B) {
        self.ply = 0;
        if let Some(net) = &self.net {
            self.accumulators.clear();
            self.accumulators.push(net.refresh(node));
        }
    }

    /// Adds a ply. The changes are computed only if there is a network.
    #[inline(always)]
    pub(crate) fn push(&mut self, changes: impl FnOnce() -> Changes) {
        if self.net.is_some() {
            self.ply += 1;
            if self.accumulators.len() <= self.ply {
                self.accumulators.push(Accumulator::default());
            }
            self.accumulators[self.ply].await_update(changes());
        }
    }

    /// Goes back to the position before.
    #[inline(always)]
    pub(crate) fn pop(&mut self) {
        self.ply = self.ply.saturating_sub(1);
    }

    /// The value of the current position for the side to move; 0 without a network.
    #[inline(always)]
    pub(crate) fn evaluate(&mut self, turn: Side) -> i32 {
        match &self.net {
            Some(net) => net.evaluate(&mut self.accumulators[..=self.ply], turn),
            None => 0,
        }
    }
}
