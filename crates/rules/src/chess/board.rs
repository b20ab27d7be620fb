//! A chess position in few bytes, which changes without checks.

use std::num::NonZeroU32;

use shakmaty::{
    Bitboard, Board, CastlingMode, CastlingSide, Color, EnPassantMode, FromSetup, Position,
    PositionError, Setup, Square,
};

use super::{
    Chess,
    attacks::{self, Set, bit, each, first},
    color, role, side,
};
use crate::{
    Role, Side,
    node::{TURN_KEY, hash_key, next_random},
};

/// A move with everything that making it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) from: u8,
    /// Castling ends on the king's square, not on the rook's.
    pub(super) to: u8,
    pub(super) role: Role,
    pub(super) promotion: Option<Role>,
    pub(super) captured: Option<Role>,
}

/// A position. The hash is that of the pieces, the side to move and the rights.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChessBoard {
    roles: [Set; 7],
    sides: [Set; 2],
    pub(super) hash: u64,
    /// The pieces that give check to the side to move.
    pub(super) checkers: Set,
    pub(super) turn: Side,
    /// The rights to castle, a bit each: White's short and long, then Black's.
    pub(super) castling: u8,
    /// The square that a legal move captures en passant on.
    pub(super) en_passant: Option<u8>,
    pub(super) halfmove_clock: u32,
    move_number: u32,
}

/// The hash keys of the sixteen combinations of castling rights.
static CASTLING_KEYS: [u64; 16] = random_keys(0x71_6875);

/// The hash keys of the files of en passant; the second half is unused.
static EN_PASSANT_KEYS: [u64; 16] = random_keys(0xe9_9a55);

const fn random_keys(mut seed: u64) -> [u64; 16] {
    let mut keys = [0; 16];
    let mut number = 0;
    while number < keys.len() {
        keys[number] = next_random(&mut seed);
        number += 1;
    }
    keys
}

/// The corners, with the bit of the right that ends when a piece leaves or enters them.
const CORNERS: [(u8, u8); 4] = [(7, 1), (0, 2), (63, 4), (56, 8)];

/// The rights that remain after a move from or to a square.
static RIGHTS_LEFT: [u8; 64] = {
    let mut left = [15; 64];
    let mut number = 0;
    while number < CORNERS.len() {
        let (corner, right) = CORNERS[number];
        left[corner as usize] &= !right;
        number += 1;
    }
    left[4] &= !0b11;
    left[60] &= !0b1100;
    left
};

impl ChessBoard {
    pub(super) fn new(game: &Chess) -> Self {
        let position = &game.position;
        let castles = position.castles();
        let wings = [CastlingSide::KingSide, CastlingSide::QueenSide];
        let rights = Color::ALL
            .into_iter()
            .flat_map(|color| wings.map(|wing| castles.has(color, wing)));
        let mut new = Self {
            roles: [0; 7],
            sides: [0; 2],
            hash: 0,
            checkers: 0,
            turn: side(position.turn()),
            castling: (0..)
                .zip(rights)
                .fold(0, |bits, (bit, has)| bits | u8::from(has) << bit),
            en_passant: position.ep_square(EnPassantMode::Legal).map(u8::from),
            halfmove_clock: position.halfmoves(),
            move_number: position.fullmoves().get(),
        };
        for (at, piece) in position.board() {
            new.toggle(side(piece.color), role(piece.role), u8::from(at));
        }
        new.hash ^= new.rights_key();
        if new.turn == Side::Second {
            new.hash ^= TURN_KEY;
        }
        new.checkers = new.attackers_of_king();
        new
    }

