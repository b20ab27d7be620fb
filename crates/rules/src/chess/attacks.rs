//! Attacks of chess pieces as sets of squares, a bit each, by rank from a1.

use shakmaty::{Bitboard, Color, Square, attacks};

use crate::{Role, Side};

/// A set of squares.
pub(super) type Set = u64;

/// The set of one square.
#[inline(always)]
pub(super) const fn bit(at: u8) -> Set {
    1 << (at & 63)
}

/// The lowest square of a set; 63 if it is empty.
#[inline(always)]
pub(super) fn first(set: Set) -> u8 {
    (set.trailing_zeros() & 63) as u8
}

/// The squares of a set, in ascending order.
#[inline(always)]
pub(super) fn each(mut set: Set) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let at = first(set);
            set &= set - 1;
            at
        })
    })
}

/// The mask spares a check that the number is on the board.
#[inline(always)]
fn square(at: u8) -> Square {
    Square::new(u32::from(at & 63))
}

#[inline(always)]
pub(super) fn rook(at: u8, occupied: Set) -> Set {
    attacks::rook_attacks(square(at), Bitboard(occupied)).0
}

#[inline(always)]
pub(super) fn bishop(at: u8, occupied: Set) -> Set {
    attacks::bishop_attacks(square(at), Bitboard(occupied)).0
}

#[inline(always)]
pub(super) fn knight(at: u8) -> Set {
    attacks::knight_attacks(square(at)).0
}

#[inline(always)]
pub(super) fn king(at: u8) -> Set {
    attacks::king_attacks(square(at)).0
}

/// The squares that a side's pawn attacks.
#[inline(always)]
pub(super) fn pawn(side: Side, at: u8) -> Set {
    let color = match side {
        Side::First => Color::White,
        Side::Second => Color::Black,
    };
    attacks::pawn_attacks(color, square(at)).0
}

/// The squares that a piece other than a pawn attacks.
#[inline(always)]
pub(super) fn of(role: Role, at: u8, occupied: Set) -> Set {
    match role {
        Role::King => king(at),
        Role::Queen => rook(at, occupied) | bishop(at, occupied),
        Role::Rook => rook(at, occupied),
        Role::Bishop => bishop(at, occupied),
        Role::Knight => knight(at),
        Role::Pawn | Role::Unicorn | Role::Mark => 0,
    }
}

/// The squares between two squares of one line; none otherwise.
#[inline(always)]
pub(super) fn between(one: u8, other: u8) -> Set {
    attacks::between(square(one), square(other)).0
}

/// The whole line through two squares; none if they share no line.
#[inline(always)]
pub(super) fn line(one: u8, other: u8) -> Set {
    attacks::ray(square(one), square(other)).0
}
