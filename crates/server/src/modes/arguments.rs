//! What several modes take: a kind, and a position of it.

use anyhow::Context;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use raum_rules::{AnyGame, Kind};

/// Reads a kind by its name, and has the help list the names.
pub(crate) fn kind_parser() -> impl TypedValueParser<Value = Kind> {
    PossibleValuesParser::new(Kind::ALL.iter().map(|kind| kind.name()))
        .try_map(|name| name.parse::<Kind>())
}

/// The game at a position text; without one, at the start.
pub(crate) fn game(kind: Kind, position: Option<&str>) -> anyhow::Result<AnyGame> {
    position.map_or_else(
        || Ok(kind.start()),
        |text| kind.read_position(text).context("bad position"),
    )
}
