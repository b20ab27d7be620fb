//! Games between two players, in pairs that share an opening.

use std::{
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
};

use raum_engine::{Engine, Level, Limits, Player, Strength, Table, greedy_move, random_move};
use raum_rules::{AnyGame, Game, Kind, Move, Outcome, Record, Side};

use crate::Options;

/// Who plays.
#[derive(Clone)]
pub(crate) enum Opponent {
    Greedy,
    Random,
    Level(Level),
    OfStrengths(Vec<Strength>),
}

/// How a game ended.
#[derive(Clone, Copy, Default)]
pub(crate) struct Result {
    /// The half points of the first player.
    pub(crate) halves: u8,
    pub(crate) plies: usize,
}

/// A player with what it remembers.
enum Seated {
    Greedy(u64),
    Random(u64),
    Player(Box<Player>),
}

/// A game that is still going on after so many plies is a draw.
const PLIES_MAX: usize = 500;

/// Plays every opening twice, with the sides swapped.
pub(crate) fn pairs(kind: Kind, players: &[Opponent; 2], options: &Options) -> Vec<Result> {
    let count = options.games.div_ceil(2);
    let next = AtomicUsize::new(0);
    let results = Mutex::new(vec![[Result::default(); 2]; count]);
    thread::scope(|scope| {
        for _ in 0..options.threads.max(1) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        return;
                    }
                    let seed = scatter(options.seed).wrapping_add(scatter(number as u64));
                    let opening = opening(kind, seed);
                    let [first, second] = players.each_ref();
                    let games = [
                        game(&opening, kind, [first, second], scatter(seed)),
                        swapped(game(&opening, kind, [second, first], scatter(!seed))),
                    ];
                    results.lock().unwrap_or_else(PoisonError::into_inner)[number] = games;
                }
            });
        }
    });
    let results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.into_iter().flatten().collect()
}

fn swapped(result: Result) -> Result {
    Result {
        halves: 2 - result.halves,
        ..result
    }
}

/// A position after random moves in which neither side is ahead.
fn opening(kind: Kind, seed: u64) -> Record<AnyGame> {
    let plies = match kind {
        Kind::Chess => 6,
        Kind::Space => 4,
        Kind::TicTacToe => 0,
    };
    let mut engine = Engine::new(kind);
    let table = Table::new(1);
    let limits = Limits {
        nodes: 3_000,
        ..Limits::default()
    };
    let mut chance = seed;
    loop {
        let mut record = Record::new(kind.start());
        while record.moves().len() < plies {
            chance = scatter(chance);
            let played = random_move(record.game(), chance).map(|mv| record.play(mv));
            if !matches!(played, Some(Ok(()))) {
                break;
            }
        }
        let never = AtomicBool::new(false);
        let found = engine.search(&record, &limits, &table, &never, &mut |_| true);
        if found
            .lines
            .first()
            .is_some_and(|line| line.score.abs() <= 80)
        {
            return record;
        }
    }
}

fn game(opening: &Record<AnyGame>, kind: Kind, players: [&Opponent; 2], seed: u64) -> Result {
    let mut seats = [0, 1].map(|side: usize| {
        let seed = seed.wrapping_add(side as u64);
        match players[side] {
            Opponent::Greedy => Seated::Greedy(seed),
            Opponent::Random => Seated::Random(seed),
            Opponent::Level(level) => Seated::Player(Box::new(Player::new(*level, seed))),
            Opponent::OfStrengths(strengths) => {
                let player = Player::with_strengths(Level::last(kind), strengths.clone(), seed);
                Seated::Player(Box::new(player))
            }
        }
    });
    let mut record = opening.clone();
    loop {
        let plies = record.moves().len();
        if let Some(outcome) = record.outcome() {
            let halves = match outcome {
                Outcome::Win { winner, .. } => 2 * u8::from(winner == Side::First),
                Outcome::Draw(_) => 1,
            };
            return Result { halves, plies };
        }
        let turn = record.game().turn().index();
        let is_drawn = !record.claims().is_empty() || plies >= PLIES_MAX;
        let mv = if is_drawn {
            None
        } else {
            choose(&mut seats[turn], &record)
        };
        // A player without a move would forfeit a game, and an illegal move would be a bug of the engine.
        let played = mv.map(|mv| record.play(mv));
        match played {
            Some(Ok(())) => {}
            None if is_drawn => return Result { halves: 1, plies },
            _ => {
                return Result {
                    halves: 2 * u8::from(turn == 1),
                    plies,
                };
            }
        }
    }
}

fn choose(seated: &mut Seated, record: &Record<AnyGame>) -> Option<Move> {
    match seated {
        Seated::Greedy(chance) => {
            *chance = scatter(*chance);
            greedy_move(record.game(), *chance)
        }
        Seated::Random(chance) => {
            *chance = scatter(*chance);
            random_move(record.game(), *chance)
        }
        Seated::Player(player) => {
            let never = AtomicBool::new(false);
            let found = player.choose(record, &Limits::default(), &never, &mut |_| true);
            Some(*found.lines.first()?.moves.first()?)
        }
    }
}

/// The next number of a `SplitMix64` generator.
fn scatter(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}
