//! A child process that reads and writes lines.

use std::{
    fs,
    io::{self, BufReader, Write},
    os::unix::process::CommandExt,
    process::{self, ChildStdin, ChildStdout, Command, Stdio},
    sync::{
        atomic::{AtomicBool, Ordering::Relaxed},
        mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel},
    },
    thread,
    time::{Duration, Instant},
};

use super::Failure;
use crate::modes::lines::read_line;

/// The longest line that is read whole. The rest of a longer one is skipped.
const LINE_BYTES_MAX: usize = 16 * 1024;
/// How many lines may wait to be read. A child that writes more has to wait itself.
const LINES_MAX: usize = 256;
/// How long a child may take to end when asked to.
const END_MAX: Duration = Duration::from_secs(2);
/// How often to look whether it has ended.
const END_POLL: Duration = Duration::from_millis(2);
/// How often to look whether to stop waiting for a line.
const STOP_POLL: Duration = Duration::from_millis(20);

/// A running process with pipes to its input and output. Ends when dropped.
pub(crate) struct Child {
    process: process::Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Child {
    /// Starts a program, the first word, with the others as arguments.
    pub(crate) fn start(words: &[String]) -> io::Result<Self> {
        let (program, arguments) = words
            .split_first()
            .ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))?;
        let mut process = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            // Ctrl-C in a terminal is for raum, which then ends the program in its own way.
            .process_group(0)
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

    pub(crate) fn send(&mut self, line: &str) -> Result<(), Failure> {
        let input = self.input.as_mut().ok_or(Failure::Died)?;
        let sent = input.write_all(format!("{line}\n").as_bytes());
        sent.map_err(|_| Failure::Died)
    }

    /// Reads lines until one of them gives what is wanted. Ends the child if that takes too long.
    pub(crate) fn read_until<T>(
        &mut self,
        patience: Duration,
        wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Failure> {
        let found = self.read_unless(patience, &AtomicBool::new(false), wanted)?;
        // Nothing sets the flag.
        found.ok_or(Failure::Silent(patience))
    }

    /// Like [`Self::read_until`], but returns `None` soon after `stop` is set.
    pub(crate) fn read_unless<T>(
        &mut self,
        patience: Duration,
        stop: &AtomicBool,
        mut wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<Option<T>, Failure> {
        let deadline = Instant::now() + patience;
        while !stop.load(Relaxed) {
            // Checked for each line: a child that never stops writing must not escape the deadline.
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                self.kill();
                return Err(Failure::Silent(patience));
            }
            let line = self.next_line(left.min(STOP_POLL))?;
            if let Some(found) = line.and_then(|line| wanted(&line)) {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// The next line, or `None` if there is none for so long.
    fn next_line(&self, patience: Duration) -> Result<Option<String>, Failure> {
        match self.lines.recv_timeout(patience) {
            Ok(line) => Ok(Some(line)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(Failure::Died),
        }
    }

    /// The processor time of all its threads so far. The system counts in hundredths of a second.
    pub(crate) fn cpu(&self) -> Option<Duration> {
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
