//! What holds for every position of every kind, tried on random play from the start and from the perft
//! data. A failure names the position.

#![expect(clippy::expect_used, reason = "a test that cannot go on stops")]

mod common;

use common::{Chance, data_positions, random_play};
use raum_rules::{AnyGame, Cell, Draw, Game, Illegal, Move, Outcome, Record, Role, Rules, Win};
use std::collections::HashSet;

/// Runs every law for a kind.
macro_rules! laws {
    ($($kind:ident: $game:ty, $positions_swept:literal;)*) => {$(
        mod $kind {
            #[test]
            fn every_listed_move_plays() {
                super::everywhere::<$game>(super::every_listed_move_plays);
            }

            #[test]
            fn no_move_is_left_just_when_the_game_is_over() {
                super::everywhere::<$game>(super::no_move_is_left_just_when_the_game_is_over);
            }

            #[test]
            fn texts_round_trip() {
                super::everywhere::<$game>(super::texts_round_trip);
            }

            #[test]
            fn notations_round_trip() {
                super::everywhere::<$game>(super::notations_round_trip);
            }

            #[test]
            fn any_game_is_the_game() {
                super::everywhere::<$game>(super::any_game_is_the_game);
            }

            #[test]
            fn every_unlisted_move_is_refused() {
                for game in super::sample::<$game>($positions_swept) {
                    super::every_unlisted_move_is_refused(&game);
                }
            }
        }
    )*};
}

laws! {
    chess: raum_rules::chess::Chess, 30;
    space: raum_rules::space::Space, 10;
    tic_tac_toe: raum_rules::tic_tac_toe::TicTacToe, 100;
}

/// Shows a law some thousand positions.
fn everywhere<G: Rules>(law: impl Fn(&G)) {
    let starts = data_positions::<G>();
    for seed in 0..60 {
        let mut chance = Chance::new(seed);
        let start = starts[chance.below(starts.len())].clone();
        random_play(start, 100, &mut chance, &law);
        random_play(G::default(), 60, &mut chance, &law);
    }
}

/// Some positions of random games, each from another game.
fn sample<G: Rules>(count: u64) -> Vec<G> {
    let starts = data_positions::<G>();
    (0..count)
        .map(|seed| {
            let mut chance = Chance::new(seed);
            let mut last = starts[chance.below(starts.len())].clone();
            let plies = chance.below(60);
            random_play(last.clone(), plies, &mut chance, |game| last = game.clone());
            last
        })
        .collect()
}

fn every_listed_move_plays<G: Rules>(game: &G) {
    let legal = game.legal();
    let distinct: HashSet<_> = legal.iter().collect();
    assert_eq!(
        distinct.len(),
        legal.len(),
        "a move is listed twice: {game}"
    );
    for mv in legal {
        let next = game
            .play(mv)
            .unwrap_or_else(|_| panic!("{mv:?} does not play: {game}"));
        assert_eq!(next.turn(), !game.turn(), "{mv:?} in {game}");
        assert_eq!(
            mv.from.and_then(|from| next.piece(from)),
            None,
            "{mv:?} in {game}"
        );
        let moved = next.piece(mv.to).map(|piece| piece.side);
        assert_eq!(moved, Some(game.turn()), "{mv:?} in {game}");
        assert_ne!(next.key(), game.key(), "{mv:?} in {game}");
    }
}

fn no_move_is_left_just_when_the_game_is_over<G: Rules>(game: &G) {
    let over = match game.outcome() {
        Some(Outcome::Win { winner, by }) => {
            assert_eq!(winner, !game.turn(), "{game}");
            assert_eq!(by == Win::Checkmate, game.check().is_some(), "{game}");
            true
        }
        Some(Outcome::Draw(Draw::Stalemate | Draw::FullBoard)) => {
            assert_eq!(game.check(), None, "{game}");
            true
        }
        Some(Outcome::Draw(_)) | None => false,
    };
    assert_eq!(game.legal().is_empty(), over, "{game}");
    assert_eq!(game.perft(1) == 0, over, "{game}");
}

