//! Space chess as a search visits it.

use super::{
    Space,
    attacks::Attacks,
    board::SpaceStep,
    cells::{CELLS, Set, bit, each, first},
    dead, from_step, legal,
    pawns::{self, PROMOTION},
};
use crate::{
    Move, Role, Side,
    node::{self, ROLES, TURN_KEY, hash_key, keeps_exchange},
};

/// A position of space chess as a search visits it.
///
/// ```
/// use raum_rules::{node::Node as _, space::{Node, Space}};
///
/// let mut steps = Vec::new();
/// Node::new(&Space::default()).list(&mut steps);
/// assert_eq!(steps.len(), 61);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Node {
    pub(super) game: Space,
    hash: u64,
}

impl Node {
    /// The cells of a side's pieces of a role, a bit each.
    ///
    /// ```
    /// use raum_rules::{Role, Side, node::Node as _, space::{Node, Space}};
    ///
    /// let node = Node::new(&Space::default());
    /// assert_eq!(node.pieces(Side::First, Role::King), 1 << 2, "Ac1");
    /// ```
    #[inline(always)]
    pub fn pieces(&self, side: Side, role: Role) -> u128 {
        self.game.board.pieces(side, role)
    }

    /// The cells of a side, a bit each.
    ///
    /// ```
    /// use raum_rules::{Side, node::Node as _, space::{Node, Space}};
    ///
    /// let node = Node::new(&Space::default());
    /// assert_eq!(node.side(Side::First).count_ones(), 20);
    /// ```
    #[inline(always)]
    pub fn side(&self, side: Side) -> u128 {
        self.game.board.side(side)
    }

    /// The cells that a piece of a role other than a pawn attacks from a cell.
    ///
    /// ```
    /// use raum_rules::{Role, node::Node as _, space::{Node, Space}};
    ///
    /// let node = Node::new(&Space::default());
    /// assert_eq!(node.attacks(Role::Rook, 0).count_ones(), 3, "its neighbours on three axes");
    /// ```
    #[inline(always)]
    pub fn attacks(&self, role: Role, from: u8) -> u128 {
        Attacks::get().of(role, from, self.game.board.occupied())
    }

    /// The cells that a side attacks with pieces other than pawns.
    ///
    /// ```
    /// use raum_rules::{Side, node::Node as _, space::{Node, Space}};
    ///
    /// let node = Node::new(&Space::default());
    /// assert_ne!(node.piece_attacks(Side::First) & node.side(Side::First), 0);
    /// ```
    #[inline(always)]
    pub fn piece_attacks(&self, side: Side) -> u128 {
        let (board, tables) = (&self.game.board, Attacks::get());
        let (own, occupied) = (board.side(side), board.occupied());
        let mut set = tables.king[usize::from(board.king(side))];
        for role in [
            Role::Queen,
            Role::Rook,
            Role::Bishop,
            Role::Knight,
            Role::Unicorn,
        ] {
            for from in each(board.role(role) & own) {
                set |= tables.of(role, from, occupied);
            }
        }
        set
    }

    /// The cells that a side's pawns attack.
    ///
    /// ```
    /// use raum_rules::{Side, node::Node as _, space::{Node, Space}};
    ///
    /// let node = Node::new(&Space::default());
    /// let attacked = node.pawn_attacks(Side::First);
    /// assert_eq!(attacked & node.side(Side::Second), 0);
    /// ```
    #[inline(always)]
    pub fn pawn_attacks(&self, side: Side) -> u128 {
        pawns::attacks(side, self.pieces(side, Role::Pawn))
    }

    /// The numbers of the cells of a set, in ascending order.
    ///
    /// ```
    /// use raum_rules::space::Node;
    ///
    /// assert!(Node::cells(1 << 3 | 1 << 124).eq([3, 124]));
    /// ```
    #[inline(always)]
    pub fn cells(set: u128) -> impl Iterator<Item = u8> {
        each(set)
    }

