//! `cargo xtask TASK`: build and test steps that Cargo alone cannot do.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command-line program prints its results"
)]

mod clients;
mod deploy;
mod fuzz_api;
mod server;
mod wasm;

use std::{env, process::ExitCode};

fn main() -> ExitCode {
    let done = match env::args().nth(1).as_deref() {
        Some("clients") => clients::run(),
        Some("deploy") => deploy::run(),
        Some("fuzz-api") => fuzz_api::run(),
        Some("wasm") => wasm::build(),
        _ => Err("usage: cargo xtask clients|deploy|fuzz-api|wasm".into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}