    /// The same position, checked. A position that no game reaches gives the start position.
    pub(super) fn game(&self) -> Chess {
        let mut board = Board::empty();
        for piece in shakmaty::Role::ALL {
            for side in Side::BOTH {
                for at in each(self.pieces(side, role(piece))) {
                    board.set_piece_at(Square::new(u32::from(at)), piece.of(color(side)));
                }
            }
        }
        let rooks = CORNERS
            .into_iter()
            .filter(|(_, right)| self.castling & right != 0);
        let setup = Setup {
            board,
            turn: color(self.turn),
            castling_rights: Bitboard(rooks.fold(0, |set, (corner, _)| set | bit(corner))),
            ep_square: self.en_passant.map(|at| Square::new(u32::from(at))),
            halfmoves: self.halfmove_clock,
            fullmoves: NonZeroU32::new(self.move_number).unwrap_or(NonZeroU32::MIN),
            ..Setup::empty()
        };
        let position = shakmaty::Chess::from_setup(setup, CastlingMode::Standard)
            .or_else(PositionError::ignore_impossible_check);
        Chess {
            position: position.unwrap_or_default(),
        }
    }

    #[inline(always)]
    pub(super) fn role(&self, role: Role) -> Set {
        self.roles.get(role as usize).copied().unwrap_or(0)
    }

    #[inline(always)]
    pub(super) fn side(&self, side: Side) -> Set {
        self.sides[side.index()]
    }

    #[inline(always)]
    pub(super) fn pieces(&self, side: Side, role: Role) -> Set {
        self.role(role) & self.side(side)
    }

    #[inline(always)]
    pub(super) fn occupied(&self) -> Set {
        self.sides[0] | self.sides[1]
    }

    #[inline(always)]
    pub(super) fn king(&self, side: Side) -> u8 {
        first(self.pieces(side, Role::King))
    }

    /// The role of the piece on a square, of either side.
    #[inline(always)]
    pub(super) fn role_at(&self, at: u8) -> Option<Role> {
        BY_VALUE
            .into_iter()
            .find(|role| self.role(*role) & bit(at) != 0)
    }

    #[inline(always)]
    fn toggle(&mut self, side: Side, role: Role, at: u8) {
        self.sides[side.index()] ^= bit(at);
        if let Some(set) = self.roles.get_mut(role as usize) {
            *set ^= bit(at);
        }
        self.hash ^= hash_key(0xc8e55, 64, side, role, at);
    }

    #[inline(always)]
    fn rights_key(&self) -> u64 {
        let file = self
            .en_passant
            .map_or(0, |at| EN_PASSANT_KEYS[usize::from(at & 7)]);
        CASTLING_KEYS[usize::from(self.castling & 15)] ^ file
    }

    /// The pieces of a side that attack a square, if the board were occupied so.
    #[inline(always)]
    pub(super) fn attackers(&self, side: Side, at: u8, occupied: Set) -> Set {
        let attackers = attacks::pawn(!side, at) & self.role(Role::Pawn)
            | attacks::knight(at) & self.role(Role::Knight)
            | attacks::king(at) & self.role(Role::King)
            | self.sliders(at, occupied);
        attackers & self.side(side)
    }

    /// The queens, rooks and bishops of both sides that attack a square, if the board were occupied so.
    #[inline(always)]
    pub(super) fn sliders(&self, at: u8, occupied: Set) -> Set {
        attacks::rook(at, occupied) & (self.role(Role::Rook) | self.role(Role::Queen))
            | attacks::bishop(at, occupied) & (self.role(Role::Bishop) | self.role(Role::Queen))
    }

    fn attackers_of_king(&self) -> Set {
        self.attackers(!self.turn, self.king(self.turn), self.occupied())
    }

    /// The pawn that a capture en passant on a square takes.
    #[inline(always)]
    pub(super) fn passed(to: u8) -> u8 {
        to ^ 8
    }

    /// Whether the side to move may capture en passant from one square to another without leaving its king in check.
    pub(super) fn is_en_passant_legal(&self, from: u8, to: u8) -> bool {
        let taken = bit(Self::passed(to));
        let occupied = self.occupied() & !bit(from) & !taken | bit(to);
        let king = self.king(self.turn);
        self.attackers(!self.turn, king, occupied) & !taken == 0
    }

