//! Chess as a search visits it.

use shakmaty::{
    Bitboard, CastlingSide, Color, EnPassantMode, Position, Square,
    attacks::{bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks},
};

use super::{Chess, color, from_shakmaty, role, side};
use crate::{
    Move, Role, Side,
    node::{self, ROLES, TURN_KEY, hash_keys, keeps_exchange, next_random},
};

/// A position of chess as a search visits it.
///
/// ```
/// use raum_rules::{chess::{self, Chess}, node::Node};
///
/// let mut replies = Vec::new();
/// chess::Node::new(&Chess::default()).pass().list(&mut replies);
/// assert_eq!(replies.len(), 20);
/// ```
#[derive(Clone, Debug)]
pub struct Node {
    position: shakmaty::Chess,
    hash: u64,
}

/// A move of chess, legal in some position.
///
/// ```
/// use raum_rules::{chess::{ChessStep, Chess, Node}, node::Node as _};
///
/// let mut steps: Vec<ChessStep> = Vec::new();
/// Node::new(&Chess::default()).list(&mut steps);
/// assert_eq!(steps.len(), 20);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChessStep(Inner);

type Inner = shakmaty::Move;

static KEYS: [[[u64; 64]; ROLES]; 2] = hash_keys(0xc8e55);

/// The hash keys of four castling rights and eight files of en passant.
static RIGHTS: [u64; 12] = {
    let mut keys = [0; 12];
    let mut seed = 0x71_6875;
    let mut number = 0;
    while number < keys.len() {
        keys[number] = next_random(&mut seed);
        number += 1;
    }
    keys
};

fn key(side: Color, role: shakmaty::Role, at: Square) -> u64 {
    KEYS[usize::from(side.is_black())][super::role(role) as usize][usize::from(at)]
}

impl Node {
    /// The cells of a side's pieces of a role, a bit each, by rank from a1.
    ///
    /// ```
    /// use raum_rules::{Role, Side, chess::{Chess, Node}, node::Node as _};
    ///
    /// let node = Node::new(&Chess::default());
    /// assert_eq!(node.pieces(Side::First, Role::Knight), 1 << 1 | 1 << 6);
    /// ```
    #[inline]
    pub fn pieces(&self, side: Side, role: Role) -> u64 {
        let board = self.position.board();
        let of_role = to_shakmaty(role).map_or(Bitboard(0), |role| board.by_role(role));
        (of_role & board.by_color(color(side))).0
    }

    /// The cells that a piece other than a pawn attacks from a cell.
    ///
    /// ```
    /// use raum_rules::{Role, chess::{Chess, Node}, node::Node as _};
    ///
    /// let node = Node::new(&Chess::default());
    /// assert_eq!(node.attacks(Role::Rook, 0), 1 << 1 | 1 << 8);
    /// ```
    pub fn attacks(&self, role: Role, from: u8) -> u64 {
        let occupied = self.position.board().occupied();
        let from = Square::new(u32::from(from));
        let attacked = match role {
            Role::King => king_attacks(from),
            Role::Queen => rook_attacks(from, occupied) | bishop_attacks(from, occupied),
            Role::Rook => rook_attacks(from, occupied),
            Role::Bishop => bishop_attacks(from, occupied),
            Role::Knight => knight_attacks(from),
            Role::Pawn | Role::Unicorn | Role::Mark => Bitboard(0),
        };
        attacked.0
    }

    /// The part of the hash that is not pieces: rights and the side to move.
    fn rights(position: &shakmaty::Chess) -> u64 {
        let castles = position.castles();
        let rights = Color::ALL
            .into_iter()
            .flat_map(|color| CastlingSide::ALL.map(|side| castles.has(color, side)));
        let mut hash = RIGHTS
            .iter()
            .zip(rights)
            .filter(|(_, has)| *has)
            .fold(0, |hash, (key, _)| hash ^ key);
        if let Some(target) = position.ep_square(EnPassantMode::Legal) {
            hash ^= RIGHTS[4 + usize::from(target.file())];
        }
        if position.turn().is_black() {
            hash ^= TURN_KEY;
        }
        hash
    }
}

fn to_shakmaty(role: Role) -> Option<shakmaty::Role> {
    Some(match role {
        Role::King => shakmaty::Role::King,
        Role::Queen => shakmaty::Role::Queen,
        Role::Rook => shakmaty::Role::Rook,
        Role::Bishop => shakmaty::Role::Bishop,
        Role::Knight => shakmaty::Role::Knight,
        Role::Pawn => shakmaty::Role::Pawn,
        Role::Unicorn | Role::Mark => return None,
    })
}

fn is_tactical(mv: shakmaty::Move) -> bool {
    match mv.promotion() {
        Some(role) => role == shakmaty::Role::Queen,
        None => mv.is_capture(),
    }
}

impl node::Node for Node {
    type Game = Chess;
    type Step = ChessStep;
    const CELLS: usize = 64;

    fn new(game: &Chess) -> Self {
        let position = game.position.clone();
        let pieces = position.board().iter();
        let hash = pieces.fold(Self::rights(&position), |hash, (at, piece)| {
            hash ^ key(piece.color, piece.role, at)
        });
        Self { position, hash }
    }

    fn game(&self) -> Chess {
        Chess {
            position: self.position.clone(),
        }
    }

    fn turn(&self) -> Side {
        side(self.position.turn())
    }

    fn hash(&self) -> u64 {
        self.hash
    }

    fn halfmove_clock(&self) -> u32 {
        self.position.halfmoves()
    }

    fn in_check(&self) -> bool {
        self.position.is_check()
    }

    fn is_dead(&self) -> bool {
        self.position.is_insufficient_material()
    }

