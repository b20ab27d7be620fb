//! The crate stands alone: its package has what belongs in it and nothing else, and can be built.

#![expect(clippy::expect_used, reason = "a test that cannot go on stops")]

use std::{
    path::Path,
    process::{Command, Output},
};

fn package(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO"))
        .args([
            "package",
            "--package",
            "raum-rules",
            "--offline",
            "--locked",
        ])
        // What is not committed yet is tested, too.
        .arg("--allow-dirty")
        .args(arguments)
        .output()
        .expect("cargo runs")
}

#[test]
fn it_has_the_sources_and_what_goes_with_them() {
    let output = package(&["--list"]);
    let list = String::from_utf8_lossy(&output.stdout);
    let (sources, others): (Vec<_>, Vec<_>) =
        list.lines().partition(|file| file.starts_with("src/"));
    assert!(sources.contains(&"src/lib.rs"), "{output:?}");
    let added = [".cargo_vcs_info.json", "Cargo.lock", "Cargo.toml.orig"];
    let others: Vec<_> = others
        .into_iter()
        .filter(|file| !added.contains(file))
        .collect();
    assert_eq!(others, ["Cargo.toml", "LICENSE", "README.md"]);
}

/// Cargo unpacks it elsewhere, and builds it there without the workspace.
#[test]
fn it_can_be_built() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("package");
    let output = package(&["--target-dir", &folder.to_string_lossy()]);
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn it_may_be_published() {
    let manifest = include_str!("../Cargo.toml");
    assert!(!manifest.contains("publish"), "{manifest}");
    for field in ["description", "license", "readme", "keywords", "categories"] {
        assert!(
            manifest.lines().any(|line| line.starts_with(field)),
            "no {field}"
        );
    }
}
