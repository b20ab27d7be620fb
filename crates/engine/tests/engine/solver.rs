//! Proves mates in space chess by trying every move of both sides: no pruning, no evaluation, no table. It knows the rules
//! alone, so that it and the engine have no mistake in common.

use raum_rules::{
    Move,
    node::Node as _,
    space::{Node, SpaceStep},
};

/// The solver gave up: the proof needs more positions than it may visit.
#[derive(Debug)]
pub(crate) struct TooLong;

/// Solves positions; visits at most so many in all.
pub(crate) struct Solver {
    visits_left: u64,
    /// The reply that refuted the last attempt, by the moves left. Trying it first saves time and changes no result.
    refutations: [Option<SpaceStep>; 8],
}

impl Solver {
    pub(crate) fn new(visits: u64) -> Self {
        Self {
            visits_left: visits,
            refutations: [None; 8],
        }
    }

    /// In how many moves the side to move mates at the soonest, if it takes at most so many.
    pub(crate) fn shortest(&mut self, node: &Node, most: usize) -> Result<Option<usize>, TooLong> {
        for moves in 1..=most {
            if self.mates(node, moves)? {
                return Ok(Some(moves));
            }
        }
        Ok(None)
    }

    /// The first moves after which every defence is mated within so many moves, the first one included.
    pub(crate) fn solutions(&mut self, node: &Node, moves: usize) -> Result<Vec<Move>, TooLong> {
        let mut solutions = Vec::new();
        for step in steps(node) {
            if self.is_lost(&node.after(step), moves - 1)? {
                solutions.push(Node::to_move(step));
            }
        }
        solutions.sort();
        Ok(solutions)
    }

    /// Whether the side to move mates within so many moves.
    fn mates(&mut self, node: &Node, moves: usize) -> Result<bool, TooLong> {
        for step in steps(node) {
            if self.is_lost(&node.after(step), moves - 1)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the side to move is mated now, or within so many moves of the other side whatever it plays.
    pub(crate) fn is_lost(&mut self, node: &Node, moves: usize) -> Result<bool, TooLong> {
        self.visits_left = self.visits_left.checked_sub(1).ok_or(TooLong)?;
        let in_check = node.in_check();
        if moves == 0 && !in_check {
            return Ok(false);
        }
        let replies = steps(node);
        if replies.is_empty() {
            return Ok(in_check);
        }
        if moves == 0 {
            return Ok(false);
        }
        let known = self.refutations[moves].filter(|step| replies.contains(step));
        for reply in known.into_iter().chain(replies) {
            if !self.mates(&node.after(reply), moves)? {
                self.refutations[moves] = Some(reply);
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Every legal move.
pub(crate) fn steps(node: &Node) -> Vec<SpaceStep> {
    let mut steps = Vec::new();
    node.list(&mut steps);
    steps
}
