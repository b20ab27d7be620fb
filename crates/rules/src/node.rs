//! Positions as a search visits them: fast and unchecked, beside the checked [`Game`](crate::Game).
//!
//! ```
//! use raum_rules::{node::Node, space};
//!
//! /// Counts the sequences of `depth` legal moves.
//! fn perft<N: Node>(node: &N, depth: u32) -> usize {
//!     if depth == 0 {
//!         return 1;
//!     }
//!     let mut steps = Vec::new();
//!     node.list(&mut steps);
//!     steps.into_iter().map(|step| perft(&node.after(step), depth - 1)).sum()
//! }
//!
//! let start = space::Node::new(&space::Space::default());
//! assert_eq!(perft(&start, 2), 3_615);
//! ```

use std::fmt;

use crate::{Move, Role, Rules, Side};

/// How many roles there are: the length of a table by role.
///
/// ```
/// use raum_rules::{Role, node::ROLES};
///
/// let mut values = [0; ROLES];
/// values[Role::Pawn as usize] = 100;
/// ```
pub const ROLES: usize = 8;

/// A position as a search visits it.
///
/// A step is a legal move in a form that is quick to make. [`after`](Self::after) checks nothing: a step that was not
/// listed by this very position gives a position that means nothing, though it never panics.
///
/// ```
/// use raum_rules::{Rules, chess::{self, Chess}, node::Node};
///
/// let node = chess::Node::new(&Chess::default());
/// let mut steps = Vec::new();
/// node.list(&mut steps);
/// let king_pawn = Chess::read_move("e2e4")?;
/// let step = steps.into_iter().find(|step| chess::Node::to_move(*step) == king_pawn).unwrap();
/// let text = node.after(step).game().to_string();
/// assert_eq!(text, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
/// # Ok::<(), raum_rules::MoveTextError>(())
/// ```
pub trait Node: Clone + fmt::Debug {
    /// The game that this is a position of.
    ///
    /// ```
    /// use raum_rules::{Rules, node::Node, tic_tac_toe};
    ///
    /// fn title<N: Node>() -> &'static str {
    ///     N::Game::FACTS.title
    /// }
    /// assert_eq!(title::<tic_tac_toe::Node>(), "Tic-tac-toe");
    /// ```
    type Game: Rules;
    /// A legal move.
    ///
    /// ```
    /// use raum_rules::node::Node;
    ///
    /// fn is_capture<N: Node>(node: &N, step: N::Step) -> bool {
    ///     node.captured(step).is_some()
    /// }
    /// ```
    type Step: Copy + Eq + fmt::Debug;
    /// How many cells the board has: the length of a table by cell.
    ///
    /// ```
    /// use raum_rules::{node::Node, space};
    ///
    /// assert_eq!(space::Node::CELLS, 125);
    /// ```
    const CELLS: usize;

    /// The node of a position.
    ///
    /// ```
    /// use raum_rules::{node::Node, tic_tac_toe::{self, TicTacToe}};
    ///
    /// let game: TicTacToe = "X........ O".parse()?;
    /// assert_eq!(tic_tac_toe::Node::new(&game).game(), game);
    /// # Ok::<(), raum_rules::PositionError>(())
    /// ```
    fn new(game: &Self::Game) -> Self;

    /// The position of this node.
    ///
    /// ```
    /// use raum_rules::{node::Node, space::{self, Space}};
    ///
    /// let node = space::Node::new(&Space::default());
    /// assert_eq!(node.game(), Space::default());
    /// ```
    fn game(&self) -> Self::Game;

    /// The side to move.
    ///
    /// ```
    /// use raum_rules::{Side, chess::{self, Chess}, node::Node};
    ///
    /// assert_eq!(chess::Node::new(&Chess::default()).turn(), Side::First);
    /// ```
    fn turn(&self) -> Side;

    /// A hash of everything that repetition compares: equal for positions with equal [keys](crate::Key).
    ///
    /// ```
    /// use raum_rules::{chess::{self, Chess}, node::Node};
    ///
    /// let early: Chess = "k7/8/1K6/8/8/8/8/7R w - - 0 1".parse()?;
    /// let late: Chess = "k7/8/1K6/8/8/8/8/7R w - - 42 60".parse()?;
    /// assert_eq!(chess::Node::new(&early).hash(), chess::Node::new(&late).hash());
    /// # Ok::<(), raum_rules::PositionError>(())
    /// ```
    fn hash(&self) -> u64;

