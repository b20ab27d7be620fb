//! A mirrored position has the mirrored moves, check and outcome; mirroring commutes with playing a move.
//!
//! Positions are mirrored through their texts, without the code of the rules.

use crate::common::{Chance, data_positions, position, random_play};
use raum_rules::{
    Cell, Extent, Move, Outcome, Rules, chess::Chess, space::Space, tic_tac_toe::TicTacToe,
};
use std::collections::HashMap;

/// A symmetry of the board.
#[derive(Clone, Copy)]
struct Mirror {
    name: &'static str,
    cell: fn(Cell) -> Cell,
    /// Whether it also swaps the sides.
    swaps_sides: bool,
}

const SPACE: [Mirror; 3] = [
    Mirror {
        name: "the other side's view",
        cell: |cell| Cell::new(cell.x, 4 - cell.y, 4 - cell.z),
        swaps_sides: true,
    },
    Mirror {
        name: "left and right",
        cell: |cell| Cell::new(4 - cell.x, cell.y, cell.z),
        swaps_sides: false,
    },
    // Forward and up are equivalent: spec 1, 2.5 names them in pairs.
    Mirror {
        name: "forward and up",
        cell: |cell| Cell::new(cell.x, cell.z, cell.y),
        swaps_sides: false,
    },
];

const CHESS: [Mirror; 2] = [
    Mirror {
        name: "the other side's view",
        cell: |cell| Cell::flat(cell.x, 7 - cell.y),
        swaps_sides: true,
    },
    Mirror {
        name: "left and right",
        cell: |cell| Cell::flat(7 - cell.x, cell.y),
        swaps_sides: false,
    },
];

/// Generators of the eight symmetries of the square, and the swap of the sides.
const TIC_TAC_TOE: [Mirror; 3] = [
    Mirror {
        name: "a quarter turn",
        cell: |cell| Cell::flat(2 - cell.y, cell.x),
        swaps_sides: false,
    },
    Mirror {
        name: "left and right",
        cell: |cell| Cell::flat(2 - cell.x, cell.y),
        swaps_sides: false,
    },
    Mirror {
        name: "the other side's view",
        cell: |cell| cell,
        swaps_sides: true,
    },
];

#[test]
fn chess() {
    hold::<Chess>(&CHESS, chess_text);
}

#[test]
fn space() {
    hold::<Space>(&SPACE, |text, mirror| Some(space_text(text, mirror)));
}

#[test]
fn tic_tac_toe() {
    hold::<TicTacToe>(&TIC_TAC_TOE, tic_tac_toe_text);
}

/// Mirrors a position text; `None` where the kind has no such mirror image of the position.
type MirrorText = fn(&str, Mirror) -> Option<String>;

fn hold<G: Rules>(mirrors: &[Mirror], mirror_text: MirrorText) {
    let starts = data_positions::<G>();
    let mut held = vec![0; mirrors.len()];
    for seed in 0..80 {
        let mut chance = Chance::new(seed);
        let start = starts[chance.below(starts.len())].clone();
        random_play(start, 80, &mut chance, |game| {
            // Cumulative, so that compositions of mirrors are tested too.
            let mut game = game.clone();
            for (mirror, held) in mirrors.iter().zip(&mut held) {
                if let Some(text) = mirror_text(&game.to_string(), *mirror) {
                    let image: G = position(&text);
                    same(&game, &image, *mirror, mirror_text);
                    *held += 1;
                    game = image;
                }
            }
        });
    }
    assert!(
        held.iter().all(|held| *held > 100),
        "some mirror was hardly tried: {held:?}"
    );
}

fn same<G: Rules>(game: &G, image: &G, mirror: Mirror, mirror_text: MirrorText) {
    let context = format!("{} of {game}, which is {image}", mirror.name);
    let reflect = |mv: Move| Move {
        from: mv.from.map(mirror.cell),
        to: (mirror.cell)(mv.to),
        promotion: mv.promotion,
    };
    let mut expected: Vec<Move> = game.legal().into_iter().map(reflect).collect();
    let mut found = image.legal();
    expected.sort();
    found.sort();
    assert_eq!(found, expected, "{context}");
    assert_eq!(image.check(), game.check().map(mirror.cell), "{context}");
    assert_eq!(image.claim(), game.claim(), "{context}");
    let outcome = game.outcome().map(|outcome| match outcome {
        Outcome::Win { winner, by } if mirror.swaps_sides => Outcome::Win {
            winner: !winner,
            by,
        },
        other => other,
    });
    assert_eq!(image.outcome(), outcome, "{context}");
    for mv in game.legal().into_iter().step_by(5) {
        let moved = game.play(mv).expect("a listed move").to_string();
        let image_moved = image.play(reflect(mv)).expect("a listed move").to_string();
        // The move number counts Black's moves in both positions: it has no mirror image.
        if let Some(moved) = mirror_text(&moved, mirror) {
            assert_eq!(
                without_move_number(&image_moved),
                without_move_number(&moved),
                "{context}"
            );
        }
    }
}

