//! One game in a room: its moves, clock, offers and ending.

use raum_rules::{AnyGame, Game, Move, Pgn, PgnResult, Record, Side};

use crate::{AnyMove, Clock, ClockRule, Ending, MemberId, Millis};

/// A game in progress or over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bout {
    number: u32,
    record: Record<AnyGame>,
    clock: Option<Clock>,
    /// The clock after each move of the record, undone moves included; empty without a clock.
    clocks: Vec<Clock>,
    clock_rule: Option<ClockRule>,
    pub(crate) draw_offer: Option<Side>,
    /// The ply at which each side last offered a draw.
    pub(crate) last_offer: [Option<usize>; 2],
    pub(crate) takeback: Option<Takeback>,
    /// The members who asked for a rematch.
    pub(crate) rematch: Vec<MemberId>,
    pub(crate) ending: Option<Ending>,
    /// Counts the changes after which a machine has to think anew.
    pub(crate) changes: u32,
    /// When a machine last got something to think about.
    pub(crate) changed_at: Millis,
    /// Since when the side to move has been to move.
    turn_since: Millis,
}

/// A request for a takeback.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Takeback {
    /// The side that asks.
    pub side: Side,
    /// The ply to go back to.
    pub ply: usize,
}

impl Bout {
    /// A game with some moves already played. Stops before an illegal move or one of another kind, and at the end of
    /// the game.
    pub(crate) fn new(
        number: u32,
        start: AnyGame,
        moves: &[AnyMove],
        clock_rule: Option<ClockRule>,
        at: Millis,
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
            changes: 0,
            changed_at: at,
            turn_since: at,
        }
    }

    /// The number of the game in its room, from 1.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// The moves and the current position.
    pub fn record(&self) -> &Record<AnyGame> {
        &self.record
    }

    /// The side to move.
    pub fn turn(&self) -> Side {
        self.record.game().turn()
    }

    /// Since when the side to move has been to move.
    pub(crate) const fn turn_since(&self) -> Millis {
        self.turn_since
    }

    /// The number of moves played and not undone.
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

    /// The side whose draw offer is open.
    pub fn draw_offer(&self) -> Option<Side> {
        self.draw_offer
    }

    /// The open request for a takeback.
    pub fn takeback(&self) -> Option<Takeback> {
        self.takeback
    }

    /// The members who asked for a rematch.
    pub fn rematch(&self) -> &[MemberId] {
        &self.rematch
    }

    /// How the game ended.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// The result in PGN's terms.
    pub fn result(&self) -> PgnResult {
        match self.ending {
            Some(Ending {
                winner: Some(side), ..
            }) => PgnResult::Win(side),
            Some(ending) if ending.is_draw() => PgnResult::Draw,
            Some(_) | None => PgnResult::Open,
        }
    }

    /// The game as PGN, with its time control and no other tags.
    pub fn pgn(&self) -> Pgn {
        let mut record = self.record.clone();
        record.forget_taken_back();
        let mut pgn = Pgn::new(record);
        pgn.set_result(self.result());
        if let Some(rule) = self.clock_rule {
            let (initial, increment) = (rule.initial_millis / 1000, rule.increment_millis / 1000);
            pgn.set_tag("TimeControl", &format!("{initial}+{increment}"));
        }
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
        self.changed(at);
        self.turn_since = at;
        self.takeback = None;
        // A move declines the opponent's offer.
        self.draw_offer = self.draw_offer.filter(|offerer| *offerer == side);
    }

    /// Undoes or redoes moves to reach a ply, and sets the clock to its time there.
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
        self.changed(at);
        self.turn_since = at;
        self.ending = None;
        self.draw_offer = None;
        self.last_offer = [None; 2];
        self.takeback = None;
    }

    /// Notes that the position or the players have changed.
    fn changed(&mut self, at: Millis) {
        self.changes = self.changes.wrapping_add(1);
        self.changed_at = at;
    }

    /// Notes a draw offer.
    pub(crate) fn offer_draw(&mut self, side: Side, at: Millis) {
        self.draw_offer = Some(side);
        self.last_offer[side.index()] = Some(self.ply());
        self.changed_at = at;
    }

    /// Drops the offers between the players: one of them has been replaced.
    pub(crate) fn replace_player(&mut self, at: Millis) {
        self.changed(at);
        self.draw_offer = None;
        self.takeback = None;
        self.rematch.clear();
    }

    /// Drops the moves that were undone.
    pub(crate) fn forget_redo(&mut self) {
        self.record.forget_taken_back();
        let ply = self.ply();
        self.clocks.truncate(ply);
    }

    pub(crate) fn end(&mut self, ending: Ending, at: Millis) {
        self.ending = Some(ending);
        self.stop(at);
    }

    /// Stops the game without an ending: a seat became free, or the room was closed.
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
