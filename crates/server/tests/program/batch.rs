//! `raum inspect --batch`: one request and one answer per line.

use std::io::{BufRead, BufReader, Write};

use serde_json::Value;

use super::{Run, command, finish, patience::kill_if_stuck, raum};

const LINE_BYTES_MAX: usize = 1024 * 1024;
const TOO_LONG: &str = r#"{"error":"the line is longer than 1048576 bytes"}"#;

fn batch(input: impl Into<Vec<u8>>) -> Vec<String> {
    let run = raum(&["inspect", "--batch"], input);
    assert_eq!((run.code, &*run.error), (Some(0), ""));
    run.output.lines().map(String::from).collect()
}

#[test]
fn each_line_gets_the_answer_of_a_single_inspect() {
    let cases: [(&str, &[&str]); 6] = [
        (r#"{"kind":"chess"}"#, &["chess"]),
        (
            r#"{"kind":"chess","moves":"e2e4,c7c5"}"#,
            &["chess", "--moves", "e2e4,c7c5"],
        ),
        (
            r#"{"moves":["e2e4","c7c5"],"kind":"chess"}"#,
            &["chess", "--moves", "e2e4,c7c5"],
        ),
        (
            r#" { "kind" : "tictactoe" , "position" : "X........ O" , "moves" : [] } "#,
            &["tictactoe", "--position", "X........ O"],
        ),
        (
            r#"{"kind":"space","position":null,"moves":null}"#,
            &["space"],
        ),
        (r#"{"kind":"\u0063hess","moves":""}"#, &["chess"]),
    ];
    let input: Vec<_> = cases.iter().map(|(line, _)| *line).collect();
    let expected: Vec<_> = cases
        .iter()
        .map(|(_, arguments)| raum(&[&["inspect"], *arguments].concat(), ""))
        .map(|run| run.output.trim_end().to_owned())
        .collect();
    for end in ["\n", "\r\n"] {
        // The last line has no line feed.
        assert_eq!(batch(input.join(end)), expected);
    }
}

#[test]
fn a_bad_line_gets_an_error_and_the_batch_continues() {
    const NOT_AN_OBJECT: &str = r#"expected a JSON object such as {"kind":"chess"}"#;
    let cases: [(&[u8], &str); 19] = [
        (b"", NOT_AN_OBJECT),
        (b" \t", NOT_AN_OBJECT),
        (b"chess", NOT_AN_OBJECT),
        (br#"["chess",null,null]"#, NOT_AN_OBJECT),
        (b"{", "EOF while parsing an object at line 1 column 1"),
        (
            br#"{"kind":"chess"}}"#,
            "trailing characters at line 1 column 17",
        ),
        (b"{}", "missing field `kind` at line 1 column 2"),
        (
            br#"{"kind":1}"#,
            "invalid type: integer `1`, expected a string at line 1 column 9",
        ),
        (
            br#"{"kind":"chess","depth":3}"#,
            "unknown field `depth`, expected one of `kind`, `position`, `moves` at line 1 column 23",
        ),
        (
            br#"{"kind":"chess","kind":"chess"}"#,
            "duplicate field `kind` at line 1 column 22",
        ),
        (
            br#"{"kind":"chess","moves":[1]}"#,
            "moves are a list of texts, or one text with commas at line 1 column 28",
        ),
        (
            br#"{"kind":"chess","position":[]}"#,
            "invalid type: sequence, expected a string at line 1 column 27",
        ),
        (
            b"{\"kind\":\"\xff\"}",
            "the line is not UTF-8: invalid utf-8 sequence of 1 bytes from index 9",
        ),
        (
            br#"{"kind":"go"}"#,
            "unknown kind: expected one of chess, space, tictactoe",
        ),
        (
            br#"{"kind":"Chess"}"#,
            "unknown kind: expected one of chess, space, tictactoe",
        ),
        (
            br#"{"kind":"tictactoe","position":"........ X"}"#,
            "bad position: expected 9 cells, found 8",
        ),
        (
            br#"{"kind":"tictactoe","moves":"0,x"}"#,
            r#"bad move at ply 2: "x" is not a move: expected a cell from 0 to 8"#,
        ),
        (
            br#"{"kind":"tictactoe","moves":["0","1","0"]}"#,
            r#"illegal move at ply 3: "0""#,
        ),
        (
            br#"{"kind":"chess","moves":[""]}"#,
            r#"bad move at ply 1: "" is not a move: expected UCI such as e2e4 or e7e8q"#,
        ),
    ];
    let good = raum(&["inspect", "tictactoe"], "").output;
    let mut input = Vec::new();
    for (line, _) in cases {
        input.extend_from_slice(line);
        input.extend_from_slice(b"\n{\"kind\":\"tictactoe\"}\n");
    }
    let output = batch(input);
    assert_eq!(output.len(), 2 * cases.len());
    for ((line, sentence), answers) in cases.iter().zip(output.chunks(2)) {
        let line = String::from_utf8_lossy(line);
        let error: Value = serde_json::from_str(&answers[0]).unwrap();
        assert_eq!(error, serde_json::json!({ "error": sentence }), "{line}");
        assert_eq!(answers[1], good.trim_end(), "after {line}");
    }
}

#[test]
fn a_line_over_the_limit_gets_an_error() {
    let line = br#"{"kind":"tictactoe"}"#.to_vec();
    let good = raum(&["inspect", "tictactoe"], "").output;
    let good = good.trim_end();
    let padded = |bytes: usize| [line.clone(), vec![b' '; bytes - line.len()]].concat();
    let input = [
        padded(LINE_BYTES_MAX),
        padded(LINE_BYTES_MAX + 1),
        line.clone(),
        padded(3 * LINE_BYTES_MAX),
        line.clone(),
        padded(LINE_BYTES_MAX + 1),
    ];
    let expected = [good, TOO_LONG, good, TOO_LONG, good, TOO_LONG];
    assert_eq!(batch(input.join(&b'\n')), expected);
}

#[test]
fn empty_input_has_empty_output() {
    assert_eq!(raum(&["inspect", "--batch"], ""), Run::success(""));
}

#[test]
fn an_answer_is_flushed_before_the_next_line_is_read() {
    let mut child = command(&["inspect", "--batch"]).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    for request in [r#"{"kind":"chess"}"#, "nonsense", r#"{"kind":"tictactoe"}"#] {
        // The start of the next line must not delay the answer either.
        write!(input, "{request}\n ").unwrap();
        let mut answer = String::new();
        kill_if_stuck(child.id(), || output.read_line(&mut answer)).unwrap();
        assert!(
            answer.starts_with('{') && answer.ends_with("}\n"),
            "{answer}"
        );
    }
    drop(input);
    assert_eq!(finish(child).code, Some(0));
}

#[test]
fn closing_its_output_ends_it_without_an_error() {
    let mut child = command(&["inspect", "--batch"]).spawn().unwrap();
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"{\"kind\":\"chess\"}\n").unwrap();
    // The input stays open, so only the closed output can end the program.
    let status = kill_if_stuck(child.id(), || child.wait()).unwrap();
    assert!(status.success());
    drop(input);
    assert_eq!(finish(child).error, "");
}
