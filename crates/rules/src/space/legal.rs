//! Strictly legal moves: what each piece may do without leaving its king in check.

use super::{
    attacks::Attacks,
    board::{Board, Step},
    cells::{Set, bit, each, first},
    pawns::{self, Advance, PROMOTION},
};
use crate::{Role, Side};

/// What a pawn may become.
pub(super) const PROMOTIONS: [Role; 5] = [
    Role::Queen,
    Role::Rook,
    Role::Bishop,
    Role::Knight,
    Role::Unicorn,
];

/// What is done with the legal moves as they are found.
pub(super) trait Sink {
    /// One piece may go to any of the targets.
    fn piece(&mut self, role: Role, from: u8, targets: Set);
    /// Each target is reached by the pawn that stands `offset` before it.
    fn pawns(&mut self, advance: Advance, promoting: Set);
}

/// Finds every legal move of a side.
pub(super) fn generate(board: &Board, side: Side, sink: &mut impl Sink) {
    let tables = Attacks::get();
    let occupied = board.occupied();
    let own = board.side(side);
    let king = board.king(side);
    let threats = Threats::new(board, tables, side, king);

    let mut safe = 0;
    each(tables.king[usize::from(king)] & !own, |to| {
        // The king does not shelter the cells behind it.
        if !board.attacks(tables, !side, to, occupied & !bit(king)) {
            safe |= bit(to);
        }
    });
    sink.piece(Role::King, king, safe);

    // A single checker can be taken or blocked; from two the king must move.
    let open = match threats.checkers.count_ones() {
        0 => !own,
        1 => threats.checkers | tables.between(king, first(threats.checkers)),
        _ => return,
    };
    for role in [
        Role::Queen,
        Role::Rook,
        Role::Bishop,
        Role::Knight,
        Role::Unicorn,
    ] {
        each(board.pieces(side, role), |from| {
            let targets = tables.of(role, from, occupied) & open & threats.shelter(from);
            sink.piece(role, from, targets);
        });
    }

    let pawns = board.pieces(side, Role::Pawn);
    let promoting = PROMOTION[side.index()];
    let mut advance = |pawns, open| {
        pawns::advances(
            side,
            pawns,
            open & !occupied,
            open & board.side(!side),
            |advance| sink.pawns(advance, promoting),
        );
    };
    advance(pawns & !threats.pinned, open);
    each(pawns & threats.pinned, |from| {
        advance(bit(from), open & threats.shelter(from));
    });
}

/// What the enemy does to a king: who checks it, and who may not step aside.
struct Threats {
    checkers: Set,
    pinned: Set,
    /// For each pinned piece's enemy: the cells from the king to the enemy, the enemy included.
    pins: [Set; 26],
    pin_count: usize,
}

impl Threats {
    fn new(board: &Board, tables: &Attacks, side: Side, king: u8) -> Self {
        let at = usize::from(king);
        let enemies = board.side(!side);
        let steppers = tables.knight[at] & board.role(Role::Knight)
            | tables.pawn[side.index()][at] & board.role(Role::Pawn);
        let mut threats = Self {
            checkers: steppers & enemies,
            pinned: 0,
            pins: [0; 26],
            pin_count: 0,
        };
        let [straight, diagonal, spatial] = tables.lines(king);
        let queens = board.role(Role::Queen);
        let snipers = straight & (board.role(Role::Rook) | queens)
            | diagonal & (board.role(Role::Bishop) | queens)
            | spatial & (board.role(Role::Unicorn) | queens);
        let occupied = board.occupied();
        each(snipers & enemies, |sniper| {
            let between = tables.between(king, sniper);
            let blockers = between & occupied;
            if blockers == 0 {
                threats.checkers |= bit(sniper);
            } else if blockers.is_power_of_two() && blockers & enemies == 0 {
                threats.pinned |= blockers;
                threats.pins[threats.pin_count] = between | bit(sniper);
                threats.pin_count += 1;
            }
        });
        threats
    }

    /// Where a piece may go as far as pins are concerned: anywhere, or along the line of its pin.
    #[inline(always)]
    fn shelter(&self, from: u8) -> Set {
        if self.pinned & bit(from) == 0 {
            return Set::MAX;
        }
        self.pins[..self.pin_count]
            .iter()
            .find(|pin| *pin & bit(from) != 0)
            .copied()
            .unwrap_or(Set::MAX)
    }
}

/// Counts moves without listing them.
#[derive(Default)]
pub(super) struct Count(pub(super) u64);

impl Sink for Count {
    #[inline(always)]
    fn piece(&mut self, _: Role, _: u8, targets: Set) {
        self.0 += u64::from(targets.count_ones());
    }

    #[inline(always)]
    fn pawns(&mut self, Advance { targets, .. }: Advance, promoting: Set) {
        self.0 += u64::from(targets.count_ones());
        let promotions = targets & promoting;
        if promotions != 0 {
            self.0 += u64::from(promotions.count_ones()) * (PROMOTIONS.len() as u64 - 1);
        }
    }
}

/// Lists moves.
impl Sink for Vec<Step> {
    #[inline(always)]
    fn piece(&mut self, role: Role, from: u8, targets: Set) {
        each(targets, |to| {
            self.push(Step {
                from,
                to,
                role,
                promotion: None,
            });
        });
    }

    #[inline(always)]
    fn pawns(&mut self, Advance { offset, targets }: Advance, promoting: Set) {
        let step = |to: u8, promotion| Step {
            from: to.wrapping_add_signed(-offset),
            to,
            role: Role::Pawn,
            promotion,
        };
        each(targets & !promoting, |to| self.push(step(to, None)));
        each(targets & promoting, |to| {
            self.extend(PROMOTIONS.map(|role| step(to, Some(role))));
        });
    }
}
