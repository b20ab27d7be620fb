//! A small evaluation from self-play to a network that the engine loads.

use std::{fs, path::Path, sync::Arc};

use raum_engine::{
    chess,
    net::Net,
    space::{self, Weights},
};
use raum_rules::{Kind, node::Node as _};
use raum_trainer::{
    data::Data,
    fit::Fit,
    kinds::{GameOf, Trained},
    provenance,
    rounds::Rounds,
    setup::{read_net, read_weights},
    target::Target,
    train::Train,
};
use tempfile::tempdir;

use crate::{positive, short_play};

const TARGET: Target = Target {
    score_share: 0.7,
    scale: 250.0,
};

/// The mean squared error of an evaluator's predictions.
fn loss<E: Trained>(data: &Data, weights: &Weights, net: Option<Arc<Net<E::Node>>>) -> f64 {
    let mut evaluator = E::new(weights, net);
    let errors = data.samples.iter().map(|sample| {
        let game: GameOf<E> = sample.position.game().unwrap();
        let node = E::Node::new(&game);
        evaluator.begin(&node);
        let guess = TARGET.chance(evaluator.evaluate(&node) as f32);
        f64::from(guess - TARGET.of(sample)).powi(2)
    });
    errors.sum::<f64>() / data.samples.len() as f64
}

fn train(kind: Kind, data: &Path, out: &Path, count: usize) -> Train {
    Train {
        kind,
        data: vec![data.to_owned()],
        out: out.to_owned(),
        weights: None,
        epochs: positive(2),
        batch: positive(256),
        rate: 0.002,
        target: TARGET,
        seed: 3,
        threads: positive(count),
    }
}

#[test]
fn the_same_seed_gives_the_same_games_in_any_number_of_threads() {
    let folder = tempdir().unwrap();
    let files = [(1, 1), (1, 3), (2, 2)].map(|(seed, count)| {
        let out = folder.path().join(format!("{seed}-{count}"));
        short_play(&out, 600, seed, count).run().unwrap();
        fs::read(out).unwrap()
    });
    assert!(files[0] == files[1]);
    assert!(files[0][100..] != files[2][100..]);
}

#[test]
fn fitting_and_training_lower_the_error_and_can_be_repeated() {
    let folder = tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    short_play(&path("data"), 3000, 1, 2).run().unwrap();
    let data = Data::read(&path("data"), Kind::Space).unwrap();
    assert!(data.samples.len() >= 3000);
    let before = loss::<space::Evaluator>(&data, &Weights::default(), None);

    for count in [1, 3] {
        let fit = Fit {
            data: vec![path("data")],
            out: path(&format!("weights-{count}")),
            kind: Kind::Space,
            from: None,
            max: usize::MAX,
            steps: 40,
            target: TARGET,
            threads: positive(count),
        };
        fit.run().unwrap();
        let out = path(&format!("net-{count}"));
        let train = train(Kind::Space, &path("data"), &out, count);
        train.run().unwrap();
    }
    let read = |name: &str| fs::read(path(name)).unwrap();
    assert!(read("weights-1") == read("weights-3"));
    assert!(read("net-1") == read("net-3"));

    let fitted = read_weights(&path("weights-1")).unwrap();
    let after = loss::<space::Evaluator>(&data, &fitted, None);
    assert!(after < 0.98 * before, "fitted {after}, before {before}");
    let net = Arc::new(read_net(&path("net-1")).unwrap());
    let hash = net.hash();
    let after = loss::<space::Evaluator>(&data, &Weights::default(), Some(net));
    assert!(after < 0.98 * before, "trained {after}, before {before}");

    let text = fs::read_to_string(provenance::path_of(&path("net-1"))).unwrap();
    for fact in [
        format!("hash: {hash:016x}\n"),
        "--epochs 2 --batch 256 --rate 0.002 --score-share 0.7 --scale 250 --seed 3\n".to_owned(),
        "by raum-trainer play net=none,nodes=60 --kind space --positions 3000 --seed 1\n"
            .to_owned(),
        format!("hash {:016x}, by", data.hash),
    ] {
        assert!(text.contains(&fact), "{fact} is not in {text}");
    }
}

