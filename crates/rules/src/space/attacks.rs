//! Attack tables, built on first use.

use std::sync::LazyLock;

use super::{
    cells::{CELLS, Set, each},
    geometry::{all_directions, knight_jumps, steps, table, walk},
    pawns::CAPTURES,
    sliders::Slider,
};
use crate::Role;

/// All attack tables.
pub(super) struct Attacks {
    /// Attacks of rook, bishop and unicorn: the lines of one, two and three axes.
    sliders: [Slider; 3],
    /// A king's steps from each cell.
    pub(super) king: [Set; CELLS],
    /// A knight's jumps from each cell.
    pub(super) knight: [Set; CELLS],
    /// The cells that a pawn of each side attacks from each cell.
    pub(super) pawn: [[Set; CELLS]; 2],
    /// The cells beyond each cell in each of the 27 directions. The numbers of opposite directions add up
    /// to 26.
    rays: Box<[[Set; 27]; CELLS]>,
    /// The number of the direction from one cell to another; [`NO_LINE`] if no line joins them.
    directions: Box<[[u8; CELLS]; CELLS]>,
}

/// The number of the zero direction.
const NO_LINE: u8 = 13;

impl Attacks {
    /// The shared tables.
    pub(super) fn get() -> &'static Self {
        static TABLES: LazyLock<Attacks> = LazyLock::new(Attacks::new);
        &TABLES
    }

    fn new() -> Self {
        let [white_pawn, black_pawn] = [1, -1]
            .map(|ahead| steps(&CAPTURES.map(|direction| direction.map(|step| step * ahead))));
        let king: Vec<_> = all_directions().filter(|step| *step != [0; 3]).collect();
        Self {
            sliders: [1, 2, 3].map(Slider::new),
            king: steps(&king),
            knight: steps(&knight_jumps()),
            pawn: [white_pawn, black_pawn],
            rays: Box::new(table(|from| {
                let mut rays = [0; 27];
                for (ray, direction) in rays.iter_mut().zip(all_directions()) {
                    *ray = walk(from, direction, 0);
                }
                rays
            })),
            directions: Box::new(table(|from| {
                let mut numbers = [NO_LINE; CELLS];
                for (number, direction) in (0..).zip(all_directions()) {
                    for to in each(walk(from, direction, 0)) {
                        numbers[usize::from(to)] = number;
                    }
                }
                numbers
            })),
        }
    }

    /// The cells that a piece other than a pawn attacks from a cell.
    #[inline(always)]
    pub(super) fn of(&self, role: Role, from: u8, occupied: Set) -> Set {
        match role {
            Role::Rook => self.sliders[0].attacks(from, occupied),
            Role::Bishop => self.sliders[1].attacks(from, occupied),
            Role::Unicorn => self.sliders[2].attacks(from, occupied),
            Role::Queen => self
                .sliders
                .iter()
                .fold(0, |set, slider| set | slider.attacks(from, occupied)),
            Role::Knight => self.knight[usize::from(from)],
            Role::King => self.king[usize::from(from)],
            Role::Pawn | Role::Mark => 0,
        }
    }

    /// The lines of rook, bishop and unicorn from a cell of an empty board.
    #[inline(always)]
    pub(super) fn lines(&self, from: u8) -> [Set; 3] {
        [0, 1, 2].map(|axes: usize| self.sliders[axes].rays[usize::from(from)])
    }

    /// The cells beyond `from` in the direction of `to`; none if no line joins them.
    #[inline(always)]
    pub(super) fn ray(&self, from: u8, to: u8) -> Set {
        let direction = self.directions[usize::from(from)][usize::from(to)];
        self.rays[usize::from(from)][usize::from(direction)]
    }

    /// The cells between two cells of a line; none if no line joins them.
    #[inline(always)]
    pub(super) fn between(&self, a: u8, b: u8) -> Set {
        let [a, b] = [usize::from(a), usize::from(b)];
        let direction = usize::from(self.directions[a][b]);
        self.rays[a][direction] & self.rays[b][26 - direction]
    }
}
