//! Space chess agrees with a naive implementation that shares no code with it: moves, check, outcome, claims, texts,
//! and the validity of positions.

use crate::common::{Chance, data::entries, position};
use crate::naive_space::{Naive, all_cells};
use raum_rules::{Game, Outcome, Piece, Role, Side, space::Space};
use std::collections::BTreeSet;

#[test]
fn the_naive_implementation_matches_the_perft_data() {
    for entry in entries::<Space>() {
        let naive = Naive::read(&entry.position);
        assert_eq!(naive.text(), entry.position);
        for (depth, nodes) in entry
            .perft
            .into_iter()
            .filter(|(_, nodes)| *nodes < 300_000)
        {
            assert_eq!(naive.perft(depth), nodes, "{} at depth {depth}", entry.id);
        }
    }
}

#[test]
fn they_agree_on_random_games() {
    for seed in 0..40 {
        let mut chance = Chance::new(seed);
        let mut real = Space::default();
        let mut naive = Naive::read(&real.to_string());
        for _ in 0..150 {
            agree(&real, &naive);
            let legal = naive.legal();
            if legal.is_empty() {
                break;
            }
            let mv = chance.pick(&legal);
            real = real.play(mv).expect("a legal move");
            naive = naive.after(mv);
            assert_eq!(real.to_string(), naive.text(), "seed {seed}");
        }
    }
}

/// Two kings and a few pieces: positions that random games seldom reach.
#[test]
fn they_agree_on_random_sparse_positions() {
    let mut seen = BTreeSet::new();
    for seed in 0..20_000 {
        let mut chance = Chance::new(seed);
        let naive = scatter(&mut chance);
        let text = naive.text();
        assert_eq!(
            text.parse::<Space>().is_ok(),
            naive.is_valid(),
            "seed {seed}: {text}"
        );
        if naive.is_valid() {
            let real = position(&text);
            agree(&real, &naive);
            seen.extend(naive.outcome().map(Outcome::reason));
        }
    }
    let all = [
        "checkmate",
        "dead-position",
        "seventy-five-moves",
        "stalemate",
    ];
    assert!(
        seen.iter().eq(&all),
        "some outcomes were never reached: {seen:?}"
    );
}

fn agree(real: &Space, naive: &Naive) {
    let [found, expected] = [real.legal(), naive.legal()].map(|mut moves| {
        moves.sort();
        moves
    });
    assert_eq!(found, expected, "moves of {real}");
    assert_eq!(real.turn(), naive.turn, "side to move of {real}");
    assert_eq!(real.check(), naive.check(), "check in {real}");
    assert_eq!(real.outcome(), naive.outcome(), "outcome of {real}");
    assert_eq!(
        real.claim().is_some(),
        naive.halfmove_clock >= 100,
        "claim in {real}"
    );
    for cell in all_cells() {
        assert_eq!(real.piece(cell), naive.at(cell), "{cell:?} of {real}");
    }
    for side in Side::BOTH {
        let attacked = naive.attacked(side);
        let found: BTreeSet<_> = all_cells()
            .filter(|cell| real.attacks(side, *cell))
            .collect();
        assert_eq!(found, attacked, "cells that {side:?} attacks in {real}");
    }
}

/// Two kings, one of them often in a corner, and up to eight more pieces.
fn scatter(chance: &mut Chance) -> Naive {
    let mut naive = Naive::empty(chance.pick(&Side::BOTH));
    naive.halfmove_clock = chance.pick(&[0, 0, 0, 99, 100, 149, 150]);
    let anywhere = chance.below(125);
    let corner = chance.pick(&[0, 4, 20, 24, 100, 104, 120, 124, anywhere]);
    let mut free: Vec<_> = all_cells().collect();
    let mut put = |naive: &mut Naive, at: usize, side, role| {
        naive.put(
            free.swap_remove(at % free.len()),
            Some(Piece { side, role }),
        );
    };
    put(&mut naive, corner, Side::First, Role::King);
    put(&mut naive, chance.below(125), Side::Second, Role::King);
    for _ in 0..chance.below(9) {
        let role = chance.pick(&[
            Role::Queen,
            Role::Rook,
            Role::Bishop,
            Role::Knight,
            Role::Unicorn,
            Role::Pawn,
        ]);
        let side = chance.pick(&[Side::First, Side::Second, !naive.turn]);
        put(&mut naive, chance.below(125), side, role);
    }
    naive
}
