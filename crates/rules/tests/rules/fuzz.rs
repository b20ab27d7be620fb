//! Fuzzes every parser with arbitrary and nearly valid texts: none panics, and parsed values round-trip.
//!
//! Every run uses the same texts; `RAUM_FUZZ_CASES` sets their number. A failure prints the smallest failing text.

use crate::common::{Chance, data_positions, random_play};
use proptest::{
    collection::vec,
    prelude::*,
    sample::{Index, select},
    test_runner::{Config, RngAlgorithm, TestRng, TestRunner},
};
use raum_rules::{
    Game, Kind, Pgn, Record, Rules, chess::Chess, space::Space, tic_tac_toe::TicTacToe,
};

const CASES: u32 = 20_000;

/// Checks a law on arbitrary texts, on texts of significant characters, and on mutated valid texts.
fn fuzz(seeds: Vec<String>, law: impl Fn(&str)) {
    let cases = std::env::var("RAUM_FUZZ_CASES")
        .map_or(CASES, |cases| cases.parse().expect("a number of cases"));
    let config = Config {
        cases,
        failure_persistence: None,
        ..Config::default()
    };
    let significant: Vec<char> = seeds
        .concat()
        .chars()
        .chain("-+#=x $%{}();\"\\é٣\0\n".chars())
        .collect();
    let texts = prop_oneof![
        1 => any::<String>(),
        2 => vec(select(significant.clone()), 0..100).prop_map(String::from_iter),
        7 => (select(seeds), vec(change(significant), 0..4)).prop_map(|(seed, changes)| {
            changes.iter().fold(seed, |text, change| change.apply(&text))
        }),
    ];
    let mut runner =
        TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    runner
        .run(&texts, |text| {
            law(&text);
            Ok(())
        })
        .unwrap_or_else(|failure| panic!("{failure}"));
}

/// One mutation of a text. An index scales with the length of the text.
#[derive(Clone, Debug)]
enum Change {
    Insert(Index, char),
    Replace(Index, char),
    Remove(Index),
    Swap(Index, Index),
    /// Repeats a part of the text.
    Repeat(Index, Index),
    Cut(Index),
}

fn change(significant: Vec<char>) -> impl Strategy<Value = Change> {
    let place = any::<Index>;
    let character = select(significant);
    prop_oneof![
        (place(), character.clone()).prop_map(|(at, character)| Change::Insert(at, character)),
        (place(), character).prop_map(|(at, character)| Change::Replace(at, character)),
        place().prop_map(Change::Remove),
        (place(), place()).prop_map(|(a, b)| Change::Swap(a, b)),
        (place(), place()).prop_map(|(a, b)| Change::Repeat(a, b)),
        place().prop_map(Change::Cut),
    ]
}

impl Change {
    fn apply(&self, text: &str) -> String {
        let mut text: Vec<char> = text.chars().collect();
        // One more than the length: the end is a place too, and an empty text has one.
        let places = text.len() + 1;
        let last = text.len().saturating_sub(1);
        match self {
            Self::Insert(at, character) => text.insert(at.index(places), *character),
            Self::Cut(at) => text.truncate(at.index(places)),
            _ if text.is_empty() => {}
            Self::Replace(at, character) => text[at.index(places).min(last)] = *character,
            Self::Remove(at) => drop(text.remove(at.index(places).min(last))),
            Self::Swap(a, b) => text.swap(a.index(places).min(last), b.index(places).min(last)),
            Self::Repeat(a, b) => {
                let (a, b) = (a.index(places), b.index(places));
                let part = text[a.min(b)..a.max(b)].to_vec();
                text.splice(a.min(b)..a.min(b), part);
            }
        }
        text.into_iter().collect()
    }
}

/// Positions from the data, and from random games that start there.
fn some_games<G: Rules>() -> Vec<G> {
    let mut games = data_positions::<G>();
    for (seed, start) in (0..).zip(data_positions::<G>()) {
        let mut game = start.clone();
        random_play(start, 40, &mut Chance::new(seed), |last| {
            game = last.clone();
        });
        games.push(game);
    }
    games
}

fn positions<G: Rules>(canonical: impl Fn(&str, &G) -> bool) {
    let seeds = some_games::<G>().iter().map(G::to_string).collect();
    fuzz(seeds, |text| {
        let Ok(game) = text.parse::<G>() else {
            return;
        };
        assert!(canonical(text, &game), "{text:?} is read as {game}");
        assert_eq!(crate::common::position::<G>(&game.to_string()), game);
        let ended = game.outcome().is_some_and(|outcome| {
            ["checkmate", "stalemate", "line", "full-board"].contains(&outcome.reason())
        });
        assert_eq!(game.legal().is_empty(), ended, "{game}");
        for mv in game.legal() {
            let next = game.play(mv).expect("a listed move");
            // A legal move leads to a valid position.
            assert_eq!(crate::common::position::<G>(&next.to_string()), next);
            assert_eq!(
                game.read_notation(&game.notation(mv).expect("a listed move")),
                Ok(mv)
            );
        }
    });
}

