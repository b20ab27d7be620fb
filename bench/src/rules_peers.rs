//! Perft by programs that are no Rust libraries: Stockfish over UCI, and Jocly in Node. Errors say why there is no result.

use std::{
    env,
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    time::Instant,
};

use anyhow::Context;

/// Leaves a second, after checking their number.
fn speed(program: &str, leaves: u64, wanted: u64, seconds: f64) -> anyhow::Result<f64> {
    anyhow::ensure!(leaves == wanted, "WRONG: {program} counts {leaves} leaves");
    Ok(crate::load::per(leaves, seconds))
}

/// A Stockfish process.
pub(crate) struct Stockfish {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    pub(crate) name: String,
}

impl Stockfish {
    /// Starts the program that `STOCKFISH` names, or Debian's.
    pub(crate) fn start() -> anyhow::Result<Self> {
        let program = env::var_os("STOCKFISH").unwrap_or_else(|| "/usr/games/stockfish".into());
        let mut child = Command::new(&program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("no Stockfish: {}", program.display()))?;
        let input = child.stdin.take().context("no input")?;
        let output = BufReader::new(child.stdout.take().context("no output")?);
        let mut stockfish = Self {
            child,
            input,
            output,
            name: String::new(),
        };
        stockfish.name = stockfish.ask("uci", "id name ")?;
        Ok(stockfish)
    }

    /// Leaves a second from the start position.
    pub(crate) fn perft(&mut self, depth: u32, wanted: u64) -> anyhow::Result<f64> {
        let begin = Instant::now();
        let leaves = self.ask(&format!("go perft {depth}"), "Nodes searched: ")?;
        speed(
            "Stockfish",
            leaves.parse()?,
            wanted,
            begin.elapsed().as_secs_f64(),
        )
    }

    /// Sends a command, and waits for a line that begins with this text. Returns the rest of it.
    fn ask(&mut self, command: &str, beginning: &str) -> anyhow::Result<String> {
        writeln!(self.input, "{command}")?;
        let mut line = String::new();
        while self.output.read_line(&mut line)? > 0 {
            if let Some(rest) = line.strip_prefix(beginning) {
                return Ok(rest.trim().to_owned());
            }
            line.clear();
        }
        anyhow::bail!("Stockfish ended");
    }
}

impl Drop for Stockfish {
    fn drop(&mut self) {
        // Fails if it has exited already.
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

/// Leaves a second of Jocly's move generator, the best of some rounds.
pub(crate) fn jocly(game: &str, depth: u32, rounds: usize, wanted: u64) -> anyhow::Result<f64> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("jocly");
    let installed = folder.join("node_modules").is_dir();
    anyhow::ensure!(installed, "Jocly is not installed: bench/peers/install.sh");
    let output = Command::new("node")
        .arg(folder.join("perft.mjs"))
        .args([game, &depth.to_string(), &rounds.to_string()])
        .output()
        .context("node")?;
    let answer = String::from_utf8_lossy(&output.stdout);
    let words = answer.trim().split_once(' ');
    let (leaves, seconds) = words
        .with_context(|| String::from_utf8_lossy(&output.stderr).trim().to_owned())
        .context("Jocly gave no result")?;
    speed("Jocly", leaves.parse()?, wanted, seconds.parse()?)
}
