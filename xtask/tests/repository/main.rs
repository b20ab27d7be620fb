//! Tests of the repository itself: its dependencies, its documents and its sentences.

#![expect(clippy::unwrap_used, reason = "a test reports a failure by panicking")]

mod absences;
mod browsers;
mod documents;
mod prose;

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Reads a file by its path in the repository.
fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap()
}

/// The paths of all files that git tracks.
fn tracked() -> Vec<String> {
    let output = Command::new("git")
        .current_dir(root())
        .arg("ls-files")
        .output()
        .unwrap();
    assert!(output.status.success(), "git ls-files failed");
    let paths = String::from_utf8(output.stdout).unwrap();
    paths.lines().map(String::from).collect()
}
