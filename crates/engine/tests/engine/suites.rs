//! Suites of chess positions from the literature: `tests/data/*.epd`.
//!
//! Most positions are solved within a fixed budget, which every machine repeats. `suites_in_full` prints the results of the
//! whole suites at larger budgets: `cargo test --release -p raum-engine --test engine suites_in_full -- --ignored --nocapture`.

use raum_engine::{Engine, MATE, Table};
use raum_rules::{AnyGame, Game, Kind, Move, Record};

use crate::common::{nodes, search_with};

const BRATKO_KOPEC: &str = include_str!("../data/bratko-kopec.epd");
const WIN_AT_CHESS: &str = include_str!("../data/win-at-chess.epd");

/// A position with its solution.
struct Problem {
    id: String,
    game: AnyGame,
    best: Vec<Move>,
    /// The moves to the shortest mate.
    mate: Option<i32>,
}

/// Reads EPD: four fields of a position, then operations that end with semicolons.
fn read(text: &str) -> Vec<Problem> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(read_line).collect()
}

fn read_line(line: &str) -> Problem {
    let mut fields = line.splitn(5, ' ');
    let position: Vec<&str> = fields.by_ref().take(4).collect();
    let game = Kind::Chess
        .read_position(&format!("{} 0 1", position.join(" ")))
        .unwrap_or_else(|error| panic!("{line}: {error}"));
    let operations = fields.next().unwrap().split(';').map(str::trim);
    let operations: Vec<(&str, &str)> =
        operations.filter_map(|text| text.split_once(' ')).collect();
    let find = |name| {
        let found = operations.iter().find(|(code, _)| *code == name);
        found.map(|(_, value)| *value)
    };
    let best = find("bm").unwrap().split(' ').map(|san| {
        game.read_notation(san)
            .unwrap_or_else(|error| panic!("{line}: {error}"))
    });
    Problem {
        id: find("id").unwrap().trim_matches('"').to_owned(),
        best: best.collect(),
        mate: find("dm").map(|moves| moves.parse().unwrap()),
        game,
    }
}

/// The problems whose best move a new search of so many nodes does not choose.
fn missed<'a>(problems: impl Iterator<Item = &'a Problem>, budget: u64) -> Vec<&'a str> {
    let mut engine = Engine::new(Kind::Chess);
    let table = Table::new(4);
    problems
        .filter(|problem| {
            engine.clear();
            table.clear();
            let record = Record::new(problem.game.clone());
            let report = search_with(&mut engine, &table, &record, &nodes(budget));
            !problem.best.contains(&report.lines[0].moves[0])
        })
        .map(|problem| problem.id.as_str())
        .collect()
}

#[test]
fn suites_are_whole() {
    let mates = |problems: &[Problem]| problems.iter().filter(|it| it.mate.is_some()).count();
    let [bratko, tactics] = [BRATKO_KOPEC, WIN_AT_CHESS].map(read);
    assert_eq!((bratko.len(), mates(&bratko)), (24, 0));
    assert_eq!((tactics.len(), mates(&tactics)), (300, 66));
}

#[test]
fn most_tactics_are_found() {
    let problems = read(WIN_AT_CHESS);
    let missed = missed(problems.iter().step_by(6), 20_000);
    assert!(missed.len() <= 22, "{} missed: {missed:?}", missed.len());
}

/// A mate is announced with its length, which no search beats.
#[test]
fn mates_are_announced() {
    let problems = read(WIN_AT_CHESS);
    let mut engine = Engine::new(Kind::Chess);
    let table = Table::new(4);
    let mut found = 0;
    for problem in problems.iter().filter(|problem| problem.mate.is_some()) {
        let mate = MATE + 1 - 2 * problem.mate.unwrap();
        engine.clear();
        table.clear();
        let record = Record::new(problem.game.clone());
        let report = search_with(&mut engine, &table, &record, &nodes(20_000));
        let score = report.lines[0].score;
        assert!(score <= mate, "{}: {score}", problem.id);
        found += usize::from(score == mate);
    }
    assert!(found >= 45, "{found} mates found");
}

/// Prints how many positions of each suite are solved.
#[test]
#[ignore = "takes minutes"]
#[expect(clippy::print_stdout, reason = "it is a report")]
fn suites_in_full() {
    for (name, text) in [
        ("Bratko-Kopec", BRATKO_KOPEC),
        ("Win at Chess", WIN_AT_CHESS),
    ] {
        let problems = read(text);
        for budget in [20_000, 100_000, 1_000_000] {
            let missed = missed(problems.iter(), budget);
            let solved = problems.len() - missed.len();
            println!("{name}: {solved} of {} at {budget} nodes", problems.len());
        }
    }
}
