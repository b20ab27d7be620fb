//! The flights of a king are its legal moves, before and after every step of the opponent.

use raum_rules::{
    Role,
    node::Node as _,
    space::{Node, Space},
};

use crate::common::laws;

/// The cells that the king of the side to move can enter.
fn king_targets(node: &Node) -> u128 {
    let mut steps = Vec::new();
    node.list(&mut steps);
    let by_king = steps
        .into_iter()
        .filter(|step| Node::role(*step) == Role::King);
    by_king.fold(0, |set, step| set | 1 << Node::target(step))
}

#[test]
fn flights_are_moves_of_the_king() {
    laws::everywhere::<Space>(|game| {
        let node = Node::new(game);
        if !node.in_check() {
            assert_eq!(node.flights(), king_targets(&node.pass()), "{game}");
        }
    });
}

#[test]
fn flights_after_a_step_are_those_it_leaves() {
    laws::everywhere::<Space>(|game| {
        let node = Node::new(game);
        let flights = node.flights();
        let mut steps = Vec::new();
        node.list(&mut steps);
        for step in steps {
            let entered = 1 << Node::target(step);
            let left = king_targets(&node.after(step)) & (flights | entered);
            let told = node.flights_after(step, flights);
            assert_eq!(told, left, "{game}: {:?}", Node::to_move(step));
        }
    });
}
