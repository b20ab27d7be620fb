//! What a search is asked, and what it reports.

use raum_rules::Move;

use crate::{oversight::Oversight, score::PLIES_MAX};

/// What a search may look at, and when it ends without being stopped.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Which helper of a search this is; 0 for the search itself. Helpers search the same position with the same table in
    /// other threads, and help more if they begin differently. They look for no mates, which the search itself does.
    pub helper: u32,
    /// The deepest iteration.
    pub depth: i32,
    /// The most positions entered.
    pub nodes: u64,
    /// How many of the best first moves to report, each with its line.
    pub lines: usize,
    /// The first moves to choose from; empty for all.
    pub only: Vec<Move>,
    /// What to overlook, for a weaker player.
    pub oversight: Option<Oversight>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            helper: 0,
            depth: PLIES_MAX as i32 - 1,
            nodes: u64::MAX,
            lines: 1,
            only: Vec::new(),
            oversight: None,
        }
    }
}

/// What a search knows after an iteration.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// How deep the iteration was.
    pub depth: i32,
    /// The length of the longest line examined.
    pub longest: usize,
    /// The positions entered so far.
    pub nodes: u64,
    /// The best lines, the best one first. Empty only if there is no legal move.
    pub lines: Vec<Line>,
}

/// A line of best moves for both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The value for the side to move.
    pub score: i32,
    /// The moves; never empty.
    pub moves: Vec<Move>,
}
