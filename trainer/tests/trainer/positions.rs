//! Positions in few bytes, and the symmetries of the rules that training uses.

use raum_engine::{
    net::Board,
    space::{Weights, plain},
};
use raum_rules::{
    Game as _, chess,
    node::Node as _,
    space::{Node, Space},
};
use raum_trainer::position::Position;

use crate::{positions_of, random_positions};

/// The text of a position without its counters, which few bytes do not hold.
fn board_and_turn(game: &Space) -> String {
    let text = game.to_string();
    text.split(' ').take(2).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_position_survives_its_bytes() {
    for node in random_positions(2, 10) {
        let position = Position::new(&node.game()).unwrap();
        assert_eq!(Position::from_bytes(&position.to_bytes()), Some(position));
        let game = position.game().unwrap();
        assert_eq!(board_and_turn(&game), board_and_turn(&node.game()));
        assert_eq!(position.count(), node.all_pieces().count());
    }
}

#[test]
fn a_position_of_chess_survives_its_bytes() {
    for node in positions_of::<chess::Node>(2, 10) {
        let position = Position::new(&node.game()).unwrap();
        assert_eq!(Position::from_bytes(&position.to_bytes()), Some(position));
        let game: chess::Chess = position.game().unwrap();
        let board = |game: &chess::Chess| game.to_string().split(' ').next().map(str::to_owned);
        assert_eq!(board(&game), board(&node.game()));
        assert_eq!(game.turn(), node.turn());
        let mirrored = position.turned::<chess::Node>(1);
        assert_eq!(mirrored.turned::<chess::Node>(1), position);
    }
}

#[test]
fn a_board_with_too_many_pieces_is_no_position() {
    let text = "KPPPP/PPPPP/PPPPP/PPPPP/PPPPP|ppppp/ppppp/ppppp/pppp1/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/4k w 0 1";
    let crowd: Space = text.replace("KPPPP", "K4").parse().unwrap();
    assert_eq!(Position::new(&crowd), None);
}

#[test]
fn symmetries_keep_legality_moves_and_the_plain_evaluation() {
    let weights = Weights::default();
    assert_ne!(weights.0, [0; _]);
    let mut changed = 0;
    for node in random_positions(3, 10) {
        let position = Position::new(&node.game()).unwrap();
        for symmetry in 0..Node::SYMMETRIES {
            let turned = position.turned::<Node>(symmetry);
            let game: Space = turned.game().unwrap();
            assert_eq!(game.legal().len(), node.game().legal().len());
            assert_eq!(game.check().is_some(), node.in_check());
            assert_eq!(
                plain(&Node::new(&game), &weights),
                plain(&node, &weights),
                "{symmetry}: {game}"
            );
            // Each symmetry undoes itself.
            assert_eq!(turned.turned::<Node>(symmetry), position);
            changed += usize::from(turned != position);
        }
    }
    assert!(changed > 1000, "{changed}");
}
