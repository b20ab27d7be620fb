//! Symmetric positions have symmetric evaluations.

use raum_engine::{
    Engine, Evaluate as _,
    space::{Evaluator, Weights},
};
use raum_rules::{AnyGame, Cell, Game as _, Kind, Piece, Side, chess::Chess};
use raum_rules::{node::Node as _, space::Space};

use crate::common::{chess_text, space_text};

/// A symmetry of the board: where a cell goes, and whether the sides swap.
type Mirror = (fn(Cell) -> Cell, bool);

/// The other side's view.
const TURNED: Mirror = (|cell| Cell::new(4 - cell.x, 4 - cell.y, 4 - cell.z), true);

const SPACE: [Mirror; 4] = [
    TURNED,
    (|cell| Cell::new(cell.x, 4 - cell.y, 4 - cell.z), true),
    (|cell| Cell::new(4 - cell.x, cell.y, cell.z), false),
    (|cell| Cell::new(cell.x, cell.z, cell.y), false),
];

const CHESS: [Mirror; 2] = [
    (|cell| Cell::flat(cell.x, 7 - cell.y), true),
    (|cell| Cell::flat(7 - cell.x, cell.y), false),
];

/// The pieces of a game in the mirror, and the side to move.
fn image(game: &AnyGame, (mirror, swaps): Mirror) -> (Vec<(Cell, Piece)>, Side) {
    let side = |side: Side| if swaps { !side } else { side };
    let cells = game.kind().facts().extent.cells();
    let pieces = cells.filter_map(|cell| {
        let Piece { side: owner, role } = game.piece(cell)?;
        let piece = Piece {
            side: side(owner),
            role,
        };
        Some((mirror(cell), piece))
    });
    (pieces.collect(), side(game.turn()))
}

/// Positions of random games, and of endings in which one side has lost everything.
fn positions(kind: Kind) -> Vec<AnyGame> {
    let mut positions = Vec::new();
    for seed in 0..20 {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut game = kind.start();
        for _ in 0..120 {
            let legal = game.legal();
            let captures: Vec<_> = legal
                .iter()
                .filter(|mv| game.captured(**mv).is_some())
                .collect();
            let Some(mv) = random.choice(captures).or_else(|| random.choice(&legal)) else {
                break;
            };
            game = game.play(*mv).expect("a listed move");
            positions.push(game.clone());
        }
    }
    positions
}

#[test]
fn chess_evaluates_alike() {
    let mut engine = Engine::new(Kind::Chess);
    for game in positions(Kind::Chess) {
        let text = game.to_string();
        // Rights have no mirror image.
        if !text.contains(" - - ") {
            continue;
        }
        // The half-move clock counts in the evaluation, and the images start with it at 0.
        let fields: Vec<&str> = text.split(' ').take(4).collect();
        let game = Kind::Chess
            .read_position(&format!("{} 0 1", fields.join(" ")))
            .unwrap();
        let expected = engine.evaluate(&game);
        for mirror in CHESS {
            let (pieces, turn) = image(&game, mirror);
            let image: Chess = chess_text(&pieces, turn).parse().unwrap();
            let found = engine.evaluate(&AnyGame::Chess(image));
            assert_eq!(found, expected, "{game}");
        }
    }
}

/// The weights know every symmetry of the rules.
#[test]
fn weights_evaluate_space_alike() {
    let mut evaluator = Evaluator::new(&Weights::default(), None);
    let mut value = |game: &Space| {
        let node = raum_rules::space::Node::new(game);
        evaluator.begin(&node);
        evaluator.evaluate(&node)
    };
    for game in positions(Kind::Space) {
        let AnyGame::Space(space) = &game else {
            panic!("not space chess");
        };
        let expected = value(space);
        for mirror in SPACE {
            let (pieces, turn) = image(&game, mirror);
            let image: Space = space_text(&pieces, turn).parse().unwrap();
            assert_eq!(value(&image), expected, "{game}");
        }
    }
}

/// The network sees the board from the side to move: both sides evaluate alike.
#[test]
fn both_sides_of_space_evaluate_alike() {
    let mut engine = Engine::new(Kind::Space);
    for game in positions(Kind::Space) {
        let expected = engine.evaluate(&game);
        let (pieces, turn) = image(&game, TURNED);
        let image: Space = space_text(&pieces, turn).parse().unwrap();
        let found = engine.evaluate(&AnyGame::Space(image));
        assert_eq!(found, expected, "{game}");
    }
}
