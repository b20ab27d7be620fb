//! Space chess: chess on 5×5×5 cells, with unicorns.
//!
//! The board is a set of `cells` in 128 bits; `attacks` come from tables; `legal` generates strictly
//! legal moves, either as a list or as a count.
//!
//! ```
//! use raum_rules::{Game, space::Space};
//!
//! assert_eq!(Space::default().perft(2), 3_615);
//! ```

#![expect(
    clippy::cast_possible_truncation,
    clippy::inline_always,
    reason = "bit sets are split into halves and small indices, and the generator is one loop"
)]

mod attacks;
mod board;
mod cells;
mod dead;
mod flights;
mod geometry;
mod legal;
mod node;
mod notation;
mod pawns;
mod position;
mod sliders;

use crate::{
    Cell, Game, History, Illegal, Key, Move, NotationError, Outcome, Piece, Role, Rules, Side,
    outcome::chess_outcome,
};

pub use board::SpaceStep;
pub use node::Node;

use attacks::Attacks;
use board::Board;
use cells::{Set, bit, index};

/// Few positions have more legal moves, so that their list seldom grows.
const MOST_MOVES: usize = 128;

/// A position of space chess.
///
/// A cell is named by level, file and rank (White's king starts on `Ac1`), a move by its two cells and
/// the role a pawn promotes to (`Dc5Ec5Q`).
///
/// ```
/// use raum_rules::{Game, Rules, space::Space};
///
/// let game = Space::default().play(Space::read_move("Ab1Ca1")?)?;
/// assert_eq!(
///     game.to_string(),
///     "5/5/5/PPPPP/R1KNR|5/5/5/PPPPP/BUQBU|5/5/5/5/N4|ubqub/ppppp/5/5/5|rnknr/ppppp/5/5/5 b 1 1",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Space {
    board: Board,
    turn: Side,
    /// Plies since the last capture or pawn move.
    halfmove_clock: u32,
    /// Starts at 1; incremented after each move of Black.
    fullmove_number: u32,
}

impl Space {
    fn steps(&self) -> Vec<SpaceStep> {
        let mut steps = Vec::with_capacity(MOST_MOVES);
        self.list(Set::MAX, &legal::PROMOTIONS, &mut steps);
        steps
    }

    /// Lists the legal moves to some cells, and the promotions to some roles.
    #[inline(always)]
    fn list(&self, targets: Set, promotions: &'static [Role], steps: &mut Vec<SpaceStep>) {
        self.complete(&mut legal::Listing {
            steps,
            enough: usize::MAX,
            targets,
            promotions,
        });
    }

    /// Whether the side to move has a legal move.
    fn can_move(&self) -> bool {
        let mut steps = Vec::with_capacity(MOST_MOVES);
        self.complete(&mut legal::Listing {
            steps: &mut steps,
            enough: 1,
            targets: Set::MAX,
            promotions: &legal::PROMOTIONS,
        });
        !steps.is_empty()
    }

    /// Not inlined: the generator is large, and two copies (this and `move_count`) are enough.
    #[inline(never)]
    fn complete(&self, listing: &mut legal::Listing<'_>) {
        legal::generate(&self.board, self.turn, listing);
    }

    fn find(&self, mv: Move) -> Result<SpaceStep, Illegal> {
        if !Self::EXTENT.contains(mv.to) {
            return Err(Illegal);
        }
        let mut steps = Vec::with_capacity(MOST_MOVES);
        self.list(bit(index(mv.to)), &legal::PROMOTIONS, &mut steps);
        let mut steps = steps.into_iter();
        steps.find(|step| from_step(*step) == mv).ok_or(Illegal)
    }

    /// The position after a step that is known to be legal.
    #[inline(always)]
    fn after(&self, step: SpaceStep) -> Self {
        let mut next = *self;
        let captures = next.board.make(self.turn, step);
        next.turn = !self.turn;
        next.halfmove_clock = if captures || step.role == Role::Pawn {
            0
        } else {
            self.halfmove_clock.saturating_add(1)
        };
        next.fullmove_number = self.fullmove_number.saturating_add(self.turn as u32);
        next
    }

