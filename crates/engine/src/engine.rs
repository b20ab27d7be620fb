//! An engine for any kind of game.

use std::sync::atomic::AtomicBool;

use raum_rules::{AnyGame, Game, Kind, Record, node::Node};

use crate::{
    chess,
    params::Params,
    report::{Limits, Report},
    search::{Evaluate, Searcher},
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

    /// The frozen engine that later ones are measured against: without networks, with the parts of a plain search
    /// and, in space chess, with the first fitted weights.
    pub fn plain(kind: Kind) -> Self {
        let plain = Params::PLAIN;
        Self(match kind {
            Kind::Chess => Any::Chess(Box::new(Searcher::new(chess::Evaluator::new(None), plain))),
            Kind::Space => {
                let evaluator = space::Evaluator::new(&space::Weights::frozen(), None);
                Any::Space(Box::new(Searcher::new(evaluator, plain)))
            }
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
        match &mut self.0 {
            Any::Chess(searcher) => {
                let games = |game: &AnyGame| match game {
                    AnyGame::Chess(game) => Some(game.clone()),
                    _ => None,
                };
                search(searcher, games, record, limits, table, stop, report)
            }
            Any::Space(searcher) => {
                let games = |game: &AnyGame| match game {
                    AnyGame::Space(game) => Some(*game),
                    _ => None,
                };
                search(searcher, games, record, limits, table, stop, report)
            }
            Any::TicTacToe(searcher) => {
                let games = |game: &AnyGame| match game {
                    AnyGame::TicTacToe(game) => Some(*game),
                    _ => None,
                };
                search(searcher, games, record, limits, table, stop, report)
            }
        }
        .unwrap_or_default()
    }
}

fn searcher<E: Evaluate>(evaluator: E) -> Box<Searcher<E>> {
    Box::new(Searcher::new(evaluator, E::PARAMS))
}

/// Searches the current position of a record; `None` if its games are of another kind.
fn search<E: Evaluate>(
    searcher: &mut Searcher<E>,
    games: impl Fn(&AnyGame) -> Option<<E::Node as Node>::Game>,
    record: &Record<AnyGame>,
    limits: &Limits,
    table: &Table,
    stop: &AtomicBool,
    report: &mut dyn FnMut(&Report) -> bool,
) -> Option<Report> {
    let root = E::Node::new(&games(record.game())?);
    // Earlier positions than those since the last capture or pawn move cannot occur again.
    let moves = record.moves();
    let first = moves.len().saturating_sub(root.halfmove_clock() as usize);
    let mut history = Vec::with_capacity(moves.len() - first);
    if first < moves.len() {
        let mut past = record.clone();
        past.go_to(first);
        let mut game = games(past.game())?;
        for mv in &moves[first..] {
            history.push(E::Node::new(&game).hash());
            // A record holds legal moves only.
            game = game.play(*mv).ok()?;
        }
    }
    Some(searcher.search(&root, &history, limits, table, stop, report))
}
