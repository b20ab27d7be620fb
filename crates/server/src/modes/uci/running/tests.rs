//! What a program reads and writes.

use raum_rules::Side;

use super::*;

#[test]
fn a_position_has_its_moves() {
    let mut record = Record::new(Kind::Chess.start());
    assert_eq!(position(&record), "position startpos");
    for text in ["e2e4", "e7e5"] {
        record.play(Kind::Chess.read_move(text).unwrap()).unwrap();
    }
    assert_eq!(position(&record), "position startpos moves e2e4 e7e5");
    let start = Kind::TicTacToe.read_position("X...O.... X").unwrap();
    let mut record = Record::new(start);
    assert_eq!(position(&record), "position fen X...O.... X");
    record
        .play(Kind::TicTacToe.read_move("8").unwrap())
        .unwrap();
    assert_eq!(position(&record), "position fen X...O.... X moves 8");
    assert_eq!(record.game().turn(), Side::Second);
}

#[test]
fn a_budget_becomes_limits() {
    let seconds = Duration::from_secs;
    let budget = Budget {
        depth: Some(3),
        nodes: Some(400),
        movetime: Some(seconds(5)),
        control: None,
    };
    let clocks = Clocks {
        left: [seconds(1), seconds(2)],
        increment: [seconds(3), seconds(4)],
    };
    assert_eq!(
        go(&budget, Some(clocks)),
        "go depth 3 nodes 400 movetime 5000"
    );
    let budget = Budget {
        control: "9".parse().ok(),
        ..Budget::default()
    };
    assert_eq!(
        go(&budget, Some(clocks)),
        "go wtime 1000 winc 3000 btime 2000 binc 4000"
    );
}

#[test]
fn scores_and_nodes_are_read_and_the_rest_is_ignored() {
    let cases = [
        ("depth 5 score cp -31 nodes 99 pv e2e4", Some(-31), Some(99)),
        ("score mate 2 nodes x", Some(MATE - 4), None),
        ("score mate -1", Some(2 - MATE), None),
        ("score mate -2147483648", Some(MATE / 2 - MATE), None),
        ("score cp", None, None),
        ("string score cp 7 nodes 8", None, None),
    ];
    for (line, score, nodes) in cases {
        let mut info = Info::default();
        info.read(line.split(' '));
        assert_eq!(info, Info { score, nodes }, "{line}");
    }
}
