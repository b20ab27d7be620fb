//! Builds and starts the program, for tasks that connect to it.

use std::{
    env,
    error::Error,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

/// Builds the program and returns its path.
pub(crate) fn build(root: &Path) -> Result<PathBuf, Box<dyn Error>> {
    let status = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .current_dir(root)
        .args(["build", "--locked", "--bin", "raum"])
        .status()?;
    if !status.success() {
        return Err("raum does not compile".into());
    }
    // It is beside this program.
    Ok(env::current_exe()?.with_file_name("raum"))
}

/// A server on a free port, killed when it is dropped.
pub(crate) struct Server {
    child: Child,
    /// `ADDRESS:PORT`.
    pub(crate) address: String,
}

impl Server {
    /// Starts the program with this data folder and these options.
    pub(crate) fn start(
        raum: &Path,
        folder: &Path,
        options: &[&str],
    ) -> Result<Self, Box<dyn Error>> {
        let mut child = Command::new(raum)
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(folder)
            .args(options)
            .stdout(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        if let Some(stdout) = child.stdout.take() {
            BufReader::new(stdout).read_line(&mut line)?;
        }
        let address = line.trim_end().strip_prefix("raum is at http://");
        let address = address.unwrap_or_default().to_owned();
        Ok(Self { child, address })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Fails if the server has exited already.
        self.child.kill().ok();
        self.child.wait().ok();
    }
}