    /// Every piece with its side and the number of its cell.
    ///
    /// ```
    /// use raum_rules::{node::Node as _, space::{Node, Space}};
    ///
    /// let node = Node::new(&Space::default());
    /// assert_eq!(node.all_pieces().count(), 40);
    /// ```
    pub fn all_pieces(&self) -> impl Iterator<Item = (Side, Role, u8)> {
        Side::BOTH.into_iter().flat_map(move |side| {
            BY_VALUE
                .into_iter()
                .flat_map(move |role| each(self.pieces(side, role)).map(move |at| (side, role, at)))
        })
    }
}

/// The hash key of a piece on a cell.
#[inline(always)]
fn key(side: Side, role: Role, at: u8) -> u64 {
    hash_key(0x5ace, CELLS, side, role, at)
}

impl node::Node for Node {
    type Game = Space;
    type Step = SpaceStep;
    const CELLS: usize = CELLS;

    fn new(game: &Space) -> Self {
        let mut node = Self {
            game: *game,
            hash: if game.turn == Side::Second {
                TURN_KEY
            } else {
                0
            },
        };
        let pieces = node.all_pieces();
        node.hash = pieces.fold(node.hash, |hash, (side, role, at)| {
            hash ^ key(side, role, at)
        });
        node
    }

    fn game(&self) -> Space {
        self.game
    }

    #[inline(always)]
    fn turn(&self) -> Side {
        self.game.turn
    }

    #[inline(always)]
    fn hash(&self) -> u64 {
        self.hash
    }

    #[inline(always)]
    fn halfmove_clock(&self) -> u32 {
        self.game.halfmove_clock
    }

    fn in_check(&self) -> bool {
        self.game.in_check(self.game.turn)
    }

    #[inline(always)]
    fn is_dead(&self) -> bool {
        dead::is_dead(&self.game.board)
    }

    fn has_pieces(&self) -> bool {
        let board = &self.game.board;
        board.side(self.game.turn) & !(board.role(Role::King) | board.role(Role::Pawn)) != 0
    }

    fn list(&self, steps: &mut Vec<SpaceStep>) {
        self.game.list(Set::MAX, &legal::PROMOTIONS, steps);
    }

    fn list_tactical(&self, steps: &mut Vec<SpaceStep>) {
        let enemies = self.game.board.side(!self.game.turn);
        self.game.list(enemies, TO_QUEEN, steps);
    }

    fn list_quiet(&self, steps: &mut Vec<SpaceStep>) {
        self.game
            .list(!self.game.board.occupied(), TO_LESSER, steps);
    }

    fn find(&self, code: u32) -> Option<SpaceStep> {
        let (board, turn) = (&self.game.board, self.game.turn);
        let [from, to] = [code & 127, code >> 7 & 127].map(|cell| cell as u8);
        if board.side(turn) & bit(from) == 0 || board.side(turn) & bit(to) != 0 {
            return None;
        }
        let role = BY_VALUE
            .into_iter()
            .find(|role| board.role(*role) & bit(from) != 0)?;
        let promotion = match code >> 14 {
            0 => None,
            number => Some(
                *legal::PROMOTIONS
                    .iter()
                    .find(|role| **role as u32 == number)?,
            ),
        };
        let targets = if role == Role::Pawn {
            let promotes = PROMOTION[turn.index()] & bit(to) != 0;
            if promotes != promotion.is_some() {
                return None;
            }
            let mut targets = 0;
            pawns::advances(
                turn,
                bit(from),
                !board.occupied(),
                board.side(!turn),
                |advance| targets |= advance.targets,
            );
            targets
        } else if promotion.is_some() {
            return None;
        } else {
            Attacks::get().of(role, from, board.occupied())
        };
        let step = SpaceStep {
            from,
            to,
            role,
            promotion,
        };
        let is_legal = targets & bit(to) != 0 && !self.game.after(step).in_check(turn);
        is_legal.then_some(step)
    }

    #[inline(always)]
    fn after(&self, step: SpaceStep) -> Self {
        let SpaceStep { from, to, role, .. } = step;
        let own = self.game.turn;
        let mut hash = self.hash ^ TURN_KEY ^ key(own, role, from);
        hash ^= key(own, step.promotion.unwrap_or(role), to);
        if let Some(role) = self.captured(step) {
            hash ^= key(!own, role, to);
        }
        Self {
            game: self.game.after(step),
            hash,
        }
    }

