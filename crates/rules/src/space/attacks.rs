//! Which cells a piece attacks: tables, made once when they are first needed.
//!
//! A sliding piece's attacks depend on the few cells where a blocker matters. A multiplication gathers
//! those bits of each half of the board into an index (a "magic" factor, found by trying seeded random
//! numbers: all 750 of them take some milliseconds), and the table holds the attacks for every index.

use std::sync::LazyLock;

use super::{
    cells::{CELLS, EDGE, Set, bit, cell, each, index},
    pawns::{self, Direction},
};
use crate::{Cell, Role};

/// All tables.
pub(super) struct Attacks {
    /// Attacks of rook, bishop and unicorn: the lines of one, two and three axes.
    sliders: [Slider; 3],
    /// A king's steps from each cell.
    pub(super) king: [Set; CELLS],
    /// A knight's jumps from each cell.
    pub(super) knight: [Set; CELLS],
    /// The cells that a pawn of each side attacks from each cell.
    pub(super) pawn: [[Set; CELLS]; 2],
    /// The cells beyond each cell in each of the 27 directions; a direction and its opposite have
    /// numbers that add up to 26.
    rays: Box<[[Set; 27]; CELLS]>,
    /// The number of the direction from one cell to another; [`NO_LINE`] if no line joins them.
    directions: Box<[[u8; CELLS]; CELLS]>,
}

/// The number of the direction that leads nowhere.
const NO_LINE: u8 = 13;

/// The tables of one sliding piece.
struct Slider {
    /// The piece's lines on an empty board.
    rays: [Set; CELLS],
    magics: [Magic; CELLS],
    attacks: Vec<Set>,
}

/// How blockers around one cell become an index.
#[derive(Clone, Copy, Default)]
struct Magic {
    /// Where a blocker matters: not on the last cell of a line.
    mask: Set,
    /// The factors that gather the mask's bits of the lower and of the upper 64 cells at the top.
    factors: [u64; 2],
    /// How far to move them down again.
    shifts: [u32; 2],
    /// How many bits come from the lower half.
    lower_bits: u32,
    /// Where this cell's attacks begin in the table.
    offset: usize,
}

impl Attacks {
    /// The tables.
    pub(super) fn get() -> &'static Self {
        static TABLES: LazyLock<Attacks> = LazyLock::new(Attacks::new);
        &TABLES
    }

    fn new() -> Self {
        let [white_pawn, black_pawn] = [1, -1].map(|ahead| {
            steps(&pawns::CAPTURES.map(|direction| direction.map(|step| step * ahead)))
        });
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
                    each(walk(from, direction, 0), |to| {
                        numbers[usize::from(to)] = number;
                    });
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

    /// The cells between two cells of a line; none if no line joins them.
    #[inline(always)]
    pub(super) fn between(&self, a: u8, b: u8) -> Set {
        let [a, b] = [usize::from(a), usize::from(b)];
        let direction = usize::from(self.directions[a][b]);
        self.rays[a][direction] & self.rays[b][26 - direction]
    }
}

impl Slider {
    /// The piece whose steps go along this many axes at once.
    fn new(axes: usize) -> Self {
        let directions: Vec<Direction> = all_directions()
            .filter(|direction| direction.iter().filter(|step| **step != 0).count() == axes)
            .collect();
        let mut attacks = Vec::new();
        let magics = table(|from| {
            let mask = directions.iter().fold(0, |mask, direction| {
                mask | inner(walk(from, *direction, 0), *direction)
            });
            let magic = Magic::new(mask, attacks.len());
            attacks.resize(attacks.len() + (1 << mask.count_ones()), 0);
            for_each_subset(mask, |blockers| {
                attacks[magic.index(blockers)] = directions
                    .iter()
                    .fold(0, |set, direction| set | walk(from, *direction, blockers));
            });
            magic
        });
        Self {
            rays: table(|from| {
                directions
                    .iter()
                    .fold(0, |set, direction| set | walk(from, *direction, 0))
            }),
            magics,
            attacks,
        }
    }

    #[inline(always)]
    fn attacks(&self, from: u8, occupied: Set) -> Set {
        self.attacks[self.magics[usize::from(from)].index(occupied)]
    }
}

