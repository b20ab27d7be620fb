//! What a network has to know about a board.

use std::sync::Arc;

use raum_rules::{Kind, Role, Side, node::Node};

use super::{BUCKETS, HIDDEN, Net};

/// A piece on a cell.
pub type Placed = (Side, Role, u8);

/// A board that a network sees: its size, its symmetries, and how moves change it.
pub trait Board: Node + 'static {
    /// The kind of game, which the network's file names.
    const KIND: Kind;
    /// How many roles pieces have.
    const ROLES: usize;
    /// How many pieces there are at the start.
    const PIECES: usize;
    /// How many symmetries leave the sides as they are, the board as it is included.
    const SYMMETRIES: usize;

    /// The inputs of one view: own and other pieces of each role on each cell.
    const INPUTS: usize = 2 * Self::ROLES * Self::CELLS;
    /// How many hidden units have weights of their own; unit `symmetry * ORBITS + orbit` sees the board under that symmetry.
    const ORBITS: usize = HIDDEN / Self::SYMMETRIES;

    /// The number of a role, below [`Board::ROLES`].
    fn role_number(role: Role) -> usize;
    /// The cell of the first side that looks to it as this cell looks to the second side.
    fn opposite(cell: u8) -> u8;
    /// Where a symmetry moves a cell. Each symmetry undoes itself.
    fn turned(symmetry: usize, cell: u8) -> u8;
    /// Visits all pieces.
    fn visit_pieces(&self, visit: impl FnMut(Placed));
    /// What a step changes.
    fn changes(&self, step: Self::Step) -> Changes;
    /// The network that ships with the engine; none if there is none or its file is damaged.
    fn shipped() -> Option<Arc<Net<Self>>>;
}

/// What a step removes and adds. A pass has neither; a move removes and adds the piece that moves; the second place is for what it
/// captures (removed alone) and for the rook of castling (removed and added).
#[derive(Clone, Copy, Debug, Default)]
pub struct Changes {
    /// What leaves its cell.
    pub removed: [Option<Placed>; 2],
    /// What arrives.
    pub added: [Option<Placed>; 2],
}

impl Changes {
    /// The move of one piece, with what it captures.
    #[inline(always)]
    pub fn of_move(from: Placed, to: Placed, captured: Option<Placed>) -> Self {
        Self {
            removed: [Some(from), captured],
            added: [Some(to), None],
        }
    }
}

/// The number of a piece's input, as one side sees it.
#[inline(always)]
pub fn input<B: Board>(view: Side, (side, role, cell): Placed) -> usize {
    let cell = match view {
        Side::First => cell,
        Side::Second => B::opposite(cell),
    };
    (usize::from(side != view) * B::ROLES + B::role_number(role)) * B::CELLS + usize::from(cell)
}

/// The input that a unit under a symmetry reads with the weight of this input.
pub fn turned_input<B: Board>(symmetry: usize, input: usize) -> usize {
    let cell = input % B::CELLS;
    input - cell + usize::from(B::turned(symmetry, cell as u8))
}

/// The bucket of a position with so many pieces.
#[inline(always)]
pub fn bucket<B: Board>(pieces: i32) -> usize {
    // From two kings to all pieces.
    ((pieces - 2).max(0) as usize * BUCKETS / (B::PIECES - 1)).min(BUCKETS - 1)
}
