//! The traits that every kind implements.

use std::{fmt, str::FromStr};

use crate::{
    Cell, Claim, Extent, Facts, History, Illegal, Key, Move, MoveTextError, NotationError, Outcome,
    Piece, PositionError, Role, Side,
};

/// A position of some kind, as a value: playing a move returns a new position and leaves this one unchanged.
///
/// Displays as its position text. `legal` and `play` ignore draw rules: a game drawn by repetition can be
/// played on here; the room ends it.
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
    ///
    /// ```
    /// use raum_rules::{Game, Side, tic_tac_toe::TicTacToe};
    ///
    /// let game: TicTacToe = "X........ O".parse()?;
    /// assert_eq!(game.turn(), Side::Second);
    /// # Ok::<(), raum_rules::PositionError>(())
    /// ```
    fn turn(&self) -> Side;

    /// Every legal move. Empty exactly when the game has ended by mate, stalemate, a line or a full board.
    ///
    /// ```
    /// use raum_rules::{Game, chess::Chess, space::Space};
    ///
    /// assert_eq!(Chess::default().legal().len(), 20);
    /// assert_eq!(Space::default().legal().len(), 61);
    /// ```
    fn legal(&self) -> Vec<Move>;

    /// The position after a move, if the move is legal.
    ///
    /// ```
    /// use raum_rules::{Game, Illegal, Rules, tic_tac_toe::TicTacToe};
    ///
    /// let start = TicTacToe::default();
    /// let next = start.play(TicTacToe::read_move("0")?)?;
    /// assert_eq!(next.to_string(), "X........ O");
    /// assert_eq!(next.play(TicTacToe::read_move("0")?), Err(Illegal));
    /// assert_eq!(start.to_string(), "......... X", "unchanged");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn play(&self, mv: Move) -> Result<Self, Illegal>;

    /// How the game ended, if the position alone ends it. A [`Record`](crate::Record) adds repetition.
    ///
    /// ```
    /// use raum_rules::{Game, Kind};
    ///
    /// let full = Kind::TicTacToe.read_position("XOXXOOOXX O")?;
    /// assert_eq!(full.outcome().map(|outcome| outcome.reason()), Some("full-board"));
    /// assert_eq!(Kind::TicTacToe.start().outcome(), None);
    /// # Ok::<(), raum_rules::PositionError>(())
    /// ```
    fn outcome(&self) -> Option<Outcome>;

    /// What the position carries of the moves before it; `None` if the kind records nothing.
    ///
    /// ```
    /// use raum_rules::{Game, Kind};
    ///
    /// let numbers = Kind::ALL.iter().map(|kind| kind.start().history().map(|past| past.move_number));
    /// assert_eq!(numbers.collect::<Vec<_>>(), [Some(1), Some(1), None]);
    /// ```
    fn history(&self) -> Option<History> {
        None
    }

    /// The draw that the side to move may claim by the position alone.
    ///
    /// ```
    /// use raum_rules::{Claim, Game, chess::Chess};
    ///
    /// let game: Chess = "k7/8/1K6/8/8/8/8/7R w - - 99 80".parse()?;
    /// assert_eq!(game.claim(), None);
    /// let next = game.play(game.read_notation("Rh2")?)?;
    /// assert_eq!(next.claim(), Some(Claim::FiftyMoves));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn claim(&self) -> Option<Claim> {
        let is_long = self.history()?.halfmove_clock >= 100;
        is_long.then_some(Claim::FiftyMoves)
    }

    /// Whether a side has the material to win. Decides between a win and a draw when the other side runs out
    /// of time.
    ///
    /// ```
    /// use raum_rules::{Game, Side, chess::Chess};
    ///
    /// let bare_king: Chess = "k7/8/1K6/8/8/8/8/R7 b - - 0 1".parse()?;
    /// assert!(bare_king.can_win(Side::First));
    /// assert!(!bare_king.can_win(Side::Second));
    /// # Ok::<(), raum_rules::PositionError>(())
    /// ```
    fn can_win(&self, side: Side) -> bool;

    /// The piece on a cell; `None` for empty cells and cells off the board.
    ///
    /// ```
    /// use raum_rules::{Cell, Game, Piece, Role, Side, chess::Chess};
    ///
    /// let start = Chess::default();
    /// let king = Piece { side: Side::First, role: Role::King };
    /// assert_eq!(start.piece(Cell::flat(4, 0)), Some(king));
    /// assert_eq!(start.piece(Cell::flat(4, 4)), None);
    /// assert_eq!(start.piece(Cell::flat(9, 9)), None);
    /// ```
    fn piece(&self, cell: Cell) -> Option<Piece>;

    /// The piece that a legal move captures, en passant included.
    ///
    /// ```
    /// use raum_rules::{Game, Role, chess::Chess};
    ///
    /// let game: Chess = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1".parse()?;
    /// let captured = |san| Some(game.captured(game.read_notation(san).ok()?)?.role);
    /// assert_eq!(captured("exd6"), Some(Role::Pawn));
    /// assert_eq!(captured("e6"), None);
    /// # Ok::<(), raum_rules::PositionError>(())
    /// ```
    fn captured(&self, mv: Move) -> Option<Piece> {
        let passed = |from: Cell| {
            let en_passant =
                self.history()?.en_passant == Some(mv.to) && self.piece(from)?.role == Role::Pawn;
            self.piece(Cell { y: from.y, ..mv.to })
                .filter(|_| en_passant)
        };
        self.piece(mv.to).or_else(|| passed(mv.from?))
    }

    /// The cell of the king in check, if the side to move is in check.
    ///
    /// ```
    /// use raum_rules::{Cell, Game, chess::Chess};
    ///
    /// let game: Chess = "k7/8/1K6/8/8/8/8/R7 b - - 0 1".parse()?;
    /// assert_eq!(game.check(), Some(Cell::flat(0, 7)));
    /// assert_eq!(Chess::default().check(), None);
    /// # Ok::<(), raum_rules::PositionError>(())
    /// ```
    fn check(&self) -> Option<Cell> {
        None
    }

    /// Whether a side attacks a cell: a piece of it could capture an enemy there, if its own king were in no danger.
    ///
    /// ```
    /// use raum_rules::{Cell, Game, Side, chess::Chess};
    ///
    /// let start = Chess::default();
    /// assert!(start.attacks(Side::First, Cell::flat(0, 2)), "by a pawn and a knight");
    /// assert!(!start.attacks(Side::First, Cell::flat(0, 3)));
    /// assert!(start.attacks(Side::First, Cell::flat(0, 1)), "its own pawn is defended");
    /// ```
    fn attacks(&self, _by: Side, _cell: Cell) -> bool {
        false
    }

    /// Equal for two positions that count as the same for repetition.
    ///
    /// ```
    /// use raum_rules::{Game, chess::Chess};
    ///
    /// let early: Chess = "k7/8/1K6/8/8/8/8/7R w - - 0 1".parse()?;
    /// let late: Chess = "k7/8/1K6/8/8/8/8/7R w - - 42 60".parse()?;
    /// assert_eq!(early.key(), late.key());
    /// # Ok::<(), raum_rules::PositionError>(())
    /// ```
    fn key(&self) -> Key;

    /// A legal move in the notation that players use.
    ///
    /// ```
    /// use raum_rules::{Game, Rules, chess::Chess, space::Space};
    ///
    /// assert_eq!(Chess::default().notation(Chess::read_move("g1f3")?)?, "Nf3");
    /// assert_eq!(Space::default().notation(Space::read_move("Ab1Ca1")?)?, "NCa1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn notation(&self, mv: Move) -> Result<String, Illegal>;

    /// The legal move that a notation names.
    ///
    /// ```
    /// use raum_rules::{Game, Rules, chess::Chess};
    ///
    /// let mv = Chess::default().read_notation("Nf3")?;
    /// assert_eq!(Chess::move_text(mv), "g1f3");
    /// # Ok::<(), raum_rules::NotationError>(())
    /// ```
    fn read_notation(&self, text: &str) -> Result<Move, NotationError>;

    /// Counts the sequences of `depth` legal moves: the standard test of a move generator.
    ///
    /// ```
    /// use raum_rules::{Game, chess::Chess};
    ///
    /// assert_eq!(Chess::default().perft(3), 8_902);
    /// ```
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
///
/// ```
/// use raum_rules::{Rules, chess::Chess, space::Space, tic_tac_toe::TicTacToe};
///
/// fn describe<G: Rules>() -> String {
///     let facts = G::FACTS;
///     format!("{}: {} cells, {} begins", facts.title, facts.extent.cell_count(), facts.sides[0])
/// }
///
/// assert_eq!(describe::<Chess>(), "Chess: 64 cells, white begins");
/// assert_eq!(describe::<Space>(), "Space chess: 125 cells, white begins");
/// assert_eq!(describe::<TicTacToe>(), "Tic-tac-toe: 9 cells, X begins");
/// ```
pub trait Rules: Game + Default + FromStr<Err = PositionError> {
    /// The constants of the kind.
    ///
    /// ```
    /// use raum_rules::{Kind, Rules, tic_tac_toe::TicTacToe};
    ///
    /// assert_eq!(TicTacToe::FACTS.name.parse(), Ok(Kind::TicTacToe));
    /// ```
    const FACTS: Facts;
    /// The size of the board.
    ///
    /// ```
    /// use raum_rules::{Extent, Rules, chess::Chess};
    ///
    /// assert_eq!(Chess::EXTENT, Extent::new(8, 8, 1));
    /// ```
    const EXTENT: Extent = Self::FACTS.extent;

