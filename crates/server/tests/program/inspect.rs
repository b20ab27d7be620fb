//! `raum inspect`: the legal moves, outcome and claims of a position.

use serde_json::Value;

use super::{Run, assert_usage_error, raum};

fn inspect(kind: &str, position: &str, moves: &str) -> Run {
    let mut arguments = vec!["inspect", kind];
    if !position.is_empty() {
        arguments.extend(["--position", position]);
    }
    if !moves.is_empty() {
        arguments.extend(["--moves", moves]);
    }
    raum(&arguments, "")
}

/// A report in a few words, without its position and moves.
fn summary(report: &Value) -> String {
    let mut words = vec![report["turn"].as_str().unwrap()];
    if report["check"].as_bool().unwrap() {
        words.push("in check");
    }
    let end = &report["outcome"];
    if !end.is_null() {
        words.extend(["result", "reason"].map(|key| end[key].as_str().unwrap()));
        words.extend(end["winner"].as_str());
    }
    for claim in report["claims"].as_array().unwrap() {
        words.extend(["claim", claim.as_str().unwrap()]);
    }
    words.join(" ")
}

/// Asserts the summaries of positions after some moves.
fn assert_summaries<const N: usize>(kind: &str, cases: [(&str, &str, &str); N]) {
    for (position, moves, expected) in cases {
        let run = inspect(kind, position, moves);
        assert_eq!((run.code, &*run.error), (Some(0), ""), "{position} {moves}");
        let report = serde_json::from_str(&run.output).unwrap();
        assert_eq!(summary(&report), expected, "{position} {moves}");
    }
}

/// The same moves, repeated.
fn times(count: usize, moves: &str) -> String {
    vec![moves; count].join(",")
}

#[test]
fn the_report_is_one_line_of_json() {
    let cases = [
        (
            "chess",
            "",
            "",
            r#"{"position":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","turn":"white","legal":["a2a3","a2a4","b1a3","b1c3","b2b3","b2b4","c2c3","c2c4","d2d3","d2d4","e2e3","e2e4","f2f3","f2f4","g1f3","g1h3","g2g3","g2g4","h2h3","h2h4"],"check":false,"outcome":null,"claims":[]}"#,
        ),
        (
            "chess",
            "",
            "f2f3,e7e5,g2g4,d8h4",
            r#"{"position":"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3","turn":"white","legal":[],"check":true,"outcome":{"result":"win","reason":"checkmate","winner":"black"},"claims":[]}"#,
        ),
        (
            "chess",
            "4k3/P7/8/8/8/8/7p/4K2R w K - 0 1",
            "",
            r#"{"position":"4k3/P7/8/8/8/8/7p/4K2R w K - 0 1","turn":"white","legal":["a7a8b","a7a8n","a7a8q","a7a8r","e1d1","e1d2","e1e2","e1f1","e1f2","h1f1","h1g1","h1h2"],"check":false,"outcome":null,"claims":[]}"#,
        ),
        (
            "space",
            "",
            "",
            r#"{"position":"5/5/5/PPPPP/RNKNR|5/5/5/PPPPP/BUQBU|5/5/5/5/5|ubqub/ppppp/5/5/5|rnknr/ppppp/5/5/5 w 0 1","turn":"white","legal":["Aa2Aa3","Ab1Aa3","Ab1Ac3","Ab1Bb3","Ab1Ca1","Ab1Cb2","Ab1Cc1","Ab2Ab3","Ac2Ac3","Ad1Ac3","Ad1Ae3","Ad1Bd3","Ad1Cc1","Ad1Cd2","Ad1Ce1","Ad2Ad3","Ae2Ae3","Ba1Ca2","Ba1Cb1","Ba1Da3","Ba1Dc1","Ba1Ea4","Ba1Ed1","Ba2Ba3","Ba2Ca2","Bb1Ca2","Bb1Cc2","Bb1Dd3","Bb1Ee4","Bb2Bb3","Bb2Cb2","Bc1Cb1","Bc1Cb2","Bc1Cc1","Bc1Cc2","Bc1Cd1","Bc1Cd2","Bc1Da1","Bc1Da3","Bc1Dc1","Bc1Dc3","Bc1De1","Bc1De3","Bc1Ec1","Bc1Ec4","Bc2Bc3","Bc2Cc2","Bd1Cc1","Bd1Cd2","Bd1Ce1","Bd1Db1","Bd1Dd3","Bd1Ea1","Bd1Ed4","Bd2Bd3","Bd2Cd2","Be1Cd2","Be1Dc3","Be1Eb4","Be2Be3","Be2Ce2"],"check":false,"outcome":null,"claims":[]}"#,
        ),
        (
            "space",
            "5/5/5/5/K3k|5/5/5/5/5|5/5/5/5/5|2P2/5/5/5/5|3r1/5/5/5/5 w 0 1",
            "",
            r#"{"position":"5/5/5/5/K3k|5/5/5/5/5|5/5/5/5/5|2P2/5/5/5/5|3r1/5/5/5/5 w 0 1","turn":"white","legal":["Aa1Aa2","Aa1Ab1","Aa1Ab2","Aa1Ba1","Aa1Ba2","Aa1Bb1","Aa1Bb2","Dc5Ec5B","Dc5Ec5N","Dc5Ec5Q","Dc5Ec5R","Dc5Ec5U","Dc5Ed5B","Dc5Ed5N","Dc5Ed5Q","Dc5Ed5R","Dc5Ed5U"],"check":false,"outcome":null,"claims":[]}"#,
        ),
        (
            "tictactoe",
            "......... O",
            "4,0",
            r#"{"position":"X...O.... O","turn":"O","legal":["1","2","3","5","6","7","8"],"check":false,"outcome":null,"claims":[]}"#,
        ),
        (
            "tictactoe",
            "XOXXOOOX. X",
            "8",
            r#"{"position":"XOXXOOOXX O","turn":"O","legal":[],"check":false,"outcome":{"result":"draw","reason":"full-board","winner":null},"claims":[]}"#,
        ),
    ];
    for (kind, position, moves, line) in cases {
        let run = inspect(kind, position, moves);
        assert_eq!(run, Run::success(format!("{line}\n")), "{position} {moves}");
    }
}

