//! `raum inspect`: a report on a position, as JSON.

mod batch;
mod report;

use std::io::{self, BufReader, Write};

use anyhow::Context;
use clap::Args;
use raum_rules::{Illegal, Kind, Record};

use crate::modes::arguments::{game, kind_parser};
use report::Report;

/// Print a report on a position as one JSON object
///
/// The report has the position, the side to move, the legal moves, whether that side is in check, the outcome (null
/// until the game ends) and the draws that the side to move may claim.
#[derive(Args)]
#[command(
    override_usage = "raum inspect <KIND> [--position <POSITION>] [--moves <MOVES>]\n       \
                      raum inspect --batch",
    after_long_help = "\
Positions:
  chess      FEN
  space      five levels of ranks, as in the report on the start position
  tictactoe  nine of `X`, `O` and `.`, then the side to move

Moves:
  chess      `e2e4` and `e7e8q`, castling as `e1g1`
  space      `Aa2Aa3` and `Dc5Ec5Q`
  tictactoe  a cell from 0 to 8

Examples:
  raum inspect chess --moves f2f3,e7e5,g2g4,d8h4
  raum inspect tictactoe --position 'XX.OO.... X'
  echo '{\"kind\":\"space\",\"moves\":[\"Aa2Aa3\"]}' | raum inspect --batch"
)]
pub(crate) struct Inspect {
    /// The game
    #[arg(value_parser = kind_parser(), required_unless_present = "batch")]
    kind: Option<Kind>,

    /// The position to start from [default: the start position]
    #[arg(long)]
    position: Option<String>,

    /// Moves to play from there, separated by commas
    #[arg(long)]
    moves: Option<String>,

    /// Read one request per line from standard input, {"kind", "position"?, "moves"?}, and print one report per line
    ///
    /// `moves` is a list, or one text with commas. An invalid line gets {"error"}, and the batch continues.
    #[arg(long, conflicts_with_all = ["kind", "position", "moves"])]
    batch: bool,
}

impl Inspect {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let Some(kind) = self.kind else {
            return batch::run(BufReader::new(io::stdin()), io::stdout().lock());
        };
        let moves = self.moves.as_deref().map(split).unwrap_or_default();
        let report = inspect(kind, self.position.as_deref(), &moves)?;
        writeln!(io::stdout(), "{}", serde_json::to_string(&report)?)?;
        Ok(())
    }
}

/// Plays the moves from the position and reports on the result.
fn inspect(kind: Kind, position: Option<&str>, moves: &[&str]) -> anyhow::Result<Report> {
    let mut record = Record::new(game(kind, position)?);
    for (text, ply) in moves.iter().zip(1..) {
        let mv = kind
            .read_move(text)
            .with_context(|| format!("bad move at ply {ply}"))?;
        record
            .play(mv)
            .map_err(|Illegal| anyhow::anyhow!("illegal move at ply {ply}: {text:?}"))?;
    }
    Ok(Report::new(&record))
}

/// Splits moves at commas. An empty text has none.
fn split(moves: &str) -> Vec<&str> {
    if moves.is_empty() {
        Vec::new()
    } else {
        moves.split(',').collect()
    }
}
