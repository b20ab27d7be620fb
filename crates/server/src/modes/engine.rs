//! `raum engine`: plays for any program that speaks UCI. [`session`] handles commands in the thread that reads them, and
//! [`worker`] searches in another, so that a client is answered during a search.

mod bench;
pub(super) mod clock;
mod command;
mod options;
mod output;
mod queue;
mod search;
mod session;
mod team;
mod thinker;
mod worker;

use std::{
    io::{self, BufRead, BufReader, Write},
    sync::Arc,
    thread,
};

use anyhow::{Context, anyhow};
use clap::{Args, Subcommand, value_parser};
use raum_engine::PLIES_MAX;
use raum_rules::Kind;

use crate::modes::{arguments::kind_parser, lines::read_line};
use output::Output;
use queue::Queue;
use session::Session;
use worker::Worker;

/// The longest line, enough for some 40 000 moves. A longer one is skipped.
const LINE_BYTES_MAX: usize = 256 * 1024;

/// The stack of a thread that searches, which recurses at every ply.
pub(super) const STACK_BYTES: usize = 16 * 1024 * 1024;

/// Run the engine: a player of every game for programs that speak UCI
///
/// Reads commands from standard input and answers on standard output. Chess works with any UCI program; the option
/// `UCI_Variant` selects another game. Positions and moves are those of `raum inspect`.
#[derive(Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_value_name = "TASK",
    subcommand_help_heading = "Tasks",
    after_long_help = "\
UCI options:
  UCI_Variant        `chess`, `space` or `tictactoe`; resets the position
  Hash               the size of the hash table in MiB
  Threads            how many threads search
  Level              from 1, a beginner, to 8, as strong as possible
  MultiPV            how many lines to show
  UCI_LimitStrength  play chess at the level nearest to UCI_Elo
  Clear Hash         forget what is in the hash table

Examples:
  raum engine
  echo 'go movetime 1000' | raum engine
      prints the best move after a second
  (echo setoption name UCI_Variant value space; echo go depth 8) | raum engine
  raum engine bench"
)]
pub(crate) struct Engine {
    #[command(subcommand)]
    task: Option<Task>,

    /// Play without a network and with a search of known parts only, for matches that measure progress
    #[arg(long)]
    plain: bool,
}

#[derive(Subcommand)]
enum Task {
    /// Search fixed positions and print the number of nodes, which changes whenever the search does
    #[command(after_long_help = "\
Examples:
  raum engine bench
  raum engine bench --kind space --depth 10")]
    Bench {
        /// The game [default: all]
        #[arg(long, value_parser = kind_parser())]
        kind: Option<Kind>,
        /// How deep to search [default: a depth per game, which gives the signature of the search]
        #[arg(long, value_parser = value_parser!(i32).range(1..PLIES_MAX as i64))]
        depth: Option<i32>,
    },
}

impl Engine {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        match self.task {
            None => run(BufReader::new(io::stdin()), io::stdout(), self.plain),
            Some(Task::Bench { kind, depth }) => {
                Ok(writeln!(io::stdout(), "{}", bench::report(kind, depth))?)
            }
        }
    }
}

/// Serves one client until `quit` or the end of its input.
fn run(
    mut input: impl BufRead,
    output: impl Write + Send + 'static,
    is_plain: bool,
) -> anyhow::Result<()> {
    let queue = Arc::new(Queue::default());
    let output = Arc::new(Output::new(output));
    let worker = Worker::new(Arc::clone(&queue), Arc::clone(&output), is_plain);
    let worker = thread::Builder::new()
        .name("engine".into())
        .stack_size(STACK_BYTES)
        .spawn(move || worker.run())
        .context("cannot start a thread")?;
    let clock_queue = Arc::clone(&queue);
    let timer = thread::Builder::new()
        .name("timer".into())
        .spawn(move || clock_queue.keep_time())
        .context("cannot start a thread")?;
    let mut session = Session::new(Arc::clone(&queue), Arc::clone(&output));
    let read = read_commands(&mut input, &output, &mut session);
    if !matches!(read, Ok(End::OfInput)) {
        queue.stop();
    }
    queue.close();
    worker
        .join()
        .map_err(|_| anyhow!("the search has failed"))?;
    timer.join().map_err(|_| anyhow!("the timer has failed"))?;
    read?;
    output.failure().map_or(Ok(()), |error| Err(error.into()))
}

/// Why there are no more commands.
enum End {
    Quit,
    OfInput,
}

fn read_commands(
    input: &mut impl BufRead,
    output: &Output,
    session: &mut Session,
) -> anyhow::Result<End> {
    let mut line = Vec::new();
    while read_line(input, &mut line, LINE_BYTES_MAX).context("cannot read standard input")? {
        if line.len() > LINE_BYTES_MAX {
            output.sentence(&format!(
                "the line is longer than {LINE_BYTES_MAX} bytes and was skipped"
            ));
        } else if !session.handle(&String::from_utf8_lossy(&line)) {
            return Ok(End::Quit);
        }
        if output.failure().is_some() {
            return Ok(End::Quit);
        }
    }
    Ok(End::OfInput)
}

#[cfg(test)]
mod tests;
