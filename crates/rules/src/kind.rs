//! The kinds of games, and a game whose kind is known only at run time.

use std::{error, fmt, str::FromStr};

use crate::{
    Cell, Extent, Facts, Game, History, Illegal, Key, Move, MoveTextError, NotationError, Outcome,
    Piece, PositionError, Rules, Side, chess::Chess, space::Space, tic_tac_toe::TicTacToe,
};

/// Defines [`Kind`] and [`AnyGame`] from one line per kind.
macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident)*) => {
        /// Which game is played.
        ///
        /// ```
        /// use raum_rules::Kind;
        ///
        /// let kind: Kind = "space".parse()?;
        /// assert_eq!(kind, Kind::Space);
        /// assert_eq!(kind.to_string(), "space");
        /// # Ok::<(), raum_rules::UnknownKind>(())
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Kind {
            $($(#[$doc])* $kind,)*
        }

        /// A game of any kind.
        ///
        /// ```
        /// use raum_rules::{Game, Kind};
        ///
        /// let game = Kind::Space.start();
        /// let mv = Kind::Space.read_move("Aa2Aa3")?;
        /// assert_eq!(game.play(mv)?.legal().len(), 61);
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[expect(missing_docs, reason = "the variants are the kinds, which are documented")]
        pub enum AnyGame {
            $($kind($kind),)*
        }

        impl Kind {
            /// Every kind.
            ///
            /// ```
            /// use raum_rules::Kind;
            ///
            /// for kind in Kind::ALL {
            ///     assert_eq!(kind.name().parse(), Ok(*kind));
            /// }
            /// ```
            pub const ALL: &[Self] = &[$(Self::$kind),*];

            /// The constants of the kind.
            ///
            /// ```
            /// use raum_rules::Kind;
            ///
            /// assert!(!Kind::TicTacToe.facts().has_ranks);
            /// ```
            pub const fn facts(self) -> &'static Facts {
                match self { $(Self::$kind => &$kind::FACTS,)* }
            }

            /// The name in commands, URLs and files.
            ///
            /// ```
            /// use raum_rules::Kind;
            ///
            /// assert_eq!(Kind::TicTacToe.name(), "tictactoe");
            /// ```
            pub const fn name(self) -> &'static str {
                self.facts().name
            }

            /// The display name.
            ///
            /// ```
            /// use raum_rules::Kind;
            ///
            /// assert_eq!(Kind::TicTacToe.title(), "Tic-tac-toe");
            /// ```
            pub const fn title(self) -> &'static str {
                self.facts().title
            }

            /// The size of the board.
            ///
            /// ```
            /// use raum_rules::{Extent, Kind};
            ///
            /// assert_eq!(Kind::Chess.extent(), Extent::new(8, 8, 1));
            /// ```
            pub const fn extent(self) -> Extent {
                self.facts().extent
            }

            /// This kind's name for a side.
            ///
            /// ```
            /// use raum_rules::{Kind, Side};
            ///
            /// assert_eq!(Kind::TicTacToe.side_name(Side::Second), "O");
            /// ```
            pub const fn side_name(self, side: Side) -> &'static str {
                self.facts().sides[side.index()]
            }

            /// A cell's name.
            ///
            /// ```
            /// use raum_rules::{Cell, Kind};
            ///
            /// assert_eq!(Kind::Chess.cell_name(Cell::flat(0, 7)), "a8");
            /// ```
            pub fn cell_name(self, cell: Cell) -> String {
                match self { $(Self::$kind => $kind::cell_name(cell),)* }
            }

            /// A move in machine-readable form.
            ///
            /// ```
            /// use raum_rules::{Cell, Kind, Move};
            ///
            /// assert_eq!(Kind::TicTacToe.move_text(Move::put(Cell::flat(0, 0))), "0");
            /// ```
            pub fn move_text(self, mv: Move) -> String {
                match self { $(Self::$kind => $kind::move_text(mv),)* }
            }

            /// Reads the output of [`move_text`](Self::move_text).
            ///
            /// ```
            /// use raum_rules::{Cell, Kind, Move};
            ///
            /// assert_eq!(Kind::TicTacToe.read_move("8"), Ok(Move::put(Cell::flat(2, 2))));
            /// assert!(Kind::TicTacToe.read_move("9").is_err());
            /// ```
            pub fn read_move(self, text: &str) -> Result<Move, MoveTextError> {
                match self { $(Self::$kind => $kind::read_move(text),)* }
            }

            /// The start position.
            ///
            /// ```
            /// use raum_rules::{Game, Kind};
            ///
            /// assert_eq!(Kind::Space.start().legal().len(), 61);
            /// ```
            pub fn start(self) -> AnyGame {
                match self { $(Self::$kind => AnyGame::$kind($kind::default()),)* }
            }

            /// Reads a position text.
            ///
            /// ```
            /// use raum_rules::Kind;
            ///
            /// let game = Kind::TicTacToe.read_position("X........ O")?;
            /// assert_eq!(game.to_string(), "X........ O");
            /// let error = Kind::TicTacToe.read_position("X........ X").unwrap_err();
            /// assert_eq!(error.to_string(), "the number of marks does not match the side to move");
            /// # Ok::<(), raum_rules::PositionError>(())
            /// ```
            pub fn read_position(self, text: &str) -> Result<AnyGame, PositionError> {
                match self { $(Self::$kind => text.parse().map(AnyGame::$kind),)* }
            }
        }

        impl AnyGame {
            /// The kind of this game.
            ///
            /// ```
            /// use raum_rules::Kind;
            ///
            /// assert_eq!(Kind::Space.start().kind(), Kind::Space);
            /// ```
            pub const fn kind(&self) -> Kind {
                match self { $(Self::$kind(_) => Kind::$kind,)* }
            }
        }

        impl fmt::Display for AnyGame {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self { $(Self::$kind(game) => game.fmt(f),)* }
            }
        }

        impl Game for AnyGame {
            fn turn(&self) -> Side {
                match self { $(Self::$kind(game) => game.turn(),)* }
            }

            fn legal(&self) -> Vec<Move> {
                match self { $(Self::$kind(game) => game.legal(),)* }
            }

            fn play(&self, mv: Move) -> Result<Self, Illegal> {
                match self { $(Self::$kind(game) => game.play(mv).map(Self::$kind),)* }
            }

            fn outcome(&self) -> Option<Outcome> {
                match self { $(Self::$kind(game) => game.outcome(),)* }
            }

            fn history(&self) -> Option<History> {
                match self { $(Self::$kind(game) => game.history(),)* }
            }

            fn can_win(&self, side: Side) -> bool {
                match self { $(Self::$kind(game) => game.can_win(side),)* }
            }

            fn piece(&self, cell: Cell) -> Option<Piece> {
                match self { $(Self::$kind(game) => game.piece(cell),)* }
            }

            fn check(&self) -> Option<Cell> {
                match self { $(Self::$kind(game) => game.check(),)* }
            }

            fn attacks(&self, by: Side, cell: Cell) -> bool {
                match self { $(Self::$kind(game) => game.attacks(by, cell),)* }
            }

            fn key(&self) -> Key {
                match self { $(Self::$kind(game) => game.key(),)* }
            }

            fn notation(&self, mv: Move) -> Result<String, Illegal> {
                match self { $(Self::$kind(game) => game.notation(mv),)* }
            }

            fn read_notation(&self, text: &str) -> Result<Move, NotationError> {
                match self { $(Self::$kind(game) => game.read_notation(text),)* }
            }

            fn perft(&self, depth: u32) -> u64 {
                match self { $(Self::$kind(game) => game.perft(depth),)* }
            }
        }
    };
}

kinds! {
    /// Chess on 8×8.
    Chess
    /// Space chess on 5×5×5.
    Space
    /// Tic-tac-toe on 3×3.
    TicTacToe
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Kind {
    type Err = UnknownKind;

    fn from_str(name: &str) -> Result<Self, UnknownKind> {
        let mut all = Self::ALL.iter().copied();
        all.find(|kind| kind.name() == name).ok_or(UnknownKind)
    }
}

/// No kind has this name.
///
/// ```
/// use raum_rules::{Kind, UnknownKind};
///
/// assert_eq!("go".parse::<Kind>(), Err(UnknownKind));
/// assert!(UnknownKind.to_string().starts_with("unknown kind: expected one of chess, space"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownKind;

impl fmt::Display for UnknownKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = Kind::ALL.iter().map(|kind| kind.name()).collect();
        write!(f, "unknown kind: expected one of {}", names.join(", "))
    }
}

impl error::Error for UnknownKind {}