fn without_move_number(text: &str) -> &str {
    text.trim_end_matches(|character: char| character.is_ascii_digit())
}

fn chess_text(text: &str, mirror: Mirror) -> Option<String> {
    let fields: Vec<&str> = text.split(' ').collect();
    let mut castling = fields[2].to_owned();
    if mirror.swaps_sides {
        let held = swap_case(&castling);
        castling = "-KQkq"
            .chars()
            .filter(|right| held.contains(*right))
            .collect();
    } else if castling != "-" {
        // Castling is not alike to the left and to the right.
        return None;
    }
    let en_passant = match fields[3].as_bytes() {
        [file, rank] => Chess::cell_name((mirror.cell)(Cell::flat(file - b'a', rank - b'1'))),
        _ => "-".to_owned(),
    };
    let board = board_text(fields[0], Chess::EXTENT, mirror);
    let turn = turn_text(fields[1], mirror);
    Some(format!(
        "{board} {turn} {castling} {en_passant} {} {}",
        fields[4], fields[5]
    ))
}

fn space_text(text: &str, mirror: Mirror) -> String {
    let fields: Vec<&str> = text.split(' ').collect();
    let board = board_text(fields[0], Space::EXTENT, mirror);
    let turn = turn_text(fields[1], mirror);
    format!("{board} {turn} {} {}", fields[2], fields[3])
}

fn tic_tac_toe_text(text: &str, mirror: Mirror) -> Option<String> {
    let (board, turn) = text.split_once(' ')?;
    let mut image = ['.'; 9];
    for (cell, mark) in TicTacToe::EXTENT.cells().zip(board.chars()) {
        let to = (mirror.cell)(cell);
        image[usize::from(to.x + 3 * to.y)] = mark;
    }
    let text = format!("{} {turn}", image.iter().collect::<String>());
    Some(if mirror.swaps_sides {
        text.replace('X', "x").replace('O', "X").replace('x', "O")
    } else {
        text
    })
}

fn turn_text(turn: &str, mirror: Mirror) -> &str {
    match (turn, mirror.swaps_sides) {
        ("w", true) => "b",
        (_, true) => "w",
        (same, false) => same,
    }
}

/// Mirrors the board of chess or space chess.
fn board_text(board: &str, extent: Extent, mirror: Mirror) -> String {
    let mut image = HashMap::new();
    for (z, level) in (0..).zip(board.split('|')) {
        for (y, rank) in (0..extent.y).rev().zip(level.split('/')) {
            let cells = rank
                .chars()
                .flat_map(|character| match character.to_digit(10) {
                    Some(empty) => vec!['.'; empty as usize],
                    None => vec![character],
                });
            for (x, piece) in (0..).zip(cells) {
                image.insert((mirror.cell)(Cell::new(x, y, z)), piece);
            }
        }
    }
    let rank = |y, z| {
        (0..extent.x)
            .map(|x| image[&Cell::new(x, y, z)])
            .collect::<String>()
    };
    let level = |z| {
        (0..extent.y)
            .rev()
            .map(|y| rank(y, z))
            .collect::<Vec<_>>()
            .join("/")
    };
    let mut text = (0..extent.z).map(level).collect::<Vec<_>>().join("|");
    for empty in (1..=usize::from(extent.x)).rev() {
        text = text.replace(&".".repeat(empty), &empty.to_string());
    }
    if mirror.swaps_sides {
        text = swap_case(&text);
    }
    text
}

fn swap_case(text: &str) -> String {
    text.chars()
        .map(|character| {
            if character.is_ascii_uppercase() {
                character.to_ascii_lowercase()
            } else {
                character.to_ascii_uppercase()
            }
        })
        .collect()
}
