//! Laws of the evaluation along random games.

use std::sync::Arc;

use raum_engine::{
    Evaluate as _,
    space::{Evaluator, Net, WEIGHTS, Weights, features, plain},
};
use raum_rules::{
    Side,
    node::Node as _,
    space::{Node, Space, SpaceStep},
};

use crate::random_net;

/// Positions near promotion beside the start, so that games promote, with and without capture.
const STARTS: [&str; 3] = [
    "5/5/5/PPPPP/RNKNR|5/5/5/PPPPP/BUQBU|5/5/5/5/5|ubqub/ppppp/5/5/5|rnknr/ppppp/5/5/5 w 0 1",
    "k4/5/5/5/5|5/5/ppppp/5/5|5/5/5/5/5|5/PPPPP/5/5/5|rnb1r/PPPPP/5/5/4K w 0 1",
    "4k/5/pp3/ppppp/1Q3|5/5/5/pppp1/5|5/5/5/5/5|1PP2/5/5/5/5|5/PPPP1/5/5/K4 b 0 1",
];

/// Calls `visit` in every position of a random game, with the step that led there.
fn random_game(seed: u64, mut visit: impl FnMut(Option<(&Node, SpaceStep)>, &Node)) {
    let mut random = fastrand::Rng::with_seed(seed);
    let start = STARTS[random.usize(..STARTS.len())];
    let mut node = Node::new(&start.parse::<Space>().unwrap());
    visit(None, &node);
    for _ in 0..120 {
        let mut steps = Vec::new();
        node.list(&mut steps);
        let Some(step) = random.choice(&steps).copied() else {
            return;
        };
        let next = node.after(step);
        visit(Some((&node, step)), &next);
        node = next;
    }
}

fn from_scratch(net: &Arc<Net>, node: &Node) -> i32 {
    let mut evaluator = Evaluator::new(&Weights::default(), Some(Arc::clone(net)));
    evaluator.begin(node);
    evaluator.evaluate(node)
}

#[test]
fn following_a_game_equals_evaluating_from_scratch() {
    let net = Arc::new(Net::read(&random_net(1).to_file().unwrap()).unwrap());
    let (mut captures, mut promotions) = (0, 0);
    for seed in 0..60 {
        let mut evaluator = Evaluator::new(&Weights::default(), Some(Arc::clone(&net)));
        let mut random = fastrand::Rng::with_seed(!seed);
        random_game(seed, |step, node| {
            match step {
                None => evaluator.begin(node),
                Some((before, step)) => {
                    captures += u32::from(before.captured(step).is_some());
                    promotions += u32::from(Node::promotion(step).is_some());
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
    assert!(captures > 500 && promotions > 50, "{captures} {promotions}");
}

#[test]
fn going_back_equals_evaluating_from_scratch() {
    let net = Arc::new(Net::read(&random_net(2).to_file().unwrap()).unwrap());
    for seed in 0..20 {
        let mut evaluator = Evaluator::new(&Weights::default(), Some(Arc::clone(&net)));
        let mut random = fastrand::Rng::with_seed(!seed);
        let mut line: Vec<Node> = Vec::new();
        random_game(seed, |step, node| {
            match step {
                None => evaluator.begin(node),
                Some((before, step)) => evaluator.push(before, step),
            }
            line.push(*node);
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
fn the_sum_of_the_features_is_the_plain_evaluation() {
    let mut random = fastrand::Rng::with_seed(5);
    let weights = Weights([0; WEIGHTS].map(|_: i32| random.i32(-300..=300)));
    let mut evaluator = Evaluator::new(&weights, None);
    for seed in 0..30 {
        random_game(seed, |_, node| {
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
