//! The intake: a file to which the writer appends changes, and which it syncs before it answers. It moves them to the table
//! later, many at once: writing a page of the table's index for each entry would cost more than the rest of an append.
//!
//! A record is the changes of one sync: its length, its checksum, the intake's generation, and the changes. The writer
//! [rewinds](Intake::rewind) the intake once everything in it is durable in the table, and overwrites it under a new
//! generation, so that a record of an earlier one ends the intake, as does a record that a crash has torn.

mod tape;

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

use super::row::Row;
use tape::Tape;

pub(super) use tape::{Refused, is_full};

/// The length and the checksum of a record, and the intake's generation.
const HEADER_BYTES: usize = 16;

/// A change of a room.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Change<Name, Rows> {
    Append(Name, Rows),
    Delete(Name),
}

/// A change that was read from the intake.
pub(super) type ReadChange = Change<String, Vec<Row>>;

pub(super) struct Intake {
    tape: Tape,
    path: PathBuf,
    generation: u64,
    /// The end of what the table has, visible to its readers.
    published: usize,
    /// The next record.
    record: Vec<u8>,
}

impl Intake {
    /// Opens the intake in a file, with what a crash has left in it: the table may lack all of that.
    pub(super) fn open(file: File, path: PathBuf) -> io::Result<Self> {
        let bytes = fs::read(&path)?;
        let (records, generation) = records(&bytes, None);
        Ok(Self {
            tape: Tape::new(file, &path, &bytes, total_bytes(&records)),
            path,
            generation: generation.unwrap_or(1),
            published: 0,
            record: Vec::new(),
        })
    }

    /// Takes changes in. They are durable once this returns.
    pub(super) fn take<'a>(
        &mut self,
        changes: impl Iterator<Item = Change<&'a str, &'a [Row]>>,
    ) -> Result<(), Refused> {
        self.record.clear();
        self.record.resize(HEADER_BYTES, 0);
        changes.for_each(|change| write_change(&mut self.record, &change));
        if self.record.len() == HEADER_BYTES {
            return Ok(());
        }
        self.write_header().map_err(Refused::NotWritten)?;
        self.tape.append(&self.record)
    }

    fn write_header(&mut self) -> io::Result<()> {
        let length = u32::try_from(self.record.len() - HEADER_BYTES)
            .map_err(|_| io::Error::from(io::ErrorKind::FileTooLarge))?;
        self.record[8..HEADER_BYTES].copy_from_slice(&self.generation.to_le_bytes());
        let checksum = crc32fast::hash(&self.record[8..]);
        self.record[..4].copy_from_slice(&length.to_le_bytes());
        self.record[4..8].copy_from_slice(&checksum.to_le_bytes());
        Ok(())
    }

    /// Notes that the table shows everything taken in so far.
    pub(super) fn published(&mut self) {
        self.published = self.tape.end();
    }

    /// Reads what the table lacks.
    pub(super) fn unpublished(&self) -> io::Result<Vec<ReadChange>> {
        let mut bytes = vec![0; self.tape.end() - self.published];
        self.tape.read(&mut bytes, self.published)?;
        let (records, _) = records(&bytes, Some(self.generation));
        if total_bytes(&records) < bytes.len() {
            return Err(io::ErrorKind::InvalidData.into());
        }
        changes(&records)
    }

    /// Starts at the beginning of the file again. Everything must be durable in the table.
    pub(super) fn rewind(&mut self) {
        self.generation += 1;
        self.published = 0;
        self.tape.rewind();
    }

    /// Empties the file, durably. Everything must be durable in the table.
    pub(super) fn empty(&mut self) -> io::Result<()> {
        self.tape.empty()?;
        self.rewind();
        Ok(())
    }

    /// Removes the file, which must be empty.
    pub(super) fn remove(self) -> io::Result<()> {
        fs::remove_file(&self.path)
    }
}

/// The path of the intake in a folder.
pub(super) fn path(folder: &Path) -> PathBuf {
    folder.join("raum.intake")
}

/// The valid records of one generation from the start of these bytes, and that generation.
fn records(bytes: &[u8], mut generation: Option<u64>) -> (Vec<&[u8]>, Option<u64>) {
    let mut records = Vec::new();
    let mut rest = bytes;
    while let Some((record, of, behind)) = first_record(rest)
        && *generation.get_or_insert(of) == of
    {
        records.push(record);
        rest = behind;
    }
    (records, generation)
}

/// The size of records with their headers.
fn total_bytes(records: &[&[u8]]) -> usize {
    let bytes = records.iter().map(|record| HEADER_BYTES + record.len());
    bytes.sum()
}

/// The first record with its generation, and the bytes behind it.
fn first_record(bytes: &[u8]) -> Option<(&[u8], u64, &[u8])> {
    let (length, rest) = bytes.split_first_chunk()?;
    let (checksum, rest) = rest.split_first_chunk()?;
    let (generation, _) = rest.split_first_chunk()?;
    let length = usize::try_from(u32::from_le_bytes(*length)).ok()?;
    let (checked, behind) = rest.split_at_checked(generation.len().checked_add(length)?)?;
    // No change takes no bytes, and zeros have been written ahead.
    let is_valid = length > 0 && crc32fast::hash(checked) == u32::from_le_bytes(*checksum);
    let record = checked.get(generation.len()..)?;
    is_valid.then_some((record, u64::from_le_bytes(*generation), behind))
}

fn write_change(record: &mut Vec<u8>, change: &Change<&str, &[Row]>) {
    match change {
        Change::Append(room, rows) => {
            record.push(b'a');
            write_text(record, room);
            record.extend((rows.len() as u64).to_le_bytes());
            for row in *rows {
                record.extend(row.seq.to_le_bytes());
                record.extend(row.checksum.to_le_bytes());
                write_text(record, &row.content);
            }
        }
        Change::Delete(room) => {
            record.push(b'd');
            write_text(record, room);
        }
    }
}

fn write_text(record: &mut Vec<u8>, text: &str) {
    record.extend((text.len() as u64).to_le_bytes());
    record.extend(text.as_bytes());
}

/// The changes in these records. A record has a valid checksum, so one that cannot be read is of another version.
fn changes(records: &[&[u8]]) -> io::Result<Vec<ReadChange>> {
    let mut changes = Vec::new();
    for record in records {
        let mut reading = Reading(record);
        while !reading.0.is_empty() {
            let change = reading.change();
            changes.push(change.ok_or_else(|| io::Error::from(io::ErrorKind::InvalidData))?);
        }
    }
    Ok(changes)
}

/// The rest of a record.
struct Reading<'a>(&'a [u8]);

impl<'a> Reading<'a> {
    fn change(&mut self) -> Option<ReadChange> {
        let [kind] = self.array()?;
        let room = self.text()?.to_owned();
        match kind {
            b'a' => {
                let count = u64::from_le_bytes(self.array()?);
                let rows = (0..count).map(|_| self.row()).collect::<Option<_>>()?;
                Some(Change::Append(room, rows))
            }
            b'd' => Some(Change::Delete(room)),
            _ => None,
        }
    }

    fn row(&mut self) -> Option<Row> {
        Some(Row {
            seq: i64::from_le_bytes(self.array()?),
            checksum: u32::from_le_bytes(self.array()?),
            content: self.text()?.into(),
        })
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (array, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*array)
    }

    fn text(&mut self) -> Option<&'a str> {
        let length = usize::try_from(u64::from_le_bytes(self.array()?)).ok()?;
        let (text, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        str::from_utf8(text).ok()
    }
}

#[cfg(test)]
mod tests;
