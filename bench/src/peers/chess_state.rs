//! The `game_state` that a Chessata client must receive: computed from the moves, independently of any server.

use raum_rules::{AnyGame, Cell, Game, Move, Role, Side};
use serde_json::{Value, json};

pub(super) const COLORS: [&str; 2] = ["white", "black"];

/// The corners of [`ChessState::rook_moved`]: a1, h1, a8, h8.
const CORNERS: [Cell; 4] = [
    Cell::flat(0, 0),
    Cell::flat(7, 0),
    Cell::flat(0, 7),
    Cell::flat(7, 7),
];

/// The parts of a state that the position does not show.
#[derive(Default)]
pub(super) struct ChessState {
    king_moved: [bool; 2],
    rook_moved: [bool; 4],
    en_passant: [bool; 16],
}

impl ChessState {
    /// Follows a move from this position.
    pub(super) fn play(&mut self, before: &AnyGame, mv: Move) {
        let side = before.turn();
        let Some(from) = mv.from else { return };
        let role = before.piece(from).map(|piece| piece.role);
        let mut touched = vec![from, mv.to];
        self.en_passant = [false; 16];
        if role == Some(Role::King) {
            self.king_moved[side.index()] = true;
            if from.x.abs_diff(mv.to.x) == 2 {
                let corner = if mv.to.x > from.x { 7 } else { 0 };
                touched.push(Cell::flat(corner, from.y));
            }
        }
        if role == Some(Role::Pawn) && from.y.abs_diff(mv.to.y) == 2 {
            let file = usize::from(mv.to.x);
            self.en_passant[if side == Side::First { 8 + file } else { file }] = true;
        }
        // A side's own corners: capturing a rook in its corner does not move it.
        let own = [0, 1].map(|corner| corner + 2 * side.index());
        for corner in own {
            self.rook_moved[corner] |= touched.contains(&CORNERS[corner]);
        }
    }

    /// The frame of a position.
    pub(super) fn frame(&self, game: &AnyGame, turn_id: &Value) -> Value {
        let [white, black] = self.king_moved;
        let [a1, h1, a8, h8] = self.rook_moved;
        json!({
            "type": "game_state",
            "player_turn_id": turn_id,
            "board": board(game),
            "allow_en_passant": self.en_passant,
            "has_king_moved": {"white": white, "black": black},
            "has_rook_moved": {"a1": a1, "h1": h1, "a8": a8, "h8": h8},
        })
    }
}

/// 64 integers from a8 to h1, rank by rank.
fn board(game: &AnyGame) -> Vec<i8> {
    let cells = (0..8)
        .rev()
        .flat_map(|y| (0..8).map(move |x| Cell::flat(x, y)));
    cells.map(|cell| value(game, cell)).collect()
}

fn value(game: &AnyGame, cell: Cell) -> i8 {
    let Some(piece) = game.piece(cell) else {
        return 0;
    };
    let value = match piece.role {
        Role::Pawn => 1,
        Role::Rook => 2,
        Role::Knight => 3,
        Role::Bishop => 4,
        Role::Queen => 5,
        _ => 6,
    };
    if piece.side == Side::First {
        value
    } else {
        -value
    }
}
