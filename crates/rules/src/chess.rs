//! Chess by the FIDE laws, built on `shakmaty`. No other module uses `shakmaty`.
//!
//! ```
//! use raum_rules::{Game, chess::Chess};
//!
//! let mut game = Chess::default();
//! for san in ["e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7#"] {
//!     game = game.play(game.read_notation(san)?)?;
//! }
//! assert_eq!(game.outcome().unwrap().reason(), "checkmate");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![expect(
    clippy::inline_always,
    reason = "the generator of the node is one loop"
)]

mod attacks;
mod board;
mod fen;
mod generate;
mod node;

pub use node::{ChessStep, Node};

use shakmaty::{
    CastlingSide, Color, EnPassantMode, File, Position, Rank, Square,
    san::{San, SanError, SanPlus},
};

use crate::{
    Cell, Extent, Facts, Game, History, Illegal, Key, Move, MoveTextError, NotationError, Outcome,
    Piece, Role, Rules, Side, outcome::chess_outcome,
};

/// A position of chess.
///
/// The position text is FEN, with an en passant target only if a legal move captures there, so equal
/// positions have equal texts. Move texts are UCI, notations are SAN.
///
/// ```
/// use raum_rules::{Game, Rules, chess::Chess};
///
/// let game: Chess = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1".parse()?;
/// let castled = game.play(Chess::read_move("e1g1")?)?;
/// assert_eq!(castled.to_string(), "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1");
/// assert_eq!(game.notation(Chess::read_move("e1c1")?)?, "O-O-O");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Chess {
    position: shakmaty::Chess,
}

impl Chess {
    /// The legal `shakmaty` move for one of our moves.
    fn find(&self, mv: Move) -> Result<shakmaty::Move, Illegal> {
        let [from, to] = [mv.from.and_then(square), square(mv.to)].map(|at| at.ok_or(Illegal));
        let role = self.position.board().role_at(from?).ok_or(Illegal)?;
        let legal = match role {
            // Castling is not among the candidates.
            shakmaty::Role::King => self.position.legal_moves(),
            role => self.position.san_candidates(role, to?),
        };
        let mut legal = legal.into_iter();
        let found = legal.find(|candidate| from_shakmaty(*candidate) == mv);
        found.ok_or(Illegal)
    }

    fn past(&self) -> History {
        let castles = self.position.castles();
        let wings = [CastlingSide::QueenSide, CastlingSide::KingSide];
        History {
            castling: Color::ALL.map(|color| wings.map(|wing| castles.has(color, wing))),
            en_passant: self.position.ep_square(EnPassantMode::Legal).map(cell),
            halfmove_clock: self.position.halfmoves(),
            move_number: self.position.fullmoves().get(),
        }
    }
}

impl PartialEq for Chess {
    /// Compares whole positions, clocks included; see [`Key`] for repetition.
    fn eq(&self, other: &Self) -> bool {
        self.position == other.position
            && self.position.halfmoves() == other.position.halfmoves()
            && self.position.fullmoves() == other.position.fullmoves()
    }
}

impl Eq for Chess {}

impl Game for Chess {
    fn turn(&self) -> Side {
        side(self.position.turn())
    }

    fn legal(&self) -> Vec<Move> {
        let legal = self.position.legal_moves().into_iter();
        legal.map(from_shakmaty).collect()
    }

    fn play(&self, mv: Move) -> Result<Self, Illegal> {
        let mv = self.find(mv)?;
        let mut next = self.clone();
        next.position.play_unchecked(mv);
        Ok(next)
    }

    fn outcome(&self) -> Option<Outcome> {
        chess_outcome(
            self.turn(),
            !self.position.legal_moves().is_empty(),
            self.position.is_check(),
            self.position.is_insufficient_material(),
            self.position.halfmoves(),
        )
    }

    fn history(&self) -> Option<History> {
        Some(self.past())
    }

    fn can_win(&self, side: Side) -> bool {
        !self.position.has_insufficient_material(color(side))
    }

    fn piece(&self, cell: Cell) -> Option<Piece> {
        let piece = self.position.board().piece_at(square(cell)?)?;
        Some(our_piece(piece))
    }

    fn check(&self) -> Option<Cell> {
        let king = self.position.board().king_of(self.position.turn())?;
        self.position.is_check().then(|| cell(king))
    }

    fn attacks(&self, by: Side, cell: Cell) -> bool {
        let board = self.position.board();
        square(cell).is_some_and(|at| board.attacks_to(at, color(by), board.occupied()).any())
    }

    fn key(&self) -> Key {
        let past = self.past();
        let castling = past.castling.as_flattened().iter();
        let castling = castling.fold(0, |bits, right| bits << 1 | u8::from(*right));
        let en_passant = past.en_passant.map_or(0, |target| target.x + 1);
        let mut key = Key::without_pieces(self.turn(), castling << 4 | en_passant);
        for (square, piece) in self.position.board() {
            key.put(square.to_usize(), our_piece(piece));
        }
        key
    }

