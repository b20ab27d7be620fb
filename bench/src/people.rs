//! What modes with many honest clients share: their addresses, and the program that they use.

use std::{
    env,
    net::{IpAddr, Ipv4Addr},
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::Context;
use raum_torture::{
    net::Received,
    program::{Program, command, serve},
};
use rustix::process::{Resource, getrlimit};

/// Files that a process has open besides its connections, with a margin.
const OTHER_FILES: u64 = 400;

/// The loopback address of a person. Real people have different addresses, so the server's limits per address stay as they
/// are.
pub(crate) fn home(person: u32) -> IpAddr {
    let [_, high, middle, low] = person.to_be_bytes();
    // Without 127.0.…, which other programs use.
    IpAddr::V4(Ipv4Addr::new(127, high | 0x40, middle, low))
}

/// The most connections that this process and a server can have.
pub(crate) fn connections_max() -> u32 {
    let files = getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX);
    u32::try_from(files.saturating_sub(OTHER_FILES)).unwrap_or(u32::MAX)
}

/// The program to measure: a given one, or `raum` beside this program.
pub(crate) fn program(given: Option<&Path>) -> anyhow::Result<PathBuf> {
    let program = match given {
        Some(program) => program.to_owned(),
        None => env::current_exe()?.with_file_name("raum"),
    };
    anyhow::ensure!(
        program.is_file(),
        "{} does not exist: run `cargo build --release --bin raum`",
        program.display()
    );
    Ok(program)
}

/// A folder beside the program, because the system's temporary folder may be in memory.
pub(crate) fn folder(program: &Path) -> anyhow::Result<tempfile::TempDir> {
    let parent = program
        .parent()
        .context("the program has no parent folder")?;
    Ok(tempfile::tempdir_in(parent)?)
}

/// Starts a server with its data inside this folder.
pub(crate) fn start(program: &Path, folder: &Path, options: &[&str]) -> anyhow::Result<Program> {
    Program::start(program, &folder.join("data"), options)
}

/// The command of a server with its data inside this folder, at a port.
pub(crate) fn serve_at(program: &Path, folder: &Path, port: u16, options: &[&str]) -> Command {
    let (mut serving, address) = (command(program), format!("127.0.0.1:{port}"));
    let data = folder.join("data");
    for argument in serve(&data) {
        let is_any = argument == "127.0.0.1:0";
        serving.arg(if is_any { address.as_ref() } else { argument });
    }
    serving.args(options);
    serving
}

/// The number of a ping, if a frame is one. Reading every frame as JSON would cost more than the server's own work.
pub(crate) fn ping(received: &Received) -> Option<u64> {
    let Received::Text(text) = received else {
        return None;
    };
    let rest = text.strip_prefix(r#"{"type":"ping","id":"#)?;
    let digits = rest.split(|digit: char| !digit.is_ascii_digit()).next()?;
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_have_different_addresses() {
        let homes = [0, 1, 255, 256, 65_535, 65_536].map(home);
        let wanted = [
            "127.64.0.0",
            "127.64.0.1",
            "127.64.0.255",
            "127.64.1.0",
            "127.64.255.255",
            "127.65.0.0",
        ];
        assert_eq!(homes.map(|home| home.to_string()), wanted);
    }

    #[test]
    fn pings_are_recognised() {
        let text = |text: &str| Received::Text(text.to_owned());
        assert_eq!(ping(&text(r#"{"type":"ping","id":12,"now":3}"#)), Some(12));
        assert_eq!(ping(&text(r#"{"type":"entries","entries":[]}"#)), None);
        assert_eq!(ping(&Received::Closed(None)), None);
    }
}
