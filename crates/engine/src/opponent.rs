//! An opponent for people: what a machine in a seat does, and its manners.
//!
//! It plays at a level, answers draw offers, and claims, offers or resigns where a person would. It remembers nothing:
//! the same game, level and seed give the same acts.

use std::sync::atomic::AtomicBool;

use raum_rules::{AnyGame, Game, Kind, Move, Record, Side};

use crate::{
    level::{Level, Player},
    report::{Limits, Report},
};

/// An act of an opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Play this move.
    Play(Move),
    /// Resign the game.
    Resign,
    /// Accept the draw that the other side offers.
    AcceptDraw,
    /// Decline it.
    DeclineDraw,
    /// Claim a draw by repetition or the fifty-move rule.
    ClaimDraw,
    /// Offer a draw.
    OfferDraw,
}

/// A game in which an opponent has to act.
#[derive(Clone, Debug)]
pub struct Situation<'a> {
    /// The game so far.
    pub record: &'a Record<AnyGame>,
    /// The side of the opponent.
    pub side: Side,
    /// Whether the other side offers a draw.
    pub draw_offered: bool,
    /// The ply at which the opponent last offered one.
    pub last_offer: Option<usize>,
}

/// From this ply on, an even game is worth a draw.
const ACCEPTS_EVEN_FROM_PLY: usize = 40;
/// How much worse it has to be to accept a draw at any time.
const ACCEPTS_AT: i32 = -150;
/// The first level that offers draws and resigns: a beginner wants to give mate.
const EXPERIENCED: usize = 5;
/// An opponent offers a draw from this ply on, and not again for so many plies.
const OFFERS_FROM_PLY: usize = 80;
const PLIES_BETWEEN_OFFERS: usize = 40;
/// How far from even a game may have been when a draw is offered.
const EVEN: i32 = 20;
/// An opponent resigns at this score, if it was hopeless four and eight plies before.
const RESIGNS_AT: i32 = -1200;
const HOPELESS: i32 = -800;
/// How far back it looks.
const PLIES_BACK: usize = 8;

/// A machine that plays against people.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use raum_engine::{Act, Level, Limits, Opponent, Situation};
/// use raum_rules::{Kind, Record, Side};
///
/// let mut record = Record::new(Kind::TicTacToe.start());
/// for cell in ["0", "8", "2", "1", "6"] {
///     record.play(Kind::TicTacToe.read_move(cell)?)?;
/// }
/// let situation = Situation { record: &record, side: Side::Second, draw_offered: true, last_offer: None };
/// let mut opponent = Opponent::new(Level::last(Kind::TicTacToe), 7, 1);
/// let acts = opponent.act(&situation, &Limits::default(), &AtomicBool::new(false), &mut |_| true);
/// assert_eq!(acts, [Act::AcceptDraw], "it would lose");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Opponent {
    player: Player,
    nodes: u64,
}

impl Opponent {
    /// An opponent at a level. Its seed and the number of the game decide how it plays.
    pub fn new(level: Level, seed: u32, game: u32) -> Self {
        Self {
            player: Player::new(level, mixed(seed, game)),
            nodes: 0,
        }
    }

    /// Becomes another opponent, in another game. Reuses the memory of this one if the kind is the same.
    pub fn change(&mut self, level: Level, seed: u32, game: u32) {
        self.player.change(level, mixed(seed, game));
    }

