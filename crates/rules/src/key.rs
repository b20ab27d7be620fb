//! Identity of positions for the repetition rules.

use crate::{Cell, Piece, Role, Rules, Side};

/// Equal for two positions of a kind exactly when they count as the same for repetition: same side to
/// move, same pieces on the same cells, same rights. Not a hash: keys never collide.
///
/// Four bits a cell hold seven roles of two sides and the empty cell, so 125 cells, the turn and a byte
/// of rights fill 64 bytes.
///
/// ```
/// use raum_rules::{Game, Rules, chess::Chess};
///
/// let there_and_back = ["g1f3", "g8f6", "f3g1", "f6g8"];
/// let mut game = Chess::default();
/// for text in there_and_back {
///     game = game.play(Chess::read_move(text)?)?;
/// }
/// assert_eq!(game.key(), Chess::default().key());
/// assert_ne!(game, Chess::default(), "the half-move clock differs");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key([u8; 64]);

/// The most cells that fit into a key.
const CELLS_MAX: usize = 125;

impl Key {
    /// Packs the pieces, the side to move, and the rights that the kind counts as part of a position. A
    /// board of more than 125 cells does not compile. Kings and marks share a code, since no kind has both.
    ///
    /// ```
    /// use raum_rules::{Game, Key, tic_tac_toe::TicTacToe};
    ///
    /// let game = TicTacToe::default();
    /// assert_eq!(Key::of(&game, 0), game.key());
    /// assert_ne!(Key::of(&game, 1), game.key());
    /// ```
    pub fn of<G: Rules>(game: &G, rights: u8) -> Self {
        const { assert!(G::EXTENT.cell_count() <= CELLS_MAX) };
        let mut key = Self::without_pieces(game.turn(), rights);
        let mut index = 0;
        // Loops, because the flattened iterator of `Extent::cells` shows in profiles of the server.
        for z in 0..G::EXTENT.z {
            for y in 0..G::EXTENT.y {
                for x in 0..G::EXTENT.x {
                    if let Some(piece) = game.piece(Cell::new(x, y, z)) {
                        key.put(index, piece);
                    }
                    index += 1;
                }
            }
        }
        key
    }

    /// The key of an empty board, for kinds that know where their pieces are without looking at every cell.
    pub(crate) fn without_pieces(turn: Side, rights: u8) -> Self {
        let mut bytes = [0; 64];
        bytes[62] = (turn as u8) << 4;
        bytes[63] = rights;
        Self(bytes)
    }

    /// Adds a piece on a cell, which must be empty. Cells count along x, then y, then z.
    pub(crate) fn put(&mut self, index: usize, piece: Piece) {
        self.0[index / 2] |= nibble(piece) << (index % 2 * 4);
    }
}

/// 1–7 for the first side, 9–15 for the second.
fn nibble(piece: Piece) -> u8 {
    let role = match piece.role {
        Role::Mark => Role::King,
        role => role,
    };
    (role as u8 + 1) | (piece.side as u8) << 3
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game, Kind, chess::Chess, kind::AnyGame, space::Space};

    /// Games that know where their pieces are have the same keys as if they looked at every cell.
    #[test]
    fn keys_do_not_depend_on_how_pieces_are_found() {
        let mut random = fastrand::Rng::with_seed(7);
        for kind in [Kind::Space, Kind::Chess] {
            let mut game = kind.start();
            for _ in 0..300 {
                let by_cells = |rights| match &game {
                    AnyGame::Space(game) => Key::of::<Space>(game, rights),
                    AnyGame::Chess(game) => Key::of::<Chess>(game, rights),
                    AnyGame::TicTacToe(_) => game.key(),
                };
                let mut all_rights = 0..=u8::MAX;
                assert!(
                    all_rights.any(|rights| by_cells(rights) == game.key()),
                    "{game}"
                );
                let Some(mv) = random.choice(game.legal()) else {
                    break;
                };
                game = game.play(mv).expect("a legal move");
            }
        }
    }
}
