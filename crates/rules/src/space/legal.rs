//! Generator of strictly legal moves: none leaves the king in check.

use super::{
    attacks::Attacks,
    board::{Board, SpaceStep},
    cells::{Set, bit, count, each, first},
    pawns::{self, Advance, PROMOTION},
};
use crate::{Role, Side};

/// The roles a pawn can promote to.
pub(super) const PROMOTIONS: [Role; 5] = [
    Role::Queen,
    Role::Rook,
    Role::Bishop,
    Role::Knight,
    Role::Unicorn,
];

/// Receives the legal moves as they are found.
pub(super) trait Sink {
    /// The cells that pieces other than pawns are wanted to move to.
    #[inline(always)]
    fn wanted(&self) -> Set {
        !0
    }
    /// Whether no more moves are wanted.
    #[inline(always)]
    fn has_enough(&self) -> bool {
        false
    }
    /// A piece can move to any of the targets.
    fn piece(&mut self, role: Role, from: u8, targets: Set);
    /// Each target is reached by the pawn `offset` cells before it.
    fn pawns(&mut self, advance: Advance, promoting: Set);
}

/// Finds the legal moves of a side.
#[inline(always)]
pub(super) fn generate(board: &Board, side: Side, sink: &mut impl Sink) {
    let tables = Attacks::get();
    let king = board.king(side);
    let threats = Threats::new(board, tables, side, king);
    king_moves(board, tables, side, king, sink);
    if sink.has_enough() {
        return;
    }
    // A single checker can be captured or blocked; against two, the king must move.
    let open = if threats.checkers == 0 {
        !board.side(side)
    } else if threats.checkers.is_power_of_two() {
        threats.checkers | tables.between(king, first(threats.checkers))
    } else {
        return;
    };
    let free = board.side(side) & !threats.pinned;
    piece_moves(board, tables, free, open & sink.wanted(), sink);
    if sink.has_enough() {
        return;
    }
    pawn_moves(board, side, free, open, sink);
    if threats.pinned != 0 {
        pinned_moves(board, tables, side, threats.pinned, open, sink);
    }
}

/// A pinned piece stays on the line between its king and the pinning piece, which a knight cannot. Rare, so not inlined.
#[cold]
#[inline(never)]
fn pinned_moves(
    board: &Board,
    tables: &Attacks,
    side: Side,
    pinned: Set,
    open: Set,
    sink: &mut impl Sink,
) {
    let roles = [Role::Queen, Role::Rook, Role::Bishop, Role::Unicorn];
    for from in each(pinned) {
        let open = open & tables.ray(board.king(side), from);
        if board.role(Role::Pawn) & bit(from) != 0 {
            pawn_moves(board, side, bit(from), open, sink);
        } else if let Some(role) = roles
            .into_iter()
            .find(|role| board.role(*role) & bit(from) != 0)
        {
            let targets = tables.of(role, from, board.occupied()) & open & sink.wanted();
            sink.piece(role, from, targets);
        }
    }
}

#[inline(always)]
fn king_moves(board: &Board, tables: &Attacks, side: Side, king: u8, sink: &mut impl Sink) {
    let mut targets = tables.king[usize::from(king)] & !board.side(side) & sink.wanted();
    // The king does not block attacks on the cells behind it.
    let occupied = board.occupied() & !bit(king);
    for to in each(targets) {
        if board.attacks(tables, !side, to, occupied) {
            targets &= !bit(to);
        }
    }
    sink.piece(Role::King, king, targets);
}

/// The moves to `open` cells of the queens, rooks, bishops, knights and unicorns among `movers`.
#[inline(always)]
fn piece_moves(board: &Board, tables: &Attacks, movers: Set, open: Set, sink: &mut impl Sink) {
    // Unrolled: the compiler specialises the code for each role.
    role_moves(Role::Queen, board, tables, movers, open, sink);
    role_moves(Role::Rook, board, tables, movers, open, sink);
    role_moves(Role::Bishop, board, tables, movers, open, sink);
    role_moves(Role::Knight, board, tables, movers, open, sink);
    role_moves(Role::Unicorn, board, tables, movers, open, sink);
}