    /// What the opponent does, in this order: nothing if it is the other side's turn and no draw is offered, or if the
    /// game is over or of another kind.
    ///
    /// `limits`, `stop` and `report` are those of [`Player::choose`]. A search that is stopped still gives a move.
    pub fn act(
        &mut self,
        situation: &Situation<'_>,
        limits: &Limits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Report) -> bool,
    ) -> Vec<Act> {
        let Situation { record, side, .. } = *situation;
        let is_to_move = record.game().turn() == side;
        let is_asked = is_to_move || situation.draw_offered;
        self.nodes = 0;
        if !is_asked || record.outcome().is_some() {
            return Vec::new();
        }
        let found = self.player.choose(record, limits, stop, report);
        self.nodes = found.nodes;
        let Some(line) = found.lines.first() else {
            return Vec::new();
        };
        let score = if is_to_move { line.score } else { -line.score };
        let judgement = Judgement {
            score: (found.depth > 0).then_some(score),
            ..self.judge(record, side)
        };
        judgement.acts(situation, line.moves.first().copied())
    }

    /// How many positions the last search entered.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Judges the latest positions without a search.
    fn judge(&mut self, record: &Record<AnyGame>, side: Side) -> Judgement {
        let mut past = record.clone();
        let ply = record.moves().len();
        let mut evaluations = Vec::with_capacity(PLIES_BACK + 1);
        for back in 0..=PLIES_BACK.min(ply) {
            past.go_to(ply - back);
            let value = self.player.evaluate(past.game());
            let is_own = past.game().turn() == side;
            evaluations.push(if is_own { value } else { -value });
        }
        let level = self.player.level();
        Judgement {
            is_experienced: level.kind() != Kind::TicTacToe && level.number() >= EXPERIENCED,
            ply,
            can_win: record.game().can_win(side),
            score: None,
            evaluations,
        }
    }
}

/// The seed of a player in one game: without the number of the game, every second rematch would be the same game.
fn mixed(seed: u32, game: u32) -> u64 {
    u64::from(seed) | u64::from(game) << 32
}

/// What an opponent thinks of its game, from its own side.
struct Judgement {
    /// Whether it offers draws and resigns.
    is_experienced: bool,
    ply: usize,
    can_win: bool,
    /// What its search found, if it got that far.
    score: Option<i32>,
    /// The values of the latest positions without a search, the current one first.
    evaluations: Vec<i32>,
}

impl Judgement {
    fn evaluation(&self, back: usize) -> Option<i32> {
        self.evaluations.get(back).copied()
    }

    /// What to do in a situation, with the move that the search has chosen.
    fn acts(&self, situation: &Situation<'_>, mv: Option<Move>) -> Vec<Act> {
        let Situation { record, side, .. } = *situation;
        if situation.draw_offered && self.accepts() {
            return vec![Act::AcceptDraw];
        }
        if record.game().turn() != side {
            return vec![Act::DeclineDraw];
        }
        if self.claims() && !record.claims().is_empty() {
            return vec![Act::ClaimDraw];
        }
        if self.resigns() {
            return vec![Act::Resign];
        }
        let Some(mv) = mv else {
            return Vec::new();
        };
        // The move declines an offer of the other side. One's own offer follows the move, unless the move ends the game.
        let offers = !situation.draw_offered
            && self.offers(situation.last_offer)
            && matches!(record.outcome_after(mv), Ok(None));
        let offer = offers.then_some(Act::OfferDraw);
        [Act::Play(mv)].into_iter().chain(offer).collect()
    }

    /// The score, or as good a guess.
    fn score(&self) -> i32 {
        self.score.or(self.evaluation(0)).unwrap_or(0)
    }

    fn accepts(&self) -> bool {
        let is_late = self.ply >= ACCEPTS_EVEN_FROM_PLY;
        !self.can_win || self.score() <= ACCEPTS_AT || is_late && self.score() <= 0
    }

    /// Whether it wants a draw that it can claim. A search finds that such a position is drawn, so if the score says
    /// nothing, the pieces decide.
    fn claims(&self) -> bool {
        let is_worse = match self.score() {
            0 => self.evaluation(0) < Some(0),
            score => score < 0,
        };
        !self.can_win || is_worse
    }

    fn offers(&self, last_offer: Option<usize>) -> bool {
        let is_even = |value: i32| value.abs() <= EVEN;
        let is_soon = last_offer.is_some_and(|last| self.ply < last + PLIES_BETWEEN_OFFERS);
        self.is_experienced
            && self.ply >= OFFERS_FROM_PLY
            && !is_soon
            && is_even(self.score())
            && self.evaluations.len() > PLIES_BACK
            && self.evaluations.iter().copied().all(is_even)
    }

    fn resigns(&self) -> bool {
        let was_hopeless = |back| self.evaluation(back).is_some_and(|value| value <= HOPELESS);
        self.is_experienced
            && self.score() <= RESIGNS_AT
            && was_hopeless(PLIES_BACK / 2)
            && was_hopeless(PLIES_BACK)
    }
}

#[cfg(test)]
mod tests;
