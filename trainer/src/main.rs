//! The `raum-trainer` program: parses the command line, runs the command and turns its result into an exit code.

use std::{
    io::{self, Write},
    process::ExitCode,
};

use clap::Parser;
use raum_trainer::Cli;

fn main() -> ExitCode {
    match Cli::parse().run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // If standard error is closed too, the exit code alone must do.
            writeln!(io::stderr(), "raum-trainer: {error:#}").ok();
            ExitCode::FAILURE
        }
    }
}
