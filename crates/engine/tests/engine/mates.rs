//! The engine finds mates in two and three moves that the solver has proven, in positions it has not seen.

mod suite;

use raum_engine::{Engine, Table};
use raum_rules::{AnyGame, Kind, Record, node::Node as _, space::Node};

use crate::{
    common::{assert_legal, moves_to_mate, nodes, record, search_with},
    solver::Solver,
};
use suite::{Mate, mates};

/// Whether a search of so many nodes ends with the announcement of the shortest mate and a first move that solves it.
fn finds(engine: &mut Engine, table: &Table, mate: &Mate, most: u64) -> bool {
    engine.clear();
    table.clear();
    let record = record(Kind::Space, &mate.position, &[]);
    let report = search_with(engine, table, &record, &nodes(most));
    assert_legal(&record, &report);
    let best = &report.lines[0];
    let announced = moves_to_mate(best.score);
    let is_found =
        announced == i32::try_from(mate.moves).ok() && mate.solutions.contains(&best.moves[0]);
    // A mate that is announced is a mate.
    if let Some(announced) = announced {
        assert!(
            announced >= i32::try_from(mate.moves).unwrap(),
            "{} has no mate in {announced}",
            mate.position
        );
    }
    is_found
}

/// The mates of a list that the engine does not find.
fn missed(mates: &[Mate], most: u64) -> Vec<&Mate> {
    let mut engine = Engine::new(Kind::Space);
    let table = Table::new(16);
    let is_missed = |mate: &&Mate| !finds(&mut engine, &table, mate, most);
    mates.iter().filter(is_missed).collect()
}

#[test]
fn the_suite_holds_a_hundred_mates_of_each_length() {
    let mates = mates();
    for moves in [2, 3] {
        let of_length: Vec<_> = mates.iter().filter(|mate| mate.moves == moves).collect();
        assert!(of_length.len() >= 100, "{} in {moves}", of_length.len());
        let quiet = of_length.iter().filter(|mate| mate.is_quiet()).count();
        assert!(quiet >= 30, "{quiet} begin with a quiet move");
        let few = of_length.iter().filter(|mate| mate.pieces() <= 6).count();
        let many = of_length.iter().filter(|mate| mate.pieces() >= 20).count();
        assert!(few >= 20 && many >= 20, "{few} few, {many} many");
    }
}

#[test]
fn the_solver_proves_the_suite() {
    for (number, mate) in mates().iter().enumerate() {
        // A mate in three takes the solver longer.
        if mate.moves == 3 && number % 8 != 0 {
            continue;
        }
        let node = Node::new(&mate.position.parse().unwrap());
        let mut solver = Solver::new(u64::MAX);
        let shortest = solver.shortest(&node, mate.moves).unwrap();
        assert_eq!(shortest, Some(mate.moves), "{}", mate.position);
        let solutions = solver.solutions(&node, mate.moves).unwrap();
        assert_eq!(solutions, mate.solutions, "{}", mate.position);
    }
}

/// What the engine announces in random positions, the solver proves: for both sides.
#[test]
fn an_announced_mate_is_a_mate() {
    let mut engine = Engine::new(Kind::Space);
    let table = Table::new(1);
    let mut random = fastrand::Rng::with_seed(9);
    let mut proven = 0;
    while proven < 20 {
        let Some(game) = suite::random_ending(&mut random) else {
            continue;
        };
        let mut record = record(Kind::Space, &game.to_string(), &[]);
        let mut search = |record: &Record<AnyGame>| {
            let report = search_with(&mut engine, &table, record, &nodes(1_000));
            let best = report.lines.into_iter().next()?;
            Some((moves_to_mate(best.score)?, best.moves[0]))
        };
        let Some((moves @ 2, first)) = search(&record) else {
            continue;
        };
        let mut solver = Solver::new(u64::MAX);
        let most = usize::try_from(moves).unwrap();
        let node = Node::new(&game);
        assert!(solver.shortest(&node, most).unwrap().is_some(), "{game}");
        record.play(first).unwrap();
        if let Some((moves, _)) = search(&record) {
            let node = Node::new(&record.game().to_string().parse().unwrap());
            let most = usize::try_from(-moves).expect("the defender is mated");
            assert!(solver.is_lost(&node, most).unwrap(), "{}", record.game());
            proven += 1;
        }
    }
}

/// Wherever the nodes end, an iteration that was cut short does not announce the mate of the one before with its own move.
#[test]
fn a_search_that_is_cut_short_plays_the_mate_that_it_announces() {
    let mut engine = Engine::new(Kind::Space);
    let table = Table::new(1);
    for mate in mates().iter().step_by(6) {
        let record = record(Kind::Space, &mate.position, &[]);
        for most in (400..4000).step_by(225) {
            engine.clear();
            table.clear();
            let report = search_with(&mut engine, &table, &record, &nodes(most));
            let best = &report.lines[0];
            if moves_to_mate(best.score) == i32::try_from(mate.moves).ok() {
                let is_solution = mate.solutions.contains(&best.moves[0]);
                assert!(is_solution, "{} in {most} nodes", mate.position);
            }
        }
    }
}

/// All of 200 000 nodes, and 99 of 100 of 50 000.
#[test]
fn the_engine_finds_every_mate() {
    let mates = mates();
    for (most, missed_max) in [(200_000, 0), (50_000, mates.len() / 100)] {
        let missed = missed(&mates, most);
        let found = mates.len() - missed.len();
        let count = mates.len();
        assert!(
            missed.len() <= missed_max,
            "{found} of {count} found in {most} nodes; not {missed:#?}"
        );
    }
}
