//! Sets of squares for the evaluation of chess, a bit each, by rank from a1.

use raum_rules::Side;

/// A set of squares.
pub(super) type Set = u64;

const FILE_A: Set = 0x0101_0101_0101_0101;
const FILE_H: Set = FILE_A << 7;

/// The squares of a set, in ascending order.
#[inline(always)]
pub(super) fn each(mut set: Set) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let at = set.trailing_zeros() as u8;
            set &= set - 1;
            at
        })
    })
}

#[inline(always)]
pub(super) const fn file(at: u8) -> u8 {
    at & 7
}

/// The rank as a side sees it, from 0.
#[inline(always)]
pub(super) const fn relative_rank(side: Side, at: u8) -> usize {
    let rank = (at >> 3) as usize;
    match side {
        Side::First => rank,
        Side::Second => 7 - rank,
    }
}

/// How many steps a king needs.
#[inline(always)]
pub(super) fn distance(one: u8, other: u8) -> i32 {
    let files = file(one).abs_diff(file(other));
    let ranks = (one >> 3).abs_diff(other >> 3);
    i32::from(files.max(ranks))
}

/// The squares one step ahead.
#[inline(always)]
pub(super) const fn forward(side: Side, set: Set) -> Set {
    match side {
        Side::First => set << 8,
        Side::Second => set >> 8,
    }
}

/// A set and everything ahead of it on its files.
#[inline(always)]
pub(super) const fn fill_forward(side: Side, mut set: Set) -> Set {
    match side {
        Side::First => {
            set |= set << 8;
            set |= set << 16;
            set | set << 32
        }
        Side::Second => {
            set |= set >> 8;
            set |= set >> 16;
            set | set >> 32
        }
    }
}

/// The squares to the left and right of a set.
#[inline(always)]
pub(super) const fn adjacent_files(set: Set) -> Set {
    (set & !FILE_A) >> 1 | (set & !FILE_H) << 1
}

/// The files to the left and right of a square.
#[inline(always)]
pub(super) const fn files_beside(at: u8) -> Set {
    adjacent_files(FILE_A << file(at))
}

/// The squares that the pawns of a side attack.
#[inline(always)]
pub(super) const fn pawn_attacks(side: Side, pawns: Set) -> Set {
    forward(side, adjacent_files(pawns))
}

/// The squares ahead of a square on its own file and those beside it: a pawn without enemy pawns there is passed.
#[inline(always)]
pub(super) const fn attack_span(side: Side, at: u8) -> Set {
    let square = 1 << at;
    fill_forward(side, forward(side, square | adjacent_files(square)))
}

/// The ranks behind a square.
#[inline(always)]
pub(super) const fn behind(side: Side, at: u8) -> Set {
    let rank = at >> 3;
    match side {
        Side::First => (1 << (8 * rank)) - 1,
        Side::Second => !(Set::MAX >> (56 - 8 * rank)),
    }
}

/// The squares around a king, and those two steps ahead of it.
#[inline(always)]
pub(super) const fn king_zone(side: Side, king: u8) -> Set {
    let row = 1 << king | adjacent_files(1 << king);
    let around = row | row << 8 | row >> 8;
    around | forward(side, around)
}
