use serde_json::{Value, json};

use super::{Run, assert_usage_error, raum};

/// A case's arguments, and what it must say: side to move, check, outcome and claims.
type Case = (&'static str, &'static str, String, (&'static str, bool, Value, Value));

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

fn assert_reports(cases: impl IntoIterator<Item = Case>) {
    for (kind, position, moves, (turn, check, outcome, claims)) in cases {
        let run = inspect(kind, position, &moves);
        assert_eq!(run.error, "", "{position} {moves}");
        let report: Value = serde_json::from_str(&run.output).unwrap();
        let found = json!([report["turn"], report["check"], report["outcome"], report["claims"]]);
        assert_eq!(found, json!([turn, check, outcome, claims]), "{position} {moves}");
    }
}

fn draw(reason: &str) -> Value {
    json!({"result": "draw", "reason": reason, "winner": null})
}

fn win(reason: &str, winner: &str) -> Value {
    json!({"result": "win", "reason": reason, "winner": winner})
}

/// The same moves over and over.
fn times(count: usize, moves: &str) -> String {
    vec![moves; count].join(",")
}

#[test]
fn whole_lines() {
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
    const KNIGHTS: &str = "g1f3,g8f6,f3g1,f6g8";
    const ROOK: &str = "a1a2,e8e7,a2a1,e7e8";
    let both = json!(["threefold-repetition", "fifty-moves"]);
    let cases = [
        ("7k/8/6K1/8/8/8/8/R7 w - - 0 1", "a1a8".into(), ("black", true, win("checkmate", "white"), json!([]))),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", String::new(), ("black", false, draw("stalemate"), json!([]))),
        ("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "e1e2".into(), ("black", false, draw("dead-position"), json!([]))),
        ("", times(2, KNIGHTS), ("white", false, json!(null), json!(["threefold-repetition"]))),
        ("", times(4, KNIGHTS), ("white", false, draw("fivefold-repetition"), json!([]))),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 99 80", String::new(), ("white", false, json!(null), json!([]))),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 99 80", "a1a2".into(), ("black", false, json!(null), json!(["fifty-moves"]))),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 92 80", times(2, ROOK), ("white", false, json!(null), both)),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 149 99", "a1a2".into(), ("black", false, draw("seventy-five-moves"), json!([]))),
        ("7k/8/6K1/8/8/8/8/R7 w - - 149 99", "a1a8".into(), ("black", true, win("checkmate", "white"), json!([]))),
        ("4k3/8/8/8/8/8/4r3/R3K3 w - - 0 1", String::new(), ("white", true, json!(null), json!([]))),
    ];
    assert_reports(cases.map(|(position, moves, said)| ("chess", position, moves, said)));
}

#[test]
fn outcomes_of_tic_tac_toe() {
    let cases = [
        ("", "0,3,1,4,2".into(), ("O", false, win("line", "X"), json!([]))),
        ("......... O", "2,0,4,1,6".into(), ("X", false, win("line", "O"), json!([]))),
        ("", "0,1,2,4,3,5,7,6,8".into(), ("O", false, draw("full-board"), json!([]))),
        ("", "0,1,2,4,3,5,7,6".into(), ("X", false, json!(null), json!([]))),
    ];
    assert_reports(cases.map(|(position, moves, said)| ("tictactoe", position, moves, said)));
}

#[test]
fn bad_input_is_one_sentence() {
    let cases = [
        ("chess", "", "e2e4,e7e5,e4e5", r#"illegal move at ply 3: "e4e5""#),
        ("chess", "", "e2e4,", r#"bad move at ply 2: "" is not a move: expected UCI such as e2e4 or e7e8q"#),
        ("chess", "8/8/8/8/8/8/8/4K3 w - - 0 1", "", "bad position: black has 0 kings instead of one"),
        ("tictactoe", "", "0,0", r#"illegal move at ply 2: "0""#),
        ("tictactoe", "", "9", r#"bad move at ply 1: "9" is not a move: expected a cell from 0 to 8"#),
        ("tictactoe", "XX....... X", "", "bad position: the numbers of marks do not fit the side to move"),
    ];
    for (kind, position, moves, sentence) in cases {
        assert_eq!(inspect(kind, position, moves), Run::failure(sentence));
    }
}

#[test]
fn bad_arguments() {
    assert_usage_error(&["inspect"], "<KIND>");
    assert_usage_error(&["inspect", "go"], "chess, space, tictactoe");
    assert_usage_error(&["inspect", "--batch", "chess"], "--batch");
    assert_usage_error(&["inspect", "--batch", "--moves", "0"], "--batch");
    assert_usage_error(&["inspect", "--batch", "--position", "......... X"], "--batch");
}

#[test]
fn no_moves_are_an_empty_text() {
    let run = raum(&["inspect", "tictactoe", "--moves", ""], "");
    assert_eq!(run, raum(&["inspect", "tictactoe"], ""));
    assert_eq!(run.code, Some(0));
}
