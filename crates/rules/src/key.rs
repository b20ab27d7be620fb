//! What makes two positions the same for repetition.

use crate::{Piece, Role, Rules};

/// Equal for two positions of a kind just when they count as the same for repetition: the same side to
/// move, the same pieces on the same cells, the same rights. Not a hash: nothing collides.
///
/// Four bits a cell hold seven roles of two sides and the empty cell, so 125 cells, the turn and a byte
/// of rights fill 64 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key([u8; 64]);

impl Key {
    /// Packs what stands on the board, whose turn it is, and what else the kind counts as part of a
    /// position. A board of more than 125 cells does not compile.
    pub fn of<G: Rules>(game: &G, rights: u8) -> Self {
        const {
            assert!(
                G::EXTENT.cell_count() <= 125,
                "a key has room for 125 cells"
            )
        };
        let mut bytes = [0; 64];
        for (index, cell) in G::EXTENT.cells().enumerate() {
            bytes[index / 2] |= game.piece(cell).map_or(0, nibble) << (index % 2 * 4);
        }
        bytes[62] |= (game.turn() as u8) << 4;
        bytes[63] = rights;
        Self(bytes)
    }
}

/// 1–7 for the first side, 9–15 for the second. A mark shares the king's number: no kind has both.
fn nibble(piece: Piece) -> u8 {
    let role = match piece.role {
        Role::King | Role::Mark => 1,
        Role::Queen => 2,
        Role::Rook => 3,
        Role::Bishop => 4,
        Role::Knight => 5,
        Role::Unicorn => 6,
        Role::Pawn => 7,
    };
    role | (piece.side as u8) << 3
}
