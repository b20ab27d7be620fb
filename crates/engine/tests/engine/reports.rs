//! What a search returns: legal lines in order, within its limits, and the same again when asked again.

use std::sync::atomic::{AtomicBool, Ordering};

use raum_engine::{Engine, Limits, Table};
use raum_rules::{AnyGame, Game as _, Kind, Record};

use crate::common::{assert_legal, depth, nodes, record, search};

/// Some positions of every kind: openings, middle games, endings, and few legal moves.
fn games() -> Vec<Record<AnyGame>> {
    let texts = [
        (
            Kind::Chess,
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        ),
        (Kind::Chess, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"),
        (Kind::Chess, "4k3/8/8/8/8/8/8/q3K3 w - - 0 1"),
        (
            Kind::Space,
            "5/5/5/P1PPP/R1KNR|5/5/1P3/P1PPP/BUQBU|2n2/5/5/5/N4|ubqub/ppppp/5/5/5|r1knr/ppppp/5/5/5 w 0 4",
        ),
        (
            Kind::Space,
            "5/5/5/2K2/5|5/1R3/5/5/5|5/5/2q2/5/5|5/5/P4/5/5|4k/5/5/5/5 b 0 1",
        ),
        (Kind::TicTacToe, "X...O.... X"),
    ];
    let starts = Kind::ALL.iter().map(|kind| Record::new(kind.start()));
    starts
        .chain(texts.map(|(kind, text)| record(kind, text, &[])))
        .collect()
}

#[test]
fn every_line_is_legal_and_lines_are_sorted() {
    for record in games() {
        for lines in [1, 2, 5, usize::MAX] {
            let limits = Limits { lines, ..depth(2) };
            let report = search(&record, &limits);
            assert_legal(&record, &report);
            let count = lines.min(record.game().legal().len());
            assert_eq!(report.lines.len(), count, "{}", record.game());
            assert!(report.lines.is_sorted_by_key(|line| -line.score));
        }
    }
}

/// What is reported along the way is legal and sorted too, and deeper each time.
#[test]
fn every_report_is_legal_and_deeper() {
    for record in games() {
        let limits = Limits {
            lines: 3,
            ..nodes(3_000)
        };
        let mut depth = 0;
        let mut engine = Engine::new(record.game().kind());
        let table = Table::new(1);
        let stop = AtomicBool::new(false);
        engine.search(&record, &limits, &table, &stop, &mut |report| {
            assert_legal(&record, report);
            assert!(report.lines.is_sorted_by_key(|line| -line.score));
            assert!(report.depth > depth, "{report:?}");
            assert!(report.nodes <= 3_000);
            depth = report.depth;
            true
        });
        assert!(depth > 0, "{}", record.game());
    }
}

#[test]
fn a_search_keeps_to_the_moves_it_may_choose() {
    for record in games() {
        let legal = record.game().legal();
        let only: Vec<_> = legal.iter().copied().step_by(3).collect();
        let limits = Limits {
            only: only.clone(),
            lines: 2,
            ..nodes(2_000)
        };
        let report = search(&record, &limits);
        assert_eq!(report.lines.len(), only.len().min(2));
        assert_legal(&record, &report);
        for line in report.lines {
            assert!(only.contains(&line.moves[0]), "{}", record.game());
        }
    }
}

/// The search enters exactly as many positions as it may, unless the game is decided or its depth is reached.
#[test]
fn the_budget_of_nodes_is_exact() {
    for record in games() {
        if record.game().kind() == Kind::TicTacToe {
            continue;
        }
        for most in [1, 2, 10, 100, 1_234, 20_000] {
            let report = search(&record, &nodes(most));
            assert_eq!(report.nodes, most, "{}", record.game());
        }
    }
}

#[test]
fn the_deepest_iteration_is_exact() {
    for record in games() {
        for most in 1..=4 {
            let report = search(&record, &depth(most));
            assert_eq!(report.depth, most, "{}", record.game());
        }
    }
}

#[test]
fn the_same_search_gives_the_same_report() {
    for record in games() {
        let limits = Limits {
            lines: 2,
            ..nodes(5_000)
        };
        let first = search(&record, &limits);
        let again = search(&record, &limits);
        assert_eq!(format!("{again:?}"), format!("{first:?}"));
        // An engine and a table that were cleared are like new ones.
        let mut engine = Engine::new(record.game().kind());
        let table = Table::new(1);
        for _ in 0..2 {
            engine.clear();
            table.clear();
            let again = crate::common::search_with(&mut engine, &table, &record, &limits);
            assert_eq!(format!("{again:?}"), format!("{first:?}"));
        }
    }
}

/// A search stopped before it began still names a legal move.
#[test]
fn a_stopped_search_returns_a_legal_move() {
    for record in games() {
        let mut engine = Engine::new(record.game().kind());
        let stop = AtomicBool::new(true);
        let limits = Limits::default();
        let report = engine.search(&record, &limits, &Table::new(1), &stop, &mut |_| true);
        assert_legal(&record, &report);
        assert!(!report.lines.is_empty(), "{}", record.game());
        assert!(report.nodes < 1_000, "{}", report.nodes);
    }
}

#[test]
fn the_flag_stops_a_search_soon() {
    for record in games() {
        if record.game().kind() == Kind::TicTacToe {
            continue;
        }
        let mut engine = Engine::new(record.game().kind());
        let stop = AtomicBool::new(false);
        let mut nodes_then = 0;
        let limits = Limits::default();
        let report = engine.search(&record, &limits, &Table::new(1), &stop, &mut |report| {
            if report.depth == 3 {
                nodes_then = report.nodes;
                stop.store(true, Ordering::Relaxed);
            }
            true
        });
        assert!(nodes_then > 0);
        assert!(report.nodes <= nodes_then + 2_048, "{}", report.nodes);
        assert_legal(&record, &report);
    }
}

#[test]
fn a_caller_ends_the_search_after_an_iteration() {
    for record in games() {
        let mut engine = Engine::new(record.game().kind());
        let stop = AtomicBool::new(false);
        let limits = Limits::default();
        let report = engine.search(&record, &limits, &Table::new(1), &stop, &mut |report| {
            report.depth < 2
        });
        assert_eq!(report.depth, 2, "{}", record.game());
    }
}

/// Mates, stalemates, lines and full boards have no legal move. A game drawn in another way goes on if it is asked to.
#[test]
fn a_finished_game_has_no_lines_or_legal_ones() {
    let texts = [
        (Kind::Chess, "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"),
        (Kind::Chess, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"),
        (Kind::Chess, "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        (Kind::Chess, "4k3/8/8/8/8/8/8/R3K3 w - - 150 200"),
        (
            Kind::Space,
            "5/5/5/5/kQK2|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5 b 0 1",
        ),
        (
            Kind::Space,
            "5/5/5/5/K4|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|4k/5/5/5/5 b 0 1",
        ),
        (
            Kind::Space,
            "5/5/5/5/K3Q|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|4k/5/5/5/5 b 150 200",
        ),
        (Kind::TicTacToe, "XXXOO.... O"),
        (Kind::TicTacToe, "XOXXOOOXX O"),
    ];
    let mut finished: Vec<_> = texts.map(|(kind, text)| record(kind, text, &[])).into();
    let mut repeated = Record::new(Kind::Space.start());
    for text in ["Ab1Ca1", "Eb5Ca5", "Ca1Ab1", "Ca5Eb5"].repeat(4) {
        let mv = Kind::Space.read_move(text).expect("a move text");
        repeated.play(mv).expect("a legal move");
    }
    finished.push(repeated);
    for record in finished {
        assert!(record.outcome().is_some(), "{}", record.game());
        let report = search(&record, &nodes(2_000));
        assert_legal(&record, &report);
        assert_eq!(
            report.lines.is_empty(),
            record.game().legal().is_empty(),
            "{}",
            record.game()
        );
    }
}

/// An engine asked about a game of another kind answers without a line.
#[test]
fn another_kind_of_game_has_no_lines() {
    for record in games() {
        for kind in Kind::ALL {
            if *kind != record.game().kind() {
                let mut engine = Engine::new(*kind);
                let stop = AtomicBool::new(false);
                let limits = nodes(10);
                let table = Table::new(1);
                let report = engine.search(&record, &limits, &table, &stop, &mut |_| true);
                assert!(report.lines.is_empty());
            }
        }
    }
}

/// A helper joins a search: what the search has stored does not become old by it.
#[test]
fn a_helper_does_not_age_the_table() {
    let [record, other, ..] = &games()[..] else {
        panic!("two games");
    };
    let table = Table::new(1);
    let stop = AtomicBool::new(false);
    let mut engine = Engine::new(record.game().kind());
    engine.search(record, &nodes(30_000), &table, &stop, &mut |_| true);
    let used = table.permille_used();
    assert!(used > 20, "{used}");
    let help = Limits {
        helper: 1,
        ..nodes(500)
    };
    let mut helper = Engine::new(other.game().kind());
    helper.search(other, &help, &table, &stop, &mut |_| true);
    assert!(table.permille_used() >= used);
    engine.search(record, &nodes(500), &table, &stop, &mut |_| true);
    assert!(table.permille_used() < used, "a new search does");
    table.clear();
    assert_eq!(table.permille_used(), 0);
}

#[test]
fn a_table_that_cannot_be_had_is_an_error() {
    assert!(Table::try_new(usize::MAX).is_err());
    assert!(Table::try_new(usize::MAX >> 20).is_err());
    assert!(Table::try_new(1).is_ok());
}
