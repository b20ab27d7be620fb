//! The options of the engine, and its tasks beside playing.

use std::process::{Command, Stdio};

use super::{Engine, after, answers, count};
use crate::{Run, assert_usage_error, raum};

#[test]
fn uci_lists_the_options() {
    let lines = answers("uci\n");
    let version = env!("CARGO_PKG_VERSION");
    let expected = [
        &*format!("id name raum {version}"),
        "id author the raum contributors",
        "option name UCI_Variant type combo default chess var chess var space var tictactoe",
        "option name Hash type spin default 16 min 1 max 4096",
        "option name Threads type spin default 1 min 1 max 64",
        "option name Level type spin default 8 min 1 max 8",
        "option name MultiPV type spin default 1 min 1 max 500",
        "option name Move Overhead type spin default 5 min 0 max 5000",
        "option name UCI_Elo type spin default 2400 min 600 max 2400",
        "option name UCI_LimitStrength type check default false",
        "option name Clear Hash type button",
        "uciok",
    ];
    assert_eq!(lines, expected);
}

#[test]
fn a_level_searches_few_nodes_and_is_repeatable() {
    for kind in ["chess", "space", "tictactoe"] {
        let choose = |level| {
            let input = format!(
                "setoption name UCI_Variant value {kind}\nsetoption name Level value {level}\ngo\nstop\ngo\n"
            );
            let lines = answers(&input);
            assert_eq!(count(&lines, "bestmove "), 2);
            lines.last().unwrap().clone()
        };
        let first = choose(1);
        assert_eq!(choose(1), first, "{kind}");
        choose(7);
    }
    let limited = "setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 600\ngo movetime 60000\n";
    assert_eq!(count(&answers(limited), "bestmove "), 1);
}

#[test]
fn the_plain_engine_searches_another_tree() {
    let search = |arguments: &[&str]| {
        let input = "setoption name UCI_Variant value space\ngo depth 6\n";
        let run = raum(&[&["engine"], arguments].concat(), input);
        let last = run.output.lines().rev().nth(1).unwrap();
        after(last, "nodes").parse::<u64>().unwrap()
    };
    assert_ne!(search(&[]), search(&["--plain"]));
    assert_usage_error(&["engine", "--plain", "bench"], "--plain");
}

#[test]
fn the_variant_resets_the_position() {
    let lines = answers(
        "position startpos moves e2e4\nsetoption name UCI_Variant value tictactoe\ngo depth 9\n\
         setoption name UCI_Variant value chess\ngo depth 1 searchmoves e2e4\n",
    );
    let best: Vec<_> = lines
        .iter()
        .filter(|line| line.starts_with("bestmove"))
        .collect();
    assert!("012345678".contains(after(best[0], "bestmove")), "{best:?}");
    assert_eq!(after(best[1], "bestmove"), "e2e4");
}

#[test]
fn bench_prints_the_signature() {
    let last = |arguments: &[&str]| {
        let run = raum(&[&["engine", "bench"], arguments].concat(), "");
        assert_eq!((run.code, &*run.error), (Some(0), ""));
        let last = run.output.lines().last().unwrap();
        let mut words = last.split_whitespace().map(String::from);
        (words.next().unwrap(), words.next().unwrap())
    };
    let (name, signature) = last(&[]);
    assert_eq!(name, "signature");
    assert_eq!(signature, raum_engine::bench::signature().to_string());
    let commanded = answers("bench\n");
    let commanded = commanded.last().unwrap().split_whitespace().nth(1);
    assert_eq!(commanded, Some(&*signature));
    assert_eq!(last(&["--kind", "chess", "--depth", "2"]).0, "total");
    assert_usage_error(&["engine", "bench", "--depth", "0"], "--depth");
    assert_usage_error(
        &["engine", "bench", "--kind", "go"],
        "chess, space, tictactoe",
    );
}

/// The shell limits the memory of the program before it starts it.
#[cfg(target_os = "linux")]
#[test]
fn a_hash_table_that_does_not_fit_leaves_the_old_one() {
    let program = env!("CARGO_BIN_EXE_raum");
    let mut shell = Command::new("sh");
    shell.args(["-c", r#"ulimit -v 2000000; exec "$0" engine"#, program]);
    shell.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut engine = Engine::of(shell.stderr(Stdio::piped()));
    engine.send("setoption name Hash value 4096");
    let lines = engine.until("info string Hash keeps its old value: ");
    assert_eq!(lines.len(), 1, "{lines:?}");
    engine.send("go nodes 2000");
    assert_eq!(after(&engine.best().1, "nodes"), "2000");
    engine.send("setoption name Hash value 2");
    engine.send("isready");
    assert_eq!(engine.until("readyok"), ["readyok"]);
    engine.send("go nodes 2000");
    engine.best();
    assert_eq!(engine.finish().1, Run::success(""));
}
