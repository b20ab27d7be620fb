//! Proves the absences listed in ARCHITECTURE.md: dependencies and names that must not occur.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::root;

/// All dependencies of a package with all its features, on this platform and in the browser.
///
/// Other platforms are not checked: their packages may not have been downloaded.
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
        "cargo tree cannot list the dependencies of {package}: {}",
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

/// The files in a folder, recursively, or the file itself, with one of these endings.
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
    assert!(!found.is_empty(), "no files in {path}");
    found
}

/// The lines that contain one of the words, as `path: line`.
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
fn rules_depend_only_on_shakmaty() {
    let allowed = [
        "raum-rules",
        "shakmaty",
        // Dependencies of shakmaty.
        "arrayvec",
        "autocfg",
        "bitflags",
        "btoi",
        "num-traits",
    ];
    let others: Vec<_> = dependencies("raum-rules")
        .into_iter()
        .filter(|name| !allowed.contains(&name.as_str()))
        .collect();
    assert_eq!(others, [""; 0]);
}

#[test]
fn the_engine_depends_only_on_the_rules_and_vectors() {
    let mut allowed = dependencies("raum-rules");
    allowed.extend(["raum-engine", "fearless_simd"].map(String::from));
    let others: Vec<_> = dependencies("raum-engine")
        .into_iter()
        .filter(|name| !allowed.contains(name))
        .collect();
    assert_eq!(others, [""; 0]);
}

#[test]
fn room_wire_and_host_depend_on_no_runtime_clock_or_randomness() {
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
    for package in ["raum-room", "raum-wire", "raum-host", "raum-lobby"] {
        let found: Vec<_> = dependencies(package)
            .into_iter()
            .filter(|name| outside.contains(&name.as_str()))
            .collect();
        assert_eq!(found, [""; 0], "{package}");
    }
}

/// The modules of the standard library that a source names, by path or in a list such as `std::{fmt, io::{self, Read}}`.
fn modules_of_std(source: &str) -> Vec<&str> {
    let mut modules = Vec::new();
    for rest in source.split("std::").skip(1) {
        let Some(list) = rest.strip_prefix('{') else {
            modules.push(first_word(rest));
            continue;
        };
        let mut depth = 0;
        let mut names_next = true;
        for (at, letter) in list.char_indices() {
            match letter {
                '{' => depth += 1,
                '}' if depth == 0 => break,
                '}' => depth -= 1,
                ',' if depth == 0 => names_next = true,
                letter if names_next && letter.is_alphabetic() => {
                    modules.push(first_word(&list[at..]));
                    names_next = false;
                }
                _ => {}
            }
        }
    }
    modules
}

fn first_word(text: &str) -> &str {
    let end = text.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
    &text[..end.unwrap_or(text.len())]
}

#[test]
fn modules_of_std_are_found_in_lists() {
    let source =
        "use std::{\n    fmt,\n    io::{self, Read},\n    time,\n};\nlet x = std::env::var(y);";
    assert_eq!(modules_of_std(source), ["fmt", "io", "time", "env"]);
}

#[test]
fn pure_crates_name_no_io_clock_or_randomness() {
    let outside = ["fs", "io", "net", "env", "process", "thread", "time", "os"];
    for pure in ["rules", "engine", "room", "wire", "host", "lobby"] {
        for file in files(&format!("crates/{pure}/src"), &[".rs"]) {
            let source = fs::read_to_string(&file).unwrap();
            let found = modules_of_std(&source);
            let named = outside.iter().find(|module| found.contains(module));
            assert_eq!(named, None, "{}", file.display());
        }
    }
}

