//! Space chess as its network sees it.

use std::sync::{Arc, LazyLock};

use raum_rules::{
    Kind, Role,
    node::Node as _,
    space::{Node, SpaceStep},
};

use crate::net::{Board, Changes, Net, Placed};

/// The symmetries that leave the sides as they are: none, mirrored files, ranks swapped with levels, both.
const SYMMETRIES: usize = 4;

/// Where each symmetry moves a cell.
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

impl Board for Node {
    const KIND: Kind = Kind::Space;
    const ROLES: usize = 7;
    const PIECES: usize = 40;
    const SYMMETRIES: usize = SYMMETRIES;

    #[inline(always)]
    fn role_number(role: Role) -> usize {
        role as usize
    }

    #[inline(always)]
    fn opposite(cell: u8) -> u8 {
        124 - cell
    }

    #[inline]
    fn turned(symmetry: usize, cell: u8) -> u8 {
        TURNED[symmetry % SYMMETRIES][usize::from(cell) % 125]
    }

    fn visit_pieces(&self, visit: impl FnMut(Placed)) {
        self.all_pieces().for_each(visit);
    }

    #[inline(always)]
    fn changes(&self, step: SpaceStep) -> Changes {
        let (side, role) = (self.turn(), Self::role(step));
        let [from, to] = [Self::origin(step), Self::target(step)].map(|cell| cell as u8);
        Changes::of_move(
            (side, role, from),
            (side, Self::promotion(step).unwrap_or(role), to),
            self.captured(step).map(|captured| (!side, captured, to)),
        )
    }

    fn shipped() -> Option<Arc<Net<Self>>> {
        static SHIPPED: LazyLock<Option<Arc<Net<Node>>>> =
            LazyLock::new(|| Net::read(include_bytes!("net.bin")).ok().map(Arc::new));
        SHIPPED.clone()
    }
}
