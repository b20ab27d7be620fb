//! A game that players play, and the openings that games start from.

use std::sync::atomic::AtomicBool;

use fastrand::Rng;
use raum_engine::{Limits, Line, Searcher, Table};
use raum_rules::{Move, Outcome, Record, Rules, Side, node::Node};

use crate::{
    kinds::{GameOf, Trained},
    setup::Setup,
};

/// The memory of a player, in MiB.
const TABLE_MEBIBYTES: usize = 4;

/// A game in progress.
pub struct Course<N: Node> {
    record: Record<N::Game>,
    /// The hashes of the positions before the current one.
    hashes: Vec<u64>,
    node: N,
}

impl<N: Node> Course<N> {
    /// A game that starts from a position.
    pub fn new(start: &N::Game) -> Self {
        Self {
            record: Record::new(start.clone()),
            hashes: Vec::new(),
            node: N::new(start),
        }
    }

    /// The current position.
    pub fn game(&self) -> &N::Game {
        self.record.game()
    }

    /// The result for the first side, if the game is over: 0 lost, 1 drawn, 2 won. Players claim every draw that they can.
    pub fn result(&self) -> Option<u8> {
        match self.record.outcome() {
            Some(Outcome::Win { winner, .. }) => Some(won_by(winner)),
            Some(Outcome::Draw(_)) => Some(1),
            None => (!self.record.claims().is_empty()).then_some(1),
        }
    }

    /// Plays a move. Returns false if it is illegal.
    pub fn play(&mut self, mv: Move) -> bool {
        if self.record.play(mv).is_err() {
            return false;
        }
        self.hashes.push(self.node.hash());
        self.node = N::new(self.record.game());
        true
    }
}

/// The result for the first side of a game that one side wins.
pub fn won_by(winner: Side) -> u8 {
    2 - 2 * winner as u8
}

/// A player: a setup with its memories.
pub struct Player<E: Trained> {
    searcher: Searcher<E>,
    table: Table,
    limits: Limits,
    never: AtomicBool,
    /// The positions entered so far.
    pub nodes: u64,
}

impl<E: Trained> Player<E> {
    /// A player of a setup.
    pub fn new(setup: &Setup<E>) -> Self {
        Self {
            searcher: Searcher::new(setup.evaluator(), setup.params),
            table: Table::new(TABLE_MEBIBYTES),
            limits: Limits {
                nodes: setup.nodes,
                ..Limits::default()
            },
            never: AtomicBool::new(false),
            nodes: 0,
        }
    }

    /// Forgets earlier games, which would otherwise change this one.
    pub fn forget(&mut self) {
        self.searcher.clear();
        self.table.clear();
    }

    /// The line that this player likes best; none if there is no legal move.
    pub fn search(&mut self, course: &Course<E::Node>) -> Option<Line> {
        let report = self.searcher.search(
            &course.node,
            &course.hashes,
            &self.limits,
            &self.table,
            &self.never,
            &mut |_| true,
        );
        self.nodes += report.nodes;
        report.lines.into_iter().next()
    }
}

/// The random numbers of one game of many, which depend on nothing but the seed and the game's number.
pub fn random_of_game(seed: u64, number: u64) -> Rng {
    let mut seeds = Rng::with_seed(seed);
    Rng::with_seed(seeds.u64(..) ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

/// A position after so many random moves in which the game is not over.
pub fn opening<G: Rules>(random: &mut Rng, plies: usize) -> G {
    loop {
        let mut game = G::default();
        for _ in 0..plies {
            let next = random
                .choice(game.legal())
                .and_then(|mv| game.play(mv).ok());
            game = next.unwrap_or(game);
        }
        if game.outcome().is_none() {
            return game;
        }
    }
}

/// An opening in which a judge sees no great advantage.
pub fn balanced_opening<E: Trained>(random: &mut Rng, judge: &mut Player<E>) -> GameOf<E> {
    const PLIES: usize = 8;
    const ADVANTAGE_MAX: i32 = 80;
    loop {
        let game = opening(random, PLIES);
        judge.forget();
        let line = judge.search(&Course::new(&game));
        if line.is_some_and(|line| line.score.abs() < ADVANTAGE_MAX) {
            return game;
        }
    }
}