#[test]
fn training_chess_lowers_the_error_and_can_be_repeated() {
    let folder = tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let mut play = short_play(&path("data"), 3000, 1, 2);
    play.kind = Kind::Chess;
    play.run().unwrap();
    let data = Data::read(&path("data"), Kind::Chess).unwrap();
    for count in [1, 3] {
        let out = path(&format!("net-{count}"));
        let train = train(Kind::Chess, &path("data"), &out, count);
        train.run().unwrap();
    }
    assert!(fs::read(path("net-1")).unwrap() == fs::read(path("net-3")).unwrap());
    let net = Arc::new(read_net(&path("net-1")).unwrap());
    let weights = Weights::default();
    let before = loss::<chess::Evaluator>(&data, &weights, None);
    let after = loss::<chess::Evaluator>(&data, &weights, Some(net));
    assert!(after < 0.98 * before, "trained {after}, before {before}");
    let text = fs::read_to_string(provenance::path_of(&path("net-1"))).unwrap();
    assert!(
        text.contains("\ncommand: raum-trainer train --kind chess "),
        "{text}"
    );
    // Neither data nor networks of one kind serve the other.
    let other = train(Kind::Space, &path("data"), &path("net-2"), 1);
    assert!(other.run().is_err());
    assert!(read_net::<raum_rules::space::Node>(&path("net-1")).is_err());
}

#[test]
fn rounds_play_with_the_last_network_and_go_on_where_they_stopped() {
    for kind in [Kind::Space, Kind::Chess] {
        play_rounds(kind);
    }
}

fn play_rounds(kind: Kind) {
    let folder = tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let rounds = |rounds, games| Rounds {
        folder: folder.path().to_owned(),
        kind,
        rounds,
        net: None,
        window: positive(2),
        positions: 300,
        nodes: 40,
        epochs: positive(1),
        target: TARGET,
        games,
        seed: 5,
        threads: positive(2),
    };
    rounds(1, 0).run().unwrap();
    let first = fs::metadata(path("1.data")).unwrap().modified().unwrap();
    rounds(2, 2).run().unwrap();
    // The first round's games were not played again.
    assert_eq!(
        fs::metadata(path("1.data")).unwrap().modified().unwrap(),
        first
    );
    let hash = match kind {
        Kind::Chess => read_net::<raum_rules::chess::Node>(&path("1.net")).map(|net| net.hash()),
        _ => read_net::<raum_rules::space::Node>(&path("1.net")).map(|net| net.hash()),
    };
    let data = Data::read(&path("2.data"), kind).unwrap();
    assert_eq!(
        data.command,
        format!(
            "raum-trainer play net={}({:016x}),nodes=40 --kind {kind} --positions 300 --seed 6",
            path("1.net").display(),
            hash.unwrap()
        )
    );
    let text = fs::read_to_string(provenance::path_of(&path("2.net"))).unwrap();
    assert_eq!(text.matches("data: ").count(), 2);
    assert_eq!(text.matches("match: net=").count(), 1, "{text}");
}

#[test]
fn weights_of_chess_are_fitted_too() {
    let folder = tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let mut play = short_play(&path("data"), 1500, 1, 2);
    play.setup = "nodes=60".to_owned();
    play.kind = Kind::Chess;
    play.run().unwrap();
    let fit = Fit {
        data: vec![path("data")],
        kind: Kind::Chess,
        out: path("weights"),
        from: None,
        max: usize::MAX,
        steps: 40,
        target: TARGET,
        threads: positive(2),
    };
    fit.run().unwrap();
    let text = fs::read_to_string(path("weights")).unwrap();
    assert_eq!(text.matches('[').count(), chess::WEIGHTS.len());
    let facts = fs::read_to_string(provenance::path_of(&path("weights"))).unwrap();
    let losses = facts.split("loss: ").nth(1).unwrap();
    let numbers = losses
        .split(' ')
        .filter_map(|word| word.parse::<f64>().ok());
    let [first, last] = numbers.collect::<Vec<_>>().try_into().unwrap();
    assert!(last < 0.95 * first, "{facts}");
}
