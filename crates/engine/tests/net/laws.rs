//! Laws of the evaluation along random games.

use std::sync::Arc;

use raum_engine::{
    Evaluate as _,
    space::{Evaluator, WEIGHTS, Weights, features, plain},
};
use raum_rules::{Role, Side, chess, node::Node as _, space};

use crate::{Evaluated, from_scratch, loaded, random_game};

/// How often each kind of move occurred.
#[derive(Debug, Default)]
struct Moves {
    captures: u32,
    promotions: u32,
    castlings: u32,
    en_passant: u32,
}

impl Moves {
    fn count<B: Evaluated>(&mut self, node: &B, step: B::Step) {
        self.captures += u32::from(node.captured(step).is_some());
        self.promotions += u32::from(B::promotion(step).is_some());
        let (from, to) = (B::origin(step), B::target(step));
        // In space chess a king never goes two cells along a rank, nor captures a pawn on an empty cell.
        let is_castling = B::role(step) == Role::King && B::CELLS == 64 && from.abs_diff(to) == 2;
        self.castlings += u32::from(is_castling);
        let mut is_empty = true;
        node.visit_pieces(|(_, _, at)| is_empty &= usize::from(at) != to);
        self.en_passant += u32::from(node.captured(step).is_some() && is_empty);
    }
}

fn follow_games<B: Evaluated>() -> Moves {
    let net = loaded::<B>(1);
    let mut moves = Moves::default();
    for seed in 0..200 {
        let mut evaluator = B::evaluator(Some(Arc::clone(&net)));
        let mut random = fastrand::Rng::with_seed(!seed);
        random_game::<B>(seed, |step, node| {
            match step {
                None => evaluator.begin(node),
                Some((before, step)) => {
                    moves.count(before, step);
                    evaluator.push(before, step);
                }
            }
            // Some positions are passed without an evaluation, so that several updates are due at once.
            if random.bool() {
                assert_eq!(evaluator.evaluate(node), from_scratch(&net, node));
            }
            if !node.in_check() && random.bool() {
                let passed = node.pass();
                evaluator.push_pass();
                assert_eq!(evaluator.evaluate(&passed), from_scratch(&net, &passed));
                evaluator.pop();
            }
        });
    }
    moves
}

#[test]
fn following_a_game_equals_evaluating_from_scratch() {
    let moves = follow_games::<space::Node>();
    assert!(moves.captures > 500 && moves.promotions > 50, "{moves:?}");
    let moves = follow_games::<chess::Node>();
    assert!(moves.captures > 500 && moves.promotions > 50, "{moves:?}");
    assert!(moves.castlings > 10 && moves.en_passant > 10, "{moves:?}");
}

fn go_back<B: Evaluated>() {
    let net = loaded::<B>(2);
    for seed in 0..20 {
        let mut evaluator = B::evaluator(Some(Arc::clone(&net)));
        let mut random = fastrand::Rng::with_seed(!seed);
        let mut line: Vec<B> = Vec::new();
        random_game::<B>(seed, |step, node| {
            match step {
                None => evaluator.begin(node),
                Some((before, step)) => evaluator.push(before, step),
            }
            line.push(node.clone());
            // Siblings: another step from here is followed, evaluated or not, and taken back.
            let mut steps = Vec::new();
            node.list(&mut steps);
            if let Some(other) = random.choice(&steps) {
                let sibling = node.after(*other);
                evaluator.push(node, *other);
                if random.bool() {
                    assert_eq!(evaluator.evaluate(&sibling), from_scratch(&net, &sibling));
                }
                evaluator.pop();
            }
            if random.bool() {
                assert_eq!(evaluator.evaluate(node), from_scratch(&net, node));
            }
        });
        while let Some(node) = line.pop() {
            assert_eq!(evaluator.evaluate(&node), from_scratch(&net, &node));
            if !line.is_empty() {
                evaluator.pop();
            }
        }
    }
}

#[test]
fn going_back_equals_evaluating_from_scratch() {
    go_back::<space::Node>();
    go_back::<chess::Node>();
}

/// The draw by fifty moves comes closer whatever the network says.
#[test]
fn fifty_moves_without_progress_halve_features_and_network_of_chess() {
    let net = loaded::<chess::Node>(3);
    let value = |clock: u32, net| {
        let text = format!("4k3/pp3ppp/8/3n4/8/2B5/PPP2PPP/4K3 w - - {clock} 60");
        let node = chess::Node::new(&text.parse::<chess::Chess>().unwrap());
        let mut evaluator = chess::Node::evaluator(net);
        evaluator.begin(&node);
        evaluator.evaluate(&node)
    };
    let whole = value(0, Some(Arc::clone(&net)));
    assert_ne!(whole, value(0, None));
    assert_eq!(value(100, Some(net)), whole / 2);
}

#[test]
fn the_sum_of_the_features_is_the_plain_evaluation() {
    let mut random = fastrand::Rng::with_seed(5);
    let weights = Weights([0; WEIGHTS].map(|_: i32| random.i32(-300..=300)));
    let mut evaluator = Evaluator::new(&weights, None);
    for seed in 0..30 {
        random_game::<space::Node>(seed, |_, node| {
            let mut counts = [0; WEIGHTS];
            features(node, |index, count| counts[index] += count);
            let products = counts.iter().zip(&weights.0);
            let sum: i32 = products.map(|(count, weight)| count * weight).sum();
            assert_eq!(plain(node, &weights), sum);
            evaluator.begin(node);
            let sign = if node.turn() == Side::First { 1 } else { -1 };
            assert_eq!(evaluator.evaluate(node), sign * sum);
        });
    }
}
