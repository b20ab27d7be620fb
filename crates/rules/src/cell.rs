//! The cells of a board, and its extent.

/// One place on a board: file `x`, rank `y`, level `z`, each from 0.
///
/// Flat boards have one level. Each kind names its cells: see [`Rules::cell_name`](crate::Rules::cell_name).
///
/// ```
/// use raum_rules::{Cell, Kind};
///
/// let cell = Cell { x: 4, y: 3, z: 0 };
/// assert_eq!(Kind::Chess.cell_name(cell), "e4");
/// assert_eq!(Kind::Space.cell_name(cell), "Ae4");
/// ```
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
    ///
    /// ```
    /// use raum_rules::{Cell, Kind};
    ///
    /// assert_eq!(Kind::Space.cell_name(Cell::new(2, 0, 4)), "Ec1");
    /// ```
    pub const fn new(x: u8, y: u8, z: u8) -> Self {
        Self { x, y, z }
    }

    /// The cell at file `x` and rank `y` of a board with one level.
    ///
    /// ```
    /// use raum_rules::Cell;
    ///
    /// assert_eq!(Cell::flat(4, 3), Cell::new(4, 3, 0));
    /// ```
    pub const fn flat(x: u8, y: u8) -> Self {
        Self { x, y, z: 0 }
    }
}

/// The number of files, ranks and levels of a board.
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
    ///
    /// ```
    /// use raum_rules::{Extent, Kind};
    ///
    /// assert_eq!(Kind::Space.extent(), Extent::new(5, 5, 5));
    /// ```
    pub const fn new(x: u8, y: u8, z: u8) -> Self {
        Self { x, y, z }
    }

    /// The number of cells.
    ///
    /// ```
    /// use raum_rules::Extent;
    ///
    /// assert_eq!(Extent::new(5, 5, 5).cell_count(), 125);
    /// ```
    pub const fn cell_count(self) -> usize {
        self.x as usize * self.y as usize * self.z as usize
    }

    /// Whether the cell is on a board of this extent.
    ///
    /// ```
    /// use raum_rules::{Cell, Extent};
    ///
    /// let board = Extent::new(8, 8, 1);
    /// assert!(board.contains(Cell::flat(7, 0)));
    /// assert!(!board.contains(Cell::flat(8, 0)));
    /// ```
    pub const fn contains(self, cell: Cell) -> bool {
        cell.x < self.x && cell.y < self.y && cell.z < self.z
    }

    /// Every cell: file by file, then rank by rank, then level by level.
    ///
    /// ```
    /// use raum_rules::{Cell, Extent};
    ///
    /// let cells: Vec<_> = Extent::new(2, 2, 1).cells().collect();
    /// assert_eq!(cells, [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(x, y)| Cell::flat(x, y)));
    /// ```
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (0..self.z).flat_map(move |z| {
            (0..self.y).flat_map(move |y| (0..self.x).map(move |x| Cell::new(x, y, z)))
        })
    }
}
