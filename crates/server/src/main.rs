//! The `raum` program. Each mode has its file:
//!
//! - [`serve`] brings the games to browsers; [`page`] is the web page that it holds, [`browsers`] what they
//!   are told beside, [`api`] and [`session`] how clients reach the rooms, and [`doorkeeper`] whom they have to
//!   pass. A room lives in its [`host`]; the [`hosts`] finds it, [`expiry`] deletes those whose time is over.
//!   [`log`], [`meters`] and [`health`] tell how it goes, and [`end`] how it is told to stop.
//! - [`journal`] lists, checks, exports, imports and deletes the rooms that the server has stored.
//! - [`inspect`] tells all that the rules say about a position, [`perft`] counts positions.
//! - [`completions`] and [`manual`] tell shells and `man` about all this.

mod address;
mod answers;
mod api;
mod app;
mod arguments;
mod browsers;
mod codes;
mod completions;
mod doorkeeper;
mod end;
mod expiry;
mod health;
mod host;
mod hostname;
mod hosts;
mod inspect;
mod journal;
mod limits;
mod listener;
mod lock;
mod log;
mod manual;
mod meters;
mod origin;
mod page;
mod pass_keys;
mod perft;
mod problem;
mod rates;
mod secrets;
mod serve;
mod session;
mod snapshots;
mod socketio;
#[cfg(test)]
mod tests;
mod throttle;
mod time;
mod turns;
mod valve;
mod workers;

use std::{
    io::{self, Write},
    process::ExitCode,
};

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
struct Arguments {
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

fn main() -> ExitCode {
    let done = match Arguments::parse().mode {
        Mode::Serve(serve) => serve.run(),
        Mode::Journal(journal) => journal.run(),
        Mode::Inspect(inspect) => inspect.run(),
        Mode::Perft(perft) => perft.run(),
        Mode::Completions(completions) => completions.run(Arguments::command()),
        Mode::Manual(manual) => manual.run(Arguments::command()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if reader_has_left(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // Where standard error is closed too, the exit code alone must do.
            writeln!(io::stderr(), "raum: {error:#}").ok();
            ExitCode::FAILURE
        }
    }
}

/// Whether all that went wrong is that standard output was closed, as `| head` does.
fn reader_has_left(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