    fn has_pieces(&self) -> bool {
        let board = self.position.board();
        (self.position.us() & !(board.kings() | board.pawns())).any()
    }

    fn list(&self, steps: &mut Vec<ChessStep>) {
        steps.extend(self.position.legal_moves().into_iter().map(ChessStep));
    }

    fn list_tactical(&self, steps: &mut Vec<ChessStep>) {
        let moves = self.position.legal_moves().into_iter();
        steps.extend(moves.filter(|mv| is_tactical(*mv)).map(ChessStep));
    }

    fn list_quiet(&self, steps: &mut Vec<ChessStep>) {
        let moves = self.position.legal_moves().into_iter();
        steps.extend(moves.filter(|mv| !is_tactical(*mv)).map(ChessStep));
    }

    fn after(&self, ChessStep(mv): ChessStep) -> Self {
        let mut next = self.clone();
        let turn = self.position.turn();
        let mut hash = self.hash ^ Self::rights(&self.position);
        match mv {
            shakmaty::Move::Castle { king, rook } => {
                let is_short = rook > king;
                let place = |file| Square::from_coords(file, king.rank());
                let castling = CastlingSide::from_king_side(is_short);
                hash ^= key(turn, shakmaty::Role::King, king)
                    ^ key(turn, shakmaty::Role::Rook, rook)
                    ^ key(turn, shakmaty::Role::King, place(castling.king_to_file()))
                    ^ key(turn, shakmaty::Role::Rook, place(castling.rook_to_file()));
            }
            mv => {
                let moved = mv.role();
                if let Some(from) = mv.from() {
                    hash ^= key(turn, moved, from);
                    if let Some(captured) = mv.capture() {
                        let at = if mv.is_en_passant() {
                            Square::from_coords(mv.to().file(), from.rank())
                        } else {
                            mv.to()
                        };
                        hash ^= key(!turn, captured, at);
                    }
                }
                hash ^= key(turn, mv.promotion().unwrap_or(moved), mv.to());
            }
        }
        next.position.play_unchecked(mv);
        next.hash = hash ^ Self::rights(&next.position);
        next
    }

    fn pass(&self) -> Self {
        let Ok(position) = self.position.clone().swap_turn() else {
            return self.clone();
        };
        let hash = self.hash ^ Self::rights(&self.position) ^ Self::rights(&position);
        Self { position, hash }
    }

    fn role(ChessStep(mv): ChessStep) -> Role {
        role(mv.role())
    }

    fn origin(ChessStep(mv): ChessStep) -> usize {
        mv.from().map_or(0, usize::from)
    }

    fn target(ChessStep(mv): ChessStep) -> usize {
        // For shakmaty, castling ends on the rook's square.
        let to = mv.castling_side().map_or(mv.to(), |side| {
            Square::from_coords(side.king_to_file(), mv.to().rank())
        });
        usize::from(to)
    }

    fn promotion(ChessStep(mv): ChessStep) -> Option<Role> {
        mv.promotion().map(role)
    }

    fn captured(&self, ChessStep(mv): ChessStep) -> Option<Role> {
        mv.capture().map(role)
    }

    fn exchange_wins(&self, step: ChessStep, least: i32, values: &[i32; ROLES]) -> bool {
        let ChessStep(mv) = step;
        let value = |role: Role| values[role as usize];
        let (Some(from), to) = (mv.from(), mv.to()) else {
            return true;
        };
        if mv.castling_side().is_some() {
            return least <= 0;
        }
        let promotion = Self::promotion(step);
        let gained = self.captured(step).map_or(0, value)
            + promotion.map_or(0, |promoted| value(promoted) - value(Role::Pawn));
        let balance = gained - least;
        if balance < 0 {
            return false;
        }
        let balance = balance - value(promotion.unwrap_or_else(|| Self::role(step)));
        if balance >= 0 {
            return true;
        }
        let board = self.position.board();
        let mut occupied = board.occupied().without(from).with(to);
        if mv.is_en_passant() {
            occupied = occupied.without(Square::from_coords(to.file(), from.rank()));
        }
        let sliders = |occupied| {
            rook_attacks(to, occupied) & board.rooks_and_queens()
                | bishop_attacks(to, occupied) & board.bishops_and_queens()
        };
        let mut attackers = pawn_attacks(Color::Black, to) & board.pawns() & board.white()
            | pawn_attacks(Color::White, to) & board.pawns() & board.black()
            | knight_attacks(to) & board.knights()
            | king_attacks(to) & board.kings()
            | sliders(occupied);
        attackers &= occupied;
        let mut turn = !self.position.turn();
        keeps_exchange(balance, || {
            let own = attackers & board.by_color(turn);
            let mut by_value = shakmaty::Role::ALL.into_iter();
            let (least, at) = by_value
                .find_map(|role| (own & board.by_role(role)).first().map(|at| (role, at)))?;
            // A king cannot capture what is defended.
            if least == shakmaty::Role::King && (attackers & board.by_color(!turn)).any() {
                return None;
            }
            occupied = occupied.without(at);
            attackers = (attackers | sliders(occupied)) & occupied;
            turn = !turn;
            Some(value(role(least)))
        })
    }

    fn code(ChessStep(mv): ChessStep) -> u32 {
        let promotion = mv.promotion().map_or(0, |role| role as u32);
        let from = mv.from().map_or(0, u32::from);
        // No move has the number 0, for none leads from a cell to itself.
        from | u32::from(mv.to()) << 6 | promotion << 12
    }

    fn to_move(ChessStep(mv): ChessStep) -> Move {
        from_shakmaty(mv)
    }
}
