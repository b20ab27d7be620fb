//! A game with the way it came: what repetition needs.

use crate::{Claim, Draw, Game, Illegal, Key, Move, Outcome};

/// After how many moves the position is kept. Going to a ply plays fewer moves than that.
const MILESTONE_PLIES: usize = 8;

/// The moves made from a position, and the game they lead to. Moves can be taken back and made again, at a
/// cost that does not depend on how many there are.
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
    /// How many moves of the line are in effect.
    ply: usize,
    /// The moves in effect, then those that were taken back.
    line: Vec<Move>,
    /// The keys of the start and of the position after each move of the line.
    keys: Vec<Key>,
    /// The positions after every [`MILESTONE_PLIES`] moves of the line.
    milestones: Vec<G>,
}

impl<G: Game> Record<G> {
    /// A record that begins at this position.
    ///
    /// ```
    /// use raum_rules::{Record, chess::Chess};
    ///
    /// let record = Record::new(Chess::default());
    /// assert_eq!(record.game(), record.start());
    /// ```
    pub fn new(start: G) -> Self {
        Self {
            keys: vec![start.key()],
            game: start.clone(),
            start,
            ply: 0,
            line: Vec::new(),
            milestones: Vec::new(),
        }
    }

    /// Where the record begins.
    ///
    /// ```
    /// use raum_rules::{Kind, Record};
    ///
    /// let mut record = Record::new(Kind::TicTacToe.start());
    /// record.play(Kind::TicTacToe.read_move("4")?)?;
    /// assert_eq!(record.start().to_string(), "......... X");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn start(&self) -> &G {
        &self.start
    }

    /// The position now.
    ///
    /// ```
    /// use raum_rules::{Kind, Record};
    ///
    /// let mut record = Record::new(Kind::TicTacToe.start());
    /// record.play(Kind::TicTacToe.read_move("4")?)?;
    /// assert_eq!(record.game().to_string(), "....X.... O");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The moves made and not taken back.
    ///
    /// ```
    /// use raum_rules::{Kind, Record};
    ///
    /// let mut record = Record::new(Kind::Chess.start());
    /// let mv = Kind::Chess.read_move("e2e4")?;
    /// record.play(mv)?;
    /// assert_eq!(record.moves(), [mv]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn moves(&self) -> &[Move] {
        &self.line[..self.ply]
    }

    /// The moves that were taken back and can be made again.
    ///
    /// ```
    /// use raum_rules::{Kind, Record};
    ///
    /// let mut record = Record::new(Kind::Chess.start());
    /// let mv = Kind::Chess.read_move("e2e4")?;
    /// record.play(mv)?;
    /// assert!(record.taken_back().is_empty());
    /// record.go_to(0);
    /// assert_eq!(record.taken_back(), [mv]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn taken_back(&self) -> &[Move] {
        &self.line[self.ply..]
    }

    /// Goes to the position after this many moves, back or forth, and returns whether there is one.
    ///
    /// ```
    /// use raum_rules::{Kind, Record};
    ///
    /// let mut record = Record::new(Kind::TicTacToe.start());
    /// record.play(Kind::TicTacToe.read_move("4")?)?;
    /// assert!(record.go_to(0));
    /// assert_eq!(record.game(), record.start());
    /// assert!(record.go_to(1));
    /// assert_eq!(record.game().to_string(), "....X.... O");
    /// assert!(!record.go_to(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn go_to(&mut self, ply: usize) -> bool {
        if ply > self.line.len() {
            return false;
        }
        let milestones = ply / MILESTONE_PLIES;
        let nearest = match milestones.checked_sub(1) {
            Some(last) => &self.milestones[last],
            None => &self.start,
        };
        let steps = &self.line[milestones * MILESTONE_PLIES..ply];
        // Every move of the line was legal where it was made.
        let game = steps
            .iter()
            .try_fold(nearest.clone(), |game, mv| game.play(*mv));
        let Ok(game) = game else {
            return false;
        };
        self.game = game;
        self.ply = ply;
        true
    }

    /// Forgets the moves that were taken back.
    ///
    /// ```
    /// use raum_rules::{Kind, Record};
    ///
    /// let mut record = Record::new(Kind::Chess.start());
    /// record.play(Kind::Chess.read_move("e2e4")?)?;
    /// record.go_to(0);
    /// record.forget_taken_back();
    /// assert_eq!(record, Record::new(Kind::Chess.start()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn forget_taken_back(&mut self) {
        self.line.truncate(self.ply);
        self.keys.truncate(self.ply + 1);
        self.milestones.truncate(self.ply / MILESTONE_PLIES);
    }

    /// Makes a move, if it is legal. Moves that were taken back are forgotten.
    ///
    /// ```
    /// use raum_rules::{Illegal, Kind, Record};
    ///
    /// let mut record = Record::new(Kind::TicTacToe.start());
    /// let mv = Kind::TicTacToe.read_move("4")?;
    /// assert_eq!(record.play(mv), Ok(()));
    /// assert_eq!(record.play(mv), Err(Illegal));
    /// assert_eq!(record.moves().len(), 1);
    /// # Ok::<(), raum_rules::MoveTextError>(())
    /// ```
    pub fn play(&mut self, mv: Move) -> Result<(), Illegal> {
        self.game = self.game.play(mv)?;
        self.forget_taken_back();
        self.line.push(mv);
        self.ply += 1;
        self.keys.push(self.game.key());
        if self.ply.is_multiple_of(MILESTONE_PLIES) {
            self.milestones.push(self.game.clone());
        }
        Ok(())
    }

    /// How often the position now has occurred, this time included.
    ///
    /// ```
    /// use raum_rules::{Kind, Record};
    ///
    /// let mut record = Record::new(Kind::Chess.start());
    /// assert_eq!(record.repetitions(), 1);
    /// for text in ["g1f3", "g8f6", "f3g1", "f6g8"] {
    ///     record.play(Kind::Chess.read_move(text)?)?;
    /// }
    /// assert_eq!(record.repetitions(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn repetitions(&self) -> usize {
        self.occurrences(self.keys[self.ply])
    }

    /// How often a position has occurred so far.
    fn occurrences(&self, key: Key) -> usize {
        let so_far = &self.keys[..=self.ply];
        so_far.iter().filter(|known| **known == key).count()
    }

    /// The end of the game by its rules, repetition included. Mate comes before every draw.
    ///
    /// ```
    /// use raum_rules::{Draw, Kind, Outcome, Record};
    ///
    /// let mut record = Record::new(Kind::Chess.start());
    /// for text in ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(4) {
    ///     assert_eq!(record.outcome(), None);
    ///     record.play(Kind::Chess.read_move(text)?)?;
    /// }
    /// assert_eq!(record.outcome(), Some(Outcome::Draw(Draw::FivefoldRepetition)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn outcome(&self) -> Option<Outcome> {
        outcome(&self.game, || self.repetitions())
    }

    /// The [`outcome`](Self::outcome) that the record would have after a move, which is not made.
    ///
    /// ```
    /// use raum_rules::{Illegal, Kind, Record};
    ///
    /// let mut record = Record::new(Kind::Chess.start());
    /// let mv = Kind::Chess.read_move("e2e4")?;
    /// assert_eq!(record.outcome_after(mv), Ok(None));
    /// record.play(mv)?;
    /// assert_eq!(record.outcome_after(mv), Err(Illegal));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn outcome_after(&self, mv: Move) -> Result<Option<Outcome>, Illegal> {
        let game = self.game.play(mv)?;
        Ok(outcome(&game, || self.occurrences(game.key()) + 1))
    }

    /// The draws that the side to move may claim. None once the game has ended.
    ///
    /// ```
    /// use raum_rules::{Claim, Kind, Record};
    ///
    /// let start = Kind::Chess.read_position("k7/8/1K6/8/8/8/8/7R w - - 100 80")?;
    /// assert_eq!(Record::new(start).claims(), [Claim::FiftyMoves]);
    /// # Ok::<(), raum_rules::PositionError>(())
    /// ```
    pub fn claims(&self) -> Vec<Claim> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let repetition = (self.repetitions() >= 3).then_some(Claim::ThreefoldRepetition);
        repetition.into_iter().chain(self.game.claim()).collect()
    }
}

/// The end of a game in a position that has occurred this often.
fn outcome(game: &impl Game, repetitions: impl FnOnce() -> usize) -> Option<Outcome> {
    game.outcome()
        .or_else(|| (repetitions() >= 5).then_some(Outcome::Draw(Draw::FivefoldRepetition)))
}
