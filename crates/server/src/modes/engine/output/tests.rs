//! The texts of reports.

use raum_rules::Kind;

use super::*;

fn record(kind: Kind, position: Option<&str>, moves: &str) -> Record<AnyGame> {
    let start = position.map_or_else(|| kind.start(), |text| kind.read_position(text).unwrap());
    let mut record = Record::new(start);
    for text in moves.split_whitespace() {
        record.play(kind.read_move(text).unwrap()).unwrap();
    }
    record
}

fn report(kind: Kind, lines: &[(i32, &str)]) -> Report {
    let line = |(score, moves): &(i32, &str)| Line {
        score: *score,
        moves: moves
            .split_whitespace()
            .map(|text| kind.read_move(text).unwrap())
            .collect(),
    };
    Report {
        depth: 5,
        longest: 9,
        nodes: 1234,
        lines: lines.iter().map(line).collect(),
    }
}

#[test]
fn scores_are_hundredths_or_moves_until_mate() {
    let cases = [
        (0, "cp 0"),
        (-31, "cp -31"),
        (MATE - 1, "mate 1"),
        (MATE - 2, "mate 1"),
        (MATE - 3, "mate 2"),
        (1 - MATE, "mate -1"),
        (2 - MATE, "mate -1"),
        (4 - MATE, "mate -2"),
        (MATE_MIN - 1, &format!("cp {}", MATE_MIN - 1)),
    ];
    for (score, text) in cases {
        assert_eq!(score_text(score), text);
    }
}

#[test]
fn a_report_is_one_line_of_info() {
    let start = record(Kind::Chess, None, "");
    let report = report(Kind::Chess, &[(12, "e2e4 e7e5"), (10, "d2d4")]);
    let info = |lines| info(&start, &report, lines, 2000, Duration::from_millis(10), 7);
    assert_eq!(
        info(1),
        "info depth 5 seldepth 9 score cp 12 nodes 2000 nps 200000 time 10 hashfull 7 pv e2e4 e7e5"
    );
    assert_eq!(
        info(2),
        "info depth 5 seldepth 9 multipv 1 score cp 12 nodes 2000 nps 200000 time 10 hashfull 7 pv e2e4 e7e5\n\
         info depth 5 seldepth 9 multipv 2 score cp 10 nodes 2000 nps 200000 time 10 hashfull 7 pv d2d4"
    );
    assert_eq!(best_move(&start, &report), "bestmove e2e4 ponder e7e5");
}

#[test]
fn a_line_ends_where_the_game_ends() {
    let cases = [
        // Mate: the search never goes on, but a line that does is cut.
        (None, "f2f3 e7e5 g2g4", "d8h4 a2a3", "d8h4"),
        // The third repetition.
        (
            None,
            "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1",
            "f6g8 e2e4",
            "f6g8",
        ),
        // Fifty moves.
        (
            Some("k7/8/1K6/8/8/8/8/7R w - - 99 80"),
            "",
            "h1h2 a8b8",
            "h1h2",
        ),
        // An illegal move.
        (None, "", "e2e4 e2e4", "e2e4"),
    ];
    for (position, moves, line, expected) in cases {
        let record = record(Kind::Chess, position, moves);
        let report = report(Kind::Chess, &[(0, line)]);
        assert_eq!(best_move(&record, &report), format!("bestmove {expected}"));
        let info = info(&record, &report, 1, 1, Duration::ZERO, 0);
        assert!(info.ends_with(&format!(" pv {expected}")), "{info}");
    }
}

#[test]
fn a_position_without_moves_is_mate_or_even() {
    let mated = record(Kind::Chess, None, "f2f3 e7e5 g2g4 d8h4");
    assert!(info_at_the_end(mated.game()).contains(" score mate 0 "));
    let stalemate = record(Kind::Chess, Some("k7/8/1Q6/8/8/8/8/K7 b - - 0 1"), "");
    assert!(info_at_the_end(stalemate.game()).contains(" score cp 0 "));
    assert_eq!(best_move(&mated, &Report::default()), "bestmove (none)");
}
