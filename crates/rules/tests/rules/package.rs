//! The published package is complete, minimal, and builds on its own.

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
        // Includes changes that are not committed.
        .arg("--allow-dirty")
        .args(arguments)
        .output()
        .expect("cargo runs")
}

#[test]
fn the_package_contains_only_sources_and_metadata() {
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

/// Cargo unpacks the package and builds it outside the workspace.
#[test]
fn the_package_builds() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("package");
    let output = package(&["--target-dir", &folder.to_string_lossy()]);
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn the_manifest_allows_publishing() {
    let manifest = include_str!("../../Cargo.toml");
    let forbids = |line: &str| line.starts_with("publish");
    assert!(!manifest.lines().any(forbids), "{manifest}");
    for field in ["description", "license", "readme", "keywords", "categories"] {
        assert!(
            manifest.lines().any(|line| line.starts_with(field)),
            "no {field}"
        );
    }
}
