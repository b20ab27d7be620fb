//! The program that is measured, as a process of its own.

use std::{
    fs,
    io::{BufRead, BufReader},
    net::SocketAddr,
    path::Path,
    process::{Child, Command, Stdio},
};

use anyhow::Context;

use crate::cpu::Cpu;

/// A server that listens on a free port of this machine alone, and ends with this value.
pub(super) struct Server {
    child: Child,
    address: SocketAddr,
}

/// All who play at it come from one address.
const OPTIONS: [&str; 4] = [
    "--connections-per-address-max=1000000",
    "--sessions-per-address-max=1000000",
    "--rooms-per-hour=100000",
    "--requests-per-minute=100000",
];

impl Server {
    pub(super) fn start(program: &Path, folder: &Path) -> anyhow::Result<Self> {
        let mut child = Command::new(program)
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(folder)
            .args(OPTIONS)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {}", program.display()))?;
        let mut line = String::new();
        if let Some(output) = child.stdout.take() {
            BufReader::new(output).read_line(&mut line)?;
        }
        let address = line.trim_end().strip_prefix("raum is at http://");
        let address = address.and_then(|address| address.parse().ok());
        let address = address.with_context(|| format!("not an address: {line:?}"))?;
        Ok(Self { child, address })
    }

    pub(super) fn address(&self) -> SocketAddr {
        self.address
    }

    pub(super) fn cpu(&self) -> anyhow::Result<Cpu> {
        Cpu::of(self.child.id())
    }

    pub(super) fn resident_bytes(&self) -> anyhow::Result<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kib = line.and_then(|line| line.trim().strip_suffix(" kB"));
        let kib: u64 = kib.context("no VmRSS")?.parse()?;
        Ok(kib * 1024)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Its folder goes with it, so there is nothing to end in order.
        self.child.kill().ok();
        self.child.wait().ok();
    }
}
