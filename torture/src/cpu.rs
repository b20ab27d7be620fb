//! The CPU time of processes, which Linux counts per thread.

use std::{collections::BTreeMap, fs, io, ops::Sub, path::Path, time::Duration};

use anyhow::Context;
use rustix::param::clock_ticks_per_second;

/// The CPU time of processes so far: of each thread to the nanosecond, and of the whole in clock ticks. Only the latter
/// includes threads that have ended.
#[derive(Clone, Debug, Default)]
pub struct Cpu {
    threads: BTreeMap<u32, Thread>,
    ticks: Duration,
}

/// The CPU time between two readings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CpuTime {
    /// All threads, including those that have ended.
    pub all: Duration,
    /// The threads that write journals.
    pub journal_writers: Duration,
}

#[derive(Clone, Copy, Debug)]
struct Thread {
    time: Duration,
    writes_journals: bool,
}

impl Cpu {
    /// Reads the CPU time of a process so far.
    pub fn of(process: u32) -> anyhow::Result<Self> {
        Self::of_all(&[process])
    }

    /// Reads the CPU time of some processes so far.
    pub fn of_all(processes: &[u32]) -> anyhow::Result<Self> {
        let mut cpu = Self::default();
        for process in processes {
            cpu.ticks += ticks(*process)?;
            for thread in fs::read_dir(format!("/proc/{process}/task"))? {
                let path = thread?.path();
                let id = path
                    .file_name()
                    .and_then(|name| name.to_str()?.parse().ok());
                let id = id.context("a thread without a number")?;
                if let Some(thread) = read_thread(&path)? {
                    cpu.threads.insert(id, thread);
                }
            }
        }
        Ok(cpu)
    }
}

impl Sub for Cpu {
    type Output = CpuTime;

    fn sub(self, earlier: Self) -> CpuTime {
        let mut time = CpuTime::default();
        for (id, thread) in &self.threads {
            let before = earlier.threads.get(id).map(|thread| thread.time);
            let used = thread.time.saturating_sub(before.unwrap_or_default());
            time.all += used;
            if thread.writes_journals {
                time.journal_writers += used;
            }
        }
        // A thread that has ended is missing above. Ticks are whole ones at both ends, so they may show one too many.
        let ticks = self.ticks.saturating_sub(earlier.ticks);
        time.all = time.all.max(ticks.saturating_sub(tick()));
        time
    }
}

/// Linux's unit of the CPU time of a process.
fn tick() -> Duration {
    Duration::from_secs(1) / u32::try_from(clock_ticks_per_second()).unwrap_or(100)
}

/// The CPU time of a process and its ended threads.
fn ticks(process: u32) -> anyhow::Result<Duration> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat"))?;
    // The name, in brackets, may contain anything. The times of user and system are the 14th and 15th fields.
    let (_, fields) = stat.rsplit_once(") ").context("no name in stat")?;
    let times = fields.split(' ').skip(11).take(2);
    let ticks = times.map(str::parse::<u32>).sum::<Result<u32, _>>()?;
    Ok(tick() * ticks)
}

/// A thread, or `None` if it has ended.
fn read_thread(path: &Path) -> anyhow::Result<Option<Thread>> {
    let read = |name| match fs::read_to_string(path.join(name)) {
        // A thread that ends between opening and reading the file gives ESRCH.
        Err(error)
            if error.kind() == io::ErrorKind::NotFound || error.raw_os_error() == Some(3) =>
        {
            Ok(None)
        }
        text => text.map(Some),
    };
    let (Some(schedstat), Some(name)) = (read("schedstat")?, read("comm")?) else {
        return Ok(None);
    };
    let nanos = schedstat.split(' ').next();
    let nanos = nanos.context("no time in schedstat")?.parse()?;
    Ok(Some(Thread {
        time: Duration::from_nanos(nanos),
        writes_journals: name.trim_end() == "journal-writer",
    }))
}

#[cfg(test)]
mod tests {
    use std::{process, thread};

    use rustix::time::{ClockId, clock_gettime};

    use super::*;

    #[test]
    fn a_thread_that_has_ended_counts() {
        let process = process::id();
        let before = Cpu::of(process).expect("readable");
        // Until the thread itself has used that much, however busy the machine is.
        let own = || Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).expect("positive");
        let spinning = thread::spawn(move || while own() < Duration::from_millis(200) {});
        spinning.join().expect("no panic");
        let used = Cpu::of(process).expect("readable") - before;
        assert!(used.all >= Duration::from_millis(150), "{used:?}");
    }
}
