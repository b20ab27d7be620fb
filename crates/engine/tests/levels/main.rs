//! Levels: repeatable players that play by the rules.

#![expect(clippy::unwrap_used, reason = "a failed assumption stops the test")]

mod games;
mod greedy;
mod oversights;
mod tic_tac_toe;

use std::sync::atomic::AtomicBool;

use raum_engine::{Level, Limits, Player};
use raum_rules::{AnyGame, Kind, Move, Record};

/// The move of a player, with the limits of its level alone.
fn choose(player: &mut Player, record: &Record<AnyGame>) -> Move {
    let never = AtomicBool::new(false);
    let report = player.choose(record, &Limits::default(), &never, &mut |_| true);
    report.lines[0].moves[0]
}

/// A player of a level that exists.
fn player(kind: Kind, level: usize, seed: u64) -> Player {
    Player::new(Level::new(kind, level).unwrap(), seed)
}

/// The record of a game from its moves.
fn record(kind: Kind, moves: &str) -> Record<AnyGame> {
    let mut record = Record::new(kind.start());
    for text in moves.split_whitespace() {
        record.play(kind.read_move(text).unwrap()).unwrap();
    }
    record
}

#[test]
fn levels_exist_from_one_to_the_last() {
    for kind in Kind::ALL {
        let count = if *kind == Kind::TicTacToe { 3 } else { 8 };
        let numbers: Vec<_> = Level::all(*kind).map(Level::number).collect();
        assert_eq!(numbers, (1..=count).collect::<Vec<_>>());
        assert_eq!(Level::last(*kind).number(), count);
        for number in [0, count + 1, usize::MAX] {
            let error = Level::new(*kind, number).unwrap_err();
            let text = format!("{kind} has levels 1 to {count}, not {number}");
            assert_eq!(error.to_string(), text);
        }
    }
}

#[test]
fn levels_overlook_less_and_less() {
    for kind in [Kind::Chess, Kind::Space] {
        let averages: Vec<_> = Level::all(kind)
            .map(|level| {
                let strengths = level.strengths();
                let sum: u32 = strengths.iter().map(|strength| strength.overlooks[1]).sum();
                (100 * sum) / u32::try_from(strengths.len()).unwrap()
            })
            .collect();
        assert!(averages.is_sorted_by(|lower, higher| lower >= higher));
        for level in Level::all(kind).skip(2) {
            assert!(level.strengths().iter().all(|strength| strength.sees_mates));
        }
        let best = Level::last(kind).strengths();
        assert_eq!(best.len(), 1);
        assert_eq!((best[0].overlooks, best[0].window), ([0, 0], 0));
    }
}

/// A seed and the beginning of a game decide how well a level plays in it.
#[test]
fn a_level_plays_some_games_better_than_others() {
    let openings = [
        "e2e4", "d2d4", "c2c4", "g1f3", "b1c3", "a2a3", "h2h4", "f2f4",
    ];
    let nodes = openings.map(|opening| {
        let never = AtomicBool::new(false);
        let record = record(Kind::Chess, opening);
        let limits = Limits::default();
        let [first, again] = [0, 0].map(|seed| {
            let report =
                player(Kind::Chess, 6, seed).choose(&record, &limits, &never, &mut |_| true);
            report.nodes
        });
        assert_eq!(first, again);
        first
    });
    assert!(nodes.iter().min().unwrap() * 2 < *nodes.iter().max().unwrap());
}

#[test]
fn a_player_of_another_kind_has_no_move() {
    let never = AtomicBool::new(false);
    let chess = Record::new(Kind::Chess.start());
    let report =
        player(Kind::Space, 1, 1).choose(&chess, &Limits::default(), &never, &mut |_| true);
    assert!(report.lines.is_empty());
}
