//! A server under measurement, raum or a peer, in a child process.

use std::{
    fs,
    io::{BufRead, BufReader},
    net::SocketAddr,
    path::Path,
    process::{Child, Command, Stdio},
};

use anyhow::Context;
use raum_torture::{cpu::Cpu, program::resident_bytes};
use tempfile::TempDir;

/// A server on a free port of the loopback interface, killed when it is dropped.
pub(super) struct Server {
    child: Child,
    address: SocketAddr,
    /// Its log, and its data if it stores any. Deleted after the process has ended.
    folder: TempDir,
}

impl Server {
    /// Starts a command whose first line of output ends with the address, after `http://`.
    pub(super) fn start(mut command: Command, folder: TempDir) -> anyhow::Result<Self> {
        let log = folder.path().join("log");
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(fs::File::create(&log)?)
            .spawn()
            .with_context(|| format!("cannot start {command:?}"))?;
        let mut line = String::new();
        if let Some(output) = child.stdout.take() {
            BufReader::new(output).read_line(&mut line)?;
        }
        let address = line.trim_end().split_once("http://");
        let Some(address) = address.and_then(|(_, address)| address.parse().ok()) else {
            child.kill().ok();
            child.wait()?;
            anyhow::bail!("{command:?} did not start: {}", fs::read_to_string(log)?);
        };
        Ok(Self {
            child,
            address,
            folder,
        })
    }

    pub(super) fn address(&self) -> SocketAddr {
        self.address
    }

    pub(super) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The log so far.
    pub(super) fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
    }

    /// The CPU time of the process and its children so far.
    pub(super) fn cpu(&self) -> anyhow::Result<Cpu> {
        Cpu::of_all(&self.processes())
    }

    pub(super) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// The resident memory of the process and its children.
    pub(super) fn resident_bytes(&self) -> anyhow::Result<u64> {
        self.processes().into_iter().map(resident_bytes).sum()
    }

    fn processes(&self) -> Vec<u32> {
        let process = self.child.id();
        let children = format!("/proc/{process}/task/{process}/children");
        // Absent on kernels that do not list children; none of the servers starts any by default.
        let children = fs::read_to_string(children).unwrap_or_default();
        let children = children.split_whitespace();
        let children = children.filter_map(|child| child.parse().ok());
        [process].into_iter().chain(children).collect()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Fails if the server has exited already. No clean shutdown is needed: its folder is deleted too.
        self.child.kill().ok();
        self.child.wait().ok();
    }
}
