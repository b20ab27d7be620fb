//! The `raum` program: parses the command line, runs the mode and turns its result into an exit code.

use std::{
    io::{self, Write},
    process::ExitCode,
};

use clap::Parser;
use raum_server::Cli;

fn main() -> ExitCode {
    match Cli::parse().run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => match error.downcast::<clap::Error>() {
            Ok(usage) => usage.exit(),
            Err(error) => {
                // If standard error is closed too, the exit code alone must do.
                writeln!(io::stderr(), "raum: {error:#}").ok();
                ExitCode::FAILURE
            }
        },
    }
}

/// Whether the only failure is that standard output was closed, as `| head` does.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
