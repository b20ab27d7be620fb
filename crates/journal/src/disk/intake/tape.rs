//! A file of records, each of which is durable once it is written.
//!
//! Where the file system supports it, a record is written with direct, synchronous I/O, which bypasses the page cache: that is
//! cheaper than a write and a sync, and a single command to a disk that supports FUA. Direct writes cover whole blocks, so the
//! tape remembers the beginning of its last block and rewrites it.

use std::{fs::File, io, mem, os::unix::fs::FileExt, path::Path};

/// The alignment of direct writes: no common file system requires a larger one.
const BLOCK_BYTES: usize = 4096;

/// The file grows by this much at a time, in zeros: a sync of bytes within a file need not write its length, too.
const GROWTH_BYTES: usize = 1 << 20;

/// Larger records go through the page cache, so that the buffer stays small.
const DIRECT_BYTES_MAX: usize = 1 << 16;

/// Why a record could not be written.
#[derive(Debug)]
pub(in super::super) enum Refused {
    /// It is not durable, and never will be.
    NotWritten(io::Error),
    /// It may be durable: the sync failed.
    NotSynced(io::Error),
}

pub(super) struct Tape {
    file: File,
    /// The same file for direct I/O; `None` if its file system does not support it.
    direct: Option<File>,
    /// Where the next record goes.
    end: usize,
    /// The durable length of the file.
    length: usize,
    buffer: Buffer,
}

/// Whole blocks at an aligned address. They begin with what the last block has before the end of the tape.
#[derive(Default)]
struct Buffer {
    bytes: Vec<u8>,
    /// Where the blocks start.
    start: usize,
}

impl Tape {
    /// A tape in a file with this content, of which the first bytes are records.
    pub(super) fn new(file: File, path: &Path, content: &[u8], records_bytes: usize) -> Self {
        let mut buffer = Buffer::default();
        let last_block = records_bytes - records_bytes % BLOCK_BYTES;
        buffer.load(0, &content[last_block..records_bytes]);
        Self {
            file,
            direct: open_direct(path),
            end: records_bytes,
            length: content.len(),
            buffer,
        }
    }

    /// Where the next record goes.
    pub(super) fn end(&self) -> usize {
        self.end
    }

    /// Appends a record. It is durable once this returns.
    pub(super) fn append(&mut self, record: &[u8]) -> Result<(), Refused> {
        let end = self.end + record.len();
        if self.length < end.next_multiple_of(BLOCK_BYTES) {
            self.grow(end);
        }
        if !self.write_directly(record)? {
            self.write_through_cache(record)?;
        }
        self.buffer.keep_last_block(self.end % BLOCK_BYTES, record);
        self.end = end;
        Ok(())
    }

    /// Starts at the beginning of the file again.
    pub(super) fn rewind(&mut self) {
        self.end = 0;
    }

    /// Empties the file, durably.
    pub(super) fn empty(&mut self) -> io::Result<()> {
        self.file.set_len(0)?;
        self.file.sync_all()?;
        self.length = 0;
        self.rewind();
        Ok(())
    }

    /// Fills this with bytes from a place in the file.
    pub(super) fn read(&self, bytes: &mut [u8], from: usize) -> io::Result<()> {
        self.file.read_exact_at(bytes, from as u64)
    }

    /// Makes the file longer than this, durably. If the disk has no space for that much, it may still have enough for the
    /// record.
    fn grow(&mut self, end: usize) {
        let grown = end.next_multiple_of(BLOCK_BYTES) + GROWTH_BYTES;
        let zeros = vec![0; grown - self.length];
        let written = self.file.write_all_at(&zeros, self.length as u64);
        if written.is_ok() && self.file.sync_data().is_ok() {
            self.length = grown;
        }
    }

    /// Writes a record with direct I/O. Returns false if that is impossible: the record has to lie within the file, because a
    /// longer file would need a sync of its length.
    fn write_directly(&mut self, record: &[u8]) -> Result<bool, Refused> {
        let tail = self.end % BLOCK_BYTES;
        let begin = self.end - tail;
        let Some(direct) = &self.direct else {
            return Ok(false);
        };
        if record.len() > DIRECT_BYTES_MAX {
            return Ok(false);
        }
        let blocks = self.buffer.load(tail, record);
        if begin + blocks.len() > self.length {
            return Ok(false);
        }
        match direct.write_all_at(blocks, begin as u64) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => {
                // Some file systems accept the flags when opening, but not the write.
                self.direct = None;
                Ok(false)
            }
            Err(error) if is_full(&error) => Err(Refused::NotWritten(error)),
            Err(error) => Err(Refused::NotSynced(error)),
        }
    }

    fn write_through_cache(&mut self, record: &[u8]) -> Result<(), Refused> {
        let written = self.file.write_all_at(record, self.end as u64);
        written.map_err(Refused::NotWritten)?;
        self.file.sync_data().map_err(Refused::NotSynced)?;
        self.length = self.length.max(self.end + record.len());
        Ok(())
    }
}

