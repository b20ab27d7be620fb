//! What is not there, on purpose: the absences that ARCHITECTURE.md promises.

#![expect(
    clippy::unwrap_used,
    reason = "a test says what went wrong by panicking"
)]

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Every package that a package needs to be built, with all its features, here and in the browser.
///
/// Other platforms are left out: no build on this machine downloads what they alone need.
fn dependencies(package: &str) -> Vec<String> {
    let output = Command::new(env!("CARGO"))
        .current_dir(root())
        .args(["tree", "--offline", "--locked", "--all-features"])
        .args(["--target", "host-tuple"])
        .args(["--target", "wasm32-unknown-unknown"])
        .args(["--edges", "normal,build"])
        .args(["--prefix", "none", "--format", "{p}"])
        .args(["--package", package])
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "cargo tree cannot list what {package} needs: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    let tree = String::from_utf8(output.stdout).unwrap();
    // A blank line separates the two targets.
    let names: Vec<_> = tree
        .lines()
        .filter_map(|line| line.split_whitespace().next().map(String::from))
        .collect();
    assert!(
        names.iter().any(|name| name == package),
        "cargo tree does not mention {package}"
    );
    names
}

/// The files below a folder, or the file itself, with one of the endings.
fn files(path: &str, endings: &[&str]) -> Vec<PathBuf> {
    fn visit(path: &Path, found: &mut Vec<PathBuf>) {
        if path.is_file() {
            found.push(path.to_owned());
        } else {
            for entry in fs::read_dir(path).unwrap() {
                let path = entry.unwrap().path();
                if !path.ends_with("node_modules") && !path.ends_with("pkg") {
                    visit(&path, found);
                }
            }
        }
    }
    let mut found = Vec::new();
    visit(&root().join(path), &mut found);
    found.retain(|path| {
        let name = path.to_string_lossy();
        endings.iter().any(|ending| name.ends_with(ending))
    });
    assert!(!found.is_empty(), "nothing to look at in {path}");
    found
}

/// The places among the files, as `path: line`, where a line holds one of the words.
fn places(files: &[PathBuf], words: &[&str]) -> Vec<String> {
    let mut places = Vec::new();
    for file in files {
        for line in fs::read_to_string(file).unwrap().lines() {
            if words.iter().any(|word| line.contains(word)) {
                places.push(format!("{}: {}", file.display(), line.trim()));
            }
        }
    }
    places
}

#[test]
fn rules_depend_on_nothing_that_reaches_outside() {
    let allowed = [
        "raum-rules",
        "shakmaty",
        // What shakmaty needs.
        "arrayvec",
        "autocfg",
        "bitflags",
        "btoi",
        "num-traits",
    ];
    let strangers: Vec<_> = dependencies("raum-rules")
        .into_iter()
        .filter(|name| !allowed.contains(&name.as_str()))
        .collect();
    assert_eq!(strangers, [""; 0]);
}

#[test]
fn rooms_dialects_and_hosts_depend_on_no_runtime_clock_or_chance() {
    let outside = [
        "axum",
        "chrono",
        "getrandom",
        "mio",
        "rand",
        "rusqlite",
        "time",
        "tokio",
    ];
    for package in ["raum-room", "raum-wire", "raum-host"] {
        let found: Vec<_> = dependencies(package)
            .into_iter()
            .filter(|name| outside.contains(&name.as_str()))
            .collect();
        assert_eq!(found, [""; 0], "{package}");
    }
}

#[test]
fn what_is_pure_names_no_input_output_time_or_chance() {
    let outside = ["fs", "io", "net", "env", "process", "thread", "time", "os"]
        .map(|module| format!("std::{module}"));
    let words: Vec<_> = outside.iter().map(String::as_str).collect();
    for pure in ["rules", "room", "wire", "host"] {
        let folder = format!("crates/{pure}/src");
        assert_eq!(places(&files(&folder, &[".rs"]), &words), [""; 0]);
    }
}

