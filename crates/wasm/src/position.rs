//! A position with everything that a screen shows of it.

use raum_rules::{AnyGame, Game, Move};
use serde::Serialize;

use crate::{
    cell::Cell,
    words::{Claim, Draw, Role, Win},
};

/// A position: its `text` and pieces, the last move, the legal moves, and the outcome if the game is over by the rules.
/// `check` is the cell of the king in check; `claims` are the draws that the side to move may claim.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct Position {
    #[cfg_attr(test, ts(type = "Kind"))]
    kind: &'static str,
    text: String,
    #[cfg_attr(test, ts(type = "Side"))]
    turn: &'static str,
    pieces: Vec<Piece>,
    last_move: Option<LastMove>,
    legal: Vec<LegalMove>,
    check: Option<Cell>,
    outcome: Option<Outcome>,
    claims: Vec<Claim>,
    history: Option<History>,
}

/// The effects of earlier moves on a position: each side's rights to castle on the queen's side and on the king's side, the
/// cell where a pawn can be captured en passant, the plies since the last capture or pawn move, and the number of the next
/// move.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct History {
    castling: [[bool; 2]; 2],
    en_passant: Option<Cell>,
    halfmove_clock: u32,
    move_number: u32,
}

/// A piece on the board.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Piece {
    cell: Cell,
    #[cfg_attr(test, ts(type = "Side"))]
    side: &'static str,
    role: Role,
}

/// The cells of the last move; `from` is null if the move placed a new piece.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct LastMove {
    from: Option<Cell>,
    to: Cell,
}

/// A legal move: its `text` for `play`, its `notation` for people, and the piece that it captures. `from` is null if the
/// move places a new piece.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct LegalMove {
    text: String,
    notation: String,
    from: Option<Cell>,
    to: Cell,
    promotion: Option<Role>,
    captures: Option<Role>,
}

/// A move that was played: its `text` for `play`, its `notation` for people, and the piece that it captured.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct MadeMove {
    text: String,
    notation: String,
    captures: Option<Role>,
}

/// How the rules ended a game. The `winner` of a draw is null.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "result", rename_all = "lowercase")]
pub(crate) enum Outcome {
    Win {
        reason: Win,
        #[cfg_attr(test, ts(type = "Side"))]
        winner: &'static str,
    },
    Draw {
        reason: Draw,
        winner: (),
    },
}

impl Position {
    /// The current position of a record, with or without its legal moves.
    pub(crate) fn of(record: &raum_rules::Record<AnyGame>, with_legal: bool) -> Self {
        let game = record.game();
        let kind = game.kind();
        Self {
            kind: kind.name(),
            text: game.to_string(),
            turn: kind.side_name(game.turn()),
            pieces: pieces(game),
            last_move: record.moves().last().copied().map(LastMove::from),
            legal: if with_legal { legal(game) } else { Vec::new() },
            check: game.check().map(Cell::from),
            outcome: record.outcome().map(|outcome| Outcome::of(kind, outcome)),
            claims: record.claims().into_iter().map(Claim::from).collect(),
            history: game.history().map(History::from),
        }
    }
}

impl From<raum_rules::History> for History {
    fn from(history: raum_rules::History) -> Self {
        Self {
            castling: history.castling,
            en_passant: history.en_passant.map(Cell::from),
            halfmove_clock: history.halfmove_clock,
            move_number: history.move_number,
        }
    }
}

impl From<Move> for LastMove {
    fn from(mv: Move) -> Self {
        Self {
            from: mv.from.map(Cell::from),
            to: mv.to.into(),
        }
    }
}

impl Outcome {
    fn of(kind: raum_rules::Kind, outcome: raum_rules::Outcome) -> Self {
        match outcome {
            raum_rules::Outcome::Win { winner, by } => Self::Win {
                reason: by.into(),
                winner: kind.side_name(winner),
            },
            raum_rules::Outcome::Draw(by) => Self::Draw {
                reason: by.into(),
                winner: (),
            },
        }
    }
}

/// Plays legal moves from a position and notates each of them.
pub(crate) fn made(mut game: AnyGame, moves: &[Move]) -> Vec<MadeMove> {
    let mut made = Vec::new();
    for mv in moves {
        let (Ok(notation), Ok(next)) = (game.notation(*mv), game.play(*mv)) else {
            break;
        };
        made.push(MadeMove {
            text: game.kind().move_text(*mv),
            notation,
            captures: captured(&game, *mv),
        });
        game = next;
    }
    made
}

fn captured(game: &AnyGame, mv: Move) -> Option<Role> {
    Some(game.captured(mv)?.role.into())
}

fn pieces(game: &AnyGame) -> Vec<Piece> {
    let kind = game.kind();
    let cells = kind.extent().cells();
    cells
        .filter_map(|cell| {
            let piece = game.piece(cell)?;
            Some(Piece {
                cell: cell.into(),
                side: kind.side_name(piece.side),
                role: piece.role.into(),
            })
        })
        .collect()
}

fn legal(game: &AnyGame) -> Vec<LegalMove> {
    let legal = game.legal().into_iter();
    legal
        .filter_map(|mv| {
            Some(LegalMove {
                text: game.kind().move_text(mv),
                notation: game.notation(mv).ok()?,
                from: mv.from.map(Cell::from),
                to: mv.to.into(),
                promotion: mv.promotion.map(Role::from),
                captures: captured(game, mv),
            })
        })
        .collect()
}
