//! The game state of this dialect: the position, and what has moved.

use raum_rules::{AnyGame, Cell, Game, Move, Piece, Record, Role, Side};
use serde::Serialize;

/// The data of a `game_state` frame.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(super) struct GameState {
    player_turn_id: Option<String>,
    /// From a8 to h8, then the next rank, to h1.
    board: Vec<i8>,
    /// For each file whether its pawn has just made a double step: Black's pawns, then White's.
    allow_en_passant: [bool; 16],
    has_king_moved: Kings,
    has_rook_moved: Rooks,
}

#[derive(Debug, Default, PartialEq, Eq, Serialize)]
struct Kings {
    white: bool,
    black: bool,
}

#[derive(Debug, Default, PartialEq, Eq, Serialize)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a field of the frame"
)]
struct Rooks {
    a1: bool,
    h1: bool,
    a8: bool,
    h8: bool,
}

impl GameState {
    pub(super) fn new(player_turn_id: Option<String>, record: &Record<AnyGame>) -> Self {
        let (has_king_moved, has_rook_moved) = moved(record);
        Self {
            player_turn_id,
            board: board(record.game()),
            allow_en_passant: allow_en_passant(record),
            has_king_moved,
            has_rook_moved,
        }
    }
}

fn board(game: &AnyGame) -> Vec<i8> {
    let cells = (0..64).map(|index| Cell::flat(index % 8, 7 - index / 8));
    cells
        .map(|cell| game.piece(cell).map_or(0, number))
        .collect()
}

fn number(piece: Piece) -> i8 {
    let number = match piece.role {
        Role::King => 6,
        Role::Queen => 5,
        Role::Bishop => 4,
        Role::Knight => 3,
        Role::Rook => 2,
        Role::Pawn => 1,
        Role::Unicorn | Role::Mark => 0,
    };
    match piece.side {
        Side::First => number,
        Side::Second => -number,
    }
}

fn allow_en_passant(record: &Record<AnyGame>) -> [bool; 16] {
    let mut allow = [false; 16];
    let double_step = match record.moves().last() {
        Some(mv) => double_step(record.game(), *mv),
        None => target(record.start()),
    };
    if let Some(place) = double_step.and_then(|place| allow.get_mut(place)) {
        *place = true;
    }
    allow
}

/// The index of the pawn that made a double step with the last move.
fn double_step(game: &AnyGame, mv: Move) -> Option<usize> {
    let is_pawn = game.piece(mv.to)?.role == Role::Pawn;
    match (mv.from?.y, mv.to.y) {
        (6, 4) if is_pawn => Some(usize::from(mv.to.x)),
        (1, 3) if is_pawn => Some(8 + usize::from(mv.to.x)),
        _ => None,
    }
}

/// The same before the first move: the position carries the cell behind the pawn.
fn target(start: &AnyGame) -> Option<usize> {
    let passed = start.history()?.en_passant?;
    Some(usize::from(passed.x) + if passed.y == 2 { 8 } else { 0 })
}

/// Which kings and rooks have moved. The moves before a set-up position are unknown: there, a side without the right
/// to castle counts as having moved.
fn moved(record: &Record<AnyGame>) -> (Kings, Rooks) {
    let rights = record.start().history().map(|past| past.castling);
    let [white, black] = rights.unwrap_or_default().map(Castling::new);
    let mut sides = [(white, 0), (black, 7)];
    let mut side = record.start().turn();
    for mv in record.moves() {
        let (castling, rank) = &mut sides[side.index()];
        side = !side;
        // Most moves are elsewhere, and games are long.
        if mv.from.is_none_or(|from| from.y != *rank) && mv.to.y != *rank {
            continue;
        }
        castling.play(*mv, *rank);
        if sides.iter().all(|(castling, _)| castling.has_all_moved()) {
            break;
        }
    }
    let [white, black] = sides.each_ref().map(|(castling, _)| castling.king_moved);
    let [[a1, h1], [a8, h8]] = sides.map(|(castling, _)| castling.rook_moved);
    (Kings { white, black }, Rooks { a1, h1, a8, h8 })
}

/// Which of a side's king and rooks have moved.
struct Castling {
    king_moved: bool,
    /// The rooks of file a and file h.
    rook_moved: [bool; 2],
}

const KING_FILE: u8 = 4;
const ROOK_FILES: [u8; 2] = [0, 7];
/// Where the king goes when it castles with each rook.
const CASTLED_FILES: [u8; 2] = [2, 6];

impl Castling {
    fn new(rights: [bool; 2]) -> Self {
        Self {
            king_moved: rights == [false; 2],
            rook_moved: rights.map(|right| !right),
        }
    }

    fn has_all_moved(&self) -> bool {
        self.king_moved && self.rook_moved == [true; 2]
    }