    fn notation(&self, mv: Move) -> Result<String, Illegal> {
        let mv = self.find(mv)?;
        Ok(SanPlus::from_move(self.position.clone(), mv).to_string())
    }

    fn read_notation(&self, text: &str) -> Result<Move, NotationError> {
        // Castling is often written with zeros; no other move contains one.
        let letters = text.replace('0', "O");
        let san = San::from_ascii(letters.as_bytes()).map_err(|_| NotationError::syntax(text))?;
        san.to_move(&self.position)
            .map(from_shakmaty)
            .map_err(|error| match error {
                SanError::IllegalSan => NotationError::Illegal(text.to_owned()),
                SanError::AmbiguousSan => NotationError::Ambiguous(text.to_owned()),
            })
    }

    fn perft(&self, depth: u32) -> u64 {
        let Some(rest) = depth.checked_sub(1) else {
            return 1;
        };
        let moves = self.position.legal_moves();
        if rest == 0 {
            return moves.len() as u64;
        }
        moves
            .into_iter()
            .map(|mv| {
                let mut next = self.clone();
                next.position.play_unchecked(mv);
                next.perft(rest)
            })
            .sum()
    }
}

impl Rules for Chess {
    const FACTS: Facts = Facts {
        name: "chess",
        title: "Chess",
        extent: Extent::new(8, 8, 1),
        sides: ["white", "black"],
        has_ranks: true,
        has_claims: true,
        position_format: Some("FEN"),
    };

    fn cell_name(cell: Cell) -> String {
        name(cell).into_iter().collect()
    }

    fn move_text(mv: Move) -> String {
        let mut text = String::with_capacity(5);
        for letter in mv.from.into_iter().chain([mv.to]).flat_map(name) {
            text.push(letter);
        }
        let letter = mv.promotion.and_then(Role::letter);
        text.extend(letter.map(|letter| letter.to_ascii_lowercase()));
        text
    }

    fn read_move(text: &str) -> Result<Move, MoveTextError> {
        let (cells, promotion) = match text.as_bytes() {
            [cells @ .., b'q'] => (cells, Some(Role::Queen)),
            [cells @ .., b'r'] => (cells, Some(Role::Rook)),
            [cells @ .., b'b'] => (cells, Some(Role::Bishop)),
            [cells @ .., b'n'] => (cells, Some(Role::Knight)),
            cells => (cells, None),
        };
        match *cells {
            [
                from_file @ b'a'..=b'h',
                from_rank @ b'1'..=b'8',
                to_file @ b'a'..=b'h',
                to_rank @ b'1'..=b'8',
            ] => Ok(Move::step(
                Cell::flat(from_file - b'a', from_rank - b'1'),
                Cell::flat(to_file - b'a', to_rank - b'1'),
                promotion,
            )),
            _ => Err(MoveTextError::new(text, "UCI such as e2e4 or e7e8q")),
        }
    }
}

fn name(cell: Cell) -> [char; 2] {
    [(b'a', cell.x), (b'1', cell.y)]
        .map(|(zero, coordinate)| char::from(zero.saturating_add(coordinate)))
}

fn our_piece(piece: shakmaty::Piece) -> Piece {
    Piece {
        side: side(piece.color),
        role: role(piece.role),
    }
}

fn side(color: Color) -> Side {
    color.fold_wb(Side::First, Side::Second)
}

fn color(side: Side) -> Color {
    match side {
        Side::First => Color::White,
        Side::Second => Color::Black,
    }
}

fn role(role: shakmaty::Role) -> Role {
    match role {
        shakmaty::Role::Pawn => Role::Pawn,
        shakmaty::Role::Knight => Role::Knight,
        shakmaty::Role::Bishop => Role::Bishop,
        shakmaty::Role::Rook => Role::Rook,
        shakmaty::Role::Queen => Role::Queen,
        shakmaty::Role::King => Role::King,
    }
}

fn cell(square: Square) -> Cell {
    let (file, rank) = square.coords();
    Cell::flat(file.into(), rank.into())
}

/// The cell of a square's number.
fn cell_at(number: u8) -> Cell {
    Cell::flat(number % 8, number / 8)
}

fn square(cell: Cell) -> Option<Square> {
    let [file, rank] = [cell.x, cell.y].map(u32::from);
    let is_on_board = Chess::EXTENT.contains(cell);
    is_on_board.then(|| Square::from_coords(File::new(file), Rank::new(rank)))
}

/// Converts a move. For `shakmaty`, castling is the king capturing its own rook; for us, the king's own move.
fn from_shakmaty(mv: shakmaty::Move) -> Move {
    let to = mv.castling_side().map_or(mv.to(), |side| {
        Square::from_coords(side.king_to_file(), mv.to().rank())
    });
    Move {
        from: mv.from().map(cell),
        to: cell(to),
        promotion: mv.promotion().map(role),
    }
}