    #[inline(always)]
    pub(super) fn after(&self, step: Step) -> Self {
        let Step {
            from,
            to,
            role,
            promotion,
            captured,
        } = step;
        let own = self.turn;
        let mut next = *self;
        next.hash ^= self.rights_key() ^ TURN_KEY;
        next.en_passant = None;
        next.halfmove_clock = next.halfmove_clock.saturating_add(1);
        next.move_number = next
            .move_number
            .saturating_add(u32::from(own == Side::Second));
        if let Some(captured) = captured {
            let is_en_passant = self.occupied() & bit(to) == 0;
            let at = if is_en_passant { Self::passed(to) } else { to };
            next.toggle(!own, captured, at);
            next.halfmove_clock = 0;
        }
        next.toggle(own, role, from);
        next.toggle(own, promotion.unwrap_or(role), to);
        next.castling &= RIGHTS_LEFT[usize::from(from & 63)] & RIGHTS_LEFT[usize::from(to & 63)];
        if role == Role::King && from.abs_diff(to) == 2 {
            let [corner, place] = if to > from {
                [to + 1, to - 1]
            } else {
                [to - 2, to + 1]
            };
            next.toggle(own, Role::Rook, corner);
            next.toggle(own, Role::Rook, place);
        }
        next.turn = !own;
        if role == Role::Pawn {
            next.halfmove_clock = 0;
            if from.abs_diff(to) == 16 {
                let passed = u8::midpoint(from, to);
                let capturers = attacks::pawn(own, passed) & next.pieces(!own, Role::Pawn);
                let is_legal = each(capturers).any(|from| next.is_en_passant_legal(from, passed));
                next.en_passant = is_legal.then_some(passed);
            }
        }
        next.hash ^= next.rights_key();
        next.checkers = next.attackers_of_king();
        next
    }

    /// Whether a step attacks the other king, by the piece that moves or by one behind it.
    pub(super) fn gives_check(&self, step: Step) -> bool {
        let Step { from, to, role, .. } = step;
        let king = self.king(!self.turn);
        let mut occupied = self.occupied() & !bit(from) | bit(to);
        let direct = match step.promotion.unwrap_or(role) {
            Role::Pawn => attacks::pawn(self.turn, to),
            role => attacks::of(role, to, occupied),
        };
        if direct & bit(king) != 0 {
            return true;
        }
        let is_castling = role == Role::King && from.abs_diff(to) == 2;
        if is_castling {
            let place = u8::midpoint(from, to);
            return attacks::rook(place, occupied | bit(place)) & bit(king) != 0;
        }
        if step.captured.is_some() && self.occupied() & bit(to) == 0 {
            occupied &= !bit(Self::passed(to));
        } else if attacks::line(king, from) == 0 {
            return false;
        }
        self.sliders(king, occupied) & self.side(self.turn) & !bit(from) != 0
    }

    pub(super) fn pass(&self) -> Self {
        let mut next = *self;
        next.en_passant = None;
        next.hash ^= self.rights_key() ^ next.rights_key() ^ TURN_KEY;
        next.turn = !self.turn;
        next.halfmove_clock = next.halfmove_clock.saturating_add(1);
        next.move_number = next
            .move_number
            .saturating_add(u32::from(self.turn == Side::Second));
        next.checkers = next.attackers_of_king();
        next
    }

    /// Whether neither side can mate: bare kings, one knight or bishop, or bishops on squares of one colour.
    pub(super) fn is_dead(&self) -> bool {
        const DARK: Set = 0xaa55_aa55_aa55_aa55;
        let mating = self.role(Role::Pawn) | self.role(Role::Rook) | self.role(Role::Queen);
        if mating != 0 {
            return false;
        }
        let bishops = self.role(Role::Bishop);
        let pieces = bishops | self.role(Role::Knight);
        pieces & pieces.wrapping_sub(1) == 0
            || pieces == bishops && (bishops & DARK == 0 || bishops & !DARK == 0)
    }
}

/// The order in which pieces capture in an exchange.
pub(super) const BY_VALUE: [Role; 6] = [
    Role::Pawn,
    Role::Knight,
    Role::Bishop,
    Role::Rook,
    Role::Queen,
    Role::King,
];