impl Magic {
    fn new(mask: Set, offset: usize) -> Self {
        let halves = [mask as u64, (mask >> 64) as u64];
        Self {
            mask,
            factors: halves.map(find_factor),
            shifts: halves.map(shift),
            lower_bits: halves[0].count_ones(),
            offset,
        }
    }

    #[inline(always)]
    fn index(&self, occupied: Set) -> usize {
        let blockers = occupied & self.mask;
        let lower = (blockers as u64).wrapping_mul(self.factors[0]) >> self.shifts[0];
        let upper = ((blockers >> 64) as u64).wrapping_mul(self.factors[1]) >> self.shifts[1];
        self.offset + (lower | upper << self.lower_bits) as usize
    }
}

/// How far down the gathered bits of a mask go. An empty mask has no bits to gather, and any shift in
/// range will do for its zero.
fn shift(mask: u64) -> u32 {
    (64 - mask.count_ones()).min(63)
}

/// A factor that gathers the bits of a mask so that every subset gets a number of its own.
fn find_factor(mask: u64) -> u64 {
    let mut seed = 0;
    loop {
        // Few bits set make few carries, so three numbers are thinned out to one.
        let factor = next_random(&mut seed) & next_random(&mut seed) & next_random(&mut seed);
        let mut taken = [false; 512];
        let mut distinct = true;
        for_each_subset(mask.into(), |subset| {
            let number = (subset as u64).wrapping_mul(factor) >> shift(mask);
            distinct &= !std::mem::replace(&mut taken[number as usize], true);
        });
        if distinct {
            return factor;
        }
    }
}

/// The next number of a `SplitMix64` generator.
fn next_random(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut number = *seed;
    number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

fn for_each_subset(set: Set, mut visit: impl FnMut(Set)) {
    let mut subset: Set = 0;
    loop {
        visit(subset);
        subset = subset.wrapping_sub(set) & set;
        if subset == 0 {
            return;
        }
    }
}

/// The 27 directions, the one that leads nowhere in the middle.
fn all_directions() -> impl Iterator<Item = Direction> {
    (0..27i8).map(|number| [number % 3 - 1, number / 3 % 3 - 1, number / 9 - 1])
}

fn knight_jumps() -> Vec<Direction> {
    let mut jumps = Vec::new();
    for long in 0..3 {
        for short in (0..3).filter(|axis| *axis != long) {
            for (two, one) in [(2, 1), (2, -1), (-2, 1), (-2, -1)] {
                let mut jump = [0; 3];
                jump[long] = two;
                jump[short] = one;
                jumps.push(jump);
            }
        }
    }
    jumps
}

/// The cell one step further, if it is on the board.
fn neighbour(from: u8, [x, y, z]: Direction) -> Option<u8> {
    let on_board = |coordinate: u8, step: i8| {
        coordinate
            .checked_add_signed(step)
            .filter(|moved| *moved < EDGE)
    };
    let from = cell(from);
    Some(index(Cell::new(
        on_board(from.x, x)?,
        on_board(from.y, y)?,
        on_board(from.z, z)?,
    )))
}

/// The cells beyond a cell in one direction, up to the first blocker, which is included.
fn walk(from: u8, direction: Direction, blockers: Set) -> Set {
    let mut reached = 0;
    let mut at = from;
    while direction != [0; 3]
        && let Some(next) = neighbour(at, direction)
    {
        reached |= bit(next);
        if blockers & bit(next) != 0 {
            break;
        }
        at = next;
    }
    reached
}

/// A ray without its last cell.
fn inner(ray: Set, direction: Direction) -> Set {
    let mut inner = 0;
    each(ray, |at| {
        if neighbour(at, direction).is_some() {
            inner |= bit(at);
        }
    });
    inner
}

/// The cells one step away.
fn steps(directions: &[Direction]) -> [Set; CELLS] {
    table(|from| {
        directions
            .iter()
            .filter_map(|direction| neighbour(from, *direction))
            .fold(0, |set, to| set | bit(to))
    })
}

/// A table with one entry for each cell.
fn table<T>(mut entry: impl FnMut(u8) -> T) -> [T; CELLS] {
    std::array::from_fn(|from| entry(from as u8))
}
