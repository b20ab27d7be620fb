//! `raum inspect`: all that the rules say about a position, as JSON.

mod batch;
mod report;

use std::io::{self, BufReader, Write};

use anyhow::Context;
use clap::Args;
use raum_rules::{Illegal, Kind, Record};

use crate::modes::arguments::{game, kind_parser};
use report::Report;

/// Print what the rules say about a position, as one JSON object
///
/// The object has the position's text, the side to move, the legal moves, whether there is a check,
/// the outcome (null while the game goes on) and the draws that the side to move may claim.
#[derive(Args)]
#[command(
    override_usage = "raum inspect <KIND> [--position <POSITION>] [--moves <MOVES>]\n       \
                      raum inspect --batch",
    after_long_help = "\
Positions:
  chess      FEN
  space      five levels of ranks, as inspecting its start shows
  tictactoe  nine of `X`, `O` and `.`, and then the side to move

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

    /// The position to begin at [default: the start position]
    #[arg(long)]
    position: Option<String>,

    /// Moves to make from there first, with commas between them
    #[arg(long)]
    moves: Option<String>,

    /// Answer each line of standard input, {"kind", "position"?, "moves"?}, with a line
    ///
    /// `moves` is a list, or one text with commas. A line that cannot be answered gives {"error"}, and
    /// the run goes on.
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

/// Makes the moves from the position and reports on what they lead to.
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

/// The moves in a text with commas; none in an empty one.
fn split(moves: &str) -> Vec<&str> {
    if moves.is_empty() {
        Vec::new()
    } else {
        moves.split(',').collect()
    }
}
