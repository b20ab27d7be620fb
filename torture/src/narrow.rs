//! Pairs of clients of the narrow dialects that play each other and record what the server has acknowledged.

pub mod chessata;
pub mod space;
pub mod tictactoe;

use raum_rules::{AnyGame, Game, Kind, Move, Role};

/// What the server has acknowledged to a pair: every move and message that a client has received. A move sent and not
/// yet received may be stored or not.
#[derive(Clone, Debug, Default)]
pub struct Acknowledged {
    /// The room's id, in dialects that send it.
    pub room: Option<String>,
    /// The moves of all games, in order.
    pub moves: Vec<String>,
    /// The last move sent, until it is acknowledged.
    pub sent: Option<String>,
    /// Chat messages.
    pub messages: Vec<String>,
}

impl Acknowledged {
    /// Records a move as sent.
    fn send(&mut self, text: String) {
        self.sent = Some(text);
    }

    /// Records the sent move as acknowledged.
    fn receive(&mut self) {
        self.moves.extend(self.sent.take());
    }
}

/// A seeded choice of legal moves.
#[derive(Clone, Debug)]
pub struct Chance(fastrand::Rng);

impl Chance {
    /// The same seed gives the same choices.
    pub fn new(seed: u64) -> Self {
        Self(fastrand::Rng::with_seed(seed))
    }

    /// A number below `end`, or 0 if `end` is 0.
    pub fn below(&mut self, end: usize) -> usize {
        self.0.usize(..end.max(1))
    }

    /// A legal move, if there is one.
    pub fn legal(&mut self, game: &AnyGame) -> Option<Move> {
        let legal = game.legal();
        legal.get(self.below(legal.len())).copied()
    }
}

/// The names of a move's cells, and the letter of its promotion.
fn cells(kind: Kind, mv: Move) -> (String, String, Option<char>) {
    let from = mv.from.map(|cell| kind.cell_name(cell));
    let promotion = mv.promotion.and_then(Role::letter);
    (from.unwrap_or_default(), kind.cell_name(mv.to), promotion)
}
