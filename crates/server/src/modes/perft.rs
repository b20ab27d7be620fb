//! `raum perft`: counts the leaves of a game tree, which tests a move generator.

use std::io::{self, Write};

use clap::{Args, value_parser};
use raum_rules::{AnyGame, Game, Kind};

use crate::modes::arguments::{game, kind_parser};

/// Counting a deeper tree would take forever or overflow 64 bits.
const DEPTH_MAX: u32 = 64;

/// Count the sequences of legal moves from a position (perft)
///
/// Draw rules such as repetition do not end a sequence.
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  raum perft chess 5
      prints 4865609
  raum perft space 2 --divide
      prints a line per move, such as `Aa2Aa3 61`, and then the total
  raum perft chess 4 --position 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'")]
pub(crate) struct Perft {
    /// The game
    #[arg(value_parser = kind_parser())]
    kind: Kind,

    /// The number of moves in a sequence
    #[arg(value_parser = value_parser!(u32).range(..=i64::from(DEPTH_MAX)))]
    depth: u32,

    /// The position to start from, as printed by `raum inspect` [default: the start position]
    #[arg(long)]
    position: Option<String>,

    /// First print `MOVE NODES` for each move, in alphabetical order
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

/// Prints the number of leaves `rest` moves after each move, and returns the sum.
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
