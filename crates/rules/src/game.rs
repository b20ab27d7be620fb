//! What every kind of game can do.

use std::{fmt, str::FromStr};

use crate::{
    Cell, Claim, Extent, Illegal, Key, Move, MoveTextError, NotationError, Outcome, Piece,
    PositionError, Side,
};

/// A position of some kind, as a value: playing a move makes another one, and undo is keeping the old.
///
/// It displays as its position text. `legal` and `play` know no draw rules: a game that is drawn by
/// repetition can go on here, and it is the room that stops it.
///
/// ```
/// use raum_rules::{AnyGame, Game, Kind};
///
/// fn random_game(mut game: impl Game, mut pick: impl FnMut(usize) -> usize) -> usize {
///     for ply in 0.. {
///         let legal = game.legal();
///         if legal.is_empty() || ply == 100 {
///             return ply;
///         }
///         game = game.play(legal[pick(legal.len())]).unwrap();
///     }
///     unreachable!()
/// }
///
/// for kind in Kind::ALL {
///     assert!(random_game(kind.start(), |choices| choices - 1) >= 5);
/// }
/// ```
pub trait Game: Clone + Eq + fmt::Debug + fmt::Display {
    /// The side to move.
    fn turn(&self) -> Side;

    /// Every legal move. Empty just when the game has ended by mate, stalemate, a line or a full board.
    fn legal(&self) -> Vec<Move>;

    /// The position after a move, if the move is legal.
    fn play(&self, mv: Move) -> Result<Self, Illegal>;

    /// The end of the game, as far as the position alone tells it. Repetition is a
    /// [`Record`](crate::Record)'s affair.
    fn outcome(&self) -> Option<Outcome>;

    /// The draw that the side to move may claim by the position alone.
    fn claim(&self) -> Option<Claim> {
        None
    }

    /// Whether a side could still win by some sequence of moves, as far as its material tells: what counts
    /// when the other side's time is up.
    fn can_win(&self, side: Side) -> bool;

    /// What stands on a cell; `None` for empty cells and for cells off the board.
    fn piece(&self, cell: Cell) -> Option<Piece>;

    /// The cell of the king in check, if the side to move is in check.
    fn check(&self) -> Option<Cell> {
        None
    }

    /// What makes this the same position as another for repetition.
    fn key(&self) -> Key;

    /// A legal move as people write it.
    fn notation(&self, mv: Move) -> Result<String, Illegal>;

    /// The legal move that a notation names.
    fn read_notation(&self, text: &str) -> Result<Move, NotationError>;

    /// How many sequences of `depth` legal moves there are: the usual proof of a move generator.
    fn perft(&self, depth: u32) -> u64 {
        let Some(rest) = depth.checked_sub(1) else {
            return 1;
        };
        self.legal()
            .into_iter()
            .filter_map(|mv| self.play(mv).ok())
            .map(|next| next.perft(rest))
            .sum()
    }
}

/// What holds for every position of one kind. The default value is the start position; a position text
/// parses to the position.
pub trait Rules: Game + Default + FromStr<Err = PositionError> {
    /// The kind's name in commands, addresses and files.
    const NAME: &'static str;
    /// The kind's name for people.
    const TITLE: &'static str;
    /// The board's size.
    const EXTENT: Extent;
    /// The names of the first and the second side.
    const SIDES: [&'static str; 2];

    /// A cell's name.
    fn cell_name(cell: Cell) -> String;

    /// A move as machines write it, without regard to a position.
    fn move_text(mv: Move) -> String;

    /// Reads what [`move_text`](Self::move_text) writes, and nothing else.
    fn read_move(text: &str) -> Result<Move, MoveTextError>;
}