#[test]
fn arrows_point_one_way() {
    let arrows = [
        (
            "raum-rules",
            &["raum-room", "raum-journal", "raum-wire", "raum-host"][..],
        ),
        (
            "raum-room",
            &["raum-journal", "raum-wire", "raum-host", "raum-server"],
        ),
        ("raum-wire", &["raum-journal", "raum-host", "raum-server"]),
        ("raum-host", &["raum-journal", "raum-wasm", "raum-server"]),
        ("raum-journal", &["raum-wire", "raum-host", "raum-server"]),
        ("raum-wasm", &["raum-journal", "raum-server"]),
    ];
    for (package, later) in arrows {
        let needs = dependencies(package);
        for name in later {
            assert!(
                !needs.iter().any(|need| need == name),
                "{package} needs {name}"
            );
        }
    }
}

#[test]
fn only_chess_names_shakmaty_and_never_in_public() {
    let (chess, others): (Vec<_>, Vec<_>) = files("crates", &[".rs"])
        .into_iter()
        .filter(|file| !file.components().any(|part| part.as_os_str() == "tests"))
        .partition(|file| file.to_string_lossy().contains("rules/src/chess"));
    assert_eq!(places(&others, &["shakmaty"]), [""; 0]);
    let named = places(&chess, &["shakmaty"]);
    assert!(!named.is_empty());
    let public: Vec<_> = named
        .iter()
        .filter(|place| place.contains(": pub ") || place.contains("impl From<"))
        .collect();
    assert_eq!(public, [""; 0]);
}

#[test]
fn only_the_meters_name_what_measures() {
    let (meters, others): (Vec<_>, Vec<_>) = files("crates", &[".rs"])
        .into_iter()
        .partition(|file| file.ends_with("crates/server/src/meters.rs"));
    let words = ["use metrics", "metrics::", "metrics_exporter"];
    assert_eq!(places(&others, &words), [""; 0]);
    assert!(!places(&meters, &words).is_empty());
}

#[test]
fn every_crate_takes_the_lints_of_the_workspace() {
    let manifests: Vec<_> = ["bench", "crates", "xtask"]
        .iter()
        .flat_map(|folder| files(folder, &["Cargo.toml"]))
        .collect();
    for manifest in manifests {
        let text = fs::read_to_string(&manifest).unwrap();
        assert!(
            text.contains("[lints]\nworkspace = true"),
            "{} has lints of its own: `unsafe` is forbidden in the workspace's",
            manifest.display()
        );
    }
}

#[test]
fn only_one_folder_of_the_page_knows_webassembly() {
    let page: Vec<_> = files("web/src", &[".ts", ".tsx"])
        .into_iter()
        .filter(|file| !file.to_string_lossy().contains("src/raum/"))
        .collect();
    assert_eq!(places(&page, &["raum_wasm", "raum/pkg"]), [""; 0]);
}

#[test]
fn only_one_file_of_the_page_knows_where_it_keeps_things() {
    let storages = ["localStorage", "sessionStorage", "indexedDB", "cookie"];
    assert_eq!(places(&page_without("src/storage.ts"), &storages), [""; 0]);
}

#[test]
fn only_one_file_of_the_page_knows_the_socket() {
    let sockets = ["WebSocket", "EventSource"];
    assert_eq!(
        places(&page_without("src/table/line.ts"), &sockets),
        [""; 0]
    );
}

/// The page's own scripts but for one; tests are never shipped.
fn page_without(path: &str) -> Vec<PathBuf> {
    let mut page = files("web/src", &[".ts", ".tsx"]);
    page.retain(|file| !is_test(file) && !file.ends_with(path));
    page
}

fn is_test(file: &Path) -> bool {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    name.contains(".test.") || name.starts_with("testing.")
}

#[test]
fn nothing_is_loaded_from_another_host() {
    let mut page = files("web", &[".ts", ".tsx", ".css", "index.html"]);
    page.retain(|file| !is_test(file));
    let outside: Vec<_> = places(&page, &["http://", "https://", "ws://", "wss://"])
        .into_iter()
        .filter(|place| !place.contains("127.0.0.1"))
        .collect();
    assert_eq!(outside, [""; 0]);
}
