//! One game in a room, from its start to its end: the moves, the clock, and what has been offered.

use raum_rules::{AnyGame, Game, Move, Pgn, PgnResult, Record, Side};

use crate::{Clock, ClockRule, Ending, MemberId, Millis};

/// A game under way or over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bout {
    number: u32,
    /// The moves in effect and the position they lead to.
    record: Record<AnyGame>,
    clock: Option<Clock>,
    /// All moves with the clock after each: those in effect, then those that were undone and can be
    /// redone.
    line: Vec<(Move, Option<Clock>)>,
    clock_rule: Option<ClockRule>,
    pub(crate) draw_offer: Option<Side>,
    /// The ply at which each side last offered a draw.
    pub(crate) last_offer: [Option<usize>; 2],
    pub(crate) takeback: Option<Takeback>,
    /// Who wants another game.
    pub(crate) rematch: Vec<MemberId>,
    pub(crate) ending: Option<Ending>,
}

/// A wish to go back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Takeback {
    /// Whose.
    pub side: Side,
    /// To the position after this many plies.
    pub ply: usize,
}

impl Bout {
    /// A game that begins with some moves already made. The list ends at a move that is not legal, and
    /// where the game does.
    pub(crate) fn new(
        number: u32,
        start: AnyGame,
        moves: &[Move],
        clock_rule: Option<ClockRule>,
    ) -> Self {
        let clock = clock_rule.map(Clock::new);
        let mut record = Record::new(start);
        let line = moves
            .iter()
            .map_while(|mv| {
                let goes_on = record.outcome().is_none() && record.play(*mv).is_ok();
                goes_on.then_some((*mv, clock))
            })
            .collect();
        Self {
            number,
            ending: record.outcome().map(Ending::from),
            record,
            clock,
            line,
            clock_rule,
            draw_offer: None,
            last_offer: [None; 2],
            takeback: None,
            rematch: Vec::new(),
        }
    }

    /// The number of the game in its room, from 1.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// The moves in effect and the position they lead to.
    pub fn record(&self) -> &Record<AnyGame> {
        &self.record
    }

    /// The side to move.
    pub fn turn(&self) -> Side {
        self.record.game().turn()
    }

    /// How many moves are in effect.
    pub fn ply(&self) -> usize {
        self.record.moves().len()
    }

    /// The moves that were undone and can be redone.
    pub fn redo_line(&self) -> impl ExactSizeIterator<Item = Move> {
        self.line[self.ply()..].iter().map(|(mv, _)| *mv)
    }

    /// The clock, if the game has one.
    pub fn clock(&self) -> Option<&Clock> {
        self.clock.as_ref()
    }

    /// The side that has offered a draw, while the other has not answered.
    pub fn draw_offer(&self) -> Option<Side> {
        self.draw_offer
    }

    /// The wish to go back that has not been answered.
    pub fn takeback(&self) -> Option<Takeback> {
        self.takeback
    }

    /// Who wants another game.
    pub fn rematch(&self) -> &[MemberId] {
        &self.rematch
    }

    /// How it ended.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// The ending as PGN has it.
    pub fn result(&self) -> PgnResult {
        match self.ending {
            Some(Ending {
                winner: Some(side), ..
            }) => PgnResult::Win(side),
            Some(ending) if ending.is_draw() => PgnResult::Draw,
            Some(_) | None => PgnResult::Open,
        }
    }

    /// The moves in effect and the result, without tags.
    pub fn pgn(&self) -> Pgn {
        let mut pgn = Pgn::new(self.record.clone());
        pgn.set_result(self.result());
        pgn
    }

    pub(crate) fn play(&mut self, mv: Move, at: Millis) {
        let side = self.turn();
        let ply = self.ply();
        if self.record.play(mv).is_err() {
            return;
        }
        if let Some(clock) = &mut self.clock {
            clock.moved(side, at);
        }
        self.line.truncate(ply);
        self.line.push((mv, self.clock));
        self.takeback = None;
        // To move is to decline.
        self.draw_offer = self.draw_offer.filter(|offerer| *offerer == side);
    }

    /// Goes to the position after this many plies of the line. Its clock goes on from what it showed.
    pub(crate) fn go_to(&mut self, ply: usize, at: Millis) {
        let Some(done) = self.line.get(..ply) else {
            return;
        };
        let mut record = Record::new(self.record.start().clone());
        if done.iter().any(|(mv, _)| record.play(*mv).is_err()) {
            return;
        }
        self.clock = match done.last() {
            Some((_, clock)) => *clock,
            None => self.clock_rule.map(Clock::new),
        };
        self.record = record;
        if let Some(clock) = &mut self.clock
            && clock.running().is_some()
        {
            clock.run(self.record.game().turn(), at);
        }
        self.ending = None;
        self.draw_offer = None;
        self.last_offer = [None; 2];
        self.takeback = None;
    }

    /// Forgets what was undone.
    pub(crate) fn forget_redo(&mut self) {
        let ply = self.ply();
        self.line.truncate(ply);
    }

    pub(crate) fn end(&mut self, ending: Ending, at: Millis) {
        self.ending = Some(ending);
        self.stop(at);
    }

    /// Nobody goes on with the game: a seat was freed, or the room was closed.
    pub(crate) fn abandon(&mut self, at: Millis) {
        self.rematch.clear();
        self.stop(at);
    }

    fn stop(&mut self, at: Millis) {
        self.draw_offer = None;
        self.takeback = None;
        if let Some(clock) = &mut self.clock {
            clock.stop(at);
        }
    }

    pub(crate) fn skip_time(&mut self, from: Millis, to: Millis) {
        if let Some(clock) = &mut self.clock {
            clock.skip(from, to);
        }
    }
}
