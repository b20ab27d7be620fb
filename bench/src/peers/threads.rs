//! The CPU time of the threads of some processes.

use std::{collections::BTreeMap, fs, io, path::Path, time::Duration};

use anyhow::Context;

/// The CPU time of each thread so far. Unlike a sum, it stays comparable when a thread ends: a server that hashed pass
/// keys before a measurement ends those threads during it.
pub(super) struct Threads(BTreeMap<u32, Duration>);

impl Threads {
    pub(super) fn of(processes: &[u32]) -> anyhow::Result<Self> {
        let mut threads = BTreeMap::new();
        for process in processes {
            for thread in fs::read_dir(format!("/proc/{process}/task"))? {
                let path = thread?.path();
                let id = path
                    .file_name()
                    .and_then(|name| name.to_str()?.parse().ok());
                let id = id.context("a thread without a number")?;
                if let Some(cpu) = cpu(&path)? {
                    threads.insert(id, cpu);
                }
            }
        }
        Ok(Self(threads))
    }

    /// The CPU time since an earlier look. Omits what a thread used that has ended since.
    pub(super) fn since(&self, earlier: &Self) -> Duration {
        let times = self.0.iter().map(|(thread, time)| {
            let before = earlier.0.get(thread).copied().unwrap_or_default();
            time.saturating_sub(before)
        });
        times.sum()
    }
}

/// The CPU time of a thread in nanoseconds, or `None` if it has ended.
fn cpu(thread: &Path) -> anyhow::Result<Option<Duration>> {
    let text = match fs::read_to_string(thread.join("schedstat")) {
        // A thread that ends between opening and reading the file gives ESRCH.
        Err(error)
            if error.kind() == io::ErrorKind::NotFound || error.raw_os_error() == Some(3) =>
        {
            return Ok(None);
        }
        text => text?,
    };
    let nanos = text.split(' ').next().context("no time in schedstat")?;
    Ok(Some(Duration::from_nanos(nanos.parse()?)))
}