fn texts_round_trip<G: Rules>(game: &G) {
    let text = game.to_string();
    let read: G = common::position(&text);
    assert_eq!(&read, game);
    assert_eq!(read.to_string(), text);
    assert_eq!(read.key(), game.key(), "{game}");
    assert_eq!(
        common::legal_texts(&read),
        common::legal_texts(game),
        "{game}"
    );
    for mv in game.legal() {
        assert_eq!(G::read_move(&G::move_text(mv)), Ok(mv), "{game}");
    }
}

fn notations_round_trip<G: Rules>(game: &G) {
    let mut seen = HashSet::new();
    for mv in game.legal() {
        let notation = game
            .notation(mv)
            .unwrap_or_else(|_| panic!("{mv:?} in {game}"));
        assert_eq!(
            game.read_notation(&notation),
            Ok(mv),
            "{notation} in {game}"
        );
        assert!(
            seen.insert(notation),
            "two moves share the notation of {mv:?} in {game}"
        );
    }
}

fn any_game_is_the_game<G: Rules>(game: &G) {
    let kind = game.kind();
    let any: AnyGame = kind.read_position(&game.to_string()).expect("a position");
    assert_eq!((kind, any.kind()), (G::NAME.parse().expect("a kind"), kind));
    assert_eq!(any.to_string(), game.to_string());
    assert_eq!(any.legal(), game.legal(), "{game}");
    assert_eq!(any.turn(), game.turn(), "{game}");
    assert_eq!(any.outcome(), game.outcome(), "{game}");
    assert_eq!(any.claim(), game.claim(), "{game}");
    assert_eq!(any.check(), game.check(), "{game}");
    assert_eq!(any.key(), game.key(), "{game}");
    for cell in G::EXTENT.cells() {
        assert_eq!(any.piece(cell), game.piece(cell), "{cell:?} of {game}");
        assert_eq!(kind.cell_name(cell), G::cell_name(cell));
    }
    for mv in game.legal() {
        let next = any.play(mv).map(|next| next.to_string());
        assert_eq!(next, game.play(mv).map(|next| next.to_string()), "{game}");
        assert_eq!(any.notation(mv), game.notation(mv), "{game}");
    }
}

/// Tries every combination of cells, on the board and beside it, with every role.
fn every_unlisted_move_is_refused<G: Rules>(game: &G) {
    let legal: HashSet<Move> = game.legal().into_iter().collect();
    let record = Record::new(game.clone());
    let mut cells: Vec<Cell> = G::EXTENT.cells().collect();
    let beyond = [
        Cell::new(G::EXTENT.x, 0, 0),
        Cell::new(0, G::EXTENT.y, 0),
        Cell::new(0, 0, G::EXTENT.z),
        Cell::new(u8::MAX, u8::MAX, u8::MAX),
    ];
    for cell in beyond {
        assert_eq!(game.piece(cell), None, "{cell:?} of {game}");
    }
    cells.extend(beyond);
    let origins: Vec<Option<Cell>> = cells.iter().map(|cell| Some(*cell)).chain([None]).collect();
    let mut played = 0;
    for from in origins {
        for to in &cells {
            for promotion in PROMOTIONS {
                let mv = Move {
                    from,
                    to: *to,
                    promotion,
                };
                if legal.contains(&mv) {
                    played += 1;
                } else {
                    assert_eq!(game.play(mv), Err(Illegal), "{mv:?} in {game}");
                    if promotion.is_none() {
                        assert_eq!(game.notation(mv), Err(Illegal), "{mv:?} in {game}");
                        let mut tried = record.clone();
                        assert_eq!(tried.play(mv), Err(Illegal), "{mv:?} in {game}");
                        assert_eq!(tried, record, "{mv:?} in {game}");
                    }
                }
            }
        }
    }
    assert_eq!(
        played,
        legal.len(),
        "a listed move is off the board: {game}"
    );
}

const PROMOTIONS: [Option<Role>; 9] = [
    None,
    Some(Role::King),
    Some(Role::Queen),
    Some(Role::Rook),
    Some(Role::Bishop),
    Some(Role::Knight),
    Some(Role::Unicorn),
    Some(Role::Pawn),
    Some(Role::Mark),
];