    /// Records a move of the side. The first piece to leave the king's cell is the king, and likewise for the rooks. A
    /// rook captured on its cell has not moved, but a piece that comes there later has.
    fn play(&mut self, mv: Move, home_rank: u8) {
        let home = |file| Cell::flat(file, home_rank);
        let king_moves = !self.king_moved && mv.from == Some(home(KING_FILE));
        for (wing, rook_moved) in self.rook_moved.iter_mut().enumerate() {
            let rook = home(ROOK_FILES[wing]);
            *rook_moved |= mv.from == Some(rook)
                || mv.to == rook
                || king_moves && mv.to == home(CASTLED_FILES[wing]);
        }
        self.king_moved |= king_moves;
    }
}

#[cfg(test)]
mod tests {
    use raum_rules::Kind;

    use super::*;

    const STARTS: [&str; 4] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        // Rooks that can soon capture each other.
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 0 1",
        "r3k2r/1P4P1/8/3pP3/8/8/1p4p1/R3K2R w KQkq d6 0 1",
    ];

    /// Whether a client would conclude from a state that a side may castle.
    fn may_castle(state: &GameState, right: char) -> bool {
        let (king, rook, place, number) = match right {
            'K' => (state.has_king_moved.white, state.has_rook_moved.h1, 63, 2),
            'Q' => (state.has_king_moved.white, state.has_rook_moved.a1, 56, 2),
            'k' => (state.has_king_moved.black, state.has_rook_moved.h8, 7, -2),
            _ => (state.has_king_moved.black, state.has_rook_moved.a8, 0, -2),
        };
        !king && !rook && state.board[place] == number
    }

    fn assert_state_matches_rights(record: &Record<AnyGame>) {
        let state = GameState::new(None, record);
        let text = record.game().to_string();
        let fields: Vec<_> = text.split(' ').collect();
        for right in ['K', 'Q', 'k', 'q'] {
            assert_eq!(
                may_castle(&state, right),
                fields[2].contains(right),
                "{text}"
            );
        }
        let allowed: Vec<_> = (0..16)
            .filter(|place| state.allow_en_passant[*place])
            .collect();
        assert!(allowed.len() <= 1, "{text}");
        if let Some(place) = target(record.game()) {
            assert_eq!(allowed, [place], "{text}");
        }
        for place in allowed {
            let pawn = if place < 8 { -1 } else { 1 };
            assert_eq!(state.board[24 + place], pawn, "{text}");
        }
    }

    #[test]
    fn a_state_shows_castling_rights_and_en_passant() {
        let mut random = fastrand::Rng::with_seed(1);
        for game in 0..400 {
            let start = Kind::Chess
                .read_position(STARTS[game % STARTS.len()])
                .unwrap();
            let mut record = Record::new(start);
            assert_state_matches_rights(&record);
            for _ in 0..80 {
                let legal = record.game().legal();
                let Some(mv) = random.choice(legal) else {
                    break;
                };
                record.play(mv).unwrap();
                assert_state_matches_rights(&record);
            }
        }
    }

    /// The castling rights alone would suggest otherwise.
    #[test]
    fn only_moved_kings_and_rooks_count_as_moved() {
        let with_bishop = "r3k2r/8/8/3b4/8/8/8/R3K2R b KQkq - 0 1";
        let cases = [
            // Only the king has moved.
            (STARTS[1], "e1e2", "white"),
            // A rook was captured on its cell.
            (STARTS[1], "a1a8", "a1"),
            (with_bishop, "d5h1", ""),
            // Another rook moved there.
            (
                with_bishop,
                "d5h1 a1d1 h1b7 d1d2 b7a6 d2h2 a6b7 h2h1",
                "a1 h1",
            ),
            // Castling moves both.
            (STARTS[1], "e1g1 e8c8", "white black h1 a8"),
            // Rooks that moved and returned.
            (STARTS[1], "h1h2 h8h7 h2h1 h7h8", "h1 h8"),
        ];
        for (start, moves, expected) in cases {
            let mut record = Record::new(Kind::Chess.read_position(start).unwrap());
            for mv in moves.split(' ') {
                record.play(Kind::Chess.read_move(mv).unwrap()).unwrap();
            }
            let (kings, rooks) = moved(&record);
            let all = [
                ("white", kings.white),
                ("black", kings.black),
                ("a1", rooks.a1),
                ("h1", rooks.h1),
                ("a8", rooks.a8),
                ("h8", rooks.h8),
            ];
            let moved = all.into_iter().filter(|(_, moved)| *moved);
            let moved: Vec<_> = moved.map(|(name, _)| name).collect();
            assert_eq!(moved.join(" "), expected, "{moves}");
        }
    }
}