#[inline(always)]
fn role_moves(
    role: Role,
    board: &Board,
    tables: &Attacks,
    movers: Set,
    open: Set,
    sink: &mut impl Sink,
) {
    let occupied = board.occupied();
    for from in each(board.role(role) & movers) {
        sink.piece(role, from, tables.of(role, from, occupied) & open);
    }
}

/// The moves to `open` cells of the pawns among `movers`.
#[inline(always)]
fn pawn_moves(board: &Board, side: Side, movers: Set, open: Set, sink: &mut impl Sink) {
    pawns::advances(
        side,
        board.role(Role::Pawn) & movers,
        open & !board.occupied(),
        open & board.side(!side),
        |advance| sink.pawns(advance, PROMOTION[side.index()]),
    );
}

/// The enemy's checks and pins.
struct Threats {
    /// The pieces that give check.
    checkers: Set,
    /// The only pieces between their king and an enemy piece that would otherwise give check.
    pinned: Set,
}

impl Threats {
    #[inline(always)]
    fn new(board: &Board, tables: &Attacks, side: Side, king: u8) -> Self {
        let at = usize::from(king);
        let enemies = board.side(!side);
        let steppers = tables.knight[at] & board.role(Role::Knight)
            | tables.pawn[side.index()][at] & board.role(Role::Pawn);
        let mut threats = Self {
            checkers: steppers & enemies,
            pinned: 0,
        };
        let [straight, diagonal, spatial] = tables.lines(king);
        let queens = board.role(Role::Queen);
        let snipers = straight & (board.role(Role::Rook) | queens)
            | diagonal & (board.role(Role::Bishop) | queens)
            | spatial & (board.role(Role::Unicorn) | queens);
        let occupied = board.occupied();
        for sniper in each(snipers & enemies) {
            let blockers = tables.between(king, sniper) & occupied;
            if blockers == 0 {
                threats.checkers |= bit(sniper);
            } else if blockers.is_power_of_two() {
                threats.pinned |= blockers & !enemies;
            }
        }
        threats
    }
}

/// Counts moves.
#[derive(Default)]
pub(super) struct Count(pub(super) u64);

impl Sink for Count {
    #[inline(always)]
    fn piece(&mut self, _: Role, _: u8, targets: Set) {
        self.0 += count(targets);
    }

    #[inline(always)]
    fn pawns(&mut self, Advance { targets, .. }: Advance, promoting: Set) {
        self.0 += count(targets);
        let promotions = targets & promoting;
        if promotions != 0 {
            self.0 += count(promotions) * (PROMOTIONS.len() as u64 - 1);
        }
    }
}

/// Lists the moves to some cells.
pub(super) struct Listing<'a> {
    pub(super) steps: &'a mut Vec<SpaceStep>,
    /// No more moves are wanted once it has this many.
    pub(super) enough: usize,
    /// Where moves without a promotion go.
    pub(super) targets: Set,
    /// What pawns become.
    pub(super) promotions: &'static [Role],
}

impl Listing<'_> {
    #[inline(always)]
    fn push(&mut self, from: u8, to: u8, role: Role, promotion: Option<Role>) {
        self.steps.push(SpaceStep {
            from,
            to,
            role,
            promotion,
        });
    }
}

impl Sink for Listing<'_> {
    #[inline(always)]
    fn wanted(&self) -> Set {
        self.targets
    }

    #[inline(always)]
    fn has_enough(&self) -> bool {
        self.steps.len() >= self.enough
    }

    #[inline(always)]
    fn piece(&mut self, role: Role, from: u8, targets: Set) {
        for to in each(targets) {
            self.push(from, to, role, None);
        }
    }

    #[inline(always)]
    fn pawns(&mut self, Advance { offset, targets }: Advance, promoting: Set) {
        for to in each(targets & self.targets & !promoting) {
            self.push(to.wrapping_add_signed(-offset), to, Role::Pawn, None);
        }
        for to in each(targets & promoting) {
            for role in self.promotions {
                self.push(to.wrapping_add_signed(-offset), to, Role::Pawn, Some(*role));
            }
        }
    }
}