    /// Plies since the last capture or pawn move; 0 if the kind does not count them.
    ///
    /// ```
    /// use raum_rules::{chess::{self, Chess}, node::Node};
    ///
    /// let game: Chess = "k7/8/1K6/8/8/8/8/7R w - - 42 60".parse()?;
    /// assert_eq!(chess::Node::new(&game).halfmove_clock(), 42);
    /// # Ok::<(), raum_rules::PositionError>(())
    /// ```
    fn halfmove_clock(&self) -> u32;

    /// Whether the side to move is in check.
    ///
    /// ```
    /// use raum_rules::{chess::{self, Chess}, node::Node};
    ///
    /// let game: Chess = "k7/8/1K6/8/8/8/8/R7 b - - 0 1".parse()?;
    /// assert!(chess::Node::new(&game).in_check());
    /// # Ok::<(), raum_rules::PositionError>(())
    /// ```
    fn in_check(&self) -> bool;

    /// Whether the game is drawn because neither side has the material to mate.
    ///
    /// ```
    /// use raum_rules::{chess::{self, Chess}, node::Node};
    ///
    /// let game: Chess = "k7/8/1K6/8/8/8/8/7N w - - 0 1".parse()?;
    /// assert!(chess::Node::new(&game).is_dead());
    /// # Ok::<(), raum_rules::PositionError>(())
    /// ```
    fn is_dead(&self) -> bool;

    /// Whether the side to move has lost without being in check: to a line of the other side.
    ///
    /// ```
    /// use raum_rules::{node::Node, tic_tac_toe::{self, TicTacToe}};
    ///
    /// let game: TicTacToe = "XXXOO.... O".parse()?;
    /// assert!(tic_tac_toe::Node::new(&game).is_lost());
    /// # Ok::<(), raum_rules::PositionError>(())
    /// ```
    fn is_lost(&self) -> bool {
        false
    }

    /// Whether the side to move has more than king and pawns.
    ///
    /// ```
    /// use raum_rules::{chess::{self, Chess}, node::Node};
    ///
    /// let game: Chess = "k7/p7/2K5/8/8/8/8/1R6 b - - 0 1".parse()?;
    /// let node = chess::Node::new(&game);
    /// assert!(!node.has_pieces(), "Black has a king and a pawn");
    /// assert!(node.pass().has_pieces(), "White has a rook");
    /// # Ok::<(), raum_rules::PositionError>(())
    /// ```
    fn has_pieces(&self) -> bool;

    /// Appends every legal move.
    ///
    /// ```
    /// use raum_rules::{chess::{self, Chess}, node::Node};
    ///
    /// let mut steps = Vec::new();
    /// chess::Node::new(&Chess::default()).list(&mut steps);
    /// assert_eq!(steps.len(), 20);
    /// ```
    fn list(&self, steps: &mut Vec<Self::Step>);

    /// Appends the legal captures that do not promote, and the promotions to a queen, with or without a capture.
    ///
    /// ```
    /// use raum_rules::{chess::{self, Chess}, node::Node};
    ///
    /// let game: Chess = "1n2k3/P7/8/3pP3/8/8/8/4K3 w - d6 0 1".parse()?;
    /// let mut steps = Vec::new();
    /// chess::Node::new(&game).list_tactical(&mut steps);
    /// assert_eq!(steps.len(), 3, "exd6, a8=Q and axb8=Q");
    /// # Ok::<(), raum_rules::PositionError>(())
    /// ```
    fn list_tactical(&self, steps: &mut Vec<Self::Step>);

    /// Appends the legal moves that [`list_tactical`](Self::list_tactical) leaves out.
    ///
    /// ```
    /// use raum_rules::{chess::{self, Chess}, node::Node};
    ///
    /// let game: Chess = "1n2k3/P7/8/3pP3/8/8/8/4K3 w - d6 0 1".parse()?;
    /// let mut steps = Vec::new();
    /// chess::Node::new(&game).list_quiet(&mut steps);
    /// assert_eq!(steps.len(), 12, "six promotions to lesser pieces, five moves of the king, and e6");
    /// # Ok::<(), raum_rules::PositionError>(())
    /// ```
    fn list_quiet(&self, steps: &mut Vec<Self::Step>);

