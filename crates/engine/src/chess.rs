//! Evaluates chess.

use raum_rules::{
    Role, Side,
    chess::Node,
    node::{Node as _, ROLES},
};

use crate::search::Evaluate;

/// Judges positions by material (the rest is to come).
pub(crate) struct Evaluator;

impl Evaluate for Evaluator {
    type Node = Node;
    const VALUES: [i32; ROLES] = [10_000, 950, 500, 330, 320, 0, 100, 0];

    fn begin(&mut self, _: &Node) {}
    fn push(&mut self, _: &Node, _: <Node as raum_rules::node::Node>::Step) {}
    fn push_pass(&mut self) {}
    fn pop(&mut self) {}
    fn evaluate(&mut self, node: &Node) -> i32 {
        let material = |side| {
            [
                Role::Queen,
                Role::Rook,
                Role::Bishop,
                Role::Knight,
                Role::Pawn,
            ]
            .map(|role| node.pieces(side, role).count_ones() as i32 * Self::VALUES[role as usize])
            .iter()
            .sum::<i32>()
        };
        let sum = material(Side::First) - material(Side::Second);
        if node.turn() == Side::First {
            sum
        } else {
            -sum
        }
    }
}
