//! `cargo xtask clients`: runs third-party clients and engines against a server and against the engine.

use std::{error::Error, ffi::OsStr, path::Path, process::Command};

use crate::server::{Server, build};

const PYTHON: &str = ".venv/bin/python";
const CHESSATA: &str = "xtask/clients/chessata.py";
const ENGINE: &str = "xtask/clients/engine.py";
const PLAY: &str = "xtask/clients/play.py";

/// Fails if a client receives anything that its dialect or UCI does not allow.
pub(crate) fn run() -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let python = root.join(PYTHON);
    if !python.exists() {
        return Err(format!("{PYTHON} is missing: `make setup` installs it").into());
    }
    let raum = build(&root)?;
    let folder = tempfile::tempdir()?;
    let server = Server::start(&raum, folder.path(), &["--log=warn"])?;
    let address = format!("ws://{}", server.address);
    run_script(&python, &root.join(CHESSATA), &[address.as_ref()])?;
    run_script(&python, &root.join(ENGINE), &[raum.as_ref()])?;
    let address = format!("http://{}", server.address);
    run_script(
        &python,
        &root.join(PLAY),
        &[raum.as_ref(), address.as_ref()],
    )
}

fn run_script(python: &Path, script: &Path, arguments: &[&OsStr]) -> Result<(), Box<dyn Error>> {
    let status = Command::new(python).arg(script).args(arguments).status()?;
    if !status.success() {
        return Err(format!("{} failed", script.display()).into());
    }
    Ok(())
}