impl Buffer {
    /// The blocks that hold the first bytes so far, then these, then zeros, which end the records.
    fn load(&mut self, kept: usize, bytes: &[u8]) -> &[u8] {
        let end = kept + bytes.len();
        let blocks = end.next_multiple_of(BLOCK_BYTES);
        if self.bytes.len() < self.start + blocks {
            let larger = vec![0; blocks + BLOCK_BYTES];
            let start = larger.as_ptr().align_offset(BLOCK_BYTES);
            let smaller = mem::replace(&mut self.bytes, larger);
            let kept_bytes = &smaller[self.start..][..kept];
            self.bytes[start..][..kept].copy_from_slice(kept_bytes);
            self.start = start;
        }
        let loaded = &mut self.bytes[self.start..][..blocks];
        loaded[kept..end].copy_from_slice(bytes);
        loaded[end..].fill(0);
        loaded
    }

    /// Moves the last block of the first bytes and these to the front, unless it is complete.
    fn keep_last_block(&mut self, kept: usize, bytes: &[u8]) {
        let tail = (kept + bytes.len()) % BLOCK_BYTES;
        match bytes.len().checked_sub(tail) {
            Some(before) => drop(self.load(0, &bytes[before..])),
            None => drop(self.load(kept, bytes)),
        }
    }
}

/// Whether a write failed because there is no space.
pub(in super::super) fn is_full(error: &io::Error) -> bool {
    use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
    matches!(error.kind(), StorageFull | QuotaExceeded | FileTooLarge)
}

/// Opens a file for direct, synchronous writes, if its file system supports them.
#[cfg(target_os = "linux")]
fn open_direct(path: &Path) -> Option<File> {
    use std::os::unix::fs::OpenOptionsExt;

    use rustix::fs::OFlags;

    let flags = OFlags::DIRECT | OFlags::DSYNC;
    let mut options = File::options();
    options.write(true).custom_flags(flags.bits().cast_signed());
    options.open(path).ok()
}

#[cfg(not(target_os = "linux"))]
fn open_direct(_path: &Path) -> Option<File> {
    None
}

#[cfg(test)]
mod tests {
    use std::fs;

    use fastrand::Rng;
    use tempfile::tempdir;

    use super::*;

    fn reopen(path: &Path, records_bytes: usize) -> Tape {
        let file = File::options().read(true).write(true).open(path).unwrap();
        Tape::new(file, path, &fs::read(path).unwrap(), records_bytes)
    }

    fn random_record(rng: &mut Rng) -> Vec<u8> {
        let length = match rng.u8(..8) {
            0 => BLOCK_BYTES * rng.usize(1..3),
            1 => rng.usize(BLOCK_BYTES - 2..BLOCK_BYTES * 3),
            2 => rng.usize(DIRECT_BYTES_MAX - 1..DIRECT_BYTES_MAX + 2),
            _ => rng.usize(1..400),
        };
        // No zeros, which stand for what is not written.
        (0..length).map(|_| rng.u8(1..)).collect()
    }

    /// Some are written past the cache and some through it, the file is opened again and again, and the tape rewound.
    #[test]
    fn records_follow_one_another_whichever_way_they_are_written() {
        for seed in 0..10 {
            let rng = &mut Rng::with_seed(seed);
            let folder = tempdir().unwrap();
            let path = folder.path().join("tape");
            File::create(&path).unwrap();
            let mut tape = reopen(&path, 0);
            let mut expected = Vec::new();
            for step in 0..200 {
                match rng.u8(..20) {
                    0 => tape = reopen(&path, expected.len()),
                    1 => {
                        tape.rewind();
                        expected.clear();
                    }
                    _ => {}
                }
                let direct = tape.direct.take_if(|_| rng.bool());
                let record = random_record(rng);
                tape.append(&record).unwrap();
                tape.direct = tape.direct.take().or(direct);
                expected.extend(record);
                assert_eq!(tape.end(), expected.len());
                let mut read = vec![0; expected.len()];
                tape.read(&mut read, 0).unwrap();
                assert!(read == expected, "seed {seed}, step {step}");
                assert!(fs::read(&path).unwrap().starts_with(&expected));
                assert_eq!(path.metadata().unwrap().len(), tape.length as u64);
            }
        }
    }
}
