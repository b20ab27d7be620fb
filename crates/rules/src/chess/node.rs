//! Chess as a search visits it.

use super::{
    Chess,
    attacks::{self, bit, first},
    board::{BY_VALUE, ChessBoard, Step},
    cell_at,
    generate::{Wanted, generate},
};
use crate::{
    Move, Role, Side,
    node::{self, ROLES, keeps_exchange},
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
#[derive(Clone, Copy, Debug)]
pub struct Node(ChessBoard);

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
pub struct ChessStep(Step);

impl Node {
    /// The cells of a side's pieces of a role, a bit each, by rank from a1.
    ///
    /// ```
    /// use raum_rules::{Role, Side, chess::{Chess, Node}, node::Node as _};
    ///
    /// let node = Node::new(&Chess::default());
    /// assert_eq!(node.pieces(Side::First, Role::Knight), 1 << 1 | 1 << 6);
    /// ```
    #[inline(always)]
    pub fn pieces(&self, side: Side, role: Role) -> u64 {
        self.0.pieces(side, role)
    }

    /// The cells of a side, a bit each.
    ///
    /// ```
    /// use raum_rules::{Side, chess::{Chess, Node}, node::Node as _};
    ///
    /// assert_eq!(Node::new(&Chess::default()).side(Side::First), 0xffff);
    /// ```
    #[inline(always)]
    pub fn side(&self, side: Side) -> u64 {
        self.0.side(side)
    }

    /// The cells that a piece other than a pawn attacks from a cell.
    ///
    /// ```
    /// use raum_rules::{Role, chess::{Chess, Node}, node::Node as _};
    ///
    /// let node = Node::new(&Chess::default());
    /// assert_eq!(node.attacks(Role::Rook, 0), 1 << 1 | 1 << 8);
    /// ```
    #[inline(always)]
    pub fn attacks(&self, role: Role, from: u8) -> u64 {
        attacks::of(role, from, self.0.occupied())
    }

    /// The cells that a piece other than a pawn would attack from a cell, if the board were occupied so.
    ///
    /// ```
    /// use raum_rules::{Role, chess::Node};
    ///
    /// assert_eq!(Node::attacks_over(Role::Bishop, 0, 1 << 18), 1 << 9 | 1 << 18);
    /// ```
    #[inline(always)]
    pub fn attacks_over(role: Role, from: u8, occupied: u64) -> u64 {
        attacks::of(role, from, occupied)
    }

    /// Lists the wanted steps. Not inlined: a copy for each list would be larger, and no faster.
    #[inline(never)]
    fn collect(&self, wanted: Wanted, steps: &mut Vec<ChessStep>) {
        generate(&self.0, wanted, |step| steps.push(ChessStep(step)));
    }
}

impl node::Node for Node {
    type Game = Chess;
    type Step = ChessStep;
    const CELLS: usize = 64;

    fn new(game: &Chess) -> Self {
        Self(ChessBoard::new(game))
    }

    fn game(&self) -> Chess {
        self.0.game()
    }

    #[inline(always)]
    fn turn(&self) -> Side {
        self.0.turn
    }

    #[inline(always)]
    fn hash(&self) -> u64 {
        self.0.hash
    }

    #[inline(always)]
    fn halfmove_clock(&self) -> u32 {
        self.0.halfmove_clock
    }

    #[inline(always)]
    fn in_check(&self) -> bool {
        self.0.checkers != 0
    }

    #[inline(always)]
    fn is_dead(&self) -> bool {
        self.0.is_dead()
    }

    #[inline(always)]
    fn has_pieces(&self) -> bool {
        self.0.side(self.0.turn) & !(self.0.role(Role::King) | self.0.role(Role::Pawn)) != 0
    }

    fn list(&self, steps: &mut Vec<ChessStep>) {
        self.collect(Wanted::ALL, steps);
    }

    fn list_tactical(&self, steps: &mut Vec<ChessStep>) {
        self.collect(Wanted::TACTICAL, steps);
    }

    fn list_quiet(&self, steps: &mut Vec<ChessStep>) {
        self.collect(Wanted::QUIET, steps);
    }

    fn find(&self, code: u32) -> Option<ChessStep> {
        let wanted = Wanted {
            origins: 1 << (code & 63),
            targets: 1 << (code >> 6 & 63),
            ..Wanted::ALL
        };
        // A pawn may promote to four roles.
        let mut steps = Vec::with_capacity(4);
        self.collect(wanted, &mut steps);
        steps.into_iter().find(|step| Self::code(*step) == code)
    }

    #[inline(always)]
    fn after(&self, ChessStep(step): ChessStep) -> Self {
        Self(self.0.after(step))
    }

    #[inline(always)]
    fn gives_check(&self, ChessStep(step): ChessStep) -> bool {
        self.0.gives_check(step)
    }

    fn pass(&self) -> Self {
        Self(self.0.pass())
    }

    #[inline(always)]
    fn role(ChessStep(step): ChessStep) -> Role {
        step.role
    }

    #[inline(always)]
    fn origin(ChessStep(step): ChessStep) -> usize {
        usize::from(step.from)
    }

    #[inline(always)]
    fn target(ChessStep(step): ChessStep) -> usize {
        usize::from(step.to)
    }

    #[inline(always)]
    fn promotion(ChessStep(step): ChessStep) -> Option<Role> {
        step.promotion
    }

    #[inline(always)]
    fn captured(&self, ChessStep(step): ChessStep) -> Option<Role> {
        step.captured
    }

    fn exchange_wins(&self, ChessStep(step): ChessStep, least: i32, values: &[i32; ROLES]) -> bool {
        let value = |role: Role| values[role as usize];
        let Step {
            from,
            to,
            role,
            promotion,
            captured,
        } = step;
        let gained = captured.map_or(0, value)
            + promotion.map_or(0, |promoted| value(promoted) - value(Role::Pawn));
        let balance = gained - least;
        if balance < 0 {
            return false;
        }
        let balance = balance - value(promotion.unwrap_or(role));
        if balance >= 0 {
            return true;
        }
        let board = &self.0;
        let mut occupied = board.occupied() & !bit(from) | bit(to);
        if captured.is_some() && board.occupied() & bit(to) == 0 {
            occupied &= !bit(ChessBoard::passed(to));
        }
        let mut attackers = Side::BOTH
            .map(|side| board.attackers(side, to, occupied))
            .into_iter()
            .fold(0, |all, set| all | set)
            & occupied;
        let mut turn = !board.turn;
        keeps_exchange(balance, || {
            let own = attackers & board.side(turn);
            let mut roles = BY_VALUE.into_iter();
            let role = roles.find(|role| own & board.role(*role) != 0)?;
            // A king cannot capture what is defended.
            if role == Role::King && attackers & board.side(!turn) != 0 {
                return None;
            }
            occupied &= !bit(first(own & board.role(role)));
            attackers = (attackers | board.sliders(to, occupied)) & occupied;
            turn = !turn;
            Some(value(role))
        })
    }

    #[inline(always)]
    fn code(ChessStep(step): ChessStep) -> u32 {
        let promotion = step.promotion.map_or(0, |role| role as u32);
        // Never 0: no move ends where it began.
        u32::from(step.from) | u32::from(step.to) << 6 | promotion << 12
    }

    fn to_move(ChessStep(step): ChessStep) -> Move {
        Move::step(cell_at(step.from), cell_at(step.to), step.promotion)
    }
}
