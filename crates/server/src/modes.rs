//! The command line: one module for each mode of the program.

mod arguments;
mod completions;
mod inspect;
mod journal;
mod manual;
mod perft;
pub(crate) mod serve;
#[cfg(test)]
mod tests;

use clap::{CommandFactory, Parser, Subcommand};

/// Chess, space chess (5×5×5) and tic-tac-toe: to play in a browser, and to examine here
///
/// `raum serve` is all that it takes to play: it holds the page, the rooms that people meet in and the
/// journals that keep every move. The other modes look after the kept rooms and ask the rules.
#[derive(Parser)]
#[command(
    name = "raum",
    version,
    subcommand_value_name = "MODE",
    subcommand_help_heading = "Modes",
    after_help = "`raum --help` and `raum MODE --help` tell more, with examples.",
    after_long_help = "\
Examples:
  raum serve
      play at once: the page is at http://127.0.0.1:8000, and the rooms last as long as the program
  raum serve --listen 0.0.0.0:8000 --data /var/lib/raum
      host a club: other machines reach it, and the rooms outlast the program
  PORT=8080 RAUM_DATA=/data raum serve
      the same in a container, which is told by variables
  raum inspect chess --moves f2f3,e7e5,g2g4,d8h4
  raum manual serve | man -l -

Environment:
  RAUM_…  each option of `raum serve`: --listen is also RAUM_LISTEN; what the command line says comes first
  PORT    the port to serve at, on all addresses, where neither --listen nor RAUM_LISTEN says otherwise

Exit codes:
  0  done
  1  it could not be done: standard error says why, in one sentence
  2  the command line, or a variable in its place, is wrong

Documentation:
  `raum MODE --help` and `raum manual MODE`; README.md and the folder docs in the source"
)]
pub struct Cli {
    #[command(subcommand)]
    mode: Mode,
}

#[derive(Subcommand)]
enum Mode {
    Serve(Box<serve::Serve>),
    Journal(journal::Journal),
    Inspect(inspect::Inspect),
    Perft(perft::Perft),
    Completions(completions::Completions),
    Manual(manual::Manual),
}

impl Cli {
    /// Runs the mode that was asked for, to its end.
    pub fn run(self) -> anyhow::Result<()> {
        match self.mode {
            Mode::Serve(serve) => serve.run(),
            Mode::Journal(journal) => journal.run(),
            Mode::Inspect(inspect) => inspect.run(),
            Mode::Perft(perft) => perft.run(),
            Mode::Completions(completions) => completions.run(Self::command()),
            Mode::Manual(manual) => manual.run(Self::command()),
        }
    }
}