    /// The legal step with this [`code`](Self::code).
    ///
    /// ```
    /// use raum_rules::{chess::{self, Chess}, node::Node};
    ///
    /// let node = chess::Node::new(&Chess::default());
    /// let mut steps = Vec::new();
    /// node.list(&mut steps);
    /// assert_eq!(node.find(chess::Node::code(steps[7])), Some(steps[7]));
    /// assert_eq!(node.find(0), None);
    /// ```
    fn find(&self, code: u32) -> Option<Self::Step> {
        let mut steps = Vec::new();
        self.list(&mut steps);
        steps.into_iter().find(|step| Self::code(*step) == code)
    }

    /// The position after a step.
    ///
    /// ```
    /// use raum_rules::{chess::{self, Chess}, node::Node};
    ///
    /// let game: Chess = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1".parse()?;
    /// let node = chess::Node::new(&game);
    /// let mut steps = Vec::new();
    /// node.list_tactical(&mut steps);
    /// assert_eq!(node.after(steps[0]).game().to_string(), "4k3/8/3P4/8/8/8/8/4K3 b - - 0 1");
    /// # Ok::<(), raum_rules::PositionError>(())
    /// ```
    #[must_use]
    fn after(&self, step: Self::Step) -> Self;

    /// Whether a step gives check.
    ///
    /// ```
    /// use raum_rules::{chess::{self, Chess}, node::Node};
    ///
    /// let game: Chess = "3rk3/8/8/8/8/8/8/3QK3 w - - 0 1".parse()?;
    /// let node = chess::Node::new(&game);
    /// let mut steps = Vec::new();
    /// node.list_tactical(&mut steps);
    /// assert!(node.gives_check(steps[0]), "Qxd8+");
    /// # Ok::<(), raum_rules::PositionError>(())
    /// ```
    fn gives_check(&self, step: Self::Step) -> bool {
        self.after(step).in_check()
    }

    /// The position with the other side to move, without a right to capture en passant. The half-move clock counts a
    /// pass. In check, and after the end of a game, the result means nothing.
    ///
    /// ```
    /// use raum_rules::{Side, chess::{self, Chess}, node::Node};
    ///
    /// let node = chess::Node::new(&Chess::default());
    /// assert_eq!(node.pass().turn(), Side::Second);
    /// ```
    #[must_use]
    fn pass(&self) -> Self;

    /// The role of the piece that moves.
    ///
    /// ```
    /// use raum_rules::{chess::{self, Chess}, node::Node};
    ///
    /// let game: Chess = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1".parse()?;
    /// let node = chess::Node::new(&game);
    /// let mut steps = Vec::new();
    /// node.list_tactical(&mut steps);
    /// assert_eq!(chess::Node::role(steps[0]), raum_rules::Role::Pawn);
    /// # Ok::<(), raum_rules::PositionError>(())
    /// ```
    fn role(step: Self::Step) -> Role;

    /// The number of the cell that the piece leaves, counted by file, rank and level; of the cell it enters if it leaves none.
    ///
    /// ```
    /// use raum_rules::{chess::{self, Chess}, node::Node};
    ///
    /// let game: Chess = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1".parse()?;
    /// let node = chess::Node::new(&game);
    /// let mut steps = Vec::new();
    /// node.list_tactical(&mut steps);
    /// assert_eq!(chess::Node::origin(steps[0]), 4 + 4 * 8, "e5");
    /// # Ok::<(), raum_rules::PositionError>(())
    /// ```
    fn origin(step: Self::Step) -> usize;

    /// The number of the cell that the piece enters.
    ///
    /// ```
    /// use raum_rules::{chess::{self, Chess}, node::Node};
    ///
    /// let game: Chess = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1".parse()?;
    /// let node = chess::Node::new(&game);
    /// let mut steps = Vec::new();
    /// node.list_tactical(&mut steps);
    /// assert_eq!(chess::Node::target(steps[0]), 3 + 5 * 8, "d6");
    /// # Ok::<(), raum_rules::PositionError>(())
    /// ```
    fn target(step: Self::Step) -> usize;

