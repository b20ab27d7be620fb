//! The CPU time of a process, which Linux counts per thread.

use std::{fs, ops::Sub, time::Duration};

use anyhow::Context;

/// The CPU time of a process's current threads. The server and the store start their threads once and end none.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cpu {
    /// All threads.
    pub all: Duration,
    /// The threads that write journals.
    pub journal_writers: Duration,
}

impl Cpu {
    /// Reads the CPU time of a process so far.
    pub fn of(process: u32) -> anyhow::Result<Self> {
        let mut cpu = Self::default();
        for thread in fs::read_dir(format!("/proc/{process}/task"))? {
            let thread = thread?.path();
            let text = fs::read_to_string(thread.join("schedstat"))?;
            let nanos = text.split(' ').next().context("no time in schedstat")?;
            let time = Duration::from_nanos(nanos.parse()?);
            cpu.all += time;
            if fs::read_to_string(thread.join("comm"))?.trim_end() == "journal-writer" {
                cpu.journal_writers += time;
            }
        }
        Ok(cpu)
    }
}

impl Sub for Cpu {
    type Output = Self;

    fn sub(self, earlier: Self) -> Self {
        Self {
            all: self.all.saturating_sub(earlier.all),
            journal_writers: self.journal_writers.saturating_sub(earlier.journal_writers),
        }
    }
}
