//! The program that is measured, as a process of its own.

use std::{
    fs,
    io::{BufRead, BufReader},
    iter::Sum,
    net::SocketAddr,
    ops::Sub,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Duration,
};

use anyhow::Context;

/// A server that listens on a free port of this machine alone, and ends with this value.
pub(super) struct Server {
    child: Child,
    address: SocketAddr,
}

/// The time for which a process has had a core.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cpu {
    /// In all threads.
    pub(super) all: Duration,
    /// In the thread that writes the journal.
    pub(super) journal_writer: Duration,
}

impl Server {
    pub(super) fn start(program: &Path, folder: &Path) -> anyhow::Result<Self> {
        let mut child = Command::new(program)
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {}", program.display()))?;
        let mut line = String::new();
        if let Some(output) = child.stdout.take() {
            BufReader::new(output).read_line(&mut line)?;
        }
        let address = line.trim_end().strip_prefix("raum is at http://");
        let address = address.and_then(|address| address.parse().ok());
        let address = address.with_context(|| format!("not an address: {line:?}"))?;
        Ok(Self { child, address })
    }

    pub(super) fn address(&self) -> SocketAddr {
        self.address
    }

    /// What the threads that live now have used; the server's threads live as long as it does, but for
    /// those that check pass keys, which nobody here has.
    pub(super) fn cpu(&self) -> anyhow::Result<Cpu> {
        let mut threads = Vec::new();
        for thread in fs::read_dir(self.proc("task"))? {
            let stat = fs::read_to_string(thread?.path().join("stat"))?;
            threads.push(cpu_of_thread(&stat).with_context(|| format!("not a stat: {stat:?}"))?);
        }
        Ok(threads.into_iter().sum())
    }

    pub(super) fn resident_bytes(&self) -> anyhow::Result<u64> {
        let status = fs::read_to_string(self.proc("status"))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kib = line.and_then(|line| line.trim().strip_suffix(" kB"));
        let kib: u64 = kib.context("no VmRSS")?.parse()?;
        Ok(kib * 1024)
    }

    fn proc(&self, name: &str) -> PathBuf {
        format!("/proc/{}/{name}", self.child.id()).into()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Its folder goes with it, so there is nothing to end in order.
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

/// Reads `/proc/PID/task/TID/stat`: the name is in brackets, and of the fields behind it the twelfth and
/// the thirteenth are ticks in the program and in the kernel.
fn cpu_of_thread(stat: &str) -> Option<Cpu> {
    let (head, fields) = stat.rsplit_once(") ")?;
    let (_, name) = head.split_once('(')?;
    let mut fields = fields.split(' ').skip(11);
    let ticks: u32 = fields.next()?.parse::<u32>().ok()? + fields.next()?.parse::<u32>().ok()?;
    let per_second = u32::try_from(rustix::param::clock_ticks_per_second()).ok()?;
    let all = Duration::from_secs(1) * ticks / per_second;
    Some(Cpu {
        all,
        journal_writer: match name {
            "journal-writer" => all,
            _ => Duration::ZERO,
        },
    })
}

impl Sub for Cpu {
    type Output = Self;

    fn sub(self, earlier: Self) -> Self {
        Self {
            all: self.all.saturating_sub(earlier.all),
            journal_writer: self.journal_writer.saturating_sub(earlier.journal_writer),
        }
    }
}

impl Sum for Cpu {
    fn sum<I: Iterator<Item = Self>>(threads: I) -> Self {
        threads.fold(Self::default(), |sum, thread| Self {
            all: sum.all + thread.all,
            journal_writer: sum.journal_writer + thread.journal_writer,
        })
    }
}
