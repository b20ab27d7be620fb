//! `raum inspect --batch`: answers each line of input with a line of JSON.

use std::{
    io::{BufReader, BufWriter, Read, Write},
    str,
};

use anyhow::{Context, bail};
use raum_rules::Kind;
use serde::Deserialize;
use serde_json::json;

use super::{inspect, report::Report, split};
use crate::modes::lines::read_line;

/// The longest line, enough for some 200 000 moves. A longer one is skipped.
const LINE_BYTES_MAX: usize = 1024 * 1024;

/// A line of input.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    kind: String,
    position: Option<String>,
    moves: Option<Moves>,
}

#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "moves are a list of texts, or one text with commas"
)]
enum Moves {
    List(Vec<String>),
    Joined(String),
}

/// Answers every line of `input`, in order.
pub(super) fn run(mut input: BufReader<impl Read>, output: impl Write) -> anyhow::Result<()> {
    let mut output = BufWriter::new(output);
    let mut line = Vec::new();
    while read_line(&mut input, &mut line, LINE_BYTES_MAX).context("cannot read standard input")? {
        let answer = match answer(&line) {
            Ok(report) => serde_json::to_string(&report)?,
            Err(error) => json!({ "error": format!("{error:#}") }).to_string(),
        };
        writeln!(output, "{answer}")?;
        // Flush before waiting for more input: the client may wait for this answer.
        if !input.buffer().contains(&b'\n') {
            output.flush()?;
        }
    }
    output.flush()?;
    Ok(())
}

fn answer(line: &[u8]) -> anyhow::Result<Report> {
    if line.len() > LINE_BYTES_MAX {
        bail!("the line is longer than {LINE_BYTES_MAX} bytes");
    }
    let line = str::from_utf8(line).context("the line is not UTF-8")?;
    // serde would accept a list too, and report a blank line as "EOF while parsing".
    if !line.trim_ascii_start().starts_with('{') {
        bail!(r#"expected a JSON object such as {{"kind":"chess"}}"#);
    }
    let request: Request = serde_json::from_str(line)?;
    let kind: Kind = request.kind.parse()?;
    let moves = match &request.moves {
        None => Vec::new(),
        Some(Moves::List(list)) => list.iter().map(String::as_str).collect(),
        Some(Moves::Joined(text)) => split(text),
    };
    inspect(kind, request.position.as_deref(), &moves)
}
