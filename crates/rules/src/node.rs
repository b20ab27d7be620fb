//! Positions as a search visits them: fast and unchecked, beside the checked [`Game`](crate::Game).

use std::fmt;

use crate::{Move, Role, Rules, Side};

/// How many roles there are: the length of a table by role.
pub const ROLES: usize = 8;

/// A position as a search visits it.
///
/// A step is a legal move in a form that is quick to make. [`after`](Self::after) checks nothing: a step that was not
/// listed by this very position gives a position that means nothing, though it never panics.
pub trait Node: Clone + fmt::Debug {
    /// The game that this is a position of.
    type Game: Rules;
    /// A legal move.
    type Step: Copy + Eq + fmt::Debug;
    /// How many cells the board has: the length of a table by cell.
    const CELLS: usize;

    /// The node of a position.
    fn new(game: &Self::Game) -> Self;

    /// The position of this node.
    fn game(&self) -> Self::Game;

    /// The side to move.
    fn turn(&self) -> Side;

    /// A hash of all that repetition compares.
    fn hash(&self) -> u64;

    /// Plies since the last capture or pawn move.
    fn halfmove_clock(&self) -> u32;

    /// Whether the side to move is in check.
    fn in_check(&self) -> bool;

    /// Whether no sequence of moves leads to mate.
    fn is_dead(&self) -> bool;

    /// Whether the side to move has lost already, though it is not in check: by a line.
    fn is_lost(&self) -> bool {
        false
    }

    /// Whether the side to move has more than king and pawns.
    fn has_pieces(&self) -> bool;

    /// Lists every legal move.
    fn list(&self, steps: &mut Vec<Self::Step>);

    /// Lists the legal captures that do not promote, and the promotions to a queen.
    fn list_tactical(&self, steps: &mut Vec<Self::Step>);

    /// Lists the legal moves that [`list_tactical`](Self::list_tactical) leaves out.
    fn list_quiet(&self, steps: &mut Vec<Self::Step>);

    /// The legal step with this [`code`](Self::code).
    fn find(&self, code: u32) -> Option<Self::Step> {
        let mut steps = Vec::new();
        self.list(&mut steps);
        steps.into_iter().find(|step| Self::code(*step) == code)
    }

    /// The position after a step.
    #[must_use]
    fn after(&self, step: Self::Step) -> Self;

    /// The position with the other side to move.
    #[must_use]
    fn pass(&self) -> Self;

    /// The role of the piece that moves.
    fn role(step: Self::Step) -> Role;

    /// The number of the cell that the piece leaves.
    fn origin(step: Self::Step) -> usize;

    /// The number of the cell that the piece enters.
    fn target(step: Self::Step) -> usize;

    /// The role that a pawn becomes.
    fn promotion(step: Self::Step) -> Option<Role>;

    /// The role of the piece that a step captures.
    fn captured(&self, step: Self::Step) -> Option<Role>;

    /// Whether a step wins at least so much on its cell, if both sides capture there as long as it pays. Values are by role.
    fn exchange_wins(&self, step: Self::Step, least: i32, values: &[i32; ROLES]) -> bool;

    /// A number for a step, which no other legal move of the position has.
    fn code(step: Self::Step) -> u32;

    /// The move that a step stands for.
    fn to_move(step: Self::Step) -> Move;
}

/// The next number of a `SplitMix64` generator: the hash keys of every kind, made at compile time.
pub(crate) const fn next_random(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut number = *seed;
    number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

/// Hash keys for the pieces of each side and role on each cell.
pub(crate) const fn hash_keys<const CELLS: usize>(mut seed: u64) -> [[[u64; CELLS]; ROLES]; 2] {
    let mut keys = [[[0; CELLS]; ROLES]; 2];
    let mut side = 0;
    while side < 2 {
        let mut role = 0;
        while role < ROLES {
            let mut cell = 0;
            while cell < CELLS {
                keys[side][role][cell] = next_random(&mut seed);
                cell += 1;
            }
            role += 1;
        }
        side += 1;
    }
    keys
}

/// The hash key of the second side's turn.
pub(crate) const TURN_KEY: u64 = 0x9d39_247e_3377_6d41;

/// Whether the side that captured first keeps what it wants. `balance` is what it has above that if it loses the piece it
/// captured with; `next` captures with the least valuable piece of the side to capture, and returns that piece's value.
pub(crate) fn keeps_exchange(mut balance: i32, mut next: impl FnMut() -> Option<i32>) -> bool {
    let mut keeps = true;
    while balance < 0 {
        let Some(value) = next() else {
            break;
        };
        keeps = !keeps;
        balance = -balance - 1 - value;
    }
    keeps
}
