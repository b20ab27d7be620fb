//! Where a piece can stand: cells, and the extent of a board.

/// One place on a board: file `x`, rank `y`, level `z`, each from 0.
///
/// Flat boards have one level. How a cell is written is its kind's affair: see
/// [`Rules::cell_name`](crate::Rules::cell_name).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// File, from 0.
    pub x: u8,
    /// Rank, from 0.
    pub y: u8,
    /// Level, from 0.
    pub z: u8,
}

impl Cell {
    /// The cell at file `x`, rank `y`, level `z`.
    pub const fn new(x: u8, y: u8, z: u8) -> Self {
        Self { x, y, z }
    }

    /// The cell at file `x` and rank `y` of a board with one level.
    pub const fn flat(x: u8, y: u8) -> Self {
        Self { x, y, z: 0 }
    }
}

/// How many files, ranks and levels a board has.
///
/// ```
/// use raum_rules::{Cell, Extent};
///
/// let board = Extent::new(3, 3, 1);
/// assert_eq!(board.cells().count(), 9);
/// assert!(!board.contains(Cell::new(0, 0, 1)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Extent {
    /// Files.
    pub x: u8,
    /// Ranks.
    pub y: u8,
    /// Levels.
    pub z: u8,
}

impl Extent {
    /// A board of `x` files, `y` ranks and `z` levels.
    pub const fn new(x: u8, y: u8, z: u8) -> Self {
        Self { x, y, z }
    }

    /// How many cells there are.
    pub const fn cell_count(self) -> usize {
        self.x as usize * self.y as usize * self.z as usize
    }

    /// Whether the cell is on a board of this extent.
    pub const fn contains(self, cell: Cell) -> bool {
        cell.x < self.x && cell.y < self.y && cell.z < self.z
    }

    /// Every cell, files first, then ranks, then levels.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (0..self.z).flat_map(move |z| {
            (0..self.y).flat_map(move |y| (0..self.x).map(move |x| Cell::new(x, y, z)))
        })
    }
}
