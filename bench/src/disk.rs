//! What the disk alone does: the least that anything durable can take.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::Path,
    thread,
    time::{Duration, Instant},
};

use crate::latencies::Latencies;

/// As many as the entry of a move has.
pub(crate) const BYTES: usize = 150;

/// Writes a little and waits until it is durable, again and again.
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
