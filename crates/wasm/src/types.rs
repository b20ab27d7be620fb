//! The types of the JSON, for TypeScript: one committed file, and the test that keeps it current.

use std::{env, fmt::Write, fs};

use raum_rules::{Kind, Side};
use ts_rs::{Config, TS};

use crate::{cell, kinds, position, words};

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/rules/types.ts");

#[test]
fn committed_types_are_current() {
    let types = types();
    if env::var_os("RAUM_UPDATE").is_some() {
        fs::write(PATH, &types).unwrap();
    }
    assert_eq!(
        fs::read_to_string(PATH).unwrap_or_default(),
        types,
        "the committed types are stale: run RAUM_UPDATE=1 cargo test -p raum-wasm"
    );
}

fn types() -> String {
    let mut file = String::from(
        "// Generated from the types of crates/wasm by RAUM_UPDATE=1 cargo test -p raum-wasm.\n",
    );
    let kinds = Kind::ALL.iter().map(|kind| kind.name());
    let sides = Kind::ALL
        .iter()
        .flat_map(|kind| Side::BOTH.map(|side| kind.side_name(side)));
    write_union(&mut file, "Which game is played.", "Kind", kinds);
    write_union(&mut file, "A kind's name for a side.", "Side", sides);
    write_type::<words::Role>(&mut file);
    write_type::<words::Win>(&mut file);
    write_type::<words::Draw>(&mut file);
    write_type::<words::Claim>(&mut file);
    write_type::<cell::Cell>(&mut file);
    write_type::<cell::Extent>(&mut file);
    write_type::<kinds::KindFacts>(&mut file);
    write_type::<position::Piece>(&mut file);
    write_type::<position::LegalMove>(&mut file);
    write_type::<position::MadeMove>(&mut file);
    write_type::<position::Outcome>(&mut file);
    write_type::<position::Position>(&mut file);
    file
}

fn write_type<T: TS>(file: &mut String) {
    let docs = T::docs().unwrap_or_default();
    let declaration = T::decl(&Config::new());
    writeln!(file, "\n{docs}export {declaration}").unwrap();
}

fn write_union<'a>(
    file: &mut String,
    docs: &str,
    name: &str,
    words: impl Iterator<Item = &'a str>,
) {
    let mut quoted = Vec::new();
    for word in words.map(|word| format!("{word:?}")) {
        // The two chesses have the same sides.
        if !quoted.contains(&word) {
            quoted.push(word);
        }
    }
    let union = quoted.join(" | ");
    writeln!(file, "\n/**\n * {docs}\n */\nexport type {name} = {union};").unwrap();
}
