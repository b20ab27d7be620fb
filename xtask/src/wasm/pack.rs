//! Leaves the zeros out of a WebAssembly module's data: memory is zero anyway before the data is copied into it.

use std::ops::Range;

/// Shorter runs of zeros stay: a segment of its own costs about as many bytes.
const ZEROS_MIN: usize = 12;

const HEAD_BYTES: usize = 8;
const DATA_COUNT: u8 = 12;
const DATA: u8 = 11;
const I32_CONST: u8 = 0x41;
const END: u8 = 0x0b;

/// The module with data segments without long runs of zeros. `None` if the module is not of the form that `wasm-bindgen`
/// writes.
pub(super) fn without_zeros(module: &[u8]) -> Option<Vec<u8>> {
    let (head, rest) = module.split_at_checked(HEAD_BYTES)?;
    let mut sections = Vec::new();
    let mut reader = Reader(rest);
    while let Some(id) = reader.byte() {
        let length = reader.number()?;
        sections.push((id, reader.bytes(length)?));
    }
    let mut segments = Vec::new();
    for (_, content) in sections.iter().filter(|(id, _)| *id == DATA) {
        segments.extend(split(content)?);
    }
    let mut packed = head.to_vec();
    for (id, content) in sections {
        let content = match id {
            DATA => data_section(&segments),
            DATA_COUNT => number(segments.len() as u64),
            _ => content.to_vec(),
        };
        packed.push(id);
        packed.extend(number(content.len() as u64));
        packed.extend(content);
    }
    Some(packed)
}

/// A piece of data and its place in memory.
type Segment<'a> = (u64, &'a [u8]);

/// The parts of a data section between its long runs of zeros.
fn split(section: &[u8]) -> Option<Vec<Segment<'_>>> {
    let mut reader = Reader(section);
    let mut segments = Vec::new();
    for _ in 0..reader.number()? {
        // Only segments of the first memory at a fixed place: those that are copied on demand have no place.
        let is_plain = reader.byte()? == 0 && reader.byte()? == I32_CONST;
        let place = reader.number()?;
        if !is_plain || reader.byte()? != END {
            return None;
        }
        let length = reader.number()?;
        let data = reader.bytes(length)?;
        let parts = parts(data).into_iter();
        segments.extend(parts.map(|part| (place + part.start as u64, &data[part])));
    }
    reader.0.is_empty().then_some(segments)
}

/// Where the data is between long runs of zeros.
fn parts(data: &[u8]) -> Vec<Range<usize>> {
    let mut parts: Vec<Range<usize>> = Vec::new();
    let bytes = data.iter().enumerate();
    for (at, _) in bytes.filter(|(_, byte)| **byte != 0) {
        match parts.last_mut() {
            Some(last) if at - last.end < ZEROS_MIN => last.end = at + 1,
            _ => parts.push(at..at + 1),
        }
    }
    parts
}

fn data_section(segments: &[Segment<'_>]) -> Vec<u8> {
    let mut section = number(segments.len() as u64);
    for (place, data) in segments {
        section.extend([0, I32_CONST]);
        section.extend(signed(*place));
        section.push(END);
        section.extend(number(data.len() as u64));
        section.extend(*data);
    }
    section
}

/// A number in LEB128.
fn number(mut number: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number >= 0x80 {
        bytes.push(number.to_le_bytes()[0] | 0x80);
        number >>= 7;
    }
    bytes.push(number.to_le_bytes()[0]);
    bytes
}

/// A place in memory as a signed number in LEB128: its sixth bit must not look like a sign.
fn signed(place: u64) -> Vec<u8> {
    let mut bytes = number(place);
    if let Some(last) = bytes.last_mut()
        && *last & 0x40 != 0
    {
        *last |= 0x80;
        bytes.push(0);
    }
    bytes
}

/// What is left to read.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    fn bytes(&mut self, length: u64) -> Option<&'a [u8]> {
        let (bytes, rest) = self.0.split_at_checked(usize::try_from(length).ok()?)?;
        self.0 = rest;
        Some(bytes)
    }

    /// Reads LEB128. Places in memory are signed, but none is in the upper half.
    fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..35).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &[u8] = b"\0asm\x01\0\0\0";

    /// A module with one data segment at a place.
    fn module(place: u64, data: &[u8]) -> Vec<u8> {
        let section = data_section(&[(place, data)]);
        let custom = [0, 2, 1, b'x'];
        let length = number(section.len() as u64);
        [HEAD, &custom, &[DATA], &length, &section].concat()
    }

    /// The memory that a module's data sets up.
    fn memory(module: &[u8]) -> Vec<u8> {
        let at = HEAD_BYTES + 4;
        let mut reader = Reader(&module[at + 1..]);
        let length = reader.number();
        assert_eq!(length, Some(reader.0.len() as u64));
        let mut memory = vec![0; 1 << 20];
        for (place, data) in split(reader.0).into_iter().flatten() {
            let start = usize::try_from(place).unwrap_or(usize::MAX);
            memory[start..start + data.len()].copy_from_slice(data);
        }
        memory
    }

    #[test]
    fn a_packed_module_sets_up_the_same_memory_with_fewer_bytes() {
        let mut data = vec![0; 5000];
        for (at, value) in [(0, 7), (5, 8), (20, 9), (2000, 1), (2001, 2), (4999, 3)] {
            data[at] = value;
        }
        for place in [0, 60, 64, 5000, 8192, 100_000] {
            let module = module(place, &data);
            let packed = without_zeros(&module).unwrap_or_default();
            assert!(packed.len() < 80, "{}", packed.len());
            assert_eq!(memory(&packed), memory(&module), "{place}");
            assert_eq!(without_zeros(&packed), Some(packed));
        }
    }

    #[test]
    fn short_runs_of_zeros_stay() {
        let data = [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2];
        let module = module(16, &data);
        assert_eq!(without_zeros(&module), Some(module));
    }

    #[test]
    fn the_number_of_segments_is_kept_up_to_date() {
        let mut data = [0; 100];
        [data[0], data[99]] = [1, 1];
        let mut module = module(16, &data);
        let count = [DATA_COUNT, 1, 1];
        module.splice(HEAD_BYTES..HEAD_BYTES, count);
        let packed = without_zeros(&module).unwrap_or_default();
        assert_eq!(packed[HEAD_BYTES..HEAD_BYTES + 3], [DATA_COUNT, 1, 2]);
    }

    #[test]
    fn other_modules_are_refused() {
        let whole = module(16, &[1; 40]);
        assert_eq!(without_zeros(&whole[..whole.len() - 1]), None);
        assert_eq!(without_zeros(b"\0as"), None);
        let mut passive = whole.clone();
        passive[HEAD_BYTES + 7] = 1;
        assert_eq!(without_zeros(&passive), None);
    }
}