#[test]
fn chess_positions() {
    // An en passant target without a legal capture is read but not written.
    positions::<Chess>(|text, game| {
        let written = game.to_string();
        let pairs = text.split(' ').zip(written.split(' ')).enumerate();
        pairs
            .into_iter()
            .all(|(field, (read, written))| read == written || field == 3 && written == "-")
    });
}

#[test]
fn space_positions() {
    positions::<Space>(|text, game| text == game.to_string());
}

#[test]
fn tic_tac_toe_positions() {
    positions::<TicTacToe>(|text, game| text == game.to_string());
}

/// The largest clocks do not overflow.
#[test]
fn extreme_clocks() {
    fn play_on<G: Rules>(text: &str) {
        let game: G = crate::common::position(text);
        random_play(game, 6, &mut Chance::new(1), |game| {
            crate::common::position::<G>(&game.to_string());
        });
    }
    play_on::<Chess>("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 4294967295 4294967295");
    play_on::<Space>(
        "5/5/5/5/K4|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|4k/5/5/Q4/5 w 4294967295 4294967295",
    );
}

/// A move text is read only if it is canonical.
fn move_texts<G: Rules>() {
    let games = some_games::<G>();
    let seeds = games.iter().flat_map(crate::common::legal_texts).collect();
    fuzz(seeds, |text| {
        if let Ok(mv) = G::read_move(text) {
            assert_eq!(G::move_text(mv), text);
        }
    });
}

#[test]
fn chess_move_texts() {
    move_texts::<Chess>();
}

#[test]
fn space_move_texts() {
    move_texts::<Space>();
}

#[test]
fn tic_tac_toe_move_texts() {
    move_texts::<TicTacToe>();
}

/// A notation names a legal move, or is rejected.
fn notations<G: Rules>(well_formed: impl Fn(&str) -> bool) {
    let games = some_games::<G>();
    let notations = |game: &G| -> Vec<_> {
        let legal = game.legal().into_iter();
        legal.filter_map(|mv| game.notation(mv).ok()).collect()
    };
    let seeds = games.iter().flat_map(notations).collect();
    fuzz(seeds, |text| {
        for game in &games {
            if let Ok(mv) = game.read_notation(text) {
                assert!(game.play(mv).is_ok(), "{text:?} in {game}");
                assert!(well_formed(text), "{text:?} is read as {mv:?} in {game}");
            }
        }
    });
}

#[test]
fn chess_notations() {
    notations::<Chess>(str::is_ascii);
}

/// Piece, origin and `x` at most once and in this order, target, promotion, check mark.
#[test]
fn space_notations() {
    let is_cell = |text: &str| Space::read_move(&format!("{text}Aa1")).is_ok() && text.len() == 3;
    notations::<Space>(|text| {
        let text = text.strip_suffix(['+', '#']).unwrap_or(text);
        let text = match text.split_once('=') {
            Some((text, promotion)) if promotion.len() == 1 => text,
            Some(_) => return false,
            None => text,
        };
        let Some(split) = text
            .len()
            .checked_sub(3)
            .filter(|at| text.is_char_boundary(*at))
        else {
            return false;
        };
        let (before, target) = text.split_at(split);
        let before = before.strip_suffix('x').unwrap_or(before);
        let origin = before.strip_prefix(['K', 'Q', 'R', 'B', 'N', 'U', 'P']);
        let origins = [Some(before), origin];
        is_cell(target)
            && origins
                .iter()
                .flatten()
                .any(|origin| origin.is_empty() || is_cell(origin))
    });
}

#[test]
fn tic_tac_toe_notations() {
    notations::<TicTacToe>(|text| text.len() == 1);
}

#[test]
fn kinds() {
    fuzz(Kind::ALL.iter().map(Kind::to_string).collect(), |text| {
        if let Ok(kind) = text.parse::<Kind>() {
            assert_eq!(kind.to_string(), text);
        }
    });
}

#[test]
fn pgn() {
    let mut seeds = vec![
        "[White \"A \\\\ \\\"b\\\"\"]\n\n1. e4 {c} e5 (1... c5 $1 ; d\n) 2. Nf3! *".to_owned(),
        "% x\n[Result \"0-1\"]\n[Site \"?\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n".to_owned(),
    ];
    for kind in Kind::ALL {
        let mut record = Record::new(kind.start());
        let mut chance = Chance::new(1);
        for _ in 0..9 {
            let legal = record.game().legal();
            if !legal.is_empty() {
                record.play(chance.pick(&legal)).expect("a listed move");
            }
        }
        seeds.push(Pgn::new(record).to_string());
    }
    fuzz(seeds, |text| {
        if let Ok(pgn) = text.parse::<Pgn>() {
            let written = pgn.to_string();
            let again: Pgn = written
                .parse()
                .unwrap_or_else(|error| panic!("{error}: {written:?}"));
            assert_eq!(again.to_string(), written);
            assert_eq!(again.record().moves(), pgn.record().moves());
            assert_eq!(again.record().game(), pgn.record().game());
        }
    });
}
