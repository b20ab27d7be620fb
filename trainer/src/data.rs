//! The file of samples: positions of self-play with what is known of their value.
//!
//! Numbers are little-endian.
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `raumdata` |
//! | 8 | the name of the kind, followed by zeros |
//! | 4 | the version of the format, 1 |
//! | 4 | the length of the command |
//! | 8 | the number of samples |
//! | 8 | the 64-bit FNV-1a hash of the command and the samples |
//! | | the command that made the file, as text |
//! | 40 each | the samples |
//!
//! A sample has 16 bytes of cells (a bit each), 20 of pieces in the order of their cells (side in bit 3, role below, two in a byte,
//! the low half first), one for the side to move (0 White, 1 Black), one for the result of the game (0 lost, 1 drawn, 2 won) and two
//! for the score of the search in centipawns. Result and score are from the view of the side to move.
//!
//! The number of samples and the hash are written last: a file that was not finished is recognised.

use std::{
    fs::{self, File},
    hash::Hasher as _,
    io::{BufWriter, Seek as _, SeekFrom, Write as _},
    path::{Path, PathBuf},
};

use anyhow::{Context as _, bail, ensure};
use raum_engine::net::Fnv;
use raum_rules::Kind;

use crate::position::{POSITION_BYTES, Position};

const MAGIC: &[u8; 8] = b"raumdata";
const VERSION: u32 = 1;
const HEAD: usize = 40;
/// Where the number of samples is, which is written last.
const COUNT_AT: usize = 24;
const SAMPLE_BYTES: usize = POSITION_BYTES + 3;

/// A position with what is known of its value, from the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The position.
    pub position: Position,
    /// What a search says, in centipawns.
    pub score: i16,
    /// The result of the game: 0 lost, 1 drawn, 2 won.
    pub result: u8,
}

impl Sample {
    fn to_bytes(self) -> [u8; SAMPLE_BYTES] {
        let mut bytes = [0; SAMPLE_BYTES];
        bytes[..POSITION_BYTES].copy_from_slice(&self.position.to_bytes());
        bytes[POSITION_BYTES] = self.result;
        bytes[POSITION_BYTES + 1..].copy_from_slice(&self.score.to_le_bytes());
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (position, rest) = bytes.split_first_chunk()?;
        let [result @ 0..=2, low, high] = *rest else {
            return None;
        };
        Some(Self {
            position: Position::from_bytes(position)?,
            score: i16::from_le_bytes([low, high]),
            result,
        })
    }
}

/// The content of a file of samples.
pub struct Data {
    /// The command that made the file.
    pub command: String,
    /// The hash of the content.
    pub hash: u64,
    /// The samples, in the order of the games.
    pub samples: Vec<Sample>,
}

impl Data {
    /// Reads a file of a kind and checks all of it.
    pub fn read(path: &Path, kind: Kind) -> anyhow::Result<Self> {
        let name = path.display();
        let file = fs::read(path).with_context(|| format!("cannot read {name}"))?;
        Self::of_file(&file, kind).with_context(|| format!("{name} is no file of samples"))
    }

    /// What the provenance of weights or a network tells of this file.
    pub fn description(&self, path: &Path) -> String {
        format!(
            "{}, {} positions, hash {:016x}, by {}",
            path.display(),
            self.samples.len(),
            self.hash,
            self.command
        )
    }

    fn of_file(file: &[u8], kind: Kind) -> anyhow::Result<Self> {
        ensure!(file.starts_with(MAGIC), "it does not begin with raumdata");
        let Some((head, content)) = file.split_at_checked(HEAD) else {
            bail!("it is truncated");
        };
        let version = number(&head[16..20]);
        ensure!(
            version == u64::from(VERSION),
            "it has format version {version}, not {VERSION}"
        );
        let [command_bytes, count, hash] = [&head[20..24], &head[24..32], &head[32..]].map(number);
        ensure!(
            head[8..16] == kind_bytes(kind),
            "it has positions of {}, not of {kind}",
            String::from_utf8_lossy(&head[8..16]).trim_end_matches('\0')
        );
        let expected = (count as usize)
            .checked_mul(SAMPLE_BYTES)
            .and_then(|bytes| bytes.checked_add(command_bytes as usize));
        ensure!(
            expected == Some(content.len()),
            "it has {} bytes after its head, which promises {count} samples of {SAMPLE_BYTES}: it is truncated or was not \
             finished",
            content.len()
        );
        let mut found = Fnv::default();
        found.write(content);
        ensure!(
            found.finish() == hash,
            "it is damaged: its hash differs from the one in its head"
        );
        let (command, samples) = content.split_at(command_bytes as usize);
        let samples = samples.chunks_exact(SAMPLE_BYTES).enumerate();
        Ok(Self {
            command: String::from_utf8_lossy(command).into_owned(),
            hash,
            samples: samples
                .map(|(at, bytes)| {
                    Sample::from_bytes(bytes).with_context(|| format!("sample {at} is no position"))
                })
                .collect::<anyhow::Result<_>>()?,
        })
    }
}

/// The name of a kind, as the head has it.
fn kind_bytes(kind: Kind) -> [u8; 8] {
    let mut bytes = kind.name().bytes();
    [0; 8].map(|_| bytes.next().unwrap_or(0))
}

/// Reads a little-endian number of at most 8 bytes.
fn number(bytes: &[u8]) -> u64 {
    let mut bytes = bytes.iter().rev();
    bytes
        .by_ref()
        .fold(0, |sum, byte| sum << 8 | u64::from(*byte))
}

/// Writes a file of samples.
pub struct DataWriter {
    path: PathBuf,
    file: BufWriter<File>,
    count: u64,
    hash: Fnv,
}

impl DataWriter {
    /// Creates the file, or replaces it.
    pub fn create(path: &Path, kind: Kind, command: &str) -> anyhow::Result<Self> {
        let file =
            File::create(path).with_context(|| format!("cannot create {}", path.display()))?;
        let mut writer = Self {
            path: path.to_owned(),
            file: BufWriter::with_capacity(1 << 20, file),
            count: 0,
            hash: Fnv::default(),
        };
        let mut head = MAGIC.to_vec();
        head.extend(kind_bytes(kind));
        head.extend(VERSION.to_le_bytes());
        head.extend(u32::try_from(command.len())?.to_le_bytes());
        head.extend([0; 16]);
        writer
            .file
            .write_all(&head)
            .with_context(|| writer.cannot_write())?;
        writer.write(command.as_bytes())?;
        Ok(writer)
    }

    /// The number of samples so far.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Appends samples.
    pub fn append(&mut self, samples: &[Sample]) -> anyhow::Result<()> {
        for sample in samples {
            self.write(&sample.to_bytes())?;
        }
        self.count += samples.len() as u64;
        Ok(())
    }

    /// Completes the file and returns the hash of its content.
    pub fn finish(mut self) -> anyhow::Result<u64> {
        let hash = self.hash.finish();
        let mut end = self.count.to_le_bytes().to_vec();
        end.extend(hash.to_le_bytes());
        let written = self
            .file
            .seek(SeekFrom::Start(COUNT_AT as u64))
            .and_then(|_| self.file.write_all(&end))
            .and_then(|()| self.file.flush());
        written.with_context(|| self.cannot_write())?;
        Ok(hash)
    }

    fn write(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        self.hash.write(bytes);
        self.file
            .write_all(bytes)
            .with_context(|| self.cannot_write())
    }

    fn cannot_write(&self) -> String {
        format!("cannot write {}", self.path.display())
    }
}