    /// A cell's name.
    ///
    /// ```
    /// use raum_rules::{Cell, Rules, chess::Chess, space::Space, tic_tac_toe::TicTacToe};
    ///
    /// assert_eq!(Chess::cell_name(Cell::flat(4, 3)), "e4");
    /// assert_eq!(Space::cell_name(Cell::new(0, 1, 0)), "Aa2");
    /// assert_eq!(TicTacToe::cell_name(Cell::flat(2, 1)), "5");
    /// ```
    fn cell_name(cell: Cell) -> String;

    /// A move in machine-readable form, independent of the position.
    ///
    /// ```
    /// use raum_rules::{Cell, Move, Role, Rules, space::Space};
    ///
    /// let mv = Move::step(Cell::new(2, 4, 3), Cell::new(2, 4, 4), Some(Role::Queen));
    /// assert_eq!(Space::move_text(mv), "Dc5Ec5Q");
    /// ```
    fn move_text(mv: Move) -> String;

    /// Reads the output of [`move_text`](Self::move_text), and nothing else.
    ///
    /// ```
    /// use raum_rules::{Rules, chess::Chess};
    ///
    /// let mv = Chess::read_move("e1g1")?;
    /// assert_eq!(Chess::move_text(mv), "e1g1");
    /// assert!(Chess::read_move("O-O").is_err());
    /// # Ok::<(), raum_rules::MoveTextError>(())
    /// ```
    fn read_move(text: &str) -> Result<Move, MoveTextError>;
}
