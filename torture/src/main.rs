//! Attacks the `raum` program, and checks what must hold afterwards: a line of counts for each attack, and exit code 1 if
//! one of them succeeds. `make torture` runs everything, `--short` is the part of it that `make test` has time for.

#![expect(
    clippy::print_stdout,
    reason = "a command-line program talks on standard output"
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

/// How long one attack may take, which is far more than any needs.
const CHECK_MAX: Duration = Duration::from_mins(5);

/// Attack the raum program, and check what must hold afterwards
#[derive(Parser)]
#[command(name = "raum-torture")]
struct Arguments {
    /// The program to attack [default: `raum` in the folder of this one]
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,

    /// Attack less: every kind of attack, but fewer rounds and smaller rooms
    #[arg(long)]
    short: bool,

    /// The attacks to run, by name [default: all]
    names: Vec<String>,
}

/// What every check needs.
struct Setup {
    program: PathBuf,
    short: bool,
}

impl Setup {
    /// The first number, or the second one if there is little time.
    fn scale<T>(&self, whole: T, short: T) -> T {
        if self.short { short } else { whole }
    }

    /// A folder for one server, on the disk that the program is on: the system's own folder may be memory.
    fn folder(&self) -> anyhow::Result<Folder> {
        let around = self
            .program
            .parent()
            .context("the program is in no folder")?;
        Ok(Folder(tempfile::tempdir_in(around)?))
    }

    /// Starts the program on a folder.
    fn start(&self, folder: &Folder, options: &[&str]) -> anyhow::Result<Program> {
        Program::start(&self.program, &folder.data(), options)
    }
}

/// A folder that goes with this value.
struct Folder(TempDir);

impl Folder {
    /// A file beside the data folder.
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
        "there is no {}: `cargo build --bin raum` builds it",
        program.display()
    );
    for name in &arguments.names {
        let known = CHECKS.iter().any(|(known, _)| known == name);
        anyhow::ensure!(known, "there is no attack {name}");
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

/// Runs the checks of these names, or all, and returns how many failed.
async fn run(setup: &Setup, names: &[String]) -> usize {
    let mut failures = 0;
    for (name, check) in CHECKS {
        if !names.is_empty() && !names.iter().any(|wanted| wanted == name) {
            continue;
        }
        let begin = Instant::now();
        let done = timeout(CHECK_MAX, check(setup)).await;
        let done = done.unwrap_or_else(|_| Err(anyhow::anyhow!("it did not end")));
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
