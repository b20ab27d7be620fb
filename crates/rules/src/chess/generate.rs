//! Lists the legal steps of a chess position, tactical and quiet ones apart.

use super::{
    attacks::{self, Set, bit, each, first},
    board::{ChessBoard, Step},
};
use crate::{Role, Side};

/// Which steps to list: those from and to these squares, and of both kinds or one.
#[derive(Clone, Copy)]
pub(super) struct Wanted {
    pub(super) origins: Set,
    pub(super) targets: Set,
    pub(super) tactical: bool,
    pub(super) quiet: bool,
}

impl Wanted {
    pub(super) const ALL: Self = Self {
        origins: Set::MAX,
        targets: Set::MAX,
        tactical: true,
        quiet: true,
    };
    pub(super) const TACTICAL: Self = Self {
        quiet: false,
        ..Self::ALL
    };
    pub(super) const QUIET: Self = Self {
        tactical: false,
        ..Self::ALL
    };
}

/// The roles that a pawn may become besides a queen.
const LESSER: [Role; 3] = [Role::Knight, Role::Rook, Role::Bishop];

const FILE_A: Set = 0x0101_0101_0101_0101;
const FILE_H: Set = FILE_A << 7;
const BACK_RANKS: Set = 0xff00_0000_0000_00ff;

/// What every step must respect so that the king is not left in check.
struct Generator<'a, P> {
    position: &'a ChessBoard,
    wanted: Wanted,
    /// Where pieces other than the king may go: everywhere, or where they stop a check.
    allowed: Set,
    /// Own pieces that may move along the line through their king only.
    pinned: Set,
    king: u8,
    push: P,
}

/// Hands every wanted legal step to `push`.
#[inline(always)]
pub(super) fn generate(position: &ChessBoard, wanted: Wanted, push: impl FnMut(Step)) {
    let king = position.king(position.turn);
    let checkers = position.checkers;
    let allowed = match checkers.count_ones() {
        0 => Set::MAX,
        1 => checkers | attacks::between(king, first(checkers)),
        _ => 0,
    };
    let mut generator = Generator {
        position,
        wanted,
        allowed,
        pinned: pinned(position, king),
        king,
        push,
    };
    generator.king();
    if allowed != 0 {
        generator.pieces();
        generator.pawns();
    }
}

/// The own pieces that stand alone between their king and an attacker.
#[inline(always)]
fn pinned(position: &ChessBoard, king: u8) -> Set {
    let snipers = position.sliders(king, 0) & position.side(!position.turn);
    let (occupied, own) = (position.occupied(), position.side(position.turn));
    each(snipers).fold(0, |pinned, sniper| {
        let between = attacks::between(king, sniper) & occupied;
        let is_single = between & between.wrapping_sub(1) == 0;
        pinned | if is_single { between & own } else { 0 }
    })
}