    #[inline(never)]
    fn move_count(&self) -> u64 {
        let mut count = legal::Count::default();
        legal::generate(&self.board, self.turn, &mut count);
        count.0
    }

    fn in_check(&self, side: Side) -> bool {
        self.is_attacked(!side, self.board.king(side))
    }

    /// Not inlined: one copy is enough.
    #[inline(never)]
    fn is_attacked(&self, by: Side, at: u8) -> bool {
        let occupied = self.board.occupied();
        self.board.attacks(Attacks::get(), by, at, occupied)
    }

    /// Counts the sequences of one move per list. The last moves are listed too, or only counted.
    fn walk<const LIST_LAST: bool>(&self, lists: &mut [Vec<SpaceStep>]) -> u64 {
        let Some((list, rest)) = lists.split_first_mut() else {
            return 1;
        };
        if rest.is_empty() && !LIST_LAST {
            return self.move_count();
        }
        list.clear();
        self.list(Set::MAX, &legal::PROMOTIONS, list);
        if rest.is_empty() {
            return list.len() as u64;
        }
        list.iter()
            .map(|step| self.after(*step).walk::<LIST_LAST>(rest))
            .sum()
    }

    /// [`perft`](Game::perft) that lists the last moves instead of counting them, as a program that
    /// examines every move would. For benchmarks, and for the page, which has no second generator that counts.
    ///
    /// ```
    /// use raum_rules::{Game, space::Space};
    ///
    /// assert_eq!(Space::default().perft_by_lists(2), Space::default().perft(2));
    /// ```
    #[doc(hidden)]
    pub fn perft_by_lists(&self, depth: u32) -> u64 {
        self.walk::<true>(&mut vec![Vec::new(); depth as usize])
    }
}

impl Game for Space {
    fn turn(&self) -> Side {
        self.turn
    }

    fn legal(&self) -> Vec<Move> {
        self.steps().into_iter().map(from_step).collect()
    }

    fn play(&self, mv: Move) -> Result<Self, Illegal> {
        self.find(mv).map(|step| self.after(step))
    }

    fn outcome(&self) -> Option<Outcome> {
        chess_outcome(
            self.turn,
            self.can_move(),
            self.in_check(self.turn),
            dead::is_dead(&self.board),
            self.halfmove_clock,
        )
    }

    fn history(&self) -> Option<History> {
        Some(History {
            castling: [[false; 2]; 2],
            en_passant: None,
            halfmove_clock: self.halfmove_clock,
            move_number: self.fullmove_number,
        })
    }

    fn can_win(&self, side: Side) -> bool {
        self.board.side(side) != self.board.pieces(side, Role::King)
    }

    fn piece(&self, cell: Cell) -> Option<Piece> {
        let is_on_board = Self::EXTENT.contains(cell);
        is_on_board.then(|| self.board.piece(index(cell)))?
    }

    fn check(&self) -> Option<Cell> {
        self.in_check(self.turn)
            .then(|| cells::cell(self.board.king(self.turn)))
    }

    fn attacks(&self, by: Side, cell: Cell) -> bool {
        Self::EXTENT.contains(cell) && self.is_attacked(by, index(cell))
    }

    fn key(&self) -> Key {
        let mut key = Key::without_pieces(self.turn, 0);
        for (index, piece) in self.board.pieces_by_cell() {
            key.put(index.into(), piece);
        }
        key
    }

    fn notation(&self, mv: Move) -> Result<String, Illegal> {
        notation::write(self, mv)
    }

    fn read_notation(&self, text: &str) -> Result<Move, NotationError> {
        notation::read(self, text)
    }

    fn perft(&self, depth: u32) -> u64 {
        self.walk::<false>(&mut vec![Vec::new(); depth as usize])
    }
}

fn from_step(step: SpaceStep) -> Move {
    Move::step(cells::cell(step.from), cells::cell(step.to), step.promotion)
}