    /// The role that a pawn becomes.
    ///
    /// ```
    /// use raum_rules::{chess::{self, Chess}, node::Node};
    ///
    /// let game: Chess = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1".parse()?;
    /// let node = chess::Node::new(&game);
    /// let mut steps = Vec::new();
    /// node.list_tactical(&mut steps);
    /// assert_eq!(chess::Node::promotion(steps[0]), Some(raum_rules::Role::Queen));
    /// # Ok::<(), raum_rules::PositionError>(())
    /// ```
    fn promotion(step: Self::Step) -> Option<Role>;

    /// The role of the piece that a step captures.
    ///
    /// ```
    /// use raum_rules::{chess::{self, Chess}, node::Node};
    ///
    /// let game: Chess = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1".parse()?;
    /// let node = chess::Node::new(&game);
    /// let mut steps = Vec::new();
    /// node.list_tactical(&mut steps);
    /// assert_eq!(node.captured(steps[0]), Some(raum_rules::Role::Pawn));
    /// # Ok::<(), raum_rules::PositionError>(())
    /// ```
    fn captured(&self, step: Self::Step) -> Option<Role>;

    /// Whether a step wins at least `least`, if from then on both sides may capture on its cell, each time with their least
    /// valuable piece (the one on the lowest cell among equals), and stop when it pays. `values` are by role. A king captures
    /// only what is not defended.
    ///
    /// The exchange ignores pins, checks, and promotions of pawns that capture back.
    ///
    /// ```
    /// use raum_rules::{chess::{self, Chess}, node::Node};
    ///
    /// let game: Chess = "4k3/8/2p5/3p4/8/4N3/8/4K3 w - - 0 1".parse()?;
    /// let node = chess::Node::new(&game);
    /// let mut steps = Vec::new();
    /// node.list_tactical(&mut steps);
    /// // The knight takes a pawn, and the other pawn takes the knight.
    /// let values = [10_000, 900, 500, 330, 320, 0, 100, 0];
    /// assert!(node.exchange_wins(steps[0], -220, &values));
    /// assert!(!node.exchange_wins(steps[0], -219, &values));
    /// # Ok::<(), raum_rules::PositionError>(())
    /// ```
    fn exchange_wins(&self, step: Self::Step, least: i32, values: &[i32; ROLES]) -> bool;

    /// A number for a step that no other legal move of the position has: never 0, less than 2²⁰.
    ///
    /// ```
    /// use raum_rules::{chess::{self, Chess}, node::Node};
    ///
    /// let game: Chess = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1".parse()?;
    /// let node = chess::Node::new(&game);
    /// let mut steps = Vec::new();
    /// node.list_tactical(&mut steps);
    /// assert_ne!(chess::Node::code(steps[0]), 0);
    /// # Ok::<(), raum_rules::PositionError>(())
    /// ```
    fn code(step: Self::Step) -> u32;

    /// The move that a step stands for.
    ///
    /// ```
    /// use raum_rules::{Game, chess::{self, Chess}, node::Node};
    ///
    /// let game: Chess = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1".parse()?;
    /// let node = chess::Node::new(&game);
    /// let mut steps = Vec::new();
    /// node.list_tactical(&mut steps);
    /// let mv = game.read_notation("exd6").unwrap();
    /// assert_eq!(chess::Node::to_move(steps[0]), mv);
    /// # Ok::<(), raum_rules::PositionError>(())
    /// ```
    fn to_move(step: Self::Step) -> Move;
}

const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// The next number of a `SplitMix64` generator.
pub(crate) const fn next_random(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_add(GOLDEN);
    let number = *seed;
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

/// The hash key of a piece on one of so many cells. Computed each time: a table is no faster, and would be large in
/// WebAssembly.
#[inline]
pub(crate) fn hash_key(seed: u64, cells: usize, side: Side, role: Role, at: u8) -> u64 {
    let number = (side.index() * ROLES + role as usize) * cells + usize::from(at);
    next_random(&mut seed.wrapping_add(GOLDEN.wrapping_mul(number as u64)))
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
