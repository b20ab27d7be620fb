//! A game with its moves: repetition, claims, undo and redo.

use crate::{Claim, Draw, Game, Illegal, Key, Move, Outcome};

/// A position is stored every so many plies; going to a ply replays fewer moves than that.
const MILESTONE_PLIES: usize = 8;

/// The moves made from a position, and the position they lead to. Undo and redo cost the same however long
/// the game is.
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
    /// How many moves of the line count; the others have been undone.
    ply: usize,
    /// The moves made, followed by the moves undone.
    line: Vec<Move>,
    /// The keys of the start and of the position after each move of the line.
    keys: Vec<Key>,
    /// The position after every [`MILESTONE_PLIES`] moves of the line.
    milestones: Vec<G>,
}

impl<G: Game> Record<G> {
    /// A record without moves that starts at this position.
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

    /// The position before the first move.
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

    /// The current position.
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

    /// The moves made, without those undone.
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

    /// The moves that were undone and can be redone.
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

    /// Undoes or redoes moves to reach a ply. Returns false if the line is shorter.
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
        // Every move of the line was legal when it was played.
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

    /// Drops the moves that were undone.
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

    /// Plays a legal move. Drops the moves that were undone.
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

    /// How often the current position has occurred, this time included.
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
        self.occurrences(&self.game, self.ply)
    }

    /// How often a position that is reached at a ply, the current or the next one, has occurred by then. A position
    /// cannot recur after a capture or a pawn move, nor with the other side to move, so few keys are compared.
    fn occurrences(&self, game: &G, ply: usize) -> usize {
        let history = game.history();
        let reversible = history.map_or(ply, |past| past.halfmove_clock as usize);
        if reversible < 4 {
            return 1;
        }
        let known = self.keys.get(ply).filter(|_| ply == self.ply);
        let key = known.copied().unwrap_or_else(|| game.key());
        let since = ply.saturating_sub(reversible);
        let earlier = self.keys[since..ply].iter().rev().skip(1).step_by(2);
        1 + earlier.filter(|known| **known == key).count()
    }

    /// How the game ended by its rules, repetition included. Mate takes precedence over every draw.
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

    /// The [`outcome`](Self::outcome) after a legal move, without playing it.
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
        Ok(outcome(&game, || self.occurrences(&game, self.ply + 1)))
    }

    /// The draws that the side to move may claim; empty once the game has ended.
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

/// The outcome of a position that has occurred this often.
fn outcome(game: &impl Game, repetitions: impl FnOnce() -> usize) -> Option<Outcome> {
    game.outcome()
        .or_else(|| (repetitions() >= 5).then_some(Outcome::Draw(Draw::FivefoldRepetition)))
}
