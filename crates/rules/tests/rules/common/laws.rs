//! Laws for every position of every kind, tested on random play from the start and from the perft data. A
//! failure names the position.

use raum_rules::{Cell, Draw, Illegal, Move, Outcome, Record, Role, Rules, Win};
use std::collections::HashSet;

use super::{Chance, data_positions, legal_texts, position, random_play};

/// Defines a test of every law for a kind: its name, its game, and on how many positions every unlisted move is
/// tried.
macro_rules! laws {
    ($($kind:ident: $game:ty, $positions:literal;)*) => {$(
        mod $kind {
            use $crate::common::laws as law;

            #[test]
            fn every_listed_move_plays() {
                law::everywhere::<$game>(law::every_listed_move_plays);
            }

            #[test]
            fn no_legal_move_exactly_when_the_game_is_over() {
                law::everywhere::<$game>(law::no_legal_move_exactly_when_the_game_is_over);
            }

            #[test]
            fn every_capture_removes_the_captured_piece() {
                law::everywhere::<$game>(law::every_capture_removes_the_captured_piece);
            }

            #[test]
            fn kings_and_captures_agree_with_attacks() {
                law::everywhere::<$game>(law::kings_and_captures_agree_with_attacks);
            }

            #[test]
            fn texts_round_trip() {
                law::everywhere::<$game>(law::texts_round_trip);
            }

            #[test]
            fn notations_round_trip() {
                law::everywhere::<$game>(law::notations_round_trip);
            }

            #[test]
            fn every_unlisted_move_is_refused() {
                for game in law::sample::<$game>($positions) {
                    law::every_unlisted_move_is_refused(&game);
                }
            }
        }
    )*};
}

pub(crate) use laws;

/// Checks a law on some thousand positions.
pub(crate) fn everywhere<G: Rules>(law: impl Fn(&G)) {
    let starts = data_positions::<G>();
    for seed in 0..60 {
        let mut chance = Chance::new(seed);
        let start = starts[chance.below(starts.len())].clone();
        random_play(start, 100, &mut chance, &law);
        random_play(G::default(), 60, &mut chance, &law);
    }
}

/// Positions from random games, one per game.
pub(crate) fn sample<G: Rules>(count: u64) -> Vec<G> {
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

pub(crate) fn every_listed_move_plays<G: Rules>(game: &G) {
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

pub(crate) fn every_capture_removes_the_captured_piece<G: Rules>(game: &G) {
    let count = |game: &G, piece| {
        let cells = G::EXTENT.cells();
        cells.filter(|cell| game.piece(*cell) == piece).count()
    };
    for mv in game.legal() {
        let next = game.play(mv).unwrap();
        let captured = game.captured(mv);
        let empty_before = count(game, None);
        let empty_after = count(&next, None) + usize::from(mv.from.is_none());
        let fewer = usize::from(captured.is_some());
        assert_eq!(empty_after, empty_before + fewer, "{mv:?} in {game}");
        if let Some(piece) = captured {
            assert_eq!(piece.side, !game.turn(), "{mv:?} in {game}");
            let left = count(&next, captured) + 1;
            assert_eq!(left, count(game, captured), "{mv:?} in {game}");
        }
    }
}

pub(crate) fn no_legal_move_exactly_when_the_game_is_over<G: Rules>(game: &G) {
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

pub(crate) fn kings_and_captures_agree_with_attacks<G: Rules>(game: &G) {
    let turn = game.turn();
    let king = G::EXTENT.cells().find(|cell| {
        let piece = game.piece(*cell);
        piece.is_some_and(|piece| piece.side == turn && piece.role == Role::King)
    });
    let attacked = king.filter(|king| game.attacks(!turn, *king));
    assert_eq!(game.check(), attacked, "{game}");
    for mv in game.legal() {
        assert!(
            game.captured(mv).is_none() || game.attacks(turn, mv.to),
            "{mv:?} in {game}"
        );
    }
    let far = Cell::new(200, 200, 200);
    assert!(!game.attacks(turn, far), "{game}");
}

pub(crate) fn texts_round_trip<G: Rules>(game: &G) {
    let text = game.to_string();
    let read: G = position(&text);
    assert_eq!(&read, game);
    assert_eq!(read.to_string(), text);
    assert_eq!(read.key(), game.key(), "{game}");
    assert_eq!(legal_texts(&read), legal_texts(game), "{game}");
    for mv in game.legal() {
        assert_eq!(G::read_move(&G::move_text(mv)), Ok(mv), "{game}");
    }
}

pub(crate) fn notations_round_trip<G: Rules>(game: &G) {
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

/// Tries every combination of cells, on and off the board, with every role.
pub(crate) fn every_unlisted_move_is_refused<G: Rules>(game: &G) {
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
