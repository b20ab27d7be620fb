//! Any network gives the images of a position the same value.

use std::collections::BTreeSet;

use raum_engine::net::{Board, Placed, input, turned_input};
use raum_rules::{Cell, Piece, Role, Rules, Side, chess, space};

use crate::{Evaluated, from_scratch, loaded, random_game};

/// The position with these pieces on a board of so many files, ranks and levels, without rights and counters.
fn position<B: Board>(pieces: &[Placed], turn: Side) -> B {
    let extent = B::Game::FACTS.extent;
    let mut levels: Vec<String> = Vec::new();
    for z in 0..extent.z {
        let ranks = (0..extent.y).rev().map(|y| {
            let cells = (0..extent.x).map(|x| {
                let number = u32::from(x)
                    + u32::from(extent.x) * (u32::from(y) + u32::from(extent.y) * u32::from(z));
                let at = pieces.iter().find(|(_, _, at)| u32::from(*at) == number);
                at.map_or('1', |(side, role, _)| {
                    let piece = Piece {
                        side: *side,
                        role: *role,
                    };
                    piece.letter().unwrap()
                })
            });
            let text: String = cells.collect();
            (2..=8).rev().fold(text, |text, count| {
                text.replace(&"1".repeat(count), &count.to_string())
            })
        });
        levels.push(ranks.collect::<Vec<_>>().join("/"));
    }
    let turn = if turn == Side::First { 'w' } else { 'b' };
    let rest = if extent.z == 1 { "- - 0 1" } else { "0 1" };
    let text = format!("{} {turn} {rest}", levels.join("|"));
    B::new(&text.parse().unwrap_or_else(|_| panic!("{text}")))
}

fn pieces<B: Board>(node: &B) -> Vec<Placed> {
    let mut pieces = Vec::new();
    node.visit_pieces(|piece| pieces.push(piece));
    pieces
}

fn compare_images<B: Evaluated>() {
    let net = loaded::<B>(4);
    let mut values = BTreeSet::new();
    for seed in 0..12 {
        let mut ply = 0;
        random_game::<B>(seed, |_, node| {
            ply += 1;
            if ply % 5 > 0 {
                return;
            }
            let (pieces, turn) = (pieces(node), node.turn());
            let expected = from_scratch(&net, &position::<B>(&pieces, turn));
            values.insert(expected);
            for symmetry in 0..B::SYMMETRIES {
                let image: Vec<_> = pieces
                    .iter()
                    .map(|(side, role, at)| (*side, *role, B::turned(symmetry, *at)))
                    .collect();
                let found = from_scratch(&net, &position::<B>(&image, turn));
                assert_eq!(found, expected, "symmetry {symmetry} of {node:?}");
                // The other side's view.
                let swapped: Vec<_> = image
                    .iter()
                    .map(|(side, role, at)| (!*side, *role, B::opposite(*at)))
                    .collect();
                let found = from_scratch(&net, &position::<B>(&swapped, !turn));
                assert_eq!(found, expected, "the other view of {node:?}");
            }
        });
    }
    assert!(values.len() > 100, "{}", values.len());
}

#[test]
fn images_of_a_position_have_the_same_value_with_any_network() {
    compare_images::<space::Node>();
    compare_images::<chess::Node>();
}

fn check_numbers<B: Board>(roles: &[Role]) {
    for view in Side::BOTH {
        let mut inputs = BTreeSet::new();
        for side in Side::BOTH {
            for role in roles {
                for cell in (0..B::CELLS).filter_map(|cell| u8::try_from(cell).ok()) {
                    let number = input::<B>(view, (side, *role, cell));
                    inputs.insert(number);
                    for symmetry in 0..B::SYMMETRIES {
                        let turned = B::turned(symmetry, cell);
                        assert_eq!(B::turned(symmetry, turned), cell);
                        assert_eq!(
                            turned_input::<B>(symmetry, number),
                            input::<B>(view, (side, *role, turned))
                        );
                    }
                }
            }
        }
        assert_eq!(inputs.len(), B::INPUTS);
        assert_eq!(inputs.last(), Some(&(B::INPUTS - 1)));
    }
}

#[test]
fn inputs_have_different_numbers_which_symmetries_exchange() {
    let roles = [
        Role::King,
        Role::Queen,
        Role::Rook,
        Role::Bishop,
        Role::Knight,
        Role::Pawn,
        Role::Unicorn,
    ];
    check_numbers::<space::Node>(&roles);
    check_numbers::<chess::Node>(&roles[..6]);
}

/// The numbers of cells are those of the rules: files first, then ranks, then levels.
#[test]
fn the_other_side_sees_the_board_turned() {
    let number = |cell: Cell| cell.x + 5 * (cell.y + 5 * cell.z);
    let cell = Cell::new(1, 0, 3);
    assert_eq!(
        space::Node::opposite(number(cell)),
        number(Cell::new(3, 4, 1))
    );
    assert_eq!(chess::Node::opposite(8 + 2), 6 * 8 + 2);
    assert_eq!(chess::Node::turned(1, 8 + 2), 8 + 5);
}
