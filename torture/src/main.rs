//! Attacks the `raum` program and checks what must hold afterwards. Prints a line of counts for each attack, and exits
//! with 1 if an attack succeeds. `make torture` runs everything; `make test` runs the shorter `--short`.

#![expect(
    clippy::print_stdout,
    reason = "a command-line program prints its results"
)]

mod checks;

use std::{
    env,
    path::PathBuf,
    process::ExitCode,
    time::{Duration, Instant},
};

use anyhow::Context;
use clap::Parser;
use raum_torture::program::{Program, raise_file_limit};
use tempfile::TempDir;
use tokio::time::timeout;

use checks::CHECKS;

/// The timeout of one check, far more than any of them needs.
const CHECK_MAX: Duration = Duration::from_mins(10);

/// Attack the raum program and check what must hold afterwards
#[derive(Parser)]
#[command(name = "raum-torture")]
struct Arguments {
    /// The program to attack [default: `raum` beside this program]
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,

    /// Run every attack with fewer rounds and smaller rooms
    #[arg(long)]
    short: bool,

    /// The attacks to run, by name [default: all]
    names: Vec<String>,
}

/// The configuration of every check.
struct Setup {
    program: PathBuf,
    short: bool,
}

impl Setup {
    /// The first number, or the second one with `--short`.
    fn scale<T>(&self, whole: T, short: T) -> T {
        if self.short { short } else { whole }
    }

    /// Creates a folder for one server, on the disk of the program: the system's temporary folder may be in memory.
    fn folder(&self) -> anyhow::Result<Folder> {
        let parent = self
            .program
            .parent()
            .context("the program has no parent folder")?;
        Ok(Folder(tempfile::tempdir_in(parent)?))
    }

    /// Starts the program with its data in this folder.
    fn start(&self, folder: &Folder, options: &[&str]) -> anyhow::Result<Program> {
        Program::start(&self.program, &folder.data(), options)
    }
}

/// A temporary folder, deleted when it is dropped.
struct Folder(TempDir);

impl Folder {
    /// The path of a file beside the data folder.
    fn beside(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The data folder of the server.
    fn data(&self) -> PathBuf {
        self.0.path().join("data")
    }
}

fn main() -> anyhow::Result<ExitCode> {
    let arguments = Arguments::parse();
    let program = match arguments.program {
        Some(program) => program,
        None => env::current_exe()?.with_file_name("raum"),
    };
    anyhow::ensure!(
        program.is_file(),
        "{} does not exist: run `cargo build --bin raum`",
        program.display()
    );
    for name in &arguments.names {
        let known = CHECKS.iter().any(|(known, _)| known == name);
        anyhow::ensure!(known, "unknown attack {name}");
    }
    raise_file_limit()?;
    let setup = Setup {
        program: program.canonicalize()?,
        short: arguments.short,
    };
    let runtime = tokio::runtime::Runtime::new()?;
    let failures = runtime.block_on(run(&setup, &arguments.names));
    Ok(if failures == 0 {
        ExitCode::SUCCESS
    } else {
        println!("failed: {failures}");
        ExitCode::FAILURE
    })
}

/// Runs the named checks, or all, and returns the number of failures.
async fn run(setup: &Setup, names: &[String]) -> usize {
    let mut failures = 0;
    for (name, check) in CHECKS {
        if !names.is_empty() && !names.iter().any(|wanted| wanted == name) {
            continue;
        }
        let begin = Instant::now();
        let done = timeout(CHECK_MAX, check(setup)).await;
        let done = done.unwrap_or_else(|_| Err(anyhow::anyhow!("timed out")));
        let seconds = begin.elapsed().as_secs_f64();
        match done {
            Ok(counts) => println!("{name:18} {seconds:6.1} s  held    {counts}"),
            Err(error) => {
                failures += 1;
                println!("{name:18} {seconds:6.1} s  FAILED  {error:#}");
            }
        }
    }
    failures
}
