//! `raum perft`: counting the nodes of a game tree.

use std::io::{BufRead, BufReader};

use super::{Run, assert_usage_error, command, finish, patience::kill_if_stuck, raum};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

#[test]
fn perft_counts_nodes() {
    let cases: [(&[&str], u64); 9] = [
        (&["chess", "0"], 1),
        (&["chess", "1"], 20),
        (&["chess", "4"], 197_281),
        (&["chess", "3", "--position", KIWIPETE], 97_862),
        (&["space", "1"], 61),
        (&["space", "2"], 3_615),
        (&["space", "3"], 237_316),
        (&["tictactoe", "9"], 127_872),
        (&["tictactoe", "64"], 0),
    ];
    for (arguments, nodes) in cases {
        let run = raum(&[&["perft"], arguments].concat(), "");
        assert_eq!(run, Run::success(format!("{nodes}\n")), "{arguments:?}");
    }
}

#[test]
fn divide_prints_each_move_and_then_the_total() {
    let cases: [(&[&str], &str); 4] = [
        (
            &["tictactoe", "2", "--position", "X.O.XO... X"],
            "1 4\n3 4\n6 4\n7 4\n8 0\n16\n",
        ),
        (
            &["chess", "1", "--position", "7k/P7/8/8/8/8/8/K7 w - - 0 1"],
            "a1a2 1\na1b1 1\na1b2 1\na7a8b 1\na7a8n 1\na7a8q 1\na7a8r 1\n7\n",
        ),
        (&["chess", "0"], "1\n"),
        (
            &["chess", "3", "--position", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"],
            "0\n",
        ),
    ];
    for (arguments, output) in cases {
        let run = raum(&[&["perft"], arguments, &["--divide"]].concat(), "");
        assert_eq!(run, Run::success(output), "{arguments:?}");
    }
}

#[test]
fn divide_lists_moves_in_order_and_adds_up() {
    let run = raum(&["perft", "space", "2", "--divide"], "");
    let (parts, total) = run.output.trim_end().rsplit_once('\n').unwrap();
    let parts: Vec<(&str, u64)> = parts
        .lines()
        .map(|line| line.split_once(' ').unwrap())
        .map(|(mv, nodes)| (mv, nodes.parse().unwrap()))
        .collect();
    assert!(parts.is_sorted());
    assert_eq!(parts.len(), 61);
    assert_eq!(parts.iter().map(|(_, nodes)| nodes).sum::<u64>(), 3_615);
    assert_eq!(total, "3615");
}

#[test]
fn bad_arguments_are_rejected() {
    let position = ["perft", "chess", "1", "--position", "nowhere"];
    let sentence = "bad position: expected 6 fields with one space between them, found 1";
    assert_eq!(raum(&position, ""), Run::failure(sentence));
    assert_usage_error(&["perft", "go", "1"], "chess, space, tictactoe");
    assert_usage_error(&["perft", "chess"], "<DEPTH>");
    assert_usage_error(&["perft", "chess", "-1"], "'-1'");
    assert_usage_error(&["perft", "chess", "65"], "0..=64");
}

#[test]
fn closing_its_output_ends_it_without_an_error() {
    // At depth 5 there are moves left to print when the reader closes the pipe after the first.
    let mut child = command(&["perft", "chess", "5", "--divide"])
        .spawn()
        .unwrap();
    let mut first = String::new();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    kill_if_stuck(child.id(), || output.read_line(&mut first)).unwrap();
    drop(output);
    assert_eq!(first, "a2a3 181046\n");
    assert_eq!(finish(child), Run::success(""));
}