#[test]
fn outcomes_and_claims_of_chess() {
    const ROOK: &str = "4k3/8/8/8/8/8/8/R3K3 w - -";
    const MATE: &str = "7k/8/6K1/8/8/8/8/R7 w - -";
    let knights = "g1f3,g8f6,f3g1,f6g8";
    let rook = "a1a2,e8e7,a2a1,e7e8";
    assert_summaries(
        "chess",
        [
            (
                &format!("{MATE} 0 1"),
                "a1a8",
                "black in check win checkmate white",
            ),
            (
                &format!("{MATE} 149 99"),
                "a1a8",
                "black in check win checkmate white",
            ),
            ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "", "black draw stalemate"),
            (
                "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1",
                "e1e2",
                "black draw dead-position",
            ),
            ("", &times(2, knights), "white claim threefold-repetition"),
            ("", &times(4, knights), "white draw fivefold-repetition"),
            (&format!("{ROOK} 99 80"), "", "white"),
            (&format!("{ROOK} 99 80"), "a1a2", "black claim fifty-moves"),
            (
                &format!("{ROOK} 92 80"),
                &times(2, rook),
                "white claim threefold-repetition claim fifty-moves",
            ),
            (
                &format!("{ROOK} 149 99"),
                "a1a2",
                "black draw seventy-five-moves",
            ),
            ("4k3/8/8/8/8/8/4r3/R3K3 w - - 0 1", "", "white in check"),
        ],
    );
}

#[test]
fn outcomes_and_claims_of_space_chess() {
    const QUEEN: &str = "5/5/5/5/K4|5/5/5/5/5|5/5/5/2Q2/5|5/5/5/5/5|4k/5/5/5/5 w";
    const MATE: &str = "5/5/5/5/k4|5/5/5/5/5|5/5/2K2/5/5|5/5/5/5/5|5/5/5/1Q3/5 w";
    const STALEMATE: &str = "5/5/K4/5/k4|5/5/5/5/3Q1|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5 w 0 1";
    const PROMOTION: &str = "5/5/5/5/K3k|5/5/5/5/5|5/5/5/5/5|2P2/5/5/5/5|3r1/5/5/5/5 w 0 1";
    let knights = "Ab1Ca1,Eb5Ca5,Ca1Ab1,Ca5Eb5";
    let queen = "Cc2Ca2,Ee5Ed5,Ca2Cc2,Ed5Ee5";
    assert_summaries(
        "space",
        [
            (
                &format!("{MATE} 0 1"),
                "Eb2Bb2",
                "black in check win checkmate white",
            ),
            (
                &format!("{MATE} 149 99"),
                "Eb2Bb2",
                "black in check win checkmate white",
            ),
            (STALEMATE, "Bd1Bc1", "black draw stalemate"),
            (PROMOTION, "Dc5Ed5U", "black draw dead-position"),
            (PROMOTION, "Dc5Ed5Q", "black"),
            ("", &times(2, knights), "white claim threefold-repetition"),
            ("", &times(4, knights), "white draw fivefold-repetition"),
            (
                &format!("{QUEEN} 92 80"),
                &times(2, queen),
                "white claim threefold-repetition claim fifty-moves",
            ),
            (
                &format!("{QUEEN} 149 99"),
                "Cc2Ca2",
                "black draw seventy-five-moves",
            ),
        ],
    );
}

