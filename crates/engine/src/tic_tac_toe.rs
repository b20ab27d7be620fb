//! Tic-tac-toe needs no evaluation: the search reaches the end of every game.

use raum_rules::{node::ROLES, tic_tac_toe::Node};

use crate::{params::Params, search::Evaluate};

/// Calls every position even.
pub(crate) struct Evaluator;

impl Evaluate for Evaluator {
    type Node = Node;
    const VALUES: [i32; ROLES] = [0; ROLES];
    const IS_SMALL: bool = true;
    /// Nothing is pruned or reduced: the game is small, and every guess would cost perfect play.
    const PARAMS: Params = Params {
        null_move: 0,
        reductions: 0,
        late_pruning: 0,
        futility: 0,
        reverse_futility: 0,
        exchange_pruning: 0,
        mate_share: 0,
        ..Params::SPACE
    };

    fn begin(&mut self, _: &Node) {}
    fn push(&mut self, _: &Node, _: <Node as raum_rules::node::Node>::Step) {}
    fn push_pass(&mut self) {}
    fn pop(&mut self) {}
    fn evaluate(&mut self, _: &Node) -> i32 {
        0
    }
}
