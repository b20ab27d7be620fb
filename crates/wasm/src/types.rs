//! The types of the JSON, for TypeScript: one committed file, and the test that keeps it current.

use std::{env, fs, io};

use raum_rules::{Kind, Side};
use ts_rs::{Config, TS};

use crate::{cell, kinds, position, view, words};

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/raum/types.ts");

#[test]
fn committed_types_are_current() -> io::Result<()> {
    let types = types();
    if env::var_os("RAUM_UPDATE").is_some() {
        fs::write(PATH, &types)?;
    }
    assert!(
        fs::read_to_string(PATH)? == types,
        "{PATH} is stale: run RAUM_UPDATE=1 cargo test -p raum-wasm"
    );
    Ok(())
}

fn types() -> String {
    let kinds = Kind::ALL.iter().map(|kind| kind.name());
    let sides = Kind::ALL
        .iter()
        .flat_map(|kind| Side::BOTH.map(|side| kind.side_name(side)));
    let declarations = [
        "// Generated from the types of crates/wasm: RAUM_UPDATE=1 cargo test -p raum-wasm\n"
            .into(),
        union("Which game is played.", "Kind", kinds),
        union("A kind's name for a side.", "Side", sides),
        declaration::<words::Role>(),
        declaration::<words::Win>(),
        declaration::<words::Draw>(),
        declaration::<words::Claim>(),
        declaration::<cell::Cell>(),
        declaration::<cell::Extent>(),
        declaration::<kinds::KindFacts>(),
        declaration::<position::Piece>(),
        declaration::<position::LegalMove>(),
        declaration::<position::MadeMove>(),
        declaration::<position::Outcome>(),
        declaration::<position::Position>(),
        declaration::<raum_room::Phase>(),
        declaration::<raum_room::Reason>(),
        declaration::<view::Seat>(),
        declaration::<position::LastMove>(),
        declaration::<view::Clocks>(),
        declaration::<view::Takeback>(),
        declaration::<view::Ending>(),
        declaration::<view::ChatLine>(),
        declaration::<view::May>(),
        declaration::<view::Refused>(),
        declaration::<view::View>(),
        declaration::<raum_room::AbsenceResult>(),
        declaration::<raum_room::Command>(),
    ];
    declarations.join("\n")
}

fn declaration<T: TS>() -> String {
    let docs = T::docs().unwrap_or_default();
    let declaration = T::decl(&Config::new());
    format!("{docs}export {declaration}\n")
}

/// The words that the rules themselves list, each once: the two chesses have the same sides.
fn union<'a>(docs: &str, name: &str, words: impl Iterator<Item = &'a str>) -> String {
    let mut quoted = Vec::new();
    for word in words.map(|word| format!("{word:?}")) {
        if !quoted.contains(&word) {
            quoted.push(word);
        }
    }
    let words = quoted.join(" | ");
    format!("/**\n * {docs}\n */\nexport type {name} = {words};\n")
}
