//! Counts every sequence of moves to a depth and compares with the data in `data/*.perft`.
//!
//! A depth is counted if its nodes are within a budget, `RAUM_PERFT_NODES_MAX`; the default takes seconds.

#![expect(clippy::expect_used, reason = "a test that cannot go on stops")]

mod common;

use common::{Entry, entries, position};
use raum_rules::{Game, Rules, chess::Chess, space::Space, tic_tac_toe::TicTacToe};
use std::collections::HashSet;

const NODES_MAX: u64 = 20_000_000;

/// Counts what the budget allows of a kind's data, and reports every number that differs.
fn run<G: Rules>(count: impl Fn(&Entry, u32) -> u64) {
    let budget = std::env::var("RAUM_PERFT_NODES_MAX")
        .map_or(NODES_MAX, |nodes| nodes.parse().expect("a number of nodes"));
    let mut wrong = Vec::new();
    for entry in entries::<G>() {
        assert!(!entry.source.is_empty(), "{} has no source", entry.id);
        for (depth, expected) in &entry.perft {
            if *expected <= budget {
                let found = count(&entry, *depth);
                if found != *expected {
                    wrong.push(format!(
                        "{} ({}) at depth {depth}: expected {expected}, found {found}",
                        entry.id, entry.position
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn by_rules<G: Rules>(entry: &Entry, depth: u32) -> u64 {
    position::<G>(&entry.position).perft(depth)
}

#[test]
fn chess() {
    run::<Chess>(by_rules::<Chess>);
}

#[test]
fn space() {
    run::<Space>(by_rules::<Space>);
}

#[test]
fn tic_tac_toe() {
    run::<TicTacToe>(by_rules::<TicTacToe>);
}

#[test]
fn chess_by_a_second_generator() {
    fn perft(board: &cozy_chess::Board, depth: u32) -> u64 {
        let mut nodes = 0;
        board.generate_moves(|moves| {
            if depth == 1 {
                nodes += moves.len() as u64;
            } else {
                for mv in moves {
                    let mut next = board.clone();
                    next.play_unchecked(mv);
                    nodes += perft(&next, depth - 1);
                }
            }
            false
        });
        nodes
    }
    run::<Chess>(|entry, depth| perft(&entry.position.parse().expect("a FEN"), depth));
}

#[test]
fn tic_tac_toe_has_255_168_games() {
    fn games(game: TicTacToe) -> u64 {
        if game.outcome().is_some() {
            return 1;
        }
        let next = |mv| games(game.play(mv).expect("a listed move"));
        game.legal().into_iter().map(next).sum()
    }
    assert_eq!(games(TicTacToe::default()), 255_168);
}

#[test]
fn tic_tac_toe_has_5_478_positions() {
    let mut seen = HashSet::new();
    let mut open = vec![TicTacToe::default()];
    while let Some(game) = open.pop() {
        if seen.insert(game) {
            open.extend(
                game.legal()
                    .into_iter()
                    .map(|mv| game.play(mv).expect("a listed move")),
            );
        }
    }
    assert_eq!(seen.len(), 5_478);
}
