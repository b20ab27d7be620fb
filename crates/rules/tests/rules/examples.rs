//! Every public item of the crate has an example in its documentation; `cargo test --doc` runs the examples.
//!
//! The sources are searched as text, which is enough: the lint `unreachable_pub` ensures that every `pub` item is
//! public. The examples of a type cover its fields and variants.

use std::{
    fs,
    path::{Path, PathBuf},
};

const ITEMS: [&str; 7] = ["const", "enum", "fn", "mod", "struct", "trait", "type"];

fn sources() -> Vec<PathBuf> {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                sources.push(path);
            }
        }
    }
    sources
}

/// The public items of a source: their first lines, and whether their documentation has an example.
fn items(source: &Path) -> Vec<(String, bool)> {
    let text = fs::read_to_string(source).expect("a source");
    let mut items = Vec::new();
    let mut in_trait = false;
    let mut has_example = false;
    for line in text.lines() {
        let code = line.trim_start();
        if code.starts_with("///") {
            has_example |= code.contains("```");
            continue;
        }
        if code.starts_with("#[") {
            continue;
        }
        let declared = code.strip_prefix("pub ").or(in_trait.then_some(code));
        let mut words = declared.unwrap_or_default().split(' ');
        if words.next().is_some_and(|word| ITEMS.contains(&word)) {
            let module = code.strip_prefix("pub mod ");
            let shown = module.map_or(has_example, |name| module_has_example(source, name));
            items.push((code.to_owned(), shown));
        }
        // The items of a public trait are public.
        in_trait = line.starts_with("pub trait ") || in_trait && line != "}";
        has_example = false;
    }
    items
}

fn module_has_example(parent: &Path, declaration: &str) -> bool {
    let file = declaration.replace(';', ".rs");
    let text = fs::read_to_string(parent.with_file_name(file)).expect("a module");
    text.lines().any(|line| line == "//! ```")
}

#[test]
fn every_public_item_has_an_example() {
    let items: Vec<_> = sources().iter().flat_map(|source| items(source)).collect();
    assert!(items.len() > 80, "too few items found: {items:?}");
    let without: Vec<_> = items.iter().filter(|(_, shown)| !shown).collect();
    assert!(without.is_empty(), "without an example: {without:#?}");
}
