//! The command line: one module for each mode of the program.

mod arguments;
mod completions;
mod engine;
mod inspect;
mod journal;
mod lines;
mod manual;
mod matches;
mod nats;
mod perft;
mod play;
pub(crate) mod serve;
#[cfg(test)]
mod tests;
mod uci;

use clap::{CommandFactory, Parser, Subcommand};

/// Play chess, space chess (5×5×5) and tic-tac-toe in a browser, or inspect positions here
///
/// `raum serve` is all you need to play: it serves the page, hosts the rooms and stores every move. The other modes
/// manage stored rooms, query the rules, run the engine and let programs play in rooms.
#[derive(Parser)]
#[command(
    name = "raum",
    version,
    subcommand_value_name = "MODE",
    subcommand_help_heading = "Modes",
    after_help = "Run `raum --help` or `raum MODE --help` for details and examples.",
    after_long_help = "\
Examples:
  raum serve
      play at http://127.0.0.1:8000; rooms are lost when the program exits
  raum serve --listen 0.0.0.0:8000 --data /var/lib/raum
      host a club: reachable from other machines, with rooms stored on disk
  PORT=8080 RAUM_DATA=/data raum serve
      the same in a container, configured by environment variables
  raum inspect chess --moves f2f3,e7e5,g2g4,d8h4
  raum engine
      a chess engine for any program that speaks UCI; it plays the other games too
  raum match raum:level=3 raum:level=2 --kind space
  raum play https://raum.example/r/K3V9X7M2P4QR --engine stockfish
      a program takes a seat in a room
  raum manual serve | man -l -

Environment:
  RAUM_…  every option of `raum serve`, such as RAUM_LISTEN for --listen, and the secrets of `raum play`;
          the command line takes precedence
  PORT    the port to listen on, on all interfaces, unless --listen or RAUM_LISTEN is set

Exit codes:
  0  success
  1  failure; standard error gives the reason in one sentence
  2  invalid command line or environment variable

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
    Engine(engine::Engine),
    Match(Box<matches::Match>),
    Play(Box<play::Play>),
    Completions(completions::Completions),
    Manual(manual::Manual),
}

impl Cli {
    /// Runs the selected mode.
    pub fn run(self) -> anyhow::Result<()> {
        match self.mode {
            Mode::Serve(serve) => serve.run(),
            Mode::Journal(journal) => journal.run(),
            Mode::Inspect(inspect) => inspect.run(),
            Mode::Perft(perft) => perft.run(),
            Mode::Engine(engine) => engine.run(),
            Mode::Match(matches) => matches.run(),
            Mode::Play(play) => play.run(),
            Mode::Completions(completions) => completions.run(Self::command()),
            Mode::Manual(manual) => manual.run(Self::command()),
        }
    }
}
