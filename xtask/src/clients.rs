//! `cargo xtask clients`: runs third-party clients against a server.

use std::{error::Error, path::Path, process::Command};

use crate::server::{Server, build};

const PYTHON: &str = ".venv/bin/python";
const CHESSATA: &str = "xtask/clients/chessata.py";

/// Fails if a client receives anything that its dialect does not allow.
pub(crate) fn run() -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let python = root.join(PYTHON);
    if !python.exists() {
        return Err(format!("{PYTHON} is missing: `make setup` installs it").into());
    }
    let raum = build(&root)?;
    let folder = tempfile::tempdir()?;
    let server = Server::start(&raum, folder.path(), &["--log=warn"])?;
    let status = Command::new(python)
        .arg(root.join(CHESSATA))
        .arg(format!("ws://{}", server.address))
        .status()?;
    if !status.success() {
        return Err(format!("{CHESSATA} failed").into());
    }
    Ok(())
}
