//! A game with the way it came: what repetition needs.

use crate::{Claim, Draw, Game, Illegal, Key, Move, Outcome};

/// The moves made from a position, and the game they lead to.
///
/// ```
/// use raum_rules::{Claim, Kind, Record};
///
/// let mut record = Record::new(Kind::Chess.start());
/// for _ in 0..2 {
///     for text in ["g1f3", "g8f6", "f3g1", "f6g8"] {
///         record.play(Kind::Chess.read_move(text)?)?;
///     }
/// }
/// assert_eq!(record.claims(), [Claim::ThreefoldRepetition]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record<G> {
    start: G,
    game: G,
    moves: Vec<Move>,
    /// The keys of the start and of the position after each move.
    keys: Vec<Key>,
}

impl<G: Game> Record<G> {
    /// A record that begins at this position.
    pub fn new(start: G) -> Self {
        Self {
            keys: vec![start.key()],
            game: start.clone(),
            start,
            moves: Vec::new(),
        }
    }

    /// Where the record begins.
    pub fn start(&self) -> &G {
        &self.start
    }

    /// The position now.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The moves made.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Makes a move, if it is legal.
    pub fn play(&mut self, mv: Move) -> Result<(), Illegal> {
        self.game = self.game.play(mv)?;
        self.moves.push(mv);
        self.keys.push(self.game.key());
        Ok(())
    }

    /// How often the position now has occurred, this time included.
    pub fn repetitions(&self) -> usize {
        let now = self.game.key();
        self.keys.iter().filter(|key| **key == now).count()
    }

    /// The end of the game by its rules, repetition included. Mate comes before every draw.
    pub fn outcome(&self) -> Option<Outcome> {
        self.game.outcome().or_else(|| {
            (self.repetitions() >= 5).then_some(Outcome::Draw(Draw::FivefoldRepetition))
        })
    }

    /// The draws that the side to move may claim. None once the game has ended.
    pub fn claims(&self) -> Vec<Claim> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let repetition = (self.repetitions() >= 3).then_some(Claim::ThreefoldRepetition);
        repetition.into_iter().chain(self.game.claim()).collect()
    }
}