impl<P: FnMut(Step)> Generator<'_, P> {
    /// The squares that a piece other than a pawn may enter.
    #[inline(always)]
    fn open(&self) -> Set {
        let tactical = self.position.side(!self.position.turn);
        let quiet = !self.position.occupied();
        let mut open = 0;
        if self.wanted.tactical {
            open |= tactical;
        }
        if self.wanted.quiet {
            open |= quiet;
        }
        open & self.wanted.targets
    }

    #[inline(always)]
    fn step(&mut self, from: u8, to: u8, role: Role, promotion: Option<Role>) {
        let is_capture = self.position.occupied() & bit(to) != 0;
        let captured = if is_capture {
            self.position.role_at(to)
        } else {
            None
        };
        (self.push)(Step {
            from,
            to,
            role,
            promotion,
            captured,
        });
    }

    #[inline(always)]
    fn is_attacked(&self, at: u8, occupied: Set) -> bool {
        let enemy = !self.position.turn;
        self.position.attackers(enemy, at, occupied) != 0
    }

    #[inline(always)]
    fn king(&mut self) {
        let king = self.king;
        if self.wanted.origins & bit(king) == 0 {
            return;
        }
        let occupied = self.position.occupied() & !bit(king);
        for to in each(attacks::king(king) & self.open()) {
            if !self.is_attacked(to, occupied) {
                self.step(king, to, Role::King, None);
            }
        }
        if self.wanted.quiet && self.position.checkers == 0 {
            self.castle();
        }
    }

    #[inline(always)]
    fn castle(&mut self) {
        let rights = self.position.castling >> (2 * self.position.turn.index());
        let (king, occupied) = (self.king, self.position.occupied());
        // While there is a right, the king stands on e1 or e8.
        let wings = [
            (0b01, king.wrapping_add(2), king.wrapping_add(3)),
            (0b10, king.wrapping_sub(2), king.wrapping_sub(4)),
        ];
        for (right, to, rook) in wings {
            if rights & right == 0 {
                continue;
            }
            let passed = u8::midpoint(king, to);
            if attacks::between(king, rook) & occupied == 0
                && self.wanted.targets & bit(to) != 0
                && !self.is_attacked(passed, occupied)
                && !self.is_attacked(to, occupied)
            {
                self.step(king, to, Role::King, None);
            }
        }
    }

    #[inline(always)]
    fn pieces(&mut self) {
        let open = self.open() & self.allowed;
        let occupied = self.position.occupied();
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            let own = self.position.pieces(self.position.turn, role) & self.wanted.origins;
            for from in each(own) {
                let mut targets = attacks::of(role, from, occupied) & open;
                if self.pinned & bit(from) != 0 {
                    targets &= attacks::line(self.king, from);
                }
                for to in each(targets) {
                    self.step(from, to, role, None);
                }
            }
        }
    }

    #[inline(always)]
    fn pawns(&mut self) {
        let turn = self.position.turn;
        let pawns = self.position.pieces(turn, Role::Pawn) & self.wanted.origins;
        if pawns == 0 {
            return;
        }
        let empty = !self.position.occupied();
        let enemies = self.position.side(!turn);
        let forward = |set: Set| match turn {
            Side::First => set << 8,
            Side::Second => set >> 8,
        };
        let third_rank: Set = match turn {
            Side::First => 0xff << 16,
            Side::Second => 0xff << 40,
        };
        let offset: i8 = match turn {
            Side::First => 8,
            Side::Second => -8,
        };
        let single = forward(pawns) & empty;
        let double = forward(single & third_rank) & empty;
        let low = forward((pawns & !FILE_A) >> 1) & enemies;
        let high = forward((pawns & !FILE_H) << 1) & enemies;
        self.advance(single, offset, false);
        self.advance(double, 2 * offset, false);
        self.advance(low, offset - 1, true);
        self.advance(high, offset + 1, true);
        if self.wanted.tactical
            && let Some(to) = self.position.en_passant
            && self.wanted.targets & bit(to) != 0
        {
            self.en_passant(pawns, to);
        }
    }

    #[inline(always)]
    fn advance(&mut self, targets: Set, offset: i8, is_capture: bool) {
        let targets = targets & self.allowed & self.wanted.targets;
        for to in each(targets) {
            let from = to.wrapping_add_signed(-offset);
            if self.pinned & bit(from) != 0 && attacks::line(self.king, from) & bit(to) == 0 {
                continue;
            }
            if bit(to) & BACK_RANKS == 0 {
                if is_capture && self.wanted.tactical || !is_capture && self.wanted.quiet {
                    self.step(from, to, Role::Pawn, None);
                }
                continue;
            }
            if self.wanted.tactical {
                self.step(from, to, Role::Pawn, Some(Role::Queen));
            }
            if self.wanted.quiet {
                for role in LESSER {
                    self.step(from, to, Role::Pawn, Some(role));
                }
            }
        }
    }

    fn en_passant(&mut self, pawns: Set, to: u8) {
        for from in each(attacks::pawn(!self.position.turn, to) & pawns) {
            if self.position.is_en_passant_legal(from, to) {
                (self.push)(Step {
                    from,
                    to,
                    role: Role::Pawn,
                    promotion: None,
                    captured: Some(Role::Pawn),
                });
            }
        }
    }
}
