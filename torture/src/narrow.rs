//! Pairs of clients in the narrow dialects, who play each other and note what the server has acknowledged.

pub mod chessata;
pub mod space;
pub mod tictactoe;

use raum_rules::{AnyGame, Game, Kind, Move, Role};

/// What a pair knows of its room: a move or message that a client has received is acknowledged, and one that was sent and
/// not yet received may be stored or not.
#[derive(Clone, Debug, Default)]
pub struct Acknowledged {
    /// The room's id; none where the dialect does not tell it.
    pub room: Option<String>,
    /// The moves of all games, in order.
    pub moves: Vec<String>,
    /// The move that was sent last, if it is not acknowledged yet.
    pub sent: Option<String>,
    /// Messages of the chat.
    pub messages: Vec<String>,
}

impl Acknowledged {
    /// Notes that a move was sent.
    fn send(&mut self, text: String) {
        self.sent = Some(text);
    }

    /// Notes that the move which was sent has come back.
    fn receive(&mut self) {
        self.moves.extend(self.sent.take());
    }
}

/// A seeded choice of legal moves.
#[derive(Clone, Copy, Debug)]
pub struct Chance(u64);

impl Chance {
    /// The same seed gives the same choices.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below `end`; 0 if there is none.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or_default() % end.max(1)
    }

    /// A legal move; none after the end on the board.
    pub fn legal(&mut self, game: &AnyGame) -> Option<Move> {
        let legal = game.legal();
        legal.get(self.below(legal.len())).copied()
    }
}

/// The texts of a move's cells, and the letter of its promotion.
fn cells(kind: Kind, mv: Move) -> (String, String, Option<char>) {
    let from = mv.from.map(|cell| kind.cell_name(cell));
    let promotion = mv.promotion.and_then(Role::letter);
    (from.unwrap_or_default(), kind.cell_name(mv.to), promotion)
}
