//! King and queen against king: the engine mates perfect defence.

mod perfect;

use std::sync::LazyLock;

use raum_engine::{Engine, Table};
use raum_rules::{Cell, Game, Kind, Move, Outcome, Record, Role, Side, space::Space};

use crate::common::{nodes, piece, search_with, space_text};
use perfect::{Perfect, Place};

static PERFECT: LazyLock<Perfect> = LazyLock::new(Perfect::new);

/// How many moves more than the shortest mate the engine may take.
const EXTRA_MOVES_MAX: usize = 4;

/// How many nodes the engine searches for a move.
const NODES: u64 = 5_000;

fn cell(number: usize) -> Cell {
    let [x, y, z] =
        [number % 5, number / 5 % 5, number / 25].map(|axis| u8::try_from(axis).unwrap());
    Cell::new(x, y, z)
}

fn text([king, queen, defender]: Place, attacker: Side, turn: Side) -> String {
    let pieces = [
        (cell(king), piece(attacker, Role::King)),
        (cell(queen), piece(attacker, Role::Queen)),
        (cell(defender), piece(!attacker, Role::King)),
    ];
    space_text(&pieces, turn)
}

/// Where the three pieces stand; `None` without a queen.
fn place(game: &impl Game, attacker: Side) -> Option<Place> {
    let find = |side, role| {
        let is_there = |number: &usize| game.piece(cell(*number)) == Some(piece(side, role));
        (0..125).find(is_there)
    };
    Some([
        find(attacker, Role::King)?,
        find(attacker, Role::Queen)?,
        find(!attacker, Role::King)?,
    ])
}

fn random_place(random: &mut fastrand::Rng) -> Place {
    loop {
        let place = [(); 3].map(|()| random.usize(..125));
        if PERFECT.is_legal(place) {
            return place;
        }
    }
}

/// A position that White wins in so many plies.
pub(crate) fn won_in(plies: u8) -> String {
    let mut random = fastrand::Rng::with_seed(3);
    let mut places = std::iter::repeat_with(|| random_place(&mut random));
    let place = places.find(|place| PERFECT.attack(*place) == Some(plies));
    text(place.expect("a place"), Side::First, Side::First)
}

#[test]
fn a_queen_wins_within_fifteen_plies() {
    let mut longest = 0;
    for index in 0..125usize.pow(3) {
        let place = [index / 15625, index / 125 % 125, index % 125];
        if PERFECT.is_legal(place) {
            let plies = PERFECT.attack(place);
            longest = longest.max(plies.unwrap_or_else(|| panic!("{place:?} is not won")));
        }
    }
    assert_eq!(longest, 15);
}

/// The result of a position follows from the results after its moves, as the rules list them.
#[test]
fn perfect_play_agrees_with_the_rules() {
    let mut random = fastrand::Rng::with_seed(1);
    for number in 0..500 {
        let attacker = Side::BOTH[number % 2];
        let start = random_place(&mut random);
        let game: Space = text(start, attacker, attacker).parse().expect("a position");
        let after = |game: &Space, mv: Move| game.play(mv).expect("a listed move");
        let defences = game.legal().into_iter().map(|mv| after(&game, mv));
        let plies = defences.filter_map(|next| {
            let place = place(&next, attacker)?;
            if let Some(Outcome::Win { .. }) = next.outcome() {
                assert_eq!(PERFECT.defence(place), Some(0), "{next}");
            }
            let attacks: Option<Vec<u8>> = next
                .legal()
                .into_iter()
                .map(|mv| PERFECT.attack(self::place(&after(&next, mv), attacker)?))
                .collect();
            if let Some(longest) = attacks.and_then(|attacks| attacks.into_iter().max()) {
                assert_eq!(PERFECT.defence(place), Some(longest + 1), "{next}");
            }
            PERFECT.defence(place)
        });
        assert_eq!(
            PERFECT.attack(start),
            plies.min().map(|plies| plies + 1),
            "{game}"
        );
    }
}

/// How many moves the engine needs to mate; `None` if it gives the win away.
fn moves_of_engine(
    engine: &mut Engine,
    table: &Table,
    start: Place,
    attacker: Side,
) -> Option<usize> {
    engine.clear();
    table.clear();
    let text = text(start, attacker, attacker);
    let mut record = Record::new(Kind::Space.read_position(&text).expect("a position"));
    for moves in 1..=50 {
        let report = search_with(engine, table, &record, &nodes(NODES));
        record.play(report.lines[0].moves[0]).expect("a legal move");
        if let Some(outcome) = record.outcome() {
            return (outcome.winner() == Some(attacker)).then_some(moves);
        }
        let place = place(record.game(), attacker)?;
        let to = PERFECT.best_defence(place)?;
        let mv = Move::step(cell(place[2]), cell(to), None);
        record.play(mv).expect("a legal move");
        if record.outcome().is_some() || !record.claims().is_empty() {
            return None;
        }
    }
    None
}

#[test]
fn the_engine_mates_with_a_queen() {
    let mut engine = Engine::new(Kind::Space);
    let table = Table::new(1);
    let mut random = fastrand::Rng::with_seed(2);
    let mut slow = Vec::new();
    for number in 0..40 {
        let attacker = Side::BOTH[number % 2];
        let start = random_place(&mut random);
        let plies = PERFECT.attack(start).expect("a won position");
        let shortest = usize::from(plies).div_ceil(2);
        let moves = moves_of_engine(&mut engine, &table, start, attacker);
        if moves.is_none_or(|moves| moves > shortest + EXTRA_MOVES_MAX) {
            slow.push((text(start, attacker, attacker), shortest, moves));
        }
    }
    assert!(slow.is_empty(), "{} of 40 are slow: {slow:?}", slow.len());
}
