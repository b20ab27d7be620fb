//! The features of a position that the fitted weights count.

use raum_rules::{
    Role, Side,
    node::{Node as _, ROLES},
    space::Node,
};

use super::Weights;

/// How many weights there are.
pub const WEIGHTS: usize = TEMPO + 1;

/// How many classes of cells there are: mirror images, and cells that differ in rank and level swapped, are one.
pub const CLASSES: usize = 45;

pub(super) const MATERIAL: usize = 0;
pub(super) const PLACEMENT: usize = MATERIAL + ROLES;
pub(super) const HANGING: usize = PLACEMENT + ROLES * CLASSES;
pub(super) const ATTACKED: usize = HANGING + ROLES;
pub(super) const BY_PAWN: usize = ATTACKED + ROLES;
pub(super) const TEMPO: usize = BY_PAWN + ROLES;

/// The class of each cell, as each side sees it.
pub(super) static CLASS: [[u8; 125]; 2] = {
    let mut classes = [[0; 125]; 2];
    let mut cell = 0;
    while cell < 125 {
        classes[0][cell] = class(cell);
        classes[1][cell] = class(124 - cell);
        cell += 1;
    }
    classes
};

const fn class(cell: usize) -> u8 {
    let [x, y, z] = [cell % 5, cell / 5 % 5, cell / 25];
    let file = if x < 3 { x } else { 4 - x };
    let [low, high] = if y < z { [y, z] } else { [z, y] };
    (file * 15 + high * (high + 1) / 2 + low) as u8
}

/// Visits what speaks for the first side (positive) and against it: the number of a weight, and how often it counts.
pub fn features(node: &Node, mut visit: impl FnMut(usize, i32)) {
    let mut attacked = [0u128; 2];
    let pawns = Side::BOTH.map(|side| node.pawn_attacks(side));
    for side in Side::BOTH {
        let sign = 1 - 2 * side.index() as i32;
        let classes = &CLASS[side.index()];
        let mut attacks = pawns[side.index()];
        for role in [
            Role::King,
            Role::Queen,
            Role::Rook,
            Role::Bishop,
            Role::Knight,
            Role::Unicorn,
        ] {
            for at in Node::cells(node.pieces(side, role)) {
                attacks |= node.attacks(role, at);
                visit(
                    PLACEMENT + role as usize * CLASSES + usize::from(classes[usize::from(at)]),
                    sign,
                );
                visit(MATERIAL + role as usize, sign);
            }
        }
        for at in Node::cells(node.pieces(side, Role::Pawn)) {
            visit(
                PLACEMENT + Role::Pawn as usize * CLASSES + usize::from(classes[usize::from(at)]),
                sign,
            );
            visit(MATERIAL + Role::Pawn as usize, sign);
        }
        attacked[side.index()] = attacks;
    }
    for side in Side::BOTH {
        let sign = 1 - 2 * side.index() as i32;
        let [own, other] = [side.index(), (!side).index()];
        let under_attack = node.side(side) & attacked[other];
        if under_attack == 0 {
            continue;
        }
        let hanging = under_attack & !attacked[own];
        let by_pawn = under_attack & pawns[other];
        for role in [
            Role::Queen,
            Role::Rook,
            Role::Bishop,
            Role::Knight,
            Role::Unicorn,
            Role::Pawn,
        ] {
            let pieces = node.pieces(side, role);
            let count = |set: u128| (set & pieces).count_ones() as i32;
            visit(HANGING + role as usize, sign * count(hanging));
            visit(
                ATTACKED + role as usize,
                sign * count(under_attack & !hanging & !by_pawn),
            );
            visit(BY_PAWN + role as usize, sign * count(by_pawn));
        }
    }
    visit(TEMPO, if node.turn() == Side::First { 1 } else { -1 });
}

/// The evaluation by weights alone, for the first side.
pub fn plain(node: &Node, weights: &Weights) -> i32 {
    let mut sum = 0;
    features(node, |index, count| sum += weights.0[index] * count);
    sum
}
