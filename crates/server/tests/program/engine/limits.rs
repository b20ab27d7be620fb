//! What a search may look at, and what ends it.

use super::{Engine, after, answers, count};

#[test]
fn every_limit_ends_a_search() {
    let mut engine = Engine::space();
    let limits = [
        "depth 3",
        "nodes 100",
        "nodes 1",
        "nodes 0",
        "depth 0",
        "depth -1",
        "movetime 1",
        "movetime 0",
        "movetime -5",
        "wtime 1 btime 1",
        "wtime -100",
        "btime 100",
        "wtime 300 btime 1 winc 10 binc 1",
        "wtime 100 movestogo 1",
        "wtime 60 winc 1000000000",
        "infinite depth 2",
        "mate 1",
        "depth 99999999999999999999 nodes 50",
        "movetime 99999999999999999999 nodes 50",
    ];
    for limit in limits {
        engine.send(&format!("go {limit}"));
        let (best, last) = engine.best();
        assert_eq!(best, after(&last, "pv"), "{limit}: {last}");
        assert!(last.contains(" score "), "{limit}: {last}");
    }
    engine.send("go depth 3");
    assert_eq!(after(&engine.best().1, "depth"), "3");
    for nodes in ["1", "60", "777", "5000"] {
        engine.send(&format!("go nodes {nodes}"));
        assert_eq!(after(&engine.best().1, "nodes"), nodes);
    }
}

#[test]
fn the_same_commands_give_the_same_answers() {
    for kind in ["chess", "space", "tictactoe"] {
        let game = "ucinewgame\nposition startpos\ngo depth 6\ngo nodes 3000\n";
        let commands = format!("setoption name UCI_Variant value {kind}\n{game}{game}");
        let run = answers(&commands);
        // Without speeds and times.
        let told: Vec<_> = run
            .iter()
            .map(|line| {
                let pv = line.split(" pv ").nth(1).unwrap_or(line);
                let values = ["depth", "cp", "mate", "nodes"].map(|word| after(line, word));
                (values, pv)
            })
            .collect();
        let (first, second) = told.split_at(told.len() / 2);
        assert_eq!(first, second, "{kind}");
    }
}

#[test]
fn lines_and_first_moves_can_be_chosen() {
    let mut engine = Engine::start(&[]);
    engine.send("setoption name MultiPV value 4");
    engine.send("go depth 3");
    let lines = engine.until("bestmove ");
    let deepest: Vec<_> = lines
        .iter()
        .filter(|line| line.starts_with("info depth 3 "))
        .collect();
    let numbers: Vec<_> = deepest.iter().map(|line| after(line, "multipv")).collect();
    assert_eq!(numbers, ["1", "2", "3", "4"]);
    let mut first: Vec<_> = deepest.iter().map(|line| after(line, "pv")).collect();
    first.sort_unstable();
    first.dedup();
    assert_eq!(first.len(), 4);
    engine.send("go depth 3 searchmoves a2a3 h2h4");
    let lines = engine.until("bestmove ");
    assert!(
        lines.iter().all(|line| !line.contains("multipv 3")),
        "{lines:?}"
    );
    engine.send("setoption name MultiPV value 1");
    engine.send("go searchmoves h2h4 depth 3");
    assert_eq!(engine.best().0, "h2h4");
    engine.send("go searchmoves 0000 depth 1");
    engine.until("info string \"0000\" is not a legal move");
    engine.until("bestmove ");
}

#[test]
fn a_mate_ends_its_search() {
    let mut engine = Engine::start(&[]);
    // A rook ladder: mate in two.
    engine.send("position fen 7k/8/8/8/8/8/R7/1R4K1 w - - 0 1");
    engine.send("go mate 2");
    assert_eq!(after(&engine.best().1, "mate"), "2");
    engine.send("position startpos");
    engine.send("go mate 1");
    let (_, last) = engine.best();
    assert_eq!(after(&last, "mate"), "", "{last}");
}

#[test]
fn pondering_ends_by_a_hit_or_by_stop() {
    let mut engine = Engine::space();
    engine.send("go ponder nodes 100");
    engine.send("isready");
    assert_eq!(count(&engine.until("readyok"), "bestmove"), 0);
    engine.send("ponderhit");
    engine.until("bestmove ");
    engine.send("go ponder movetime 1");
    engine.until("info depth 5 ");
    engine.send("ponderhit");
    engine.until("bestmove ");
    engine.send("go ponder wtime 1000 btime 1000");
    engine.until("info depth 2 ");
    engine.send("stop");
    engine.until("bestmove ");
}

#[test]
fn several_threads_share_the_nodes() {
    let mut engine = Engine::space();
    engine.send("setoption name Threads value 3");
    for _ in 0..3 {
        engine.send("go nodes 3000");
        assert_eq!(after(&engine.best().1, "nodes"), "3000");
    }
    engine.send("go depth 5");
    assert_eq!(after(&engine.best().1, "depth"), "5");
    engine.send("setoption name Threads value 1");
    engine.send("ucinewgame");
    engine.send("go infinite");
    engine.until("info depth 4 ");
    engine.send("stop");
    engine.until("bestmove ");
}
