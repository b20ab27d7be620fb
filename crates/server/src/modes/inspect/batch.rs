//! `raum inspect --batch`: a line of JSON out for each line in, whatever the line holds.

use std::{
    io::{BufRead, BufReader, BufWriter, Read, Write},
    str,
};

use anyhow::{Context, bail};
use raum_rules::Kind;
use serde::{Deserialize, Serialize};

use super::{inspect, report::Report, split};

/// A longer line is refused unread: room for some 200 000 moves.
const LINE_BYTES_MAX: usize = 1024 * 1024;

/// What a line asks.
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

/// What a line is answered with.
#[derive(Serialize)]
#[serde(untagged)]
enum Answer {
    Report(Report),
    Error { error: String },
}

/// Answers every line of `input`, in order.
pub(super) fn run(mut input: BufReader<impl Read>, output: impl Write) -> anyhow::Result<()> {
    let mut output = BufWriter::new(output);
    let mut line = Vec::new();
    while read_line(&mut input, &mut line)? {
        let answer = match answer(&line) {
            Ok(report) => Answer::Report(report),
            Err(error) => Answer::Error {
                error: format!("{error:#}"),
            },
        };
        writeln!(output, "{}", serde_json::to_string(&answer)?)?;
        // Whoever waits for this answer before sending the next line has it now.
        if !input.buffer().contains(&b'\n') {
            output.flush()?;
        }
    }
    output.flush()?;
    Ok(())
}

/// Reads a line without its end; `false` where there is none left. Of a line that is too long it keeps
/// one byte more than is allowed and skips the rest, so that the next one starts in its place.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> anyhow::Result<bool> {
    line.clear();
    let mut limited = input.take(LINE_BYTES_MAX as u64 + 1);
    let bytes = limited
        .read_until(b'\n', line)
        .context("cannot read standard input")?;
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if line.len() > LINE_BYTES_MAX {
        input.skip_until(b'\n')?;
    }
    Ok(bytes > 0)
}

fn answer(line: &[u8]) -> anyhow::Result<Report> {
    if line.len() > LINE_BYTES_MAX {
        bail!("the line is longer than {LINE_BYTES_MAX} bytes");
    }
    let line = str::from_utf8(line).context("the line is not UTF-8")?;
    // A list would do for serde, too, and a blank line deserves better than "EOF while parsing".
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
