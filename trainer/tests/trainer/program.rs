//! The program: what it prints when something is wrong.

use std::{fs, process::Command};

use tempfile::tempdir;

/// Runs the program in a folder; returns whether it succeeded, and what it wrote to standard error.
fn run(folder: &std::path::Path, arguments: &[&str]) -> (bool, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_raum-trainer"))
        .current_dir(folder)
        .args(arguments)
        .output()
        .unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    (output.status.success(), error)
}

#[test]
fn a_failure_is_one_sentence() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("text"), "no data").unwrap();
    let cases: [(&[&str], &str); 9] = [
        (
            &["train", "missing", "--out", "net"],
            "raum-trainer: cannot read missing: No such file or directory (os error 2)\n",
        ),
        (
            &["fit", "text", "--out", "weights"],
            "raum-trainer: text is no file of samples: it does not begin with raumdata\n",
        ),
        (
            &["play", "net=text", "--out", "data"],
            "raum-trainer: cannot use net=text in the setup net=text: cannot use text: this is not the file of a network\n",
        ),
        (
            &["play", "--out", "no/data", "--positions", "1"],
            "raum-trainer: cannot create no/data: No such file or directory (os error 2)\n",
        ),
        (
            &["match", "weights=text", ""],
            "raum-trainer: cannot use weights=text in the setup weights=text: text is no file of weights\n",
        ),
        (
            &["train", "text", "--out", "net", "--score-share", "2"],
            "raum-trainer: --score-share must be from 0 to 1\n",
        ),
        (
            &[
                "train",
                "--kind",
                "chess",
                "--weights",
                "text",
                "text",
                "--out",
                "net",
            ],
            "raum-trainer: only space chess reads weights from files\n",
        ),
        (
            &["train", "--kind", "tictactoe", "text", "--out", "net"],
            "raum-trainer: tic-tac-toe has no evaluation: its search sees the end\n",
        ),
        (
            &["rounds", "text"],
            "raum-trainer: cannot create text: File exists (os error 17)\n",
        ),
    ];
    for (arguments, expected) in cases {
        assert_eq!(run(folder.path(), arguments), (false, expected.to_owned()));
    }
    // Nothing was written.
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn no_positions_are_too_few_to_train_on() {
    let folder = tempdir().unwrap();
    let play = ["play", "--out", "data", "--positions", "0"];
    assert_eq!(run(folder.path(), &play), (true, String::new()));
    assert_eq!(
        run(folder.path(), &["train", "data", "--out", "net"]),
        (
            false,
            "raum-trainer: there are too few positions to train on\n".to_owned()
        )
    );
}

#[test]
fn the_provenance_of_a_missing_file_is_not_begun_by_a_match() {
    let folder = tempdir().unwrap();
    let arguments = [
        "match",
        "nodes=20",
        "nodes=20",
        "--games",
        "0",
        "--provenance",
        "net",
    ];
    let (success, error) = run(folder.path(), &arguments);
    assert!(!success);
    assert!(
        error.starts_with("raum-trainer: cannot add to net.provenance: "),
        "{error}"
    );
}
