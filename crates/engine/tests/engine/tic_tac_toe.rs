//! Tic-tac-toe is played perfectly: every move keeps the value of the position, wins as soon as possible and loses as
//! late as possible.

use std::{
    collections::{HashMap, HashSet},
    sync::atomic::AtomicBool,
};

use raum_engine::{Engine, Limits, MATE, Table};
use raum_rules::{AnyGame, Game, Kind, Outcome, Record};

/// The value of each position, by its text: plain minimax over the rules, without the engine. A win in `n` plies is
/// `MATE - n`.
fn minimax(game: &AnyGame, known: &mut HashMap<String, i32>) -> i32 {
    let text = game.to_string();
    if let Some(value) = known.get(&text) {
        return *value;
    }
    let value = match game.outcome() {
        Some(Outcome::Win { .. }) => -MATE,
        Some(Outcome::Draw(_)) => 0,
        None => {
            let replies = game.legal().into_iter();
            let values = replies.map(|mv| later(-minimax(&game.play(mv).unwrap(), known)));
            values.max().unwrap()
        }
    };
    known.insert(text, value);
    value
}

/// The value of a position, one ply earlier.
fn later(value: i32) -> i32 {
    value - value.signum()
}

/// Every position that a game from `start` can reach.
fn reachable(start: AnyGame) -> Vec<AnyGame> {
    let mut seen = HashSet::from([start.to_string()]);
    let mut open = vec![start];
    let mut all = Vec::new();
    while let Some(game) = open.pop() {
        for mv in game.legal() {
            let next = game.play(mv).unwrap();
            if seen.insert(next.to_string()) {
                open.push(next);
            }
        }
        all.push(game);
    }
    all
}

#[test]
fn every_position_is_played_perfectly() {
    let mut known = HashMap::new();
    let mut engine = Engine::new(Kind::TicTacToe);
    let table = Table::new(1);
    for starter in ["X", "O"] {
        let start = Kind::TicTacToe.read_position(&format!("......... {starter}"));
        let positions = reachable(start.unwrap());
        assert_eq!(positions.len(), 5478);
        for game in positions {
            let value = minimax(&game, &mut known);
            let found = engine.search(
                &Record::new(game.clone()),
                &Limits::default(),
                &table,
                &AtomicBool::new(false),
                &mut |_| true,
            );
            let Some(line) = found.lines.first() else {
                assert!(game.legal().is_empty(), "no move in {game}");
                continue;
            };
            assert_eq!(line.score, value, "{game}");
            let next = game.play(line.moves[0]).unwrap();
            let kept = later(-minimax(&next, &mut known));
            assert_eq!(kept, value, "{:?} in {game}", line.moves[0]);
        }
    }
}

#[test]
fn a_new_engine_plays_perfectly_too() {
    let mut known = HashMap::new();
    for game in reachable(Kind::TicTacToe.start()).into_iter().step_by(50) {
        let value = minimax(&game, &mut known);
        let found = Engine::new(Kind::TicTacToe).search(
            &Record::new(game.clone()),
            &Limits::default(),
            &Table::new(1),
            &AtomicBool::new(false),
            &mut |_| true,
        );
        let score = found.lines.first().map(|line| line.score);
        assert!(
            score.is_none_or(|score| score == value),
            "{score:?} in {game}"
        );
    }
}