/// Material that cannot mate, and the material closest to it that can.
#[test]
fn dead_positions_of_space_chess() {
    let cases = [
        ("5/5/5/5/5", "white draw dead-position"),
        ("5/5/2R2/2u2/5", "white draw dead-position"),
        ("5/5/2R2/2U2/5", "white draw dead-position"),
        ("5/5/2b2/2u2/5", "white draw dead-position"),
        ("5/5/2N2/2U2/5", "white draw dead-position"),
        ("5/5/5/1UU2/5", "white draw dead-position"),
        ("5/5/2B2/1B3/5", "white draw dead-position"),
        ("5/5/2B2/2B2/5", "white"),
        ("5/2b2/2B2/1b3/5", "white"),
        ("5/5/2R2/2R2/5", "white"),
        ("5/5/5/2P2/5", "white"),
    ];
    for (level, expected) in cases {
        let position = format!("5/5/5/5/K4|5/5/5/5/5|{level}|5/5/5/5/5|4k/5/5/5/5 w 0 1");
        assert_summaries("space", [(&position, "", expected)]);
    }
}

#[test]
fn outcomes_of_tic_tac_toe() {
    assert_summaries(
        "tictactoe",
        [
            ("", "0,3,1,4,2", "O win line X"),
            ("......... O", "2,0,4,1,6", "X win line O"),
            ("", "0,1,2,4,3,5,7,6,8", "O draw full-board"),
            ("", "0,1,2,4,3,5,7,6", "X"),
        ],
    );
}

#[test]
fn bad_input_is_reported_in_one_sentence() {
    let cases = [
        (
            "chess",
            "",
            "e2e4,e7e5,e4e5",
            r#"illegal move at ply 3: "e4e5""#,
        ),
        (
            "chess",
            "",
            "e2e4,",
            r#"bad move at ply 2: "" is not a move: expected UCI such as e2e4 or e7e8q"#,
        ),
        (
            "chess",
            "8/8/8/8/8/8/8/4K3 w - - 0 1",
            "",
            "bad position: black has 0 kings; it needs exactly one",
        ),
        (
            "space",
            "5/5/5/5/K3k|5/5/5/5/5|5/5/5/5/5|2P2/5/5/5/5|5/5/5/5/5 w 0 1",
            "Dc5Ec5",
            r#"illegal move at ply 1: "Dc5Ec5""#,
        ),
        ("tictactoe", "", "0,0", r#"illegal move at ply 2: "0""#),
        (
            "tictactoe",
            "",
            "9",
            r#"bad move at ply 1: "9" is not a move: expected a cell from 0 to 8"#,
        ),
        (
            "tictactoe",
            "XX....... X",
            "",
            "bad position: the number of marks does not match the side to move",
        ),
    ];
    for (kind, position, moves, sentence) in cases {
        assert_eq!(inspect(kind, position, moves), Run::failure(sentence));
    }
}

#[test]
fn bad_arguments_are_rejected() {
    assert_usage_error(&["inspect"], "<KIND>");
    assert_usage_error(&["inspect", "go"], "chess, space, tictactoe");
    assert_usage_error(&["inspect", "--batch", "chess"], "--batch");
    assert_usage_error(&["inspect", "--batch", "--moves", "0"], "--batch");
    assert_usage_error(
        &["inspect", "--batch", "--position", "......... X"],
        "--batch",
    );
}

#[test]
fn an_empty_text_means_no_moves() {
    let run = raum(&["inspect", "tictactoe", "--moves", ""], "");
    assert_eq!(run, raum(&["inspect", "tictactoe"], ""));
    assert_eq!(run.code, Some(0));
}