    fn pass(&self) -> Self {
        let mut next = *self;
        next.game.turn = !self.game.turn;
        next.game.halfmove_clock = next.game.halfmove_clock.saturating_add(1);
        next.hash ^= TURN_KEY;
        next
    }

    #[inline(always)]
    fn role(step: SpaceStep) -> Role {
        step.role
    }

    #[inline(always)]
    fn origin(step: SpaceStep) -> usize {
        usize::from(step.from)
    }

    #[inline(always)]
    fn target(step: SpaceStep) -> usize {
        usize::from(step.to)
    }

    #[inline(always)]
    fn promotion(step: SpaceStep) -> Option<Role> {
        step.promotion
    }

    #[inline(always)]
    fn captured(&self, step: SpaceStep) -> Option<Role> {
        let to = bit(step.to);
        if self.game.board.side(!self.game.turn) & to == 0 {
            return None;
        }
        BY_VALUE
            .into_iter()
            .find(|role| self.game.board.role(*role) & to != 0)
    }

    fn exchange_wins(&self, step: SpaceStep, least: i32, values: &[i32; ROLES]) -> bool {
        let value = |role: Role| values[role as usize];
        let (board, tables) = (&self.game.board, Attacks::get());
        let SpaceStep {
            from,
            to,
            role,
            promotion,
        } = step;
        let gained = self.captured(step).map_or(0, value)
            + promotion.map_or(0, |promoted| value(promoted) - value(Role::Pawn));
        // What the side that just captured has above what it wants.
        let mut balance = gained - least;
        if balance < 0 {
            return false;
        }
        balance -= value(promotion.unwrap_or(role));
        if balance >= 0 {
            return true;
        }
        let mut occupied = board.occupied() & !bit(from) | bit(to);
        let [straight, diagonal, spatial] = [
            board.role(Role::Rook) | board.role(Role::Queen),
            board.role(Role::Bishop) | board.role(Role::Queen),
            board.role(Role::Unicorn) | board.role(Role::Queen),
        ];
        let at = usize::from(to);
        let pawns = tables.pawn[1][at] & board.pieces(Side::First, Role::Pawn)
            | tables.pawn[0][at] & board.pieces(Side::Second, Role::Pawn);
        let mut attackers = pawns
            | tables.knight[at] & board.role(Role::Knight)
            | tables.king[at] & board.role(Role::King);
        let sliders = |occupied: Set| {
            tables.of(Role::Rook, to, occupied) & straight
                | tables.of(Role::Bishop, to, occupied) & diagonal
                | tables.of(Role::Unicorn, to, occupied) & spatial
        };
        attackers |= sliders(occupied);
        attackers &= occupied;
        let mut turn = !self.game.turn;
        keeps_exchange(balance, || {
            let own = attackers & board.side(turn);
            let mut roles = BY_VALUE.into_iter();
            let role = roles.find(|role| own & board.role(*role) != 0)?;
            // A king cannot capture what is defended.
            if role == Role::King && attackers & board.side(!turn) != 0 {
                return None;
            }
            occupied &= !bit(first(own & board.role(role)));
            attackers = (attackers | sliders(occupied)) & occupied;
            turn = !turn;
            Some(value(role))
        })
    }

    #[inline(always)]
    fn code(step: SpaceStep) -> u32 {
        let promotion = step.promotion.map_or(0, |role| role as u32);
        u32::from(step.from) | u32::from(step.to) << 7 | promotion << 14
    }

    fn to_move(step: SpaceStep) -> Move {
        from_step(step)
    }
}

/// The promotions that count as tactical, and the others.
const TO_QUEEN: &[Role] = legal::PROMOTIONS.split_at(1).0;
const TO_LESSER: &[Role] = legal::PROMOTIONS.split_at(1).1;

/// The order in which pieces capture in an exchange.
const BY_VALUE: [Role; 7] = [
    Role::Pawn,
    Role::Unicorn,
    Role::Rook,
    Role::Bishop,
    Role::Knight,
    Role::Queen,
    Role::King,
];
