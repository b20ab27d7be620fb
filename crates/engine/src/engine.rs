//! An engine for any kind of game.

use std::sync::atomic::AtomicBool;

use raum_rules::{AnyGame, Game, Kind, Record, node::Node};

use crate::{
    chess,
    search::{Evaluate, Limits, Report, Searcher},
    space,
    table::Table,
    tic_tac_toe,
};

/// Chooses moves in games of one kind. Remembers between searches which moves were good.
///
/// Several engines can search one position together, each in its own thread, if they share a [`Table`].
pub struct Engine(Any);

/// A searcher of each kind.
enum Any {
    Chess(Box<Searcher<chess::Evaluator>>),
    Space(Box<Searcher<space::Evaluator>>),
    TicTacToe(Box<Searcher<tic_tac_toe::Evaluator>>),
}

impl Engine {
    /// The engine at its strongest.
    pub fn new(kind: Kind) -> Self {
        Self(match kind {
            Kind::Chess => Any::Chess(searcher(chess::Evaluator::default())),
            Kind::Space => Any::Space(searcher(space::Evaluator::default())),
            Kind::TicTacToe => Any::TicTacToe(searcher(tic_tac_toe::Evaluator)),
        })
    }

    /// The kind of the games.
    pub fn kind(&self) -> Kind {
        match self.0 {
            Any::Chess(_) => Kind::Chess,
            Any::Space(_) => Kind::Space,
            Any::TicTacToe(_) => Kind::TicTacToe,
        }
    }

    /// Forgets what earlier searches taught.
    pub fn clear(&mut self) {
        match &mut self.0 {
            Any::Chess(searcher) => searcher.clear(),
            Any::Space(searcher) => searcher.clear(),
            Any::TicTacToe(searcher) => searcher.clear(),
        }
    }

    /// The value of a position for the side to move, without a search; `None` if the game is of another kind.
    pub fn evaluate(&mut self, game: &AnyGame) -> Option<i32> {
        match (&mut self.0, game) {
            (Any::Chess(searcher), AnyGame::Chess(game)) => Some(searcher.evaluate(game)),
            (Any::Space(searcher), AnyGame::Space(game)) => Some(searcher.evaluate(game)),
            (Any::TicTacToe(searcher), AnyGame::TicTacToe(game)) => Some(searcher.evaluate(game)),
            _ => None,
        }
    }

    /// Searches the current position of a game deeper and deeper, and reports after each iteration; `report` returns
    /// whether to go on. The search ends soon after `stop` is set.
    ///
    /// Returns the last report, without lines if there is no legal move or the game is of another kind.
    pub fn search(
        &mut self,
        record: &Record<AnyGame>,
        limits: &Limits,
        table: &Table,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Report) -> bool,
    ) -> Report {
        match (&mut self.0, record.start()) {
            (Any::Chess(searcher), AnyGame::Chess(start)) => {
                search(searcher, start, record, limits, table, stop, report)
            }
            (Any::Space(searcher), AnyGame::Space(start)) => {
                search(searcher, start, record, limits, table, stop, report)
            }
            (Any::TicTacToe(searcher), AnyGame::TicTacToe(start)) => {
                search(searcher, start, record, limits, table, stop, report)
            }
            _ => Report::default(),
        }
    }
}

fn searcher<E: Evaluate>(evaluator: E) -> Box<Searcher<E>> {
    Box::new(Searcher::new(evaluator, E::PARAMS))
}

/// Searches the position that the record's moves lead to from its start.
fn search<E: Evaluate>(
    searcher: &mut Searcher<E>,
    start: &<E::Node as Node>::Game,
    record: &Record<AnyGame>,
    limits: &Limits,
    table: &Table,
    stop: &AtomicBool,
    report: &mut dyn FnMut(&Report) -> bool,
) -> Report {
    let mut game = start.clone();
    let mut history = Vec::with_capacity(record.moves().len());
    for mv in record.moves() {
        history.push(E::Node::new(&game).hash());
        match game.play(*mv) {
            Ok(next) => game = next,
            // A record holds legal moves only.
            Err(_) => return Report::default(),
        }
    }
    searcher.search(&E::Node::new(&game), &history, limits, table, stop, report)
}
