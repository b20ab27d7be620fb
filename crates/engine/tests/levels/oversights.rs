//! What levels see and overlook.

use super::{choose, player, record};
use raum_engine::random_move;
use raum_rules::{AnyGame, Game, Kind, Move, Outcome, Record};

/// A number that looks random, from one that does not.
fn scatter(number: u64) -> u64 {
    let number = (number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (number ^ number >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

/// Positions of random games that pass a test, one of each game at most.
fn positions(
    kind: Kind,
    count: usize,
    passes: impl Fn(&Record<AnyGame>) -> bool,
) -> Vec<Record<AnyGame>> {
    let mut found = Vec::new();
    for seed in 0.. {
        let mut record = Record::new(kind.start());
        for ply in 0..120 {
            let Some(mv) = random_move(record.game(), scatter(1000 * seed + ply)) else {
                break;
            };
            record.play(mv).unwrap();
            if record.outcome().is_none() && passes(&record) {
                found.push(record);
                break;
            }
        }
        if found.len() == count {
            break;
        }
    }
    found
}

fn wins(record: &Record<AnyGame>, mv: Move) -> bool {
    matches!(record.outcome_after(mv), Ok(Some(Outcome::Win { .. })))
}

#[test]
fn from_level_three_a_mate_in_one_is_never_overlooked() {
    for (kind, first) in [(Kind::Chess, 3), (Kind::Space, 3), (Kind::TicTacToe, 2)] {
        let has_mate =
            |record: &Record<AnyGame>| record.game().legal().iter().any(|mv| wins(record, *mv));
        for record in positions(kind, 4, has_mate) {
            for level in first..=(first + 2).min(if kind == Kind::TicTacToe { 3 } else { 8 }) {
                for seed in 0..4 {
                    let mv = choose(&mut player(kind, level, seed), &record);
                    assert!(wins(&record, mv), "level {level} in {}", record.game());
                }
            }
        }
    }
}

#[test]
fn level_one_overlooks_mates_and_free_pieces() {
    let texts = [
        // A back-rank mate, and a queen that nothing defends.
        (Kind::Chess, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "a1a8"),
        (Kind::Chess, "4k3/8/8/7q/8/8/8/3QK3 w - - 0 1", "d1h5"),
        (
            Kind::Space,
            "4K/5/5/5/5|5/5/2P2/5/5|5/2q2/1n3/5/5|5/5/5/5/5|5/5/5/5/k4 w 0 1",
            "Bc3Cc4",
        ),
    ];
    for (kind, position, expected) in texts {
        let record = Record::new(kind.read_position(position).unwrap());
        let finds = |level, seed| {
            kind.move_text(choose(&mut player(kind, level, seed), &record)) == expected
        };
        let count = |level| (0..20).filter(|seed| finds(level, *seed)).count();
        assert!(
            count(1) <= 10,
            "{position}: level 1 finds it {} times",
            count(1)
        );
        assert!(
            count(6) >= 15,
            "{position}: level 6 finds it {} times",
            count(6)
        );
    }
}

#[test]
fn the_only_legal_moves_are_never_overlooked() {
    for kind in [Kind::Chess, Kind::Space] {
        let has_few = |record: &Record<AnyGame>| record.game().legal().len() <= 2;
        for record in positions(kind, 8, has_few) {
            for seed in 0..8 {
                let mv = choose(&mut player(kind, 1, seed), &record);
                assert!(record.game().legal().contains(&mv));
            }
        }
    }
}

#[test]
fn recaptures_are_always_seen() {
    // Black has taken a bishop, and White can take back with a pawn or be a piece down.
    let exchange = record(
        Kind::Chess,
        "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 d2d4 e5d4 d1d4 d8d4",
    );
    let taken = exchange.moves().last().unwrap().to;
    for level in 2..=4 {
        for seed in 0..10 {
            let mv = choose(&mut player(Kind::Chess, level, seed), &exchange);
            assert_eq!(mv.to, taken, "level {level}, seed {seed}");
        }
    }
}
