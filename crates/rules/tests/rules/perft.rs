//! Counts the sequences of moves to a depth and compares them with `data/*.perft`.

use crate::common::data::{by_rules, run};
use raum_rules::{Game, chess::Chess, space::Space, tic_tac_toe::TicTacToe};
use std::collections::HashSet;

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
