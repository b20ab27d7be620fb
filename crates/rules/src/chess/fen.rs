//! Strict FEN: an invalid position is rejected with the reason.

use std::{fmt, num::NonZeroU32, str::FromStr};

use shakmaty::{
    Bitboard, Board, CastlingMode, EnPassantMode, FromSetup, PositionErrorKinds as Kinds, Setup,
    Square, fen::Fen,
};

use crate::{
    Cell, Piece, PositionError, Rules, Side,
    moves::excerpt,
    position_text::{check_king, fields, parts, read_clocks, read_rank, read_turn},
};

use super::{Chess, color, role, square};

impl fmt::Display for Chess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Fen::from_position(&self.position, EnPassantMode::Legal).fmt(f)
    }
}

impl FromStr for Chess {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        let [board, turn, castling, en_passant, halfmove, fullmove] = fields(text)?;
        let (halfmoves, fullmoves) = read_clocks(halfmove, fullmove)?;
        let setup = Setup {
            board: read_board(board)?,
            turn: color(read_turn(turn)?),
            castling_rights: read_castling(castling)?,
            ep_square: read_en_passant(en_passant)?,
            halfmoves,
            fullmoves: NonZeroU32::new(fullmoves).unwrap_or(NonZeroU32::MIN),
            ..Setup::empty()
        };
        check_kings(&setup.board)?;
        shakmaty::Chess::from_setup(setup, CastlingMode::Standard)
            .map(|position| Self { position })
            .map_err(|error| explain(error.kinds(), en_passant))
    }
}

fn read_board(text: &str) -> Result<Board, PositionError> {
    let mut board = Board::empty();
    let mut stranger = None;
    for (y, rank) in (0..8).rev().zip(parts(text, '/', "ranks", 8)?) {
        read_rank(rank, Chess::EXTENT.x, |x, piece| {
            match (square(Cell::flat(x, y)), shakmaty_piece(piece)) {
                (Some(square), Some(piece)) => board.set_piece_at(square, piece),
                _ => stranger = piece.letter(),
            }
        })?;
    }
    match stranger {
        None => Ok(board),
        Some(letter) => Err(PositionError::Character(letter)),
    }
}

fn shakmaty_piece(piece: Piece) -> Option<shakmaty::Piece> {
    let mut roles = shakmaty::Role::ALL.into_iter();
    let role = roles.find(|known| role(*known) == piece.role)?;
    Some(role.of(color(piece.side)))
}

fn read_castling(text: &str) -> Result<Bitboard, PositionError> {
    const RIGHTS: [(char, Square); 4] = [
        ('K', Square::H1),
        ('Q', Square::A1),
        ('k', Square::H8),
        ('q', Square::A8),
    ];
    if text == "-" {
        return Ok(Bitboard::EMPTY);
    }
    // `contains` would add 1.5 kB of string search to the WebAssembly module.
    let is_held = |letter: char| text.chars().any(|held| held == letter);
    let held = RIGHTS.iter().filter(|(letter, _)| is_held(*letter));
    let canonical: String = held.clone().map(|(letter, _)| *letter).collect();
    if text.is_empty() || text != canonical {
        return Err(PositionError::Castling(excerpt(text)));
    }
    Ok(held.map(|(_, rook)| *rook).collect())
}

fn read_en_passant(text: &str) -> Result<Option<Square>, PositionError> {
    if text == "-" {
        return Ok(None);
    }
    text.parse()
        .map(Some)
        .map_err(|_| PositionError::EnPassant(excerpt(text)))
}

fn check_kings(board: &Board) -> Result<(), PositionError> {
    for side in Side::BOTH {
        let kings = board.kings() & board.by_color(color(side));
        check_king::<Chess>(side, kings.count())?;
    }
    Ok(())
}

/// Translates the first of `shakmaty`'s reasons.
fn explain(kinds: Kinds, en_passant: &str) -> PositionError {
    let has = |kind| kinds.contains(kind);
    match kinds {
        _ if has(Kinds::PAWNS_ON_BACKRANK) => PositionError::PawnPlace,
        _ if has(Kinds::INVALID_CASTLING_RIGHTS) => PositionError::CastlingWithoutRook,
        _ if has(Kinds::INVALID_EP_SQUARE) => PositionError::EnPassant(excerpt(en_passant)),
        _ if has(Kinds::OPPOSITE_CHECK) => PositionError::OpponentInCheck,
        _ if has(Kinds::TOO_MUCH_MATERIAL) => PositionError::TooManyPieces,
        _ => PositionError::ImpossibleCheck,
    }
}
