//! Generates the committed TypeScript files of `web/src/raum`. Tests fail when a file is stale.

use std::{collections::BTreeMap, env, fs, io};

use raum_room::{Ending, Reason};
use raum_rules::{Kind, Record, Side};
use raum_wire::{native::Close, space};
use ts_rs::{Config, TS};

use crate::{
    cell,
    kinds::KindFacts,
    position::{self, Position},
    thought, view, words,
};

/// The reasons for a win that a board does not show.
const CAN_WIN: [Reason; 4] = [
    Reason::Resignation,
    Reason::Time,
    Reason::Absence,
    Reason::Leaving,
];

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/raum/");

#[test]
fn types_are_current() -> io::Result<()> {
    check("types.ts", &types())
}

/// For the service worker, which has no rules.
#[test]
fn kinds_are_current() -> io::Result<()> {
    let kinds: Vec<_> = Kind::ALL.iter().map(|kind| kind.name()).collect();
    compare("kinds.json", &(serde_json::to_string(&kinds)? + "\n"))
}

/// For screens that are shown before the rules are loaded.
#[test]
fn facts_are_current() -> io::Result<()> {
    let facts: Vec<_> = Kind::ALL
        .iter()
        .map(|kind| KindFacts::from(*kind))
        .collect();
    let facts = serde_json::to_string(&facts)?;
    let docs = "/** Every kind of game with its facts. */";
    check(
        "facts.ts",
        &format!(
            "import type {{ KindFacts }} from './types.js'\n\n{docs}\nexport const FACTS: readonly KindFacts[] = {facts}\n"
        ),
    )
}

/// The positions of pictures: the start, or some moves where the start is an empty board. Without legal moves.
#[test]
fn samples_are_current() -> io::Result<()> {
    let samples = Kind::ALL.iter().map(|kind| {
        let mut record = Record::new(kind.start());
        let moves: &[_] = if *kind == Kind::TicTacToe {
            &["4", "0", "2"]
        } else {
            &[]
        };
        for text in moves {
            let mv = kind.read_move(text).expect("a move");
            record.play(mv).expect("a legal move");
        }
        let position = serde_json::to_string(&Position::of(&record, false)).unwrap_or_default();
        format!("  {kind}: {position},\n")
    });
    let samples: String = samples.collect();
    let docs = "/** A position of each kind to show in pictures, without legal moves. */";
    check(
        "samples.ts",
        &format!(
            "import type {{ Kind, Position }} from './types.js'\n\n{docs}\nexport const SAMPLES: {{ [kind in Kind]: Position }} = {{\n{samples}}}\n"
        ),
    )
}

#[test]
fn close_codes_are_current() -> io::Result<()> {
    let codes = Close::ALL.iter();
    let codes = codes.map(|close| {
        let (code, reason) = (close.code(), close.reason());
        format!("/** {reason} */\nexport const {close:?} = {code}\n")
    });
    check("close-codes.ts", &codes.collect::<Vec<_>>().join("\n"))
}

/// The dialect of space chess reports most endings by a message alone.
#[test]
fn endings_of_space_chess_are_current() -> io::Result<()> {
    let winners = [Some(Side::First), Some(Side::Second), None];
    let endings = winners.into_iter().flat_map(|winner| {
        let ended = reasons().map(move |reason| Ending { winner, reason });
        ended.filter(|ending| ending.winner.is_none() || CAN_WIN.contains(&ending.reason))
    });
    let endings = endings.map(|ending| (space::sentence(ending), ending));
    let endings: BTreeMap<_, _> = endings.collect();
    let lines = endings.iter().map(|(message, ending)| {
        let ending = serde_json::to_string(ending).unwrap_or_default();
        format!("  {message:?}: {ending},\n")
    });
    let docs = "/** Endings of a game by the messages that report them. */";
    let name = "export const ENDINGS: { [message: string]: { winner: 'first' | 'second' | null; reason: Reason } }";
    let lines = lines.collect::<String>();
    check(
        "space-endings.ts",
        &format!("import type {{ Reason }} from './types.js'\n\n{docs}\n{name} = {{\n{lines}}}\n"),
    )
}

/// Every reason, by the words of its type.
fn reasons() -> impl Iterator<Item = Reason> {
    let words = Reason::inline(&Config::new());
    let words: Vec<_> = words.split(" | ").map(str::to_owned).collect();
    let reasons = words.into_iter().map(|word| serde_json::from_str(&word));
    reasons.map(|reason| reason.expect("the type lists words of serde"))
}

fn check(name: &str, text: &str) -> io::Result<()> {
    let header = "// Generated from crates/wasm: RAUM_UPDATE=1 cargo test -p raum-wasm";
    compare(name, &format!("{header}\n\n{text}"))
}

/// Compares a generated file with the committed one, or updates it.
fn compare(name: &str, text: &str) -> io::Result<()> {
    let path = format!("{FOLDER}{name}");
    if env::var_os("RAUM_UPDATE").is_some() {
        fs::write(&path, text)?;
    }
    assert!(
        fs::read_to_string(&path)? == text,
        "{path} is stale: run RAUM_UPDATE=1 cargo test -p raum-wasm"
    );
    Ok(())
}

fn types() -> String {
    let kinds = Kind::ALL.iter().map(|kind| kind.name());
    let sides = Kind::ALL
        .iter()
        .flat_map(|kind| Side::BOTH.map(|side| kind.side_name(side)));
    let declarations = [
        union("A kind of game.", "Kind", kinds),
        union("A kind's name for a side.", "Side", sides),
        declaration::<words::Role>(),
        declaration::<words::Win>(),
        declaration::<words::Draw>(),
        declaration::<words::Claim>(),
        declaration::<cell::Cell>(),
        declaration::<cell::Extent>(),
        declaration::<KindFacts>(),
        declaration::<position::Piece>(),
        declaration::<position::LegalMove>(),
        declaration::<position::MadeMove>(),
        declaration::<position::Outcome>(),
        declaration::<position::History>(),
        declaration::<Position>(),
        declaration::<raum_room::Phase>(),
        declaration::<Reason>(),
        declaration::<view::Machine>(),
        declaration::<view::Seat>(),
        declaration::<position::LastMove>(),
        declaration::<view::Clocks>(),
        declaration::<view::Takeback>(),
        declaration::<view::Ending>(),
        declaration::<view::ChatLine>(),
        declaration::<view::May>(),
        declaration::<view::Refused>(),
        declaration::<view::View>(),
        declaration::<thought::Thought>(),
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

/// A union of words of the rules, without duplicates: both kinds of chess have the same sides.
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
