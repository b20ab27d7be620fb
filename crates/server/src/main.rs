//! The `raum` program. Each mode has its file:
//!
//! - [`serve`] brings the games to browsers; [`page`] is the web page that it holds, [`api`] and
//!   [`session`] how clients reach the rooms. A room lives in its [`host`]; the [`lobby`] finds it.
//!   [`expiry`] deletes those whose time is over. [`log`], [`meters`] and [`health`] tell how it goes, and
//!   [`end`] how it is told to stop.
//! - [`journal`] checks, exports and imports the rooms that the server keeps.
//! - [`inspect`] tells all that the rules say about a position, [`perft`] counts positions.

mod address;
mod api;
mod arguments;
mod doorkeeper;
mod end;
mod expiry;
mod health;
mod host;
mod inspect;
mod journal;
mod limits;
mod listener;
mod lobby;
mod log;
mod meters;
mod origin;
mod page;
mod perft;
mod problem;
mod secrets;
mod serve;
mod session;
mod throttle;
mod time;

use std::{
    io::{self, Write},
    process::ExitCode,
};

use clap::{Parser, Subcommand};

/// Chess, space chess (5×5×5) and tic-tac-toe: to play in a browser, and to examine here.
#[derive(Parser)]
#[command(
    name = "raum",
    version,
    subcommand_value_name = "MODE",
    subcommand_help_heading = "Modes",
    after_help = "`raum MODE --help` tells more, with examples."
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
}

fn main() -> ExitCode {
    let done = match Arguments::parse().mode {
        Mode::Serve(serve) => serve.run(),
        Mode::Journal(journal) => journal.run(),
        Mode::Inspect(inspect) => inspect.run(),
        Mode::Perft(perft) => perft.run(),
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
