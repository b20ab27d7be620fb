//! `raum perft`: how many sequences of moves there are, which proves a move generator.

use std::io::{self, Write};

use clap::{Args, value_parser};
use raum_rules::{AnyGame, Game, Kind};

use crate::modes::arguments::{game, kind_parser};

/// No count of a deeper tree would end, or fit in 64 bits, unless few moves are left in it.
const DEPTH_MAX: u32 = 64;

/// Count the sequences of legal moves from a position
///
/// Only the rules of movement count: a position that is drawn by a draw rule goes on.
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  raum perft chess 5
      prints 4865609
  raum perft space 2 --divide
      prints a line for each move, such as `Aa2Aa3 61`, and then the total
  raum perft chess 4 --position 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'")]
pub(crate) struct Perft {
    /// The game
    #[arg(value_parser = kind_parser())]
    kind: Kind,

    /// How many moves a sequence has
    #[arg(value_parser = value_parser!(u32).range(..=i64::from(DEPTH_MAX)))]
    depth: u32,

    /// The position to count from, as `raum inspect` writes it [default: the start position]
    #[arg(long)]
    position: Option<String>,

    /// First print `MOVE NODES` for each move, in the order of their texts
    #[arg(long)]
    divide: bool,
}

impl Perft {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let game = game(self.kind, self.position.as_deref())?;
        let nodes = match self.depth.checked_sub(1) {
            Some(rest) if self.divide => divide(&game, rest)?,
            _ => game.perft(self.depth),
        };
        writeln!(io::stdout(), "{nodes}")?;
        Ok(())
    }
}

/// Prints the nodes `rest` moves behind each move, and returns their sum.
fn divide(game: &AnyGame, rest: u32) -> anyhow::Result<u64> {
    let mut moves: Vec<_> = game
        .legal()
        .into_iter()
        .map(|mv| (game.kind().move_text(mv), mv))
        .collect();
    moves.sort_unstable();
    let mut total = 0;
    for (text, mv) in moves {
        let nodes = game.play(mv)?.perft(rest);
        writeln!(io::stdout(), "{text} {nodes}")?;
        total += nodes;
    }
    Ok(total)
}
