//! The documents: links, paths and names of tests exist, and every page says who it is for.

use std::{collections::BTreeSet, path::Path};

use crate::{read, tracked};

/// Decisions and the changelog name the files of their time.
fn is_history(path: &str) -> bool {
    path.starts_with("docs/decisions/0") || path == "CHANGELOG.md"
}

/// All tracked files and their folders.
fn paths() -> BTreeSet<String> {
    let files = tracked();
    let ancestors = files.iter().flat_map(|file| Path::new(file).ancestors());
    ancestors
        .map(|path| path.to_string_lossy().into_owned())
        .collect()
}

fn ending(path: &str) -> &str {
    path.rsplit_once('.').map_or("", |(_, ending)| ending)
}

fn documents() -> Vec<(String, String)> {
    let files = tracked().into_iter().filter(|path| ending(path) == "md");
    files
        .map(|path| {
            let text = read(&path);
            (path, text)
        })
        .collect()
}

/// The texts in backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// The texts between an opening and the next closing mark.
fn between<'a>(text: &'a str, open: &str, close: char) -> impl Iterator<Item = &'a str> {
    text.split(open)
        .skip(1)
        .filter_map(move |rest| Some(rest.split_once(close)?.0))
}

/// The headings of a document, as anchors in links name them.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    headings
        .map(|line| {
            let title = line.trim_start_matches('#').trim().to_lowercase();
            let kept =
                |letter: &char| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_');
            title
                .chars()
                .filter(kept)
                .collect::<String>()
                .replace(' ', "-")
        })
        .collect()
}

/// Resolves `.` and `..` in a link.
fn resolved(document: &str, link: &str) -> String {
    let folder = Path::new(document).parent().unwrap();
    let mut parts = Vec::new();
    for part in &folder.join(link) {
        match part.to_str().unwrap() {
            "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part.to_owned()),
        }
    }
    parts.join("/")
}

#[test]
fn every_link_leads_to_a_file_and_a_heading() {
    let paths = paths();
    let mut broken = Vec::new();
    for (document, text) in documents() {
        let links = between(&text, "](", ')').chain(between(&text, "src=\"", '"'));
        for link in links.filter(|link| !link.contains("://")) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = match file {
                "" => document.clone(),
                file => resolved(&document, file),
            };
            let exists = paths.contains(&target)
                && (anchor.is_empty() || anchors(&read(&target)).contains(anchor));
            if !exists {
                broken.push(format!("{document}: {link}"));
            }
        }
    }
    assert_eq!(broken, [""; 0]);
}

#[test]
fn every_path_in_a_document_exists() {
    let folders = [
        "bench/",
        "crates/",
        "deploy/",
        "docs/",
        "e2e/",
        "examples/",
        "packages/",
        "torture/",
        "trainer/",
        "web/",
        "xtask/",
    ];
    let generated = ["web/src/engine/pkg", "web/src/raum/pkg"];
    let paths = paths();
    let mut missing = Vec::new();
    for (document, text) in documents() {
        if is_history(&document) {
            continue;
        }
        for word in quoted(&text) {
            let is_path = folders.iter().any(|folder| word.starts_with(folder))
                && !word.contains(['*', '{', ' ', '\n'])
                && !word.contains("NAME");
            let path = word.trim_end_matches('/');
            if is_path && !generated.contains(&path) && !paths.contains(path) {
                missing.push(format!("{document}: {word}"));
            }
        }
    }
    assert_eq!(missing, [""; 0]);
}

/// Names with three underscores or more are tests, except for metrics. An ellipsis stands for the rest of a name.
#[test]
fn every_test_named_in_a_document_exists() {
    let sources = tracked().into_iter().filter(|path| ending(path) == "rs");
    let code: String = sources.map(|path| read(&path)).collect();
    let mut missing = Vec::new();
    for (document, text) in documents() {
        if is_history(&document) || document.starts_with("docs/dialects/") {
            continue;
        }
        for word in quoted(&text) {
            let name = word.trim_end_matches('…');
            let is_test = name.matches('_').count() >= 3
                && name
                    .chars()
                    .all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
                && !name.starts_with("raum_")
                && !name.starts_with("RAUM_")
                && !name.starts_with("process_");
            if is_test && !code.contains(&format!("fn {name}")) {
                missing.push(format!("{document}: {word}"));
            }
        }
    }
    assert_eq!(missing, [""; 0]);
}

#[test]
fn every_page_begins_with_its_readers() {
    for (document, text) in documents() {
        if document.starts_with("docs/") {
            let first = text.lines().skip(1).find(|line| !line.is_empty());
            let is_addressed = first.is_some_and(|line| line.starts_with("For "));
            assert!(is_addressed, "{document} does not say who it is for");
        }
    }
}

#[test]
fn the_map_of_the_code_stays_short() {
    assert!(read("ARCHITECTURE.md").lines().count() <= 200);
}
