//! A child process that reads and writes lines.

use std::{
    fs,
    io::{self, BufReader, Write},
    process::{self, ChildStdin, ChildStdout, Command, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel},
    thread,
    time::{Duration, Instant},
};

use super::mover::Failure;
use crate::modes::lines::read_line;

/// The longest line that is read whole. The rest of a longer one is skipped.
const LINE_BYTES_MAX: usize = 16 * 1024;
/// How many lines may wait to be read. A child that writes more has to wait itself.
const LINES_MAX: usize = 256;
/// How long a child may take to end when asked to.
const END_MAX: Duration = Duration::from_secs(2);
/// How often to look whether it has ended.
const END_POLL: Duration = Duration::from_millis(2);

/// A running process with pipes to its input and output. Ends when dropped.
pub(super) struct Child {
    process: process::Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Child {
    /// Starts a program, the first word, with the others as arguments.
    pub(super) fn start(words: &[String]) -> io::Result<Self> {
        let (program, arguments) = words
            .split_first()
            .ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))?;
        let mut process = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let input = process.stdin.take();
        let (sender, lines) = sync_channel(LINES_MAX);
        if let Some(output) = process.stdout.take() {
            thread::spawn(move || read(output, &sender));
        }
        Ok(Self {
            process,
            input,
            lines,
        })
    }

    pub(super) fn send(&mut self, line: &str) -> Result<(), Failure> {
        let input = self.input.as_mut().ok_or(Failure::Died)?;
        let sent = input.write_all(format!("{line}\n").as_bytes());
        sent.map_err(|_| Failure::Died)
    }

    /// Reads lines until one of them gives what is wanted. Ends the child if that takes too long.
    pub(super) fn read_until<T>(
        &mut self,
        patience: Duration,
        mut wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Failure> {
        let deadline = Instant::now() + patience;
        loop {
            // Checked for each line: a child that never stops writing must not escape the deadline.
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                self.kill();
                return Err(Failure::Silent(patience));
            }
            match self.lines.recv_timeout(left) {
                Ok(line) => {
                    if let Some(found) = wanted(&line) {
                        return Ok(found);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return Err(Failure::Died),
                // The next round notices.
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// The processor time of all its threads so far. The system counts in hundredths of a second.
    pub(super) fn cpu(&self) -> Option<Duration> {
        let text = fs::read_to_string(format!("/proc/{}/stat", self.process.id())).ok()?;
        // The name, in parentheses, may contain anything. The fields after it begin with the state, field 3.
        let (_, fields) = text.rsplit_once(") ")?;
        let mut fields = fields.split(' ').skip(14 - 3);
        let mut ticks = || fields.next()?.parse::<u64>().ok();
        let [user, system] = [ticks()?, ticks()?];
        let ticks_per_second = rustix::param::clock_ticks_per_second();
        Some(Duration::from_millis(
            (user + system) * 1000 / ticks_per_second.max(1),
        ))
    }

    /// Ends the process at once.
    fn kill(&mut self) {
        self.input = None;
        // Fails only for a process that has ended already.
        self.process.kill().ok();
        self.process.wait().ok();
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        // The end of its input is the second request to end.
        self.send("quit").ok();
        self.input = None;
        let deadline = Instant::now() + END_MAX;
        while Instant::now() < deadline {
            // Reading on lets a child end that waits for room in the pipe.
            while self.lines.try_recv().is_ok() {}
            if !matches!(self.process.try_wait(), Ok(None)) {
                return;
            }
            thread::sleep(END_POLL);
        }
        self.kill();
    }
}

/// Passes lines on until the child closes its output or the receiver is gone.
fn read(output: ChildStdout, lines: &SyncSender<String>) {
    let mut output = BufReader::new(output);
    let mut line = Vec::new();
    while let Ok(true) = read_line(&mut output, &mut line, LINE_BYTES_MAX) {
        let text = String::from_utf8_lossy(&line);
        if lines.send(text.trim_end().to_owned()).is_err() {
            return;
        }
    }
}
