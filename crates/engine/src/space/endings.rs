//! Knowledge of endings that the weights cannot express: how to mate a bare king.

use raum_rules::{
    Role, Side,
    node::{Node as _, ROLES},
    space::Node,
};

use crate::mate::Checks;

/// What a step of the bare king away from the middle is worth to the side with the queen.
const OUTWARDS: i32 = 40;
/// What a step of the kings towards each other is worth.
const TOGETHER: i32 = 24;
/// What a cell is worth that the bare king can no longer go to.
const CONFINED: i32 = 10;

/// What speaks for the first side (positive) or the second when one has a bare king and the other a queen. Every such
/// ending is won, but a search of few nodes sees no mate until the king stands at the edge with the other king near.
pub(super) fn drive(node: &Node) -> i32 {
    let drives = |side: Side| {
        node.side(!side) == node.pieces(!side, Role::King) && node.pieces(side, Role::Queen) != 0
    };
    if drives(Side::First) {
        progress(node, Side::First)
    } else if drives(Side::Second) {
        -progress(node, Side::Second)
    } else {
        0
    }
}

fn progress(node: &Node, attacker: Side) -> i32 {
    let kings = [attacker, !attacker].map(|side| node.pieces(side, Role::King).trailing_zeros());
    let [own, bare] = kings.map(|cell| [cell % 5, cell / 5 % 5, cell / 25]);
    let outwards: u32 = bare.iter().map(|axis| axis.abs_diff(2)).sum();
    let axes = own.iter().zip(bare);
    let apart: u32 = axes.map(|(own, bare)| own.abs_diff(bare)).sum();
    let [own, bare] = kings.map(|cell| node.attacks(Role::King, cell as u8));
    let guarded = Node::cells(node.pieces(attacker, Role::Queen))
        .fold(own, |guarded, at| guarded | node.attacks(Role::Queen, at));
    let escapes = (bare & !guarded).count_ones();
    OUTWARDS * outwards as i32 - TOGETHER * apart as i32 - CONFINED * escapes as i32
}

/// The moves that may give check: onto a line to the king, or out of the way of another piece. Pawns count always.
pub(super) fn checks(node: &Node) -> Checks {
    let king = node.pieces(!node.turn(), Role::King).trailing_zeros() as u8;
    let mut targets = [0; ROLES];
    for role in [Role::Rook, Role::Bishop, Role::Unicorn, Role::Knight] {
        targets[role as usize] = node.attacks(role, king);
    }
    let lines = node.attacks(Role::Queen, king);
    targets[Role::Queen as usize] = lines;
    targets[Role::Pawn as usize] = !0;
    Checks {
        targets,
        origins: lines & node.side(node.turn()),
        flights: node.flights(),
    }
}
