//! One game, judged by the rules.

use std::{
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    time::{Duration, Instant},
};

use raum_rules::{AnyGame, Game, Record, Side};

use super::mover::Mover;
use crate::modes::uci::{Budget, Choice, Clocks, Failure};

/// An advantage that decides a game, in hundredths of a pawn, if both players see it for so many moves each.
const WON: i32 = 1_500;
const WON_MOVES: usize = 4;
/// An advantage that neither player can use, and for how many moves each.
const DRAWN: i32 = 8;
const DRAWN_MOVES: usize = 12;
/// The first ply at which a game can be called a draw.
const DRAWN_PLY: usize = 80;

/// How games are judged.
#[derive(Clone, Copy, Debug)]
pub(super) struct Referee {
    /// How much longer than its time a move may take.
    pub(super) margin: Duration,
    /// Whether a game ends when both players agree on its result.
    pub(super) adjudicates: bool,
}

/// A game that has ended.
#[derive(Debug)]
pub(super) struct Played {
    pub(super) record: Record<AnyGame>,
    pub(super) winner: Option<Side>,
    pub(super) end: End,
    /// By side.
    pub(super) efforts: [Effort; 2],
}

/// Why a game has ended.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum End {
    /// By the rules or by a claim, whose reason this is.
    Rules(&'static str),
    /// The players agree on the result.
    Adjudication,
    /// The loser took too long.
    Time,
    /// The loser has no legal move to show.
    Failure(Failure),
}

impl End {
    /// The reason in one word, as in the rules.
    pub(super) fn reason(&self) -> &'static str {
        match self {
            Self::Rules(reason) => reason,
            Self::Adjudication => "adjudication",
            Self::Time => "time-forfeit",
            Self::Failure(Failure::Illegal(_)) => "illegal-move",
            Self::Failure(Failure::Died) => "died",
            Self::Failure(Failure::Silent(_)) => "no-answer",
        }
    }
}

/// What a player has spent.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Effort {
    pub(super) moves: u64,
    pub(super) nodes: u64,
    pub(super) wall: Duration,
    /// `None` if the system did not tell.
    pub(super) cpu: Option<Duration>,
    /// The most that a move took beyond its time.
    pub(super) overrun: Duration,
}

impl Effort {
    pub(super) fn add(&mut self, other: &Self) {
        self.moves += other.moves;
        self.nodes += other.nodes;
        self.wall += other.wall;
        self.cpu = match (self.cpu, other.cpu) {
            (Some(one), Some(two)) => Some(one + two),
            (one, two) => one.or(two),
        };
        self.overrun = self.overrun.max(other.overrun);
    }
}

/// A side of a game.
pub(super) struct Seat<'a> {
    pub(super) mover: &'a mut dyn Mover,
    pub(super) budget: Budget,
    pub(super) seed: u64,
}

