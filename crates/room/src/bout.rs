//! One game in a room, from its start to its end: the moves, the clock, and what has been offered.

use raum_rules::{AnyGame, Game, Move, Pgn, PgnResult, Record, Side};

use crate::{AnyMove, Clock, ClockRule, Ending, MemberId, Millis};

/// A game under way or over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bout {
    number: u32,
    /// The moves in effect and the position they lead to.
    record: Record<AnyGame>,
    clock: Option<Clock>,
    /// The clock after each move of the record, those that were undone included; empty without a clock.
    clocks: Vec<Clock>,
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
    /// A game that begins with some moves already made. The list ends before a move that is not legal or of another
    /// kind, and where the game does.
    pub(crate) fn new(
        number: u32,
        start: AnyGame,
        moves: &[AnyMove],
        clock_rule: Option<ClockRule>,
    ) -> Self {
        let clock = clock_rule.map(Clock::new);
        let mut record = Record::new(start);
        let kind = record.game().kind();
        for mv in moves.iter().map_while(|mv| mv.of_kind(kind)) {
            if record.outcome().is_some() || record.play(mv).is_err() {
                break;
            }
        }
        let clocks = clock.map(|clock| vec![clock; record.moves().len()]);
        Self {
            number,
            ending: record.outcome().map(Ending::from),
            record,
            clock,
            clocks: clocks.unwrap_or_default(),
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
        self.record.taken_back().iter().copied()
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
        let mut record = self.record.clone();
        record.forget_taken_back();
        let mut pgn = Pgn::new(record);
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
            self.clocks.truncate(ply);
            self.clocks.push(*clock);
        }
        self.takeback = None;
        // To move is to decline.
        self.draw_offer = self.draw_offer.filter(|offerer| *offerer == side);
    }

    /// Goes to the position after this many plies of the line. Its clock goes on from what it showed.
    pub(crate) fn go_to(&mut self, ply: usize, at: Millis) {
        if !self.record.go_to(ply) {
            return;
        }
        self.clock = match ply.checked_sub(1) {
            Some(last) => self.clocks.get(last).copied(),
            None => self.clock_rule.map(Clock::new),
        };
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
        self.record.forget_taken_back();
        let ply = self.ply();
        self.clocks.truncate(ply);
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
