//! What several modes and options take: a kind, a position of it, an address to listen on.

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

/// Reads where to listen. Whether the host is this machine's shows when it is tried.
pub(crate) fn socket_address(text: &str) -> anyhow::Result<String> {
    let is_address = text
        .rsplit_once(':')
        .is_some_and(|(host, port)| !host.is_empty() && port.parse::<u16>().is_ok());
    anyhow::ensure!(
        is_address,
        "it is an address and a port, such as 127.0.0.1:8000"
    );
    Ok(text.to_owned())
}
