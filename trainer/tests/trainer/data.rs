//! The file of samples.

use std::{fs, hash::Hasher as _, path::Path};

use raum_engine::net::Fnv;
use raum_rules::{Kind, node::Node as _};
use raum_trainer::{
    data::{Data, DataWriter, Sample},
    position::Position,
};
use tempfile::tempdir;

use crate::random_positions;

fn samples() -> Vec<Sample> {
    let nodes = random_positions(1, 4);
    let positions = nodes
        .iter()
        .filter_map(|node| Position::new(&node.game()))
        .enumerate();
    positions
        .map(|(number, position)| Sample {
            position,
            score: 7 * number as i16 - 900,
            result: (number % 3) as u8,
        })
        .collect()
}

fn write(path: &Path) -> Vec<u8> {
    let mut writer = DataWriter::create(path, Kind::Space, "a test").unwrap();
    for part in samples().chunks(17) {
        writer.append(part).unwrap();
    }
    writer.finish().unwrap();
    fs::read(path).unwrap()
}

/// What reading says about other bytes.
fn error(path: &Path, bytes: &[u8]) -> String {
    fs::write(path, bytes).unwrap();
    let error = Data::read(path, Kind::Space).err().unwrap();
    format!("{error:#}")
}

/// Gives changed bytes the hash that they should have.
fn with_hash(mut bytes: Vec<u8>) -> Vec<u8> {
    let mut hash = Fnv::default();
    hash.write(&bytes[40..]);
    bytes[32..40].copy_from_slice(&hash.finish().to_le_bytes());
    bytes
}

#[test]
fn samples_survive_their_file() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("data");
    let bytes = write(&path);
    let data = Data::read(&path, Kind::Space).unwrap();
    assert_eq!(data.samples, samples());
    assert_eq!(data.command, "a test");
    assert_eq!(bytes.len(), 40 + "a test".len() + 40 * samples().len());
    assert_eq!(with_hash(bytes.clone()), bytes);
}

#[test]
fn a_sample_takes_48_bytes_of_memory() {
    assert_eq!(size_of::<Sample>(), 48);
    assert_eq!(size_of::<raum_trainer::model::Example>(), 48);
}

#[test]
fn a_bad_file_is_a_sentence() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("data");
    let bytes = write(&path);
    let count = samples().len();
    for length in [48, 1000, bytes.len() - 1] {
        let text = error(&path, &bytes[..length]);
        let expected = format!(
            "is no file of samples: it has {} bytes after its head, which promises {count} samples of 40: it is truncated \
             or was not finished",
            length - 40
        );
        assert!(text.ends_with(&expected), "{text}");
    }
    assert!(error(&path, &bytes[..39]).ends_with("it is truncated"));
    assert!(error(&path, b"raumnet").ends_with("it does not begin with raumdata"));
    let flipped = |at: usize| {
        let mut bytes = bytes.clone();
        bytes[at] ^= 4;
        bytes
    };
    assert!(error(&path, &flipped(16)).ends_with("it has format version 5, not 1"));
    for at in [32, 41, 46, 500, bytes.len() - 1] {
        let text = error(&path, &flipped(at));
        assert!(text.contains("it is damaged"), "byte {at}: {text}");
    }
    fs::write(&path, &bytes).unwrap();
    let other = format!("{:#}", Data::read(&path, Kind::Chess).err().unwrap());
    assert!(
        other.ends_with("it has positions of space, not of chess"),
        "{other}"
    );
    fs::remove_file(&path).unwrap();
    let missing = format!("{:#}", Data::read(&path, Kind::Space).err().unwrap());
    assert!(missing.starts_with(&format!("cannot read {}: ", path.display())));
}

#[test]
fn a_file_that_was_not_finished_is_recognised() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("data");
    let mut writer = DataWriter::create(&path, Kind::Space, "a test").unwrap();
    writer.append(&samples()).unwrap();
    drop(writer);
    let text = format!("{:#}", Data::read(&path, Kind::Space).err().unwrap());
    assert!(
        text.ends_with("it is truncated or was not finished"),
        "{text}"
    );
}

#[test]
fn bytes_that_are_no_sample_are_found_though_their_hash_is_right() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("data");
    let bytes = write(&path);
    let first = 40 + "a test".len();
    // A cell beyond the board; another piece; a side, and a result, that does not exist.
    for (at, value) in [(15, 0x80), (35, 0x77), (36, 2), (37, 3)] {
        let mut changed = bytes.clone();
        changed[first + 40 * 2 + at] = value;
        let text = error(&path, &with_hash(changed));
        assert!(text.ends_with("sample 2 is no position"), "{at}: {text}");
    }
}
