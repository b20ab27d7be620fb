//! `raum match`: matches of few games.

use std::{fs, path::Path};

use raum_rules::{Pgn, PgnResult};
use tempfile::tempdir;

use super::{Run, assert_usage_error, raum};

pub(super) fn play(arguments: &[&str]) -> Run {
    raum(&[&["match"], arguments].concat(), "")
}

/// The report of a match without failures.
fn report(arguments: &[&str]) -> String {
    let run = play(arguments);
    assert_eq!((run.code, &*run.error), (Some(0), ""), "{arguments:?}");
    run.output
}

/// The first player's wins, draws and losses.
pub(super) fn score(report: &str) -> [u32; 3] {
    let line = report
        .lines()
        .find(|line| line.contains(" score "))
        .unwrap();
    let numbers = line.split(['+', '=', '-', ',']).skip(1).take(3);
    let numbers: Vec<_> = numbers.map(|text| text.trim().parse().unwrap()).collect();
    numbers.try_into().unwrap()
}

/// A report without the times, which differ from run to run.
fn without_times(report: &str) -> String {
    let lines = report.lines().map(|line| match line.split_once(", each ") {
        Some((before, after)) => {
            let (_, after) = after.split_once(" ms CPU").unwrap();
            format!("{before}{after}\n")
        }
        None => format!("{line}\n"),
    });
    lines.collect()
}

fn games(path: &Path) -> Vec<Pgn> {
    let text = fs::read_to_string(path).unwrap();
    let games = text.split("[Event ").skip(1);
    games
        .map(|game| format!("[Event {game}").parse().unwrap())
        .collect()
}

#[test]
fn the_last_level_of_tic_tac_toe_never_loses() {
    let report = report(&[
        "raum:level=3",
        "random",
        "--kind",
        "tictactoe",
        "--games",
        "60",
    ]);
    let [wins, draws, losses] = score(&report);
    assert_eq!((wins + draws, losses), (60, 0), "{report}");
    assert!(wins > draws, "{report}");
}

#[test]
fn the_greedy_player_beats_the_random_one() {
    for kind in ["space", "chess"] {
        let report = report(&["greedy", "random", "--kind", kind, "--games", "40"]);
        let [wins, _, losses] = score(&report);
        assert!(wins > losses, "{report}");
        assert!(report.starts_with(&format!("{kind}: greedy v random\n")));
    }
}

#[test]
fn a_match_does_not_depend_on_the_number_of_threads() {
    let folder = tempdir().unwrap();
    let run = |threads: &str, kind: &str, seed: &str| {
        let pgn = folder.path().join("games.pgn");
        let report = report(&[
            "raum:nodes=150,hash=1",
            "raum:level=1",
            "--kind",
            kind,
            "--games",
            "6",
            "--concurrency",
            threads,
            "--seed",
            seed,
            "--pgn",
            pgn.to_str().unwrap(),
        ]);
        (without_times(&report), fs::read_to_string(pgn).unwrap())
    };
    for kind in ["chess", "space", "tictactoe"] {
        let one = run("1", kind, "1");
        assert_eq!(one, run("3", kind, "1"), "{kind}");
        assert_ne!(one.1, run("1", kind, "2").1, "{kind}");
    }
}

#[test]
fn each_opening_is_played_twice() {
    let folder = tempdir().unwrap();
    let pgn = folder.path().join("games.pgn");
    let path = pgn.to_str().unwrap();
    let arguments = ["greedy", "random", "--kind", "space", "--games", "5"];
    let report = report(&[&arguments[..], &["--opening-plies", "6", "--pgn", path]].concat());
    assert!(report.contains("games      6\n"), "{report}");
    let games = games(&pgn);
    let mut openings = Vec::new();
    for pair in games.chunks(2) {
        let [one, two] = pair else {
            panic!("{} games", games.len());
        };
        assert_eq!(
            [one.tag("White"), one.tag("Black")],
            [Some("greedy"), Some("random")]
        );
        assert_eq!(
            [two.tag("White"), two.tag("Black")],
            [Some("random"), Some("greedy")]
        );
        let opening = &one.record().moves()[..6];
        assert_eq!(opening, &two.record().moves()[..6]);
        openings.push(opening.to_vec());
        for game in pair {
            assert_ne!(game.result(), PgnResult::Open);
            assert!(game.tag("Termination").is_some());
        }
    }
    assert_eq!(openings.len(), 3);
    openings.sort();
    openings.dedup();
    assert_eq!(openings.len(), 3);
}

