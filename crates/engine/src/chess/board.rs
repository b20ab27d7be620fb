//! Chess as its network sees it.

use std::sync::{Arc, LazyLock};

use raum_rules::{
    Kind, Role, Side,
    chess::{ChessStep, Node},
    node::Node as _,
};

use super::sets::each;
use crate::net::{Board, Changes, Net, Placed};

const ROLES: [Role; 6] = [
    Role::King,
    Role::Queen,
    Role::Rook,
    Role::Bishop,
    Role::Knight,
    Role::Pawn,
];

impl Board for Node {
    const KIND: Kind = Kind::Chess;
    const ROLES: usize = ROLES.len();
    const PIECES: usize = 32;
    /// None, and mirrored files.
    const SYMMETRIES: usize = 2;

    #[inline(always)]
    fn role_number(role: Role) -> usize {
        // Chess has no unicorn, whose number the pawn takes.
        (role as usize).min(Role::Unicorn as usize)
    }

    #[inline(always)]
    fn opposite(cell: u8) -> u8 {
        cell ^ 0o70
    }

    #[inline]
    fn turned(symmetry: usize, cell: u8) -> u8 {
        cell ^ [0, 7][symmetry % 2]
    }

    fn visit_pieces(&self, mut visit: impl FnMut(Placed)) {
        for side in Side::BOTH {
            for role in ROLES {
                each(self.pieces(side, role)).for_each(|at| visit((side, role, at)));
            }
        }
    }

    #[inline(always)]
    fn changes(&self, step: ChessStep) -> Changes {
        let (side, role) = (self.turn(), Self::role(step));
        let [from, to] = [Self::origin(step), Self::target(step)].map(|cell| cell as u8);
        let is_castling = role == Role::King && from.abs_diff(to) == 2;
        if is_castling {
            let [corner, place] = if to > from {
                [to + 1, to - 1]
            } else {
                [to - 2, to + 1]
            };
            return Changes {
                removed: [Some((side, role, from)), Some((side, Role::Rook, corner))],
                added: [Some((side, role, to)), Some((side, Role::Rook, place))],
            };
        }
        let captured = self.captured(step).map(|captured| {
            let is_en_passant = self.side(!side) & 1 << to == 0;
            // The pawn is beside the origin, on the file of the target.
            let at = if is_en_passant { to ^ 8 } else { to };
            (!side, captured, at)
        });
        let promoted = Self::promotion(step).unwrap_or(role);
        Changes::of_move((side, role, from), (side, promoted, to), captured)
    }

    fn shipped() -> Option<Arc<Net<Self>>> {
        static SHIPPED: LazyLock<Option<Arc<Net<Node>>>> =
            LazyLock::new(|| Net::read(include_bytes!("net.bin")).ok().map(Arc::new));
        SHIPPED.clone()
    }
}
