//! What can be known of a kind before a game starts, and what a position carries of the moves before it.

use crate::{Cell, Extent};

/// The constants of one kind.
///
/// ```
/// use raum_rules::Kind;
///
/// let with_claims = Kind::ALL.iter().filter(|kind| kind.facts().has_claims);
/// let names: Vec<_> = with_claims.map(|kind| kind.name()).collect();
/// assert_eq!(names, ["chess", "space"]);
/// assert_eq!(Kind::Chess.facts().position_format, Some("FEN"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// The name in commands, URLs and files.
    pub name: &'static str,
    /// The display name.
    pub title: &'static str,
    /// The size of the board.
    pub extent: Extent,
    /// The names of the first and the second side.
    pub sides: [&'static str; 2],
    /// Whether the sides face each other across numbered ranks, rank 1 at the first side's end.
    pub has_ranks: bool,
    /// Whether players can claim draws.
    pub has_claims: bool,
    /// The name of the position text, if other programs know its format.
    pub position_format: Option<&'static str>,
}

/// What a position of chess or space chess carries of the moves before it.
///
/// ```
/// use raum_rules::{Cell, Game, chess::Chess};
///
/// let game: Chess = "r3k2r/8/8/3pP3/8/8/8/R3K2R w Kq d6 0 12".parse()?;
/// let history = game.history().unwrap();
/// assert_eq!(history.castling, [[false, true], [true, false]]);
/// assert_eq!(history.en_passant, Some(Cell::flat(3, 5)));
/// assert_eq!((history.halfmove_clock, history.move_number), (0, 12));
/// # Ok::<(), raum_rules::PositionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct History {
    /// Each side's right to castle on the queen's side and on the king's side.
    pub castling: [[bool; 2]; 2],
    /// The cell that a pawn has just passed over, if a legal move captures it there.
    pub en_passant: Option<Cell>,
    /// Plies since the last capture or pawn move.
    pub halfmove_clock: u32,
    /// The number of the next move: from 1, one more after each move of the second side.
    pub move_number: u32,
}
