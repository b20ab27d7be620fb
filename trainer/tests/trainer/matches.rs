//! Matches between setups: the arithmetic of their scores, and that they can be repeated.

use std::fs;

use raum_engine::{chess, net::QuantisedNet, space};
use raum_trainer::{
    contest::{Pair, Score},
    parallel,
    setup::Setup,
};
use tempfile::tempdir;

use crate::positive;

fn score(results: &[[u8; 2]]) -> Score {
    let pairs = results.iter().map(|results| Pair {
        results: *results,
        ..Pair::default()
    });
    Score::of(&pairs.collect::<Vec<_>>())
}

#[test]
fn a_score_counts_games_and_takes_pairs_as_events() {
    let even = score(&[[2, 0], [0, 2], [1, 1]]);
    assert_eq!(even.games, [2, 2, 2]);
    // Every pair is even, so the opening explains all of the variance.
    assert_eq!(even.to_string(), "+2 =2 -2, 50.0 %, Elo +0 [0, 0]");
    let better = score(&[[2, 2], [2, 1], [1, 1], [2, 0]]);
    assert_eq!(better.games, [1, 3, 4]);
    // By hand: a mean of 11/16 and a standard deviation of 0.2073 over four pairs.
    assert_eq!(
        better.share.map(|share| format!("{share:.4}")),
        ["0.4844", "0.6875", "0.8906"]
    );
}

#[test]
fn a_bad_setup_is_a_sentence() {
    let cases = [
        (
            "net=missing.net",
            "cannot use net=missing.net in the setup net=missing.net: cannot read missing.net: ",
        ),
        (
            "nodes=6,depth",
            "cannot use depth in the setup nodes=6,depth",
        ),
        (
            "nodes=many",
            "cannot use nodes=many in the setup nodes=many: invalid digit",
        ),
        (
            "nothing=1",
            "cannot use nothing=1 in the setup nothing=1: the search has no number of that name",
        ),
        (
            "null_move=on",
            "cannot use null_move=on in the setup null_move=on: the value must be a number",
        ),
    ];
    for (text, expected) in cases {
        let error = format!(
            "{:#}",
            Setup::<space::Evaluator>::read(text, 1).err().unwrap()
        );
        assert!(error.starts_with(expected), "{error}");
    }
}

#[test]
fn only_space_chess_reads_weights_from_files() {
    let error = Setup::<chess::Evaluator>::read("weights=text", 1);
    assert_eq!(
        error.err().unwrap().to_string(),
        "cannot use weights=text in the setup weights=text: only space chess reads weights from files"
    );
}

#[test]
fn each_kind_reads_its_own_networks() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("net");
    let net = QuantisedNet {
        input: vec![1; 768 * 64],
        bias: vec![1; 64],
        output: vec![1; 4 * 2 * 64],
        output_bias: vec![1; 4],
    };
    let file = net.to_file::<raum_rules::chess::Node>().unwrap();
    fs::write(&path, file).unwrap();
    let text = format!("net={}", path.display());
    let setup = Setup::<chess::Evaluator>::read(&text, 5).unwrap();
    let hash = setup.net.as_ref().unwrap().hash();
    assert_eq!(setup.to_string(), format!("{text}({hash:016x}),nodes=5"));
    let error = Setup::<space::Evaluator>::read(&text, 5).err().unwrap();
    assert!(
        format!("{error:#}").ends_with("the network is for chess, not for space"),
        "{error:#}"
    );
    let without = Setup::<chess::Evaluator>::read("net=none", 5).unwrap();
    assert!(without.net.is_none());
}

#[test]
fn a_setup_changes_the_search() {
    let setup = Setup::<space::Evaluator>::read("null_move=0,nodes=77", 5).unwrap();
    assert_eq!((setup.nodes, setup.params.null_move), (77, 0));
    let net = space::Net::shipped().unwrap();
    assert_eq!(
        setup.to_string(),
        format!("null_move=0,net=shipped({:016x}),nodes=77", net.hash())
    );
    assert_eq!(setup.net.unwrap().hash(), net.hash());
    let without = Setup::<space::Evaluator>::read("net=none", 5).unwrap();
    assert!(without.net.is_none());
    assert_eq!(without.nodes, 5);
}

#[test]
fn work_in_threads_keeps_its_order() {
    let items: Vec<usize> = (0..100).collect();
    for count in [1, 2, 3, 7, 200] {
        let doubled = parallel::map(positive(count), items.clone(), |item| item * 2);
        assert!(doubled.iter().copied().eq((0..100).map(|item| item * 2)));
    }
    assert_eq!(
        parallel::map(positive(2), Vec::<u8>::new(), |item| item),
        []
    );
    assert_eq!(parallel::parts(&items).concat(), items);
    assert!(parallel::parts(&items).len() <= parallel::PARTS);
}
