//! Whole games.

use super::{choose, player};
use raum_engine::Level;
use raum_rules::{AnyGame, Game, Kind, Move, Record};

/// A game of a level against itself, ended where a room would end it or after so many plies. Panics at an illegal move.
fn game(level: Level, seeds: [u64; 2], plies: usize) -> Vec<Move> {
    let mut players = seeds.map(|seed| player(level.kind(), level.number(), seed));
    let mut record: Record<AnyGame> = Record::new(level.kind().start());
    while record.outcome().is_none() && record.claims().is_empty() && record.moves().len() < plies {
        let turn = record.game().turn().index();
        let mv = choose(&mut players[turn], &record);
        record.play(mv).unwrap();
    }
    record.moves().to_vec()
}

#[test]
fn a_seed_repeats_a_game() {
    for kind in Kind::ALL {
        for level in Level::all(*kind).take(5) {
            assert_eq!(
                game(level, [3, 4], 20),
                game(level, [3, 4], 20),
                "{level:?}"
            );
        }
    }
}

#[test]
fn other_seeds_play_other_games() {
    for kind in [Kind::Chess, Kind::Space] {
        for level in Level::all(kind).take(5) {
            let games: Vec<_> = (0..4).map(|seed| game(level, [seed, seed], 16)).collect();
            for (number, game) in games.iter().enumerate() {
                assert!(!games[..number].contains(game), "{level:?}");
            }
        }
    }
}

#[test]
fn every_level_plays_whole_games() {
    for kind in Kind::ALL {
        for level in Level::all(*kind) {
            let strengths = level.strengths();
            let nodes = strengths.iter().map(|strength| strength.nodes).max();
            let plies = 200_000 / nodes.unwrap();
            let plies = usize::try_from(plies).unwrap().clamp(5, 300);
            assert!(game(level, [1, 2], plies).len() > 4, "{level:?}");
        }
    }
}
