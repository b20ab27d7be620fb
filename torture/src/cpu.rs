//! The time for which a process has had a processor: Linux counts it for each thread.

use std::{fs, ops::Sub, time::Duration};

use anyhow::Context;

/// What the threads that a process has now have used. Those of the server and of the store last as long
/// as they do.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cpu {
    /// In all threads.
    pub all: Duration,
    /// In those that write journals.
    pub journal_writers: Duration,
}

impl Cpu {
    /// What the threads of a process have used.
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
