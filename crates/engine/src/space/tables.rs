//! The fitted weights, arranged for quick evaluation.

use raum_rules::{Role, Side, node::ROLES, space::Node};

use super::{
    THREATENED, Weights,
    features::{ATTACKED, BY_PAWN, CLASS, CLASSES, HANGING, MATERIAL, PLACEMENT, TEMPO},
};

/// The sums of weights that evaluation looks up.
pub(super) struct Tables {
    /// What a piece is worth on a cell, for the first side: by side, role and cell.
    places: [[[i32; 125]; ROLES]; 2],
    hanging: [i32; ROLES],
    attacked: [i32; ROLES],
    by_pawn: [i32; ROLES],
    /// What the move is worth.
    pub(super) tempo: i32,
}

impl Tables {
    pub(super) fn new(weights: &Weights) -> Self {
        let Weights(weights) = weights;
        let of_role = |first: usize| std::array::from_fn(|role| weights[first + role]);
        let mut places = [[[0; 125]; ROLES]; 2];
        for (side, roles) in places.iter_mut().enumerate() {
            for (role, cells) in roles.iter_mut().enumerate() {
                for (cell, worth) in cells.iter_mut().enumerate() {
                    let class = usize::from(CLASS[side][cell]);
                    let sum =
                        weights[MATERIAL + role] + weights[PLACEMENT + role * CLASSES + class];
                    *worth = if side == 0 { sum } else { -sum };
                }
            }
        }
        Self {
            places,
            hanging: of_role(HANGING),
            attacked: of_role(ATTACKED),
            by_pawn: of_role(BY_PAWN),
            tempo: weights[TEMPO],
        }
    }

    /// What a piece is worth on a cell, for the first side.
    #[inline(always)]
    pub(super) fn place(&self, side: Side, role: Role, at: u8) -> i32 {
        self.places[side.index()][role as usize][usize::from(at)]
    }

    /// What pieces under attack are worth, for the first side.
    pub(super) fn threats(&self, node: &Node) -> i32 {
        let pawns = Side::BOTH.map(|side| node.pawn_attacks(side));
        let attacks = Side::BOTH.map(|side| node.piece_attacks(side) | pawns[side.index()]);
        let mut sum = 0;
        for side in Side::BOTH {
            let [own, other] = [side.index(), (!side).index()];
            let under_attack = node.side(side) & attacks[other];
            if under_attack == 0 {
                continue;
            }
            let hanging = under_attack & !attacks[own];
            let by_pawn = under_attack & pawns[other];
            let attacked = under_attack & !hanging & !by_pawn;
            let mut threats = 0;
            for role in THREATENED {
                let pieces = node.pieces(side, role) & under_attack;
                if pieces != 0 {
                    let count = |set: u128| (set & pieces).count_ones() as i32;
                    threats += self.hanging[role as usize] * count(hanging)
                        + self.attacked[role as usize] * count(attacked)
                        + self.by_pawn[role as usize] * count(by_pawn);
                }
            }
            sum += if own == 0 { threats } else { -threats };
        }
        sum
    }
}
