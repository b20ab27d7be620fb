//! The first level against a player that takes what is free and otherwise moves at random.

use super::{choose, player};
use raum_engine::{greedy_move, random_move};
use raum_rules::{AnyGame, Game, Kind, Outcome, Record, Side};

/// A number that looks random, from one that does not.
fn scatter(number: u64) -> u64 {
    let number = (number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (number ^ number >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

/// The half points of level 1 in a game that begins with random moves. A draw that can be claimed is one.
fn halves(kind: Kind, seed: usize, side: Side) -> usize {
    let seed = seed as u64;
    let mut level = player(kind, 1, seed);
    let mut record: Record<AnyGame> = Record::new(kind.start());
    loop {
        match record.outcome() {
            Some(Outcome::Win { winner, .. }) => return 2 * usize::from(winner == side),
            Some(Outcome::Draw(_)) => return 1,
            None if !record.claims().is_empty() || record.moves().len() > 500 => return 1,
            None => {}
        }
        let chance = scatter(1000 * seed + record.moves().len() as u64);
        let mv = if record.moves().len() < 4 {
            random_move(record.game(), chance).unwrap()
        } else if record.game().turn() == side {
            choose(&mut level, &record)
        } else {
            greedy_move(record.game(), chance).unwrap()
        };
        record.play(mv).unwrap();
    }
}

#[test]
fn level_one_is_no_match_for_greed() {
    for (kind, games) in [(Kind::Chess, 60), (Kind::Space, 40)] {
        let points: usize = (0..games)
            .map(|seed| halves(kind, seed, Side::BOTH[seed % 2]))
            .sum();
        let percent = 50 * points / games;
        assert!(percent <= 40, "{kind}: level 1 scores {percent} %");
    }
}
