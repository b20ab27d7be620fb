//! The symmetries of space chess that leave the sides as they are.

/// How many there are: none, mirrored files, ranks swapped with levels, both.
pub const SYMMETRIES: usize = 4;

/// Where each symmetry moves a cell. Each one undoes itself.
static TURNED: [[u8; 125]; SYMMETRIES] = {
    let mut cells = [[0; 125]; SYMMETRIES];
    let mut cell = 0;
    while cell < 125 {
        let [x, y, z] = [cell % 5, cell / 5 % 5, cell / 25];
        cells[0][cell] = cell as u8;
        cells[1][cell] = (4 - x + 5 * y + 25 * z) as u8;
        cells[2][cell] = (x + 5 * z + 25 * y) as u8;
        cells[3][cell] = (4 - x + 5 * z + 25 * y) as u8;
        cell += 1;
    }
    cells
};

/// Where a symmetry moves a cell.
#[inline]
pub fn turned(symmetry: usize, cell: u8) -> u8 {
    TURNED[symmetry % SYMMETRIES][usize::from(cell) % 125]
}

/// The input that a unit under a symmetry reads with the weight of this input.
pub fn turned_input(symmetry: usize, input: usize) -> usize {
    input / 125 * 125 + usize::from(turned(symmetry, (input % 125) as u8))
}