#[test]
fn openings_come_from_a_file() {
    let folder = tempdir().unwrap();
    let [openings, pgn] = ["openings", "games"].map(|name| folder.path().join(name));
    let [file, path] = [&openings, &pgn].map(|path| path.to_str().unwrap());
    fs::write(&openings, "# two openings\n4 0\n\nX...O.... X\n").unwrap();
    let options = ["--kind", "tictactoe", "--openings", file];
    let players = ["random", "random:seed=3"];
    report(&[&players[..], &options, &["--games", "8", "--pgn", path]].concat());
    let games = games(&pgn);
    let starts: Vec<_> = games
        .iter()
        .map(|game| game.record().start().to_string())
        .collect();
    let [first, second] = ["......... X", "X...O.... X"];
    assert_eq!(
        starts,
        [first, first, second, second, first, first, second, second]
    );

    for (text, sentence) in [
        ("", "there is no opening in"),
        ("4\n9\n", "line 2: bad position"),
        ("4 4\n", "line 1: \"4\": the move is not legal"),
    ] {
        fs::write(&openings, text).unwrap();
        let run = play(&[&players[..], &options].concat());
        assert_eq!((run.code, &*run.output), (Some(1), ""), "{text:?}");
        assert!(run.error.contains(sentence), "{text:?}: {}", run.error);
    }
}

#[test]
fn the_test_ends_a_match_that_it_decides() {
    let arguments = ["raum:nodes=300", "random", "--kind", "tictactoe"];
    let report = report(&[&arguments[..], &["--games", "5000", "--sprt", "0", "50"]].concat());
    assert!(
        report.contains("Elo 0 against 50: accepts the second"),
        "{report}"
    );
    let [wins, draws, losses] = score(&report);
    assert!(wins + draws + losses < 200, "{report}");
}

#[test]
fn raum_engine_plays_as_the_engine_in_this_process() {
    let folder = tempdir().unwrap();
    let program = |nodes| format!("'{}' engine; nodes={nodes}", env!("CARGO_BIN_EXE_raum"));
    let own = |nodes| format!("raum:nodes={nodes}");
    for kind in ["chess", "space", "tictactoe"] {
        let moves = |first: &str, second: &str| {
            let pgn = folder.path().join("games.pgn");
            let options = [
                "--kind",
                kind,
                "--games",
                "2",
                "--pgn",
                pgn.to_str().unwrap(),
            ];
            let report = report(&[&[first, second], &options[..]].concat());
            let games = games(&pgn);
            assert_eq!(games.len(), 2, "{report}");
            let records = games.into_iter().map(|game| game.record().clone());
            records.collect::<Vec<_>>()
        };
        let inside = moves(&own(300), &own(200));
        assert_eq!(moves(&program(300), &program(200)), inside, "{kind}");
        assert_ne!(moves(&own(100), &own(50)), inside, "{kind}");
    }
}

#[test]
fn players_can_have_times_and_threads() {
    let program = format!("'{}' engine; tc=9+0.1", env!("CARGO_BIN_EXE_raum"));
    for (first, second) in [
        ("raum:tc=9+0.1", &*program),
        ("raum:movetime=5,threads=2", "raum:depth=3"),
    ] {
        let options = ["--kind", "tictactoe", "--games", "4", "--margin", "60000"];
        let report = report(&[&[first, second], &options[..]].concat());
        assert!(report.contains("games      4\n"), "{report}");
        assert!(report.contains(" ms late\n"), "{report}");
    }
}

#[test]
fn bad_command_lines_are_rejected() {
    let cases: [(&[&str], &str); 12] = [
        (&[], "<FIRST>"),
        (&["raum"], "<SECOND>"),
        (
            &["raum", "raum:level=0"],
            "level=0 is not a number from 1 to 8",
        ),
        (&["raum", "raum:speed=3"], "unknown setting \"speed=3\""),
        (&["raum", ""], "greedy, random"),
        (&["raum", "raum", "--kind", "go"], "chess, space, tictactoe"),
        (&["raum", "raum", "--games", "0"], "0 is not in 1.."),
        (&["raum", "raum", "--tc", "fast"], "is not a time control"),
        (&["raum", "raum", "--sprt", "5"], "--sprt"),
        (
            &["raum", "raum", "--sprt", "5", "0"],
            "the smaller one first",
        ),
        (
            &["raum", "raum", "--sprt", "nan", "0"],
            "the smaller one first",
        ),
        (
            &["raum:level=4", "raum", "--kind", "tictactoe"],
            "tictactoe has levels 1 to 3, not 4",
        ),
    ];
    for (arguments, word) in cases {
        assert_usage_error(&[&["match"], arguments].concat(), word);
    }
}
