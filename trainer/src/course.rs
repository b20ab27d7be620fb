//! A game that players play, and the openings that games start from.

use std::sync::atomic::AtomicBool;

use fastrand::Rng;
use raum_engine::{Limits, Line, Searcher, Table, space::Evaluator};
use raum_rules::{
    Game as _, Move, Outcome, Record, Side,
    node::Node as _,
    space::{Node, Space},
};

use crate::setup::Setup;

/// The memory of a player, in MiB.
const TABLE_MEBIBYTES: usize = 4;

/// A game in progress.
pub struct Course {
    record: Record<Space>,
    /// The hashes of the positions before the current one.
    hashes: Vec<u64>,
    node: Node,
}

impl Course {
    /// A game that starts from a position.
    pub fn new(start: Space) -> Self {
        Self {
            record: Record::new(start),
            hashes: Vec::new(),
            node: Node::new(&start),
        }
    }

    /// The current position.
    pub fn game(&self) -> &Space {
        self.record.game()
    }

    /// The current position, as a search sees it.
    pub fn node(&self) -> &Node {
        &self.node
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
        self.node = Node::new(self.record.game());
        true
    }
}

/// The result for the first side of a game that one side wins.
pub fn won_by(winner: Side) -> u8 {
    2 - 2 * winner as u8
}

/// A player: a setup with its memories.
pub struct Player {
    searcher: Searcher<Evaluator>,
    table: Table,
    limits: Limits,
    never: AtomicBool,
    /// The positions entered so far.
    pub nodes: u64,
}

impl Player {
    /// A player of a setup.
    pub fn new(setup: &Setup) -> Self {
        Self {
            searcher: setup.searcher(),
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
    pub fn search(&mut self, course: &Course) -> Option<Line> {
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
pub fn opening(random: &mut Rng, plies: usize) -> Space {
    loop {
        let mut game = Space::default();
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
pub fn balanced_opening(random: &mut Rng, judge: &mut Player) -> Space {
    const PLIES: usize = 8;
    const ADVANTAGE_MAX: i32 = 80;
    loop {
        let game = opening(random, PLIES);
        judge.forget();
        let line = judge.search(&Course::new(game));
        if line.is_some_and(|line| line.score.abs() < ADVANTAGE_MAX) {
            return game;
        }
    }
}
