//! The file of a network: what is written is read, and anything else is an error.

use std::hash::Hasher;

use raum_engine::{
    Evaluate as _, chess,
    net::{BUCKETS, Board, Fnv, HIDDEN, NetError, QuantisedNet},
    space::{Evaluator, Net, Weights},
};
use raum_rules::{
    Kind,
    chess::Node as ChessNode,
    node::Node as _,
    space::{Node, Space},
};

use crate::random_net;

fn good() -> Vec<u8> {
    random_net::<Node>(1).to_file::<Node>().unwrap()
}

fn error(file: &[u8]) -> NetError {
    QuantisedNet::from_file::<Node>(file).unwrap_err()
}

/// Gives a changed file the hash that it should have.
fn with_hash(mut file: Vec<u8>) -> Vec<u8> {
    let mut hash = Fnv::default();
    hash.write(&file[..32]);
    hash.write(&file[40..]);
    file[32..40].copy_from_slice(&hash.finish().to_le_bytes());
    file
}

fn survive<B: Board>() {
    for seed in 0..3 {
        let net = random_net::<B>(seed);
        let file = net.to_file::<B>().unwrap();
        assert_eq!(QuantisedNet::from_file::<B>(&file), Ok(net));
        assert_eq!(with_hash(file.clone()), file);
    }
}

#[test]
fn a_network_survives_its_file() {
    survive::<Node>();
    survive::<ChessNode>();
}

#[test]
fn a_network_of_another_kind_is_found() {
    let file = random_net::<ChessNode>(1).to_file::<ChessNode>().unwrap();
    assert_eq!(
        error(&file).to_string(),
        "the network is for chess, not for space"
    );
    assert_eq!(
        chess::Net::read(&good()).err(),
        Some(NetError::Kind {
            found: "space".to_owned(),
            needed: Kind::Chess
        })
    );
}

#[test]
fn fnv_hashes_known_texts() {
    for (text, expected) in [
        ("", 0xcbf2_9ce4_8422_2325),
        ("a", 0xaf63_dc4c_8601_ec8c),
        ("foobar", 0x8594_4171_f739_67e8),
    ] {
        let mut hash = Fnv::default();
        hash.write(text.as_bytes());
        assert_eq!(hash.finish(), expected, "{text}");
    }
}

#[test]
fn a_flipped_bit_is_found() {
    let file = good();
    let of_body = (40..file.len()).step_by(1151);
    for at in (0..40).chain(of_body).chain([file.len() - 1]) {
        let mut damaged = file.clone();
        damaged[at] ^= 1 << (at % 8);
        let found = error(&damaged);
        let is_expected = match at {
            0..8 => found == NetError::Magic,
            8..12 => matches!(found, NetError::Version(_)),
            12..20 => matches!(found, NetError::Kind { .. }),
            20..32 => matches!(found, NetError::Sizes { .. }),
            _ => found == NetError::Hash,
        };
        assert!(is_expected, "byte {at}: {found}");
    }
}

#[test]
fn a_file_of_another_length_is_found() {
    let file = good();
    for length in [0, 7] {
        assert_eq!(error(&file[..length]), NetError::Magic);
    }
    let needed = file.len();
    for found in [8, 39, 40, 1000, needed - 1] {
        let expected = NetError::Length { found, needed };
        assert_eq!(error(&file[..found]), expected);
    }
    let longer = [&file[..], &[0]].concat();
    let found = needed + 1;
    assert_eq!(error(&longer), NetError::Length { found, needed });
}

#[test]
fn another_size_is_found_even_with_its_own_hash() {
    let mut file = good();
    file[24..28].copy_from_slice(&[77, 0, 0, 0]);
    let found = error(&with_hash(file));
    let expected = format!(
        "the network has 1750 inputs, 77 hidden units and {BUCKETS} buckets; this engine needs 1750, {HIDDEN} and \
         {BUCKETS}"
    );
    assert_eq!(found.to_string(), expected);
}

#[test]
fn weights_that_could_overflow_are_neither_written_nor_read() {
    let change: [fn(&mut QuantisedNet); 4] = [
        |net| net.bias[5] = 16_001,
        |net| net.output[7] = -128,
        |net| net.output[..2 * Node::ORBITS].fill(127),
        |net| net.output_bias[3] = i32::MIN,
    ];
    for change in change {
        let mut net = random_net::<Node>(3);
        change(&mut net);
        assert_eq!(net.to_file::<Node>(), Err(NetError::Overflow));
    }
    // The bias of the last bucket is at the end of the file.
    let mut file = good();
    let end = file.len();
    file[end - 4..].copy_from_slice(&i32::MAX.to_le_bytes());
    assert_eq!(error(&with_hash(file)), NetError::Overflow);
}

#[test]
fn too_few_weights_are_not_written() {
    let mut net = random_net::<Node>(4);
    net.output.pop();
    assert!(matches!(
        net.to_file::<Node>(),
        Err(NetError::Length { .. })
    ));
}

#[test]
fn a_bad_file_leaves_the_plain_evaluation() {
    let file = good();
    let node = Node::new(&Space::default());
    let value = |file: &[u8]| {
        let mut evaluator = Evaluator::with_file(&Weights::default(), file);
        evaluator.begin(&node);
        evaluator.evaluate(&node)
    };
    let plain = raum_engine::space::plain(&node, &Weights::default());
    assert_ne!(value(&file), plain);
    let mut flipped = file.clone();
    flipped[5000] ^= 1;
    let mut narrow = file.clone();
    narrow[24] ^= 1;
    for damaged in [&flipped, &with_hash(narrow), &file[..file.len() / 2], &[]] {
        assert!(Net::read(damaged).is_err());
        assert_eq!(value(damaged), plain);
    }
}

#[test]
fn networks_that_ship_are_the_ones_that_their_provenance_describes() {
    let networks = [
        (
            Net::shipped().unwrap().hash(),
            include_str!("../../src/space/net.bin.provenance"),
        ),
        (
            chess::Net::shipped().unwrap().hash(),
            include_str!("../../src/chess/net.bin.provenance"),
        ),
    ];
    for (hash, provenance) in networks {
        let head = format!("hash: {hash:016x}\nhidden units of one view: {HIDDEN}\n");
        assert!(provenance.starts_with(&head), "{provenance}");
    }
    assert_ne!(Weights::default().0, [0; _]);
}

#[test]
fn the_network_that_ships_is_part_of_the_evaluation() {
    let node = Node::new(&Space::default());
    let mut evaluator = Evaluator::default();
    evaluator.begin(&node);
    let mut other = Evaluator::new(&Weights::default(), Net::shipped());
    other.begin(&node);
    assert_eq!(evaluator.evaluate(&node), other.evaluate(&node));
    let mut plain = Evaluator::new(&Weights::default(), None);
    plain.begin(&node);
    assert_ne!(evaluator.evaluate(&node), plain.evaluate(&node));
}

#[test]
fn the_network_of_chess_that_ships_is_part_of_the_evaluation() {
    let node = ChessNode::new(&raum_rules::chess::Chess::default());
    let value = |mut evaluator: chess::Evaluator| {
        evaluator.begin(&node);
        evaluator.evaluate(&node)
    };
    let shipped = value(chess::Evaluator::new(chess::Net::shipped()));
    assert_eq!(value(chess::Evaluator::default()), shipped);
    assert_ne!(value(chess::Evaluator::new(None)), shipped);
}
