//! The token of a seat in a file.

use std::{
    fs::{self, OpenOptions},
    io::{ErrorKind, Write},
    os::unix::fs::OpenOptionsExt,
    path::Path,
};

use anyhow::Context;

/// Reads the token in a file; `None` if there is no such file yet.
pub(super) fn read(file: &Path) -> anyhow::Result<Option<String>> {
    match fs::read_to_string(file) {
        Ok(text) => Ok(Some(text.trim().to_owned())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", file.display())),
    }
}

/// Writes a token to a new file that only its owner can read.
pub(super) fn write(file: &Path, token: &str) -> anyhow::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true).mode(0o600);
    let written = options
        .open(file)
        .and_then(|mut file| writeln!(file, "{token}"));
    written.with_context(|| format!("cannot write the token to {}", file.display()))
}