#[test]
fn dependencies_between_crates_point_one_way() {
    let arrows = [
        (
            "raum-rules",
            &[
                "raum-engine",
                "raum-room",
                "raum-journal",
                "raum-wire",
                "raum-host",
            ][..],
        ),
        (
            "raum-engine",
            &["raum-room", "raum-wire", "raum-wasm", "raum-server"],
        ),
        (
            "raum-room",
            &[
                "raum-engine",
                "raum-journal",
                "raum-wire",
                "raum-host",
                "raum-server",
            ],
        ),
        ("raum-wire", &["raum-journal", "raum-host", "raum-server"]),
        ("raum-host", &["raum-journal", "raum-wasm", "raum-server"]),
        ("raum-lobby", &["raum-journal", "raum-host", "raum-server"]),
        ("raum-journal", &["raum-wire", "raum-host", "raum-server"]),
        // The page loads this module first, and the engine's later.
        ("raum-wasm", &["raum-engine", "raum-journal", "raum-server"]),
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
fn only_chess_names_shakmaty_and_not_in_its_public_api() {
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
fn only_meters_name_the_metrics_crates() {
    let (meters, others): (Vec<_>, Vec<_>) = files("crates", &[".rs"])
        .into_iter()
        .partition(|file| file.ends_with("crates/server/src/meters.rs"));
    let words = ["use metrics", "metrics::", "metrics_exporter"];
    assert_eq!(places(&others, &words), [""; 0]);
    assert!(!places(&meters, &words).is_empty());
}

#[test]
fn every_crate_inherits_the_workspace_lints() {
    let manifests: Vec<_> = ["bench", "crates", "torture", "trainer", "xtask"]
        .iter()
        .flat_map(|folder| files(folder, &["Cargo.toml"]))
        .collect();
    for manifest in manifests {
        let text = fs::read_to_string(&manifest).unwrap();
        assert!(
            text.contains("[lints]\nworkspace = true"),
            "{} does not inherit the workspace lints, which forbid `unsafe`",
            manifest.display()
        );
    }
}

#[test]
fn only_one_folder_of_the_page_imports_each_webassembly_module() {
    let page: Vec<_> = files("web/src", &[".ts", ".tsx"])
        .into_iter()
        .filter(|file| !is_test(file))
        .collect();
    let outside = |folder: &str, words: &[&str]| {
        let mut others = page.clone();
        others.retain(|file| !file.to_string_lossy().contains(folder));
        places(&others, words)
    };
    assert_eq!(outside("src/raum/", &["raum_wasm", "raum/pkg"]), [""; 0]);
    let engine = ["raum_engine_wasm", "engine/pkg"];
    assert_eq!(outside("src/engine/", &engine), [""; 0]);
}

#[test]
fn only_one_file_of_the_page_uses_browser_storage() {
    let storages = [
        "localStorage",
        "sessionStorage",
        "indexedDB",
        "document.cookie",
        "cookieStore",
    ];
    assert_eq!(places(&page_without("src/storage.ts"), &storages), [""; 0]);
}

#[test]
fn only_one_file_of_the_page_uses_sockets() {
    let sockets = ["WebSocket", "EventSource"];
    assert_eq!(
        places(&page_without("src/table/connection.ts"), &sockets),
        [""; 0]
    );
}

/// The page's scripts, without tests and without one file.
fn page_without(path: &str) -> Vec<PathBuf> {
    let mut page = files("web/src", &[".ts", ".tsx"]);
    // Generated types, which contain no code.
    page.retain(|file| !file.ends_with("src/api.ts"));
    page.retain(|file| !is_test(file) && !file.ends_with(path));
    page
}

fn is_test(file: &Path) -> bool {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    name.contains(".test.") || name.starts_with("testing.")
}

#[test]
fn the_page_loads_nothing_from_another_host() {
    let mut page = files("web", &[".ts", ".tsx", ".css", "index.html"]);
    page.retain(|file| !is_test(file));
    let outside: Vec<_> = places(&page, &["http://", "https://", "ws://", "wss://"])
        .into_iter()
        .filter(|place| !place.contains("127.0.0.1"))
        .collect();
    assert_eq!(outside, [""; 0]);
}