/// Plays a game from an opening; `None` if it is cancelled.
pub(super) fn play(
    referee: Referee,
    opening: &Record<AnyGame>,
    seats: [Seat<'_>; 2],
    cancel: &AtomicBool,
) -> Option<Played> {
    let mut record = opening.clone();
    let mut table = Table {
        referee,
        clocks: clocks(&seats),
        scores: [Vec::new(), Vec::new()],
        efforts: [Effort::default(); 2],
        seats,
    };
    let cpu_before = table.cpu();
    let (winner, end) = table.play(&mut record, cancel)?;
    let cpu_after = table.cpu();
    for side in 0..2 {
        let spent = cpu_after[side].zip(cpu_before[side]);
        table.efforts[side].cpu = spent.map(|(after, before)| after.saturating_sub(before));
    }
    Some(Played {
        record,
        winner,
        end,
        efforts: table.efforts,
    })
}

/// The clocks at the start, if a player has one. The clock of a player without one does not run.
fn clocks(seats: &[Seat<'_>; 2]) -> Option<Clocks> {
    let [first, second] = [0, 1].map(|side: usize| seats[side].budget.control);
    let controls = [first.or(second)?, second.or(first)?];
    Some(Clocks {
        left: controls.map(|control| control.time),
        increment: controls.map(|control| control.increment),
    })
}

/// A game in progress.
struct Table<'a> {
    referee: Referee,
    seats: [Seat<'a>; 2],
    clocks: Option<Clocks>,
    /// What each side has said about its position, from its view.
    scores: [Vec<i32>; 2],
    efforts: [Effort; 2],
}

type Ended = (Option<Side>, End);

impl Table<'_> {
    fn cpu(&self) -> [Option<Duration>; 2] {
        [0, 1].map(|side: usize| self.seats[side].mover.cpu())
    }

    fn play(&mut self, record: &mut Record<AnyGame>, cancel: &AtomicBool) -> Option<Ended> {
        for side in Side::BOTH {
            let seat = &mut self.seats[side.index()];
            if let Err(failure) = seat.mover.begin(seat.seed) {
                return Some((Some(!side), End::Failure(failure)));
            }
        }
        loop {
            if let Some(ended) = ended(record) {
                return Some(ended);
            }
            if cancel.load(Relaxed) {
                return None;
            }
            if let Some(ended) = self.step(record) {
                return Some(ended);
            }
        }
    }

    /// Plays one move; returns how the game has ended, if it has and not by the rules.
    fn step(&mut self, record: &mut Record<AnyGame>) -> Option<Ended> {
        let side = record.game().turn();
        let asked = Instant::now();
        let choice = self.seats[side.index()].mover.choose(record, self.clocks);
        let spent = asked.elapsed();
        let choice = match choice {
            Ok(choice) => choice,
            Err(failure) => return Some((Some(!side), End::Failure(failure))),
        };
        let in_time = self.count(side, &choice, spent);
        let text = record.game().kind().move_text(choice.mv);
        if !in_time {
            // A side that cannot win does not win on time.
            let winner = record.game().can_win(!side).then_some(!side);
            return Some((winner, End::Time));
        }
        if record.play(choice.mv).is_err() {
            return Some((Some(!side), End::Failure(Failure::Illegal(text))));
        }
        self.adjudicate(record, side)
    }

    /// Counts what a move took; returns whether it was in time.
    fn count(&mut self, side: Side, choice: &Choice, spent: Duration) -> bool {
        let effort = &mut self.efforts[side.index()];
        effort.moves += 1;
        effort.nodes += choice.nodes.unwrap_or(0);
        effort.wall += spent;
        self.scores[side.index()].extend(choice.score);
        let budget = &self.seats[side.index()].budget;
        let mut allowed = budget.movetime;
        if let (Some(clocks), Some(control)) = (&mut self.clocks, budget.control) {
            let left = &mut clocks.left[side.index()];
            allowed = Some(allowed.map_or(*left, |time| time.min(*left)));
            *left = left.saturating_sub(spent) + control.increment;
        }
        let overrun = allowed.map_or(Duration::ZERO, |allowed| spent.saturating_sub(allowed));
        effort.overrun = effort.overrun.max(overrun);
        overrun <= self.referee.margin
    }

    /// Ends a game whose result both players agree on. A player without scores agrees to nothing.
    fn adjudicate(&self, record: &Record<AnyGame>, side: Side) -> Option<Ended> {
        if !self.referee.adjudicates {
            return None;
        }
        let agree = |moves: usize, agrees: &dyn Fn(i32) -> bool, scores: &[i32]| {
            scores.len() >= moves && scores.iter().rev().take(moves).all(|score| agrees(*score))
        };
        let [own, others] = [side, !side].map(|side| self.scores[side.index()].as_slice());
        let ended = Some(End::Adjudication);
        if agree(WON_MOVES, &|score| score >= WON, own)
            && agree(WON_MOVES, &|score| score <= -WON, others)
        {
            return ended.map(|end| (Some(side), end));
        }
        if agree(WON_MOVES, &|score| score <= -WON, own)
            && agree(WON_MOVES, &|score| score >= WON, others)
        {
            return ended.map(|end| (Some(!side), end));
        }
        let is_even = |score: i32| score.abs() <= DRAWN;
        let is_late = record.moves().len() >= DRAWN_PLY;
        let is_drawn = [own, others]
            .iter()
            .all(|scores| agree(DRAWN_MOVES, &is_even, scores));
        ended.filter(|_| is_late && is_drawn).map(|end| (None, end))
    }
}

/// How the rules end the game; a side that can claim a draw does.
fn ended(record: &Record<AnyGame>) -> Option<Ended> {
    if let Some(outcome) = record.outcome() {
        return Some((outcome.winner(), End::Rules(outcome.reason())));
    }
    let claims = record.claims();
    let claim = claims.first()?;
    Some((None, End::Rules(claim.reason())))
}

#[cfg(test)]
mod tests;
