//! Arguments shared by several modes: a kind and a position.

use anyhow::Context;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use raum_rules::{AnyGame, Kind};

/// Parses the name of a kind. The help lists the names.
pub(crate) fn kind_parser() -> impl TypedValueParser<Value = Kind> {
    PossibleValuesParser::new(Kind::ALL.iter().map(|kind| kind.name()))
        .try_map(|name| name.parse::<Kind>())
}

/// The game at this position, or at the start.
pub(crate) fn game(kind: Kind, position: Option<&str>) -> anyhow::Result<AnyGame> {
    position.map_or_else(
        || Ok(kind.start()),
        |text| kind.read_position(text).context("bad position"),
    )
}
