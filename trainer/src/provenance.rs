//! The text beside a file that the trainer wrote: how the file was made, one fact a line.

use std::{
    ffi::OsString,
    fs::{self, OpenOptions},
    io::Write as _,
    path::{Path, PathBuf},
};

use anyhow::Context as _;

/// The name of a fact, and the fact.
pub type Fact = (&'static str, String);

/// The path of a file's provenance.
pub fn path_of(file: &Path) -> PathBuf {
    let mut name = OsString::from(file);
    name.push(".provenance");
    name.into()
}

/// Writes the provenance of a file.
pub fn write(file: &Path, facts: &[Fact]) -> anyhow::Result<()> {
    let path = path_of(file);
    let lines = facts.iter().map(|(name, fact)| format!("{name}: {fact}\n"));
    fs::write(&path, lines.collect::<String>())
        .with_context(|| format!("cannot write {}", path.display()))
}

/// Adds a fact to the provenance of a file.
pub fn append(file: &Path, name: &str, fact: &str) -> anyhow::Result<()> {
    let path = path_of(file);
    OpenOptions::new()
        .append(true)
        .open(&path)
        .and_then(|mut text| writeln!(text, "{name}: {fact}"))
        .with_context(|| format!("cannot add to {}", path.display()))
}
