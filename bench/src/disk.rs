//! The latency of the bare disk: the lower bound of every durable write.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::Path,
    thread,
    time::{Duration, Instant},
};

use crate::latencies::Latencies;

/// The size of a move's entry.
pub(crate) const BYTES: usize = 150;

/// Writes a few bytes and syncs them, over and over.
pub(crate) fn measure(folder: &Path, time: Duration, pause: Duration) -> io::Result<Latencies> {
    let path = folder.join("bare-loop");
    let mut file = File::create(&path)?;
    let end = Instant::now() + time;
    let mut took = Vec::new();
    while Instant::now() < end {
        let begin = Instant::now();
        file.write_all(&[0x5A; BYTES])?;
        file.sync_data()?;
        took.push(begin.elapsed());
        thread::sleep(pause);
    }
    fs::remove_file(&path)?;
    Ok(took.into_iter().collect())
}
